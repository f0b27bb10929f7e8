"""What is measured, and when a run stops."""

from __future__ import annotations

from typing import Any

from analyzer.checking import check
from analyzer.experiment import DEFAULT_DEALS, DEFAULT_MAX_DEALS, MEASURES, Until
from analyzer.faults import Faults, Place
from analyzer.schema import ExperimentModel, UntilModel
from analyzer.yaml_text import Map, Scalar, Seq, path_at, place_at

__all__ = ["read_measures", "read_same_within", "read_until"]


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


def read_until(model: ExperimentModel, broken: set[str], tree: Map, measures: tuple[str, ...], faults: Faults) -> Until:
    """Return the stop rule."""
    until = model.until
    if "until" in broken and isinstance(tree.get("until"), Map):
        until, _ = check(UntilModel, tree["until"], Faults())  # what is left of it, for more faults
    if until is None:
        return Until(deals=DEFAULT_DEALS, max_deals=DEFAULT_DEALS)
    confidence = 0.95 if until.confidence is None else float(until.confidence)
    if until.deals is not None and until.half_width is not None:
        place = tree["until"].key_places["half_width"]
        message = "write deals or half_width, not both; the most deals of a half-width are max_deals"
        faults.add(place, "until.half_width", message)
        return Until()
    if until.half_width is None:
        return _fixed(until, confidence, tree, faults)
    goals = _by_measure(until.half_width, "until", tree, measures, "half_width" in tree["until"], faults)
    limit = DEFAULT_MAX_DEALS if until.max_deals is None else until.max_deals
    return Until(deals=None, half_width=goals, confidence=confidence, max_deals=limit)


def _fixed(until: UntilModel, confidence: float, tree: Map, faults: Faults) -> Until:
    """Return the stop rule of a number of deals."""
    if until.max_deals is not None:
        place = tree["until"].key_places["max_deals"]
        faults.add(place, "until.max_deals", "goes with half_width; a fixed number of deals is deals")
    deals = DEFAULT_DEALS if until.deals is None else until.deals
    return Until(deals=deals, confidence=confidence, max_deals=deals)


def read_same_within(
    model: ExperimentModel, broken: set[str], tree: Map, measures: tuple[str, ...], faults: Faults
) -> dict[str, float] | None:
    """Return the differences that count as practically the same, by measure."""
    if model.same_within is None or "same_within" in broken:
        return None
    return _by_measure(model.same_within, "", tree, measures, True, faults)


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
        elif getattr(amount, "percent", False) and MEASURES[name].unit != "probability":
            unit = MEASURES[name].unit
            hint = "" if isinstance(written, dict) else "; name the measure: {win: 0.1%}"
            faults.add(place, seen, f"{name} is counted in {unit}, not in percent{hint}")
        elif MEASURES[name].unit == "probability" and amount >= 1:
            faults.add(place, seen, f"{amount:g} is too wide for {name}, a probability; write 0.1% or 0.001")
    return {name: float(amount) for name, amount in amounts.items()}
