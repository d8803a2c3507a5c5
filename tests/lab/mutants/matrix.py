"""Runs mutants against the vectors: each in a forked process in which its bug is planted, so that
no cached value hides it.

The parent evaluates nothing. Of the kinds without draws all vectors are judged that the change can
reach (`reach.py`). Of the statistical ones and the support checks, a sampler in doubles is judged
by all; our exact one, which is slow, by one for each object whose draws the bug changes (a tape
vector of the object fails, or any vector where there are no tapes), and by two others. Draws of
these come from the stream of the mutant's name and the vector's id, and a release that another
vector asks for from the stream of the request (`seeds.py`).
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from os import cpu_count
from threading import current_thread, main_thread
from typing import Any

import sympy  # noqa: F401  (once, before the forks)

from dpmean.catalogue.laws import LAWS
from dpmean.judging.draws.singles import NAMES, SINGLE
from dpmean.judging.run import run
from dpmean.judging.support import SUPPORT, support_vectors
from dpmean.judging.verdict import FAIL, PASS, UNSUPPORTED, Verdict
from dpmean.suite.files import load
from dpmean.suite.kinds.tape import LATTICE_LAWS, PROFILES
from dpmean.suite.vectors import Vector
from dpmean.wire.direct import Direct
from dpmean.wire.sizes import Sizes

from .mutant import Mutant, plant
from .reach import Place, Places, changed, reached, runs
from .seeds import seed, seed_by

DRAWN = ("stat", SUPPORT)
SECONDS, SECONDS_DRAWN = 5, 120
# draws a batch: exact releases are slow
ON_A_LATTICE, CONTINUOUS, MEAN, IN_DOUBLES = (1 << 14, 1 << 12, 1 << 7, 1 << 16)
ELSEWHERE = 2  # statistical vectors of objects that the bug does not touch, in batches of 128


class Timed(Direct):
    """An implementation in this process whose requests are interrupted: a bug may well never
    end.
    """

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """One request, one reply; late is an error."""
        if current_thread() is not main_thread():  # where programs are started at the same instant
            return super().ask(request, seconds)
        signal.signal(signal.SIGALRM, _late)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            return super().ask(request, seconds)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


class Repeatable(Timed):
    """Draws the same for the same request."""

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        seed_by(request)
        return super().ask(request, seconds)


def _late(*_: object) -> None:
    raise TimeoutError("no answer in time")


@dataclass(frozen=True)
class Row:
    """One mutant's row: the ids it fails, how many it was judged by, and how it stands on vectors
    without its flags.
    """

    # id -> the flags that the verdict names: of a statistical one those of the tests that fired,
    # else the vector's
    fails: dict[str, tuple[str, ...]]
    judged: dict[str, int]  # kind -> how many
    unrelated: tuple[int, int]  # (judged, failed) of the vectors that carry none of its flags


def everything() -> list[Vector]:
    """All vectors, and the support checks that are made from them."""
    return with_support(load())


def with_support(vectors: list[Vector]) -> list[Vector]:
    return vectors + support_vectors(vectors)


def row(mutant: Mutant, vectors: list[Vector], places: Places) -> Row:
    """Plant the bug and judge; call it in a process of its own."""
    place = changed(mutant)
    plant(mutant)
    return judged(mutant, place, vectors, places)


def judged(mutant: Mutant, place: Place | None, vectors: list[Vector], places: Places) -> Row:
    """The row of a bug that is planted here."""
    verdicts = without_draws(mutant, place, vectors, places)
    failed = [v.vector for v in verdicts if v.status == FAIL]
    return row_of(mutant, verdicts + with_draws(mutant, drawn(mutant, vectors, failed)))


def without_draws(
    mutant: Mutant, place: Place | None, vectors: list[Vector], places: Places
) -> list[Verdict]:
    """What a planted bug does to the vectors that need no draws."""
    still = [v for v in vectors if v.kind not in DRAWN]
    chosen = reached(place, still, places)
    apart = {v.id for v in still} - {v.id for v in chosen}
    verdicts = run(lambda: Repeatable(mutant.adapter), chosen, seconds=SECONDS).verdicts
    return verdicts + [Verdict(v, PASS) for v in still if v.id in apart]


def drawn(
    mutant: Mutant, vectors: Iterable[Vector], failed: Iterable[Vector]
) -> Iterator[tuple[Vector, int]]:
    """The statistical vectors by which a mutant that fails these others is judged, with the sizes
    of their batches.
    """
    touched = {v.object for v in failed if v.kind == "tape" or v.object not in PROFILES}
    statistical = [v for v in vectors if v.kind in DRAWN]
    # by the digests of their names, so that another vector moves the sample of few mutants
    # nor by long runs of equal records, of which one exact release after the other takes minutes
    others = sorted(
        (v.id for v in statistical if v.object not in touched and "records" not in v.input),
        key=lambda id_: sha256(f"{mutant.id} {id_}".encode()).digest(),
    )
    sample = set(others[:ELSEWHERE])
    seen: set[str] = set()
    for v in statistical:
        if mutant.base == "floats":
            yield v, IN_DOUBLES
        elif v.object in touched and v.object not in seen:
            seen.add(v.object)
            yield (
                v,
                ON_A_LATTICE
                if v.object in LATTICE_LAWS
                else CONTINUOUS
                if v.object in LAWS
                else MEAN,
            )
        elif v.id in sample:
            yield v, MEAN


def with_draws(mutant: Mutant, chosen: Iterable[tuple[Vector, int]]) -> list[Verdict]:
    """What a planted bug does to statistical vectors."""
    return [verdict for vector, n in chosen for verdict in _batch(mutant, vector, n)]


def _batch(mutant: Mutant, vector: Vector, n: int) -> list[Verdict]:
    seed(f"{mutant.id} {vector.id}")
    sizes = Sizes(fixed={vector.id: n, vector.id + NAMES["started"]: SINGLE})
    return run(lambda: Timed(mutant.adapter), [vector], seconds=SECONDS_DRAWN, sizes=sizes).verdicts


def row_of(mutant: Mutant, verdicts: list[Verdict]) -> Row:
    asked = [v for v in verdicts if v.status != UNSUPPORTED]
    carried = {
        v.vector.id: (*v.vector.flags, *(f for f in v.flags if f not in v.vector.flags))
        for v in asked
    }
    unrelated = [v for v in asked if not set(carried[v.vector.id]) & set(mutant.flags)]
    return Row(
        fails={v.vector.id: v.flags or v.vector.flags for v in asked if v.status == FAIL},
        judged=dict(Counter(v.vector.kind for v in asked)),
        unrelated=(len(unrelated), sum(v.status == FAIL for v in unrelated)),
    )


def forked(work: Callable[[], Any], seconds: float = 1800) -> Any:
    """The result of `work` in a forked process; an error there is an error here."""
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_report, args=(work, theirs))
    process.start()
    theirs.close()
    try:
        result = ours.recv() if ours.poll(seconds) else TimeoutError("a mutant did not end")
    except EOFError:
        result = RuntimeError("a mutant's process died")
    finally:
        process.kill()
        process.join()
    if isinstance(result, BaseException):
        raise result
    return result


def _report(work: Callable[[], Any], pipe: Pipe) -> None:
    try:
        pipe.send(work())
    except Exception as error:
        pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))


def reach_of(vectors: list[Vector]) -> Places:
    """What each vector runs, found in a process of its own: the parent must not have evaluated
    anything.
    """
    found: Places = forked(lambda: runs(v for v in vectors if v.kind not in DRAWN))
    return found


def matrix(
    mutants: Iterable[Mutant], vectors: list[Vector], progress: Callable[[Mutant, Row], None]
) -> dict[str, Row]:
    """Every mutant's row by these vectors."""
    places = reach_of(vectors)
    return in_turns(mutants, lambda mutant: row(mutant, vectors, places), progress)


def in_turns(
    mutants: Iterable[Mutant],
    work: Callable[[Mutant], Row],
    progress: Callable[[Mutant, Row], None],
) -> dict[str, Row]:
    """What `work` gives for every mutant, each in a process of its own: as many at a time as there
    are cores, each waited for by a thread that evaluates nothing.
    """

    def one(mutant: Mutant) -> Row:
        try:
            found: Row = forked(lambda: work(mutant))
        except (RuntimeError, TimeoutError) as error:
            raise RuntimeError(f"{mutant.id}: {error}") from error
        progress(mutant, found)
        return found

    chosen = list(mutants)
    with ThreadPoolExecutor(cpu_count() or 1) as threads:
        return dict(zip((m.id for m in chosen), threads.map(one, chosen), strict=True))
