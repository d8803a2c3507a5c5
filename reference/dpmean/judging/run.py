"""The run: send every vector that the implementation supports, judge every reply, keep what was
judged.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from ..errors import AdapterError, Broke, IntegrityError
from ..suite.pvalues import CHECK
from ..suite.vectors import Vector
from ..wire.protocol import Connection, Hello
from ..wire.session import Session
from ..wire.sizes import Sizes
from . import judge_of
from .evidence import Seen
from .judge import Trial, failure
from .lacking import may_lack
from .policies import excused
from .results import End, Run
from .verdict import ADAPTER, FAIL, INCONCLUSIVE, UNSUPPORTED, Problem, Verdict

# what was seen of a program that did not answer
BROKEN = {
    Broke.ENDED: Seen.ENDED,
    Broke.LATE: Seen.LATE,
    Broke.CLOCK: Seen.LATE,
    Broke.UNREADABLE: Seen.UNREADABLE,
}


def run(
    connect: Callable[[], Connection],
    vectors: Iterable[Vector],
    *,
    seconds: float = 60,
    alpha: Fraction = CHECK,
    sizes: Sizes | None = None,
    others: Sequence[Vector] = (),
    progress: Callable[[int, Vector], None] = lambda _i, _v: None,
    stop_at_first: bool = False,
) -> Run:
    """Judge one implementation, and return the results.

    On KeyboardInterrupt the results so far are returned, marked as stopped. `alpha` is the
    false-alarm probability of each statistical check; support checks run in a session of their own.
    `sizes` chooses those of batches. `others` are all vectors of a run of which `vectors` are a
    part.
    """
    session = Session(connect, seconds, sizes)
    result = Run(session.hello)
    start, todo = time.monotonic(), list(vectors)
    drawn: set[str] = set()
    try:
        asked = asking_for_draws(todo, session.hello)
        session.sizes.divide(len(asked))
        session.settle(asked)
        for i, vector in enumerate(todo):
            progress(i, vector)
            verdict = judge_one(session, vector, result, alpha, drawn, others or todo)
            result.verdicts.append(verdict)
            failed = verdict.status == FAIL and not may_lack(verdict, result.verdicts)
            if stop_at_first and failed:
                result.stopped, result.end = "stopped at the first failure", End.FIRST
                break
    except KeyboardInterrupt:
        result.stopped, result.end = "interrupted", End.INTERRUPTED
    except AdapterError as error:
        result.stopped = (
            f"{error}; {len(todo) - len(result.verdicts)} of {len(todo)} vectors were not judged"
        )
        result.end = End.CLOCK if error.broke is Broke.CLOCK else End.BROKE
    finally:
        result.seconds = time.monotonic() - start
        result.tiers |= session.sizes.chosen
        session.close()
    return result


def asking_for_draws(vectors: Iterable[Vector], hello: Hello) -> list[Vector]:
    """Return those of the vectors that are judged by draws and that the implementation has, as what
    it is asked for.
    """
    return [
        replace(v, kind=judge_of(v.kind).asks or v.kind)
        for v in vectors
        if judge_of(v.kind).draws and hello.missing(v, judge_of(v.kind).asks) is None
    ]


def judge_one(
    session: Session,
    vector: Vector,
    result: Run,
    alpha: Fraction,
    drawn: set[str],
    others: Sequence[Vector] = (),
) -> Verdict:
    """One verdict; a reply that no rule foresaw is a mistake of ours: nothing is said of the adapter,
    the run goes on, and ends as one that is not to be relied on.

    `drawn` are the samplers (`stat.singly`) whose single draws were already judged; it is kept from
    call to call. `others` are all vectors of the run.
    """
    reason = session.hello.missing(vector, judge_of(vector.kind).asks)
    if reason is not None:
        return Verdict(vector, UNSUPPORTED, reason)
    trial = Trial(session, result, alpha, drawn, others)
    try:
        verdict = judge_of(vector.kind).check(vector, trial)
        # what a refusal means is known when its twin was judged
        return verdict if vector.kind == "reject" else excused(verdict, session.hello, trial.reply)
    except AdapterError as error:
        if error.code == "adapter_start":
            raise
        return failure(vector, Problem(str(error), BROKEN[error.broke]), (ADAPTER,))
    except IntegrityError:  # of our own files, of which the reply is not the cause
        raise
    except Exception as error:
        result.stopped = (
            f"a mistake in dpmean itself ({type(error).__name__}) at {vector.id}; please report it"
        )
        result.end = End.MISTAKE
        return Verdict(vector, INCONCLUSIVE, f"a mistake in dpmean itself ({type(error).__name__})")


__all__ = ["Run", "judge_one", "run"]
