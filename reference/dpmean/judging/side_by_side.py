"""One implementation judged by several processes at once, each with programs of its own; the
results are joined.

All vectors of an object go to one process, so that every process learns the speed of what it asks
for, and single draws are still made once for every sampler. No check knows of another process:
which vectors fail does not depend on how many there are.
"""

from __future__ import annotations

import math
import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..errors import AdapterError
from ..orphans import end_with_parent
from ..suite.vectors import Vector
from ..wire.bounded import Bounds
from ..wire.protocol import Connection
from ..wire.session import Session
from ..wire.sizes import Sizes
from . import judge_of
from .results import End, Run
from .run import asking_for_draws, run

TURNS = 8  # parts for each process: who is done first takes the next
WEIGHT = 40  # a check with draws takes about as long as so many others
ENOUGH = 20 * WEIGHT  # below, one process is done before a second has started

GRAVEST = (
    End.INTERRUPTED,
    End.BROKE,
    End.MISTAKE,
    End.CLOCK,
    End.FIRST,
)  # of the ends of the parts of a run


def worthwhile(vectors: Sequence[Vector]) -> bool:
    """Tell whether so much is to be judged that starting a second process saves time."""
    return sum(WEIGHT if judge_of(v.kind).draws else 1 for v in vectors) >= ENOUGH


def parts(vectors: Sequence[Vector], workers: int) -> list[list[int]]:
    """Return for each process the indices of its vectors: objects are dealt out, the dearest
    first.
    """
    cost = Counter[str]()
    for v in vectors:
        cost[v.object] += WEIGHT if judge_of(v.kind).draws else 1
    loads, owner = [0] * workers, dict[str, int]()
    for object_, dear in cost.most_common():
        owner[object_] = least = loads.index(min(loads))
        loads[least] += dear
    return [[i for i, v in enumerate(vectors) if owner[v.object] == w] for w in range(workers)]


def run_in_parts(
    connect: Callable[[], Connection],
    vectors: Sequence[Vector],
    workers: int,
    *,
    seconds: float,
    alpha: Fraction,
    sizes: Sizes,
    progress: Callable[[int, Vector], None],
    bounds: Bounds | None = None,
) -> Run:
    """Judge one implementation in several processes, to which `connect` is sent, and return the joined
    results.

    When interrupted, what was judged until then is returned. AdapterError is raised when it does
    not start.
    """
    start = time.monotonic()
    bounds = bounds or Bounds(seconds, math.inf)
    sizes = _settled(bounds.again().wrap(connect), vectors, workers, seconds, sizes)
    dealt = [p for p in parts(vectors, workers * TURNS) if p]
    context, interrupted = multiprocessing.get_context("spawn"), False
    no_more = context.Event()  # set when interrupted: what has not begun by then is left
    with ProcessPoolExecutor(max(1, min(workers, len(dealt))), context, _begun, (no_more,)) as pool:
        futures = [
            pool.submit(
                _judge,
                connect,
                [vectors[i] for i in p],
                list(vectors),
                seconds,
                alpha,
                replace(sizes, later=not k),
                bounds,
            )
            for k, p in enumerate(dealt)
        ]
        done = 0
        try:
            for future in as_completed(futures):
                done += len(dealt[futures.index(future)])
                progress(done - 1, vectors[-1])
        except KeyboardInterrupt:  # the processes are interrupted too, and end with what they have
            interrupted = True
            no_more.set()
        made = [_made(future, interrupted) for future in futures]
    if wrong := next((m for m in made if isinstance(m, str)), None):
        raise AdapterError("adapter_start", wrong)
    kept = [(run_, part) for run_, part in zip(made, dealt, strict=True) if isinstance(run_, Run)]
    if not kept:
        raise KeyboardInterrupt
    whole = joined([run_ for run_, _ in kept], [part for _, part in kept])
    whole.seconds = time.monotonic() - start
    if len(kept) < len(made):
        whole.stopped, whole.end = "interrupted", End.INTERRUPTED
    return whole


def _settled(
    connect: Callable[[], Connection],
    vectors: Sequence[Vector],
    workers: int,
    seconds: float,
    sizes: Sizes,
) -> Sizes:
    """Return the sizes with the tier that all processes have, which is chosen before they start."""
    if sizes.tier is not None and sizes.budget is None:
        return sizes
    shared = None if sizes.budget is None else sizes.budget * workers
    session = Session(connect, seconds, replace(sizes, budget=shared, chosen={}))
    try:
        asked = asking_for_draws(vectors, session.hello)
        session.sizes.divide(len(asked))
        session.settle(asked)
    finally:
        session.close()
    return replace(session.sizes, budget=None, chosen={})


def _made(future: Future[Run | str | None], interrupted: bool) -> Run | str | None:
    """Return what a process has made; one that ended without a word was interrupted when it
    started, or killed.
    """
    try:
        return future.result()
    except BrokenProcessPool:
        return (
            None
            if interrupted
            else "a process that judges has ended; was it killed, or was there no memory left?"
        )


_no_more: Any = None  # the event of this process of the pool


def _begun(no_more: Any) -> None:
    """Begin a process of the pool."""
    global _no_more
    _no_more = no_more
    _deaf()
    end_with_parent()


def _deaf() -> None:
    """Hear no interrupt between two tasks: a process of the pool that ends by it takes the results
    of all with it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _judge(
    connect: Callable[[], Connection],
    vectors: list[Vector],
    others: list[Vector],
    seconds: float,
    alpha: Fraction,
    sizes: Sizes,
    bounds: Bounds,
) -> Run | str | None:
    """Return the results; or why the adapter did not start (an exception of ours cannot be sent),
    or None when interrupted before that.
    """
    if _no_more.is_set():
        return None
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        found = run(
            bounds.wrap(connect),
            vectors,
            seconds=seconds,
            alpha=alpha,
            sizes=sizes,
            others=others,
        )
        if found.end is End.DONE and bounds.told:
            found.stopped, found.end = bounds.told, End.BROKE
        if found.end is End.INTERRUPTED:
            _no_more.set()  # this process may be free before the first hears of it
        return found
    except AdapterError as error:
        return str(error)
    except KeyboardInterrupt:
        _no_more.set()
        return None
    finally:
        _deaf()


def joined(runs: Sequence[Run], dealt: Sequence[Sequence[int]]) -> Run:
    """Return the results of all parts as those of one run, the verdicts in the order of the
    vectors.
    """
    first = runs[0].hello
    if any(replace(r.hello, name=first.name, version=first.version) != first for r in runs):
        raise AdapterError(
            "adapter_start",
            "hello: started again, the program declares something else than at first",
        )
    placed = sorted(
        (
            (i, v)
            for r, part in zip(runs, dealt, strict=True)
            for i, v in zip(part, r.verdicts, strict=False)
        ),
        key=lambda pair: pair[0],
    )
    ends = [r.end for r in runs]
    end = next((e for e in GRAVEST if e in ends), End.DONE)
    stopped = [
        r.stopped for r in runs if r.stopped and (end is not End.INTERRUPTED or r.end is end)
    ]
    whole = Run(
        runs[0].hello,
        [v for _, v in placed],
        sum(r.draws for r in runs),
        sum((r.false_alarm for r in runs), Fraction(0)),
        {},
        max(r.seconds for r in runs),
        "; ".join(dict.fromkeys(stopped)),
        end,
    )
    for r in runs:
        whole.tiers.update(r.tiers)
    return whole
