"""Chunks on several workers, in the order of their deals.

Workers are threads by default (the compiled code releases the GIL); ``joblib.parallel_config("loky")`` or another
backend's name chooses otherwise. Results come back in order, so whoever adds them up sees the same row of chunks
whatever the number of workers.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import uuid
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from types import FrameType
from typing import Any

import joblib

from analyzer.arms import Plan
from analyzer.chunks import CHUNK, STOPS, Tally, play_chunk

__all__ = ["Stop", "chunk_ranges", "tallies", "workers"]

Task = tuple[int, int]


class Stop:
    """A run's stop sign: raised by the run itself, or by the first Ctrl-C or SIGTERM.

    As a context manager it takes over both signals while chunks are played (in the main thread; elsewhere signals do
    not arrive). The first one lets the chunks that are finished count and the rest go; the next one is an ordinary
    KeyboardInterrupt, at once.

    Attributes
    ----------
    interrupted : bool
        Whether a signal arrived.
    """

    def __init__(self) -> None:
        self.token = uuid.uuid4().hex
        self.interrupted = False
        self._event = threading.Event()
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Stop:
        STOPS[self.token] = self._event
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                before = signal.getsignal(number)
                if before is not signal.SIG_IGN and before is not None:  # nohup stays; foreign handlers come back below
                    self._before[number] = before
                    signal.signal(number, self._arrived)
        return self

    def __exit__(self, *exception: object) -> None:
        self._event.set()  # whatever happened, no worker of this run goes on
        for number, before in self._before.items():
            signal.signal(number, before)
        STOPS.pop(self.token, None)

    def _arrived(self, number: int, frame: FrameType | None) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
        self._event.set()

    def raise_sign(self) -> None:
        """Hand out no more chunks; those at work end early where they can."""
        self._event.set()

    def is_up(self) -> bool:
        """Whether the run is to end."""
        return self._event.is_set()


def workers(jobs: int | None) -> int:
    """Return the number of workers: `jobs`, or joblib's own configuration, or every core this process may use.

    Raises
    ------
    ValueError
        If `jobs` is not a whole number of at least 1.
    """
    if jobs is None:
        configured = joblib.effective_n_jobs(None)
        return int(configured if configured > 1 else joblib.cpu_count())
    if isinstance(jobs, bool) or jobs != int(jobs) or jobs < 1:
        raise ValueError(f"jobs is a whole number of at least 1; got {jobs!r}")
    return int(jobs)


def chunk_ranges(deals: int, first: int = 0, size: int = CHUNK) -> Iterator[Task]:
    """Yield ``(first deal, number of deals)`` of each chunk; the grid does not depend on the number of workers."""
    for start in range(first, first + deals, size):
        yield start, min(size, first + deals - start)


def tallies(
    plan: Plan,
    deals: int,
    jobs: int,
    stop: Stop,
    size: int = CHUNK,
    skip: Callable[[], frozenset[int]] = frozenset,
) -> Generator[Tally, None, None]:
    """Play deals 0 ... ``deals - 1`` and yield the tally of each chunk, in order.

    `skip` is asked before every chunk which items of the plan need not be played any more. Workers run ahead of whoever
    adds up, so a tally may still hold some of them.
    Ends after the last chunk or, when the stop sign is up, with the last that was finished in order. It must be used up
    to its end, so that no worker is left behind.
    """

    def task(start: int, count: int) -> tuple[Any, ...]:
        return play_chunk, plan, start, count, stop.token, skip()

    tasks = (task(*one) for one in chunk_ranges(deals, size=size))
    with contextlib.closing(in_order(tasks, jobs, stop)) as results:
        for tally in results:
            if tally is None:
                return
            yield tally


def in_order(tasks: Iterator[tuple[Any, ...]], jobs: int, stop: Stop) -> Generator[Any, None, None]:
    """Yield the results of calls ``(function, *arguments)`` in their order; no more are started once `stop` is up."""
    waiting = (one for one in _until(tasks, stop))
    if jobs == 1:
        for function, *arguments in waiting:
            yield function(*arguments)
        return
    calls = (joblib.delayed(function)(*arguments) for function, *arguments in waiting)
    try:
        parallel = joblib.Parallel(n_jobs=jobs, prefer="threads", batch_size=1, return_as="generator")
    except ValueError:  # a backend that can only give all its results at once: so let it, wave by wave
        parallel = joblib.Parallel(n_jobs=jobs, prefer="threads", batch_size=1)
        while wave := list(islice(calls, 4 * jobs)):
            yield from parallel(wave)
        return
    results = parallel(calls)
    try:
        for one in results:  # noqa: UP028 - `yield from` would close joblib's generator, which warns of unused results
            yield one
    finally:
        stop.raise_sign()
        with contextlib.suppress(Exception):
            for _ in results:  # the workers finish what they are at
                pass


def _until(tasks: Iterator[tuple[Any, ...]], stop: Stop) -> Iterator[tuple[Any, ...]]:
    for one in tasks:
        if stop.is_up():
            return
        yield one
