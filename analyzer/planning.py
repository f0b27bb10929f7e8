"""What a run will cost and show, from a pilot: its deals, its time, and how well every figure will be known.

The pilot plays the very plan of the run, in chunks, on as many workers, for about a second. Its exact sums, multiplied
up to a number of deals, are then read by the run's own analysis: so every kind of interval is forecast by itself, and
a width or a decision is reached in the forecast by the same rule as in the run.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from analyzer import analysis, arms, measures
from analyzer.arms import Contrast, Plan
from analyzer.chunks import CHUNK, Tally, play_chunk
from analyzer.experiment import LUCK_SHARES, Experiment
from analyzer.extra_rows import extra_rows
from analyzer.parallel import Stop, tallies, workers
from analyzer.sequences import FIRST_LOOK, Looks
from analyzer.statistics import Moments, PairMoments

__all__ = ["Forecast", "Width", "forecast"]

PILOT_SECONDS = 1.0
_FIRST_DEALS = 256  # brings code and memory into being; no part of the pilot
_TRIAL_DEALS = 512


@dataclass(frozen=True)
class Width:
    """How well one figure will be known.

    Attributes
    ----------
    kind, game, policy, baseline, measure, unit
        As in the results table; `game` names house rules and players where they vary.
    players : int
        Number of players.
    half_width : float
        Half the width of its interval, in the measure's unit.
    """

    kind: str
    game: str
    players: int
    policy: str
    baseline: str
    measure: str
    unit: str
    half_width: float


@dataclass(frozen=True)
class Forecast:
    """What a run will cost and show.

    Attributes
    ----------
    experiment : Experiment
        What would be run.
    arms, comparisons, rule_changes : int
        Seatings that are played on every deal; differences between policies and between rules.
    deals : int
        How many will be played.
    certain : bool
        Whether that number is fixed by the configuration, not forecast.
    reached : bool
        Whether the stop rule will be met before the most deals that are allowed.
    games : int
        Rounds, or matches, all seatings together.
    seconds : float
        Time of loading the engine, playing and analysis on `jobs` workers, as in the manifest of a run; the start of
        Python, files and the report add to it.
    jobs : int
        Workers.
    pilot_deals, pilot_seconds
        What this rests on.
    widths : tuple of Width
        In the order of the results table.
    """

    experiment: Experiment
    arms: int
    comparisons: int
    rule_changes: int
    deals: int
    certain: bool
    reached: bool
    games: int
    seconds: float
    jobs: int
    pilot_deals: int
    pilot_seconds: float
    widths: tuple[Width, ...]


def forecast(
    experiment: Experiment, jobs: int | None = None, seconds: float = PILOT_SECONDS, chunk: int = CHUNK
) -> Forecast:
    """Say what a run would cost and show.

    Parameters
    ----------
    experiment : Experiment
        What would be run.
    jobs : int, optional
        Workers, every core by default.
    seconds : float
        Length of the pilot; more than one makes the forecast a little better.
    chunk : int
        Deals of a chunk of the run.
    """
    plan, count = arms.make_plan(experiment), workers(jobs)
    loading = _load(plan)
    tally, spent = _pilot(plan, count, seconds, chunk)
    clock = time.perf_counter()
    _found(experiment, plan, tally)
    look = time.perf_counter() - clock
    deals, reached = _deals(experiment, plan, tally, chunk)
    found = _found(experiment, plan, _scaled(tally, deals))
    clock = time.perf_counter()
    extra = tuple(_extra_widths(experiment, plan, tally, deals))
    last = time.perf_counter() - clock
    contrasts = [item for item in plan.items if isinstance(item, Contrast)]
    changes = sum(item.kind == "rule change" for item in contrasts)
    cost = spent * count / tally.deals  # of a worker, for a deal
    return Forecast(
        experiment=experiment,
        arms=len(plan.seatings()) + len(plan.extras.luck),
        comparisons=len(contrasts) - changes,
        rule_changes=changes,
        deals=deals,
        certain=experiment.until.deals is not None and not experiment.best,
        reached=reached,
        games=round(tally.games / tally.deals * deals),
        seconds=loading + _makespan(deals, count, chunk) * cost + look * _looks(experiment, deals, chunk) + last,
        jobs=count,
        pilot_deals=tally.deals,
        pilot_seconds=spent,
        widths=(*(_width(experiment, one) for one in found), *extra),
    )


# --- the pilot -----------------------------------------------------------------------------------------------------


def _load(plan: Plan) -> float:
    """Bring the engine and memory into being as a run does; returns the time.

    Half a second once a process. Compiling is no part of it: the run after this finds the compiled engine.
    """
    from kernels import engine

    compiled, clock = engine.is_compiled(), time.perf_counter()
    engine.warm_up()
    play_chunk(plan, 0, _FIRST_DEALS)
    return time.perf_counter() - clock if compiled else 0.0


def _pilot(plan: Plan, jobs: int, seconds: float, chunk: int) -> tuple[Tally, float]:
    """Play for about so many seconds on all workers; returns the sums and the time.

    In chunks as large as fit: with many arms small ones would cost up to 40 % more a deal than those of the run.
    """
    clock = time.perf_counter()
    play_chunk(plan, 0, _TRIAL_DEALS)
    cost = (time.perf_counter() - clock) / _TRIAL_DEALS
    size = min(max(round(seconds / cost), _FIRST_DEALS), chunk)
    parts = max(round(seconds / cost / size), 1) * jobs
    clock, whole = time.perf_counter(), None
    with Stop() as stop:
        for tally in tallies(plan, size * parts, jobs, stop, size):
            whole = tally if whole is None else whole + tally
        if stop.interrupted or whole is None:
            raise KeyboardInterrupt
    return whole, time.perf_counter() - clock


def _makespan(deals: int, jobs: int, chunk: int) -> float:
    """Return for how many deals the busiest worker is at work: chunks are handed out whole."""
    rows, rest = divmod(deals, chunk * jobs)
    return rows * chunk + min(rest, chunk)


def _looks(experiment: Experiment, deals: int, chunk: int) -> int:
    """Return how often a run is analysed on the way, and at its end."""
    fixed = experiment.until.deals is not None and not experiment.best
    return 1 if fixed else math.ceil(deals / chunk) + 1


# --- multiplied up -------------------------------------------------------------------------------------------------


def _scaled(tally: Tally, deals: int) -> Tally:
    """Return the sums that so many deals would leave if they were like those of the pilot."""
    factor = deals / tally.deals
    sums = tuple(tuple(_times(one, factor) for one in row) for row in tally.sums)
    extras = {key: _moments(one, factor) if isinstance(one, Moments) else one for key, one in tally.extras.items()}
    return replace(tally, deals=deals, games=round(tally.games * factor), sums=sums, extras=extras)


def _times(sums: Moments | PairMoments, factor: float) -> Moments | PairMoments:
    if isinstance(sums, PairMoments):
        return PairMoments(
            _moments(sums.difference, factor),
            tuple(_moments(one, factor) for one in sums.first),
            tuple(_moments(one, factor) for one in sums.second),
        )
    return _moments(sums, factor)


def _moments(sums: Moments, factor: float) -> Moments:
    return replace(
        sums,
        n=round(sums.n * factor),
        total=round(sums.total * factor),
        squares=round(sums.squares * factor),
        nonzero=round(sums.nonzero * factor),
    )


def _found(experiment: Experiment, plan: Plan, tally: Tally) -> list[analysis.Finding]:
    return analysis.findings(plan, tally, experiment.until.confidence, _sequence(experiment))


def _sequence(experiment: Experiment) -> Looks | None:
    """Return how a run looks that decides on the way, None for any other."""
    until = experiment.until
    deciding = until.decided or (experiment.measures[:1] if experiment.best else None)
    return Looks.of(until.confidence, deciding, until.deals or until.max_deals) if deciding else None


def _deals(experiment: Experiment, plan: Plan, tally: Tally, chunk: int) -> tuple[int, bool]:
    """Return how many deals a run will play, and whether its stop rule will be met."""
    until = experiment.until
    if until.deals is not None:
        return until.deals, True
    least = math.ceil(min(FIRST_LOOK, until.max_deals) / chunk)
    most = math.ceil(until.max_deals / chunk)

    def deals(chunks: int) -> int:
        return min(chunks * chunk, until.max_deals)

    if not _met(experiment, plan, _scaled(tally, until.max_deals)):
        return until.max_deals, False
    low, high = least - 1, most  # not enough, enough
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _met(experiment, plan, _scaled(tally, deals(middle))) else (middle, high)
    return deals(high), True


def _met(experiment: Experiment, plan: Plan, tally: Tally) -> bool:
    """Say whether a run would stop with these sums."""
    found, looks, until = _found(experiment, plan, tally), _sequence(experiment), experiment.until
    if until.half_width is not None:
        return all(analysis.widest(found, name) <= goal for name, goal in until.half_width.items())
    assert looks is not None
    return not analysis.undecided(analysis.verdicts(experiment, found, looks), found, looks)


def _width(experiment: Experiment, found: analysis.Finding) -> Width:
    item, variant = found.item, experiment.variants[found.item.variant]
    contrast = item if isinstance(item, Contrast) else None
    return Width(
        kind=contrast.kind if contrast else "arm",
        game=variant.label,
        players=variant.players,
        policy=item.policy if isinstance(item, Contrast) else item.label,
        baseline=(contrast.baseline or contrast.reference) if contrast else "",
        measure=found.measure,
        unit=measures.reader(found.measure).unit,
        half_width=found.interval.half_width,
    )


def _extra_widths(experiment: Experiment, plan: Plan, tally: Tally, deals: int) -> Iterator[Width]:
    """Yield the widths of interactions and of luck: that of the pilot, narrower by the root of the deals to come."""
    for row in extra_rows(experiment, plan, _scaled(tally, deals), ""):
        luck = row["measure"] in LUCK_SHARES
        if row["kind"] != "interaction" and not luck:
            continue
        half = (float(str(row["high"])) - float(str(row["low"]))) / 2
        half *= math.sqrt(tally.deals / deals) if luck else 1
        text = {key: str(row.get(key) or "") for key in ("kind", "game", "policy", "baseline", "measure", "unit")}
        yield Width(players=int(str(row["players"])), half_width=half, **text)
