"""What is measured, and when a run stops."""

from __future__ import annotations

from typing import Any

from analyzer.checking import check
from analyzer.experiment import DEFAULT_DEALS, DEFAULT_MAX_DEALS, LUCK_SHARES, MEASURES, Until
from analyzer.faults import Faults, Place
from analyzer.schema import ExperimentModel, UntilModel
from analyzer.yaml_text import Map, Scalar, Seq, path_at, place_at

__all__ = ["check_best", "read_compared", "read_measures", "read_same_within", "read_until"]


def read_measures(
    model: ExperimentModel,
    broken: set[str],
    tree: Map,
    compares: bool,
    players: list[tuple[int, Place]],
    faults: Faults,
) -> tuple[str, ...]:
    """Return the measures, each once; the usual ones if none are named."""
    matches = model.play == "matches"
    if "play" not in broken:
        _check_fit(tree, matches, compares, max((number for number, _ in players), default=4), faults)
    if not model.measure:
        if model.measure is not None and "measure" not in broken:
            faults.add(place_at(tree, ["measure"]), "measure", "is an empty list")
        if matches:
            return ("match_win", "rounds") if compares else ("rounds",)
        return ("win", "points") if compares else ("opener_wins", "blocked", "round_points")
    return tuple(dict.fromkeys(model.measure))


def _check_fit(tree: Map, matches: bool, compares: bool, players: int, faults: Faults) -> None:
    """Check every known measure as written, whatever else is wrong with the list."""
    written = tree.get("measure")
    for index, item in enumerate(written if isinstance(written, Seq) else ()):
        if isinstance(item, Scalar) and item.text in MEASURES:
            message = _misfit(item.text, matches, compares, players)
            if message:
                faults.add(item.place, path_at(tree, ["measure", index]), message)


def _misfit(name: str, matches: bool, compares: bool, players: int) -> str:
    """Say why a measure does not fit the experiment, nothing if it does."""
    subject = MEASURES[name].subject
    if subject == "match" and not matches:
        return f"{name} is measured over matches; add play: matches"
    if matches and subject != "match":
        return f"{name} is measured over rounds; with play: matches there are match_win and rounds"
    if (subject == "seat" or name == "match_win") and not compares:
        return f"{name} belongs to a candidate; add compare, or measure opener_wins or win_seat_0"
    seat = name.rpartition("_seat_")[2]
    if seat.isdigit() and int(seat) >= players:
        return f"{name}: seats of {players} players are numbered 0 to {players - 1}"
    return ""


def read_compared(
    model: ExperimentModel, broken: set[str], tree: Map, measures: tuple[str, ...], faults: Faults
) -> tuple[str, ...]:
    """Return the measures that are counted where policies are compared; none stands for all of them."""
    compare = model.compare
    if compare is None or compare.measure is None or "compare" in broken:
        return ()
    place = place_at(tree, ["compare", "measure"])
    if not compare.measure:
        faults.add(place, "compare.measure", "is an empty list")
    for name in compare.measure:
        if name not in measures:
            faults.add(place, "compare.measure", f"{name} is not measured here; measured are {', '.join(measures)}")
    if compare.best and compare.measure[:1] != list(measures[:1]):
        faults.add(place, "compare.measure", "begins with the first of measure where best: on drops policies by it")
    return tuple(dict.fromkeys(compare.measure))


def read_until(model: ExperimentModel, broken: set[str], tree: Map, measures: tuple[str, ...], faults: Faults) -> Until:
    """Return the stop rule."""
    until = model.until
    if "until" in broken and isinstance(tree.get("until"), Map):
        until, _ = check(UntilModel, tree["until"], Faults())  # what is left of it, for more faults
    if until is None:
        return Until(deals=DEFAULT_DEALS, max_deals=DEFAULT_DEALS)
    confidence = 0.95 if until.confidence is None else float(until.confidence)
    asked = [key for key in ("deals", "half_width", "decided") if getattr(until, key) not in (None, False)]
    if len(asked) > 1:
        place = tree["until"].key_places[asked[1]]
        message = f"write {asked[0]} or {asked[1]}, not both; the most deals of a run that may stop early are max_deals"
        faults.add(place, f"until.{asked[1]}", message)
        return Until()
    limit = DEFAULT_MAX_DEALS if until.max_deals is None else until.max_deals
    if asked == ["half_width"]:
        goals = _by_measure(until.half_width, "until", tree, measures, "half_width" in tree["until"], faults)
        return Until(deals=None, half_width=goals, confidence=confidence, max_deals=limit)
    if asked == ["decided"]:
        decided = _decided(until.decided, tree, measures, faults)
        return Until(deals=None, decided=decided, confidence=confidence, max_deals=limit)
    return _fixed(until, confidence, tree, faults)


def _decided(written: Any, tree: Map, measures: tuple[str, ...], faults: Faults) -> tuple[str, ...]:
    """Return the measures that decide: the first one, or those that are named."""
    place = place_at(tree, ["until", "decided"])
    if not {"compare", "vary", "variants", "sweep"} & set(tree):
        faults.add(place, "until.decided", "needs differences to decide: compare policies, or vary house rules")
    if isinstance(written, bool):
        return measures[:1]
    for name in written:
        if name not in measures:
            message = f"{name} is not measured here; measured are {', '.join(measures)}"
            faults.add(place, "until.decided", message)
    return tuple(dict.fromkeys(written))


def _fixed(until: UntilModel, confidence: float, tree: Map, faults: Faults) -> Until:
    """Return the stop rule of a number of deals."""
    if until.max_deals is not None:
        place = tree["until"].key_places["max_deals"]
        faults.add(place, "until.max_deals", "goes with half_width or decided; a fixed number of deals is deals")
    deals = DEFAULT_DEALS if until.deals is None else until.deals
    return Until(deals=deals, confidence=confidence, max_deals=deals)


def check_best(best: tuple[str, ...], tree: Map, measures: tuple[str, ...], faults: Faults) -> None:
    """Check that a search for the best policy has a measure of what is good."""
    first = MEASURES[measures[0]] if measures else None
    if best and first is not None and first.subject != "seat" and measures[0] != "match_win":
        good = "match_win" if tree.get("play") and first.subject == "match" else "win or points"
        message = (
            f"goes by the first measure, and of {measures[0]} neither more nor less is better; measure {good} first"
        )
        faults.add(place_at(tree, ["compare", "best"]), "compare.best", message)


def read_same_within(
    model: ExperimentModel, broken: set[str], tree: Map, measures: tuple[str, ...], faults: Faults
) -> dict[str, float] | None:
    """Return the differences that count as practically the same, by measure and by share of luck."""
    if model.same_within is None or "same_within" in broken:
        return None
    shares = LUCK_SHARES if model.luck is not None else ()
    return _by_measure(model.same_within, "", tree, (*measures, *shares), True, faults)


def _by_measure(
    written: Any, parent: str, tree: Map, measures: tuple[str, ...], known: bool, faults: Faults
) -> dict[str, float]:
    """Return measure to amount; one amount alone belongs to the first measure."""
    key = "half_width" if parent else "same_within"
    path: list[str | int] = [parent, key] if parent else [key]
    place, seen = place_at(tree, path), path_at(tree, path)
    amounts = written if isinstance(written, dict) else {measures[0]: written}
    for name, amount in amounts.items():
        if name not in measures:
            faults.add(place, seen, f"{name} is not measured here; measured are {', '.join(measures)}")
        elif getattr(amount, "percent", False) and _unit(name) != "probability":
            unit = _unit(name)
            hint = "" if isinstance(written, dict) else "; name the measure: {win: 0.1%}"
            faults.add(place, seen, f"{name} is counted in {unit}, not in percent{hint}")
        elif _unit(name) == "probability" and amount >= 1:
            faults.add(place, seen, f"{amount:g} is too wide for {name}, a probability; write 0.1% or 0.001")
    return {name: float(amount) for name, amount in amounts.items()}


def _unit(name: str) -> str:
    """Return the unit of a measure; a share of luck is written like a probability."""
    return MEASURES[name].unit if name in MEASURES else "probability"
