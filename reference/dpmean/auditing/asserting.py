"""`dpmean.assert_private(f, "epsilon=1")`: a claimed guarantee as a test, in pytest or any other runner.

Many tests ask many questions, and each may be wrong. The k-th call of a process has 1/(k (k + 1)) of
the probability of a false alarm, and these shares add up to 1 however many calls there are. Workers
of pytest-xdist have equal parts of one half of it, by their number; those that come for workers which
died have the other half. So all calls of a run together accuse what keeps its claim with probability
at most `false_alarm`. What forks a process for each test counts anew in each, and is not of these.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any, Literal, TypedDict, Unpack

from ..errors import InvalidInput, printable
from ..exact.numbers import rational
from .api import audit
from .report import ExactReport, Report
from .status import Status, Stop

ANSWERS = ("raise", "pass")
UNKNOWN = (Status.INCONCLUSIVE, Status.UNDECIDED)
_calls, _lock = count(1), threading.Lock()


class Options(TypedDict, total=False):
    """What `dpmean.audit` takes beside a function and a claim, where it makes sense of a test."""

    neighbors: str | Callable[[Any, Any], Any]
    data: tuple[Any, Any] | None
    pairs: Iterable[tuple[Any, Any]] | None
    lower: float
    upper: float
    size: int
    domain: Sequence[Any] | Mapping[str, Any] | None
    table: Any
    user: str | None
    draws: int
    many: bool
    without: str | Iterable[str]
    law: str | None
    centers: tuple[float, float] | None


class Inconclusive(Exception):
    """Nothing can be said of a claim: the message says what was not seen, and what to do; `report` is
    that of the audit. No failure of the function, and no pass.
    """

    def __init__(self, message: str, report: Report | ExactReport | None = None) -> None:
        """The message is one line."""
        super().__init__(printable(message))
        self.report = report

    def __reduce__(self) -> tuple[object, ...]:
        """Comes back from other processes without the report, which has all outputs."""
        return type(self), (str(self),)


class Suspicious(UserWarning):
    """A claim does not hold with 95 % confidence, which is not enough to fail a test: one right
    function in twenty would.
    """


def assert_private(
    function: Callable[..., Any],
    claim: str | Iterable[str] = "epsilon=1",
    *,
    seconds: float | str = 5,
    false_alarm: float | str | Fraction = 1e-6,
    inconclusive: Literal["raise", "pass"] = "raise",
    **options: Unpack[Options],
) -> Report | ExactReport:
    """Raises AssertionError where the outputs of `function(records)` refute a claimed guarantee; else
    returns the report.

    claim        as for `dpmean.audit`, and so are `options`: neighbors, data, pairs, lower, upper, size, domain, table,
                 user, draws, many, without, law, centers
    seconds      how long to go on at most, a number or a text such as "1m"; of a refuted claim too, for every cause
    false_alarm  the probability that any call of this run of tests raises AssertionError for a function that keeps its
                 claim: all calls of a run together are wrong with probability at most `false_alarm`, if every output is
                 a fresh, independent release. Where calls have different ones, with at most the largest
    inconclusive "raise" raises `Inconclusive` where too little was seen to say anything; "pass" lets it pass

    The words of the AssertionError are the report: causes, what was seen, and how to mend it. No
    failure is no proof of privacy. A claim that does not hold with 95 % confidence, and is not
    refuted, gives the warning `Suspicious`. What was seen depends on the speed of the machine: with
    `draws` and enough seconds it does not.

    InvalidInput for arguments that are none, TypeError for options of other names. An interrupt ends
    the test, as without an audit.

    >>> import random
    >>> def leaky(records):
    ...     return len(records) + random.gauss(0, 0.1)
    >>> assert_private(leaky, "epsilon=1", data=([0, 0], [0]), draws=600)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    AssertionError: epsilon=1 is refuted...
    """
    __tracebackhide__ = True  # pytest shows the line of the test
    for name in options:
        if name not in Options.__annotations__:
            raise TypeError(f"assert_private() got an unexpected keyword argument '{name}'")
    if inconclusive not in ANSWERS:
        raise InvalidInput(
            "unknown_name",
            f"inconclusive: one of {', '.join(ANSWERS)}",
            argument="inconclusive",
        )
    total = _probability(false_alarm)
    with _lock:
        call = next(_calls)
    alpha = total * share(call, *_worker(os.environ))
    found = audit(function, claim, seconds=seconds, alpha=str(alpha), **options)
    if isinstance(found, Report) and found.audit.stopped is Stop.INTERRUPTED:
        raise KeyboardInterrupt
    if found.refuted:
        raise AssertionError(_told(found, total))
    if any(verdict.status is Status.SUSPICIOUS for verdict in found.verdicts):
        warnings.warn(f"{found.headline}\n{found}", Suspicious, stacklevel=2)
    unknown = [verdict for verdict in found.verdicts if verdict.status in UNKNOWN]
    if unknown and inconclusive == "raise":
        told = "; ".join(f"{verdict.claim}: {verdict.told}" for verdict in unknown)
        raise Inconclusive(f"{told} (give more seconds or draws, or inconclusive='pass')", found)
    return found


def share(call: int, worker: int = 0, workers: int = 1) -> Fraction:
    """Returns the share of the probability of error that the call of this number (from 1) has, in
    this one (from 0) of so many processes. Over all calls of all of these, and of all that come in
    their place, shares add up to at most 1.
    """
    of_calls = Fraction(1, call * (call + 1))
    if workers == 1 and worker == 0:
        return of_calls
    later = worker - workers + 1
    of_workers = Fraction(1, workers) if worker < workers else Fraction(1, later * (later + 1))
    return of_calls * of_workers / 2


def _worker(environment: Mapping[str, str]) -> tuple[int, int]:
    """Returns which worker of pytest-xdist this process is, and of how many."""
    workers = environment.get("PYTEST_XDIST_WORKER_COUNT", "")
    name = environment.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if not workers.isdecimal() or int(workers) < 1:
        return 0, 1
    return int(name) if name.isdecimal() else 0, int(workers)


def _probability(given: float | str | Fraction) -> Fraction:
    """Returns a probability as a fraction; of a double the number that is written."""
    found = rational(str(given) if isinstance(given, float) else given, "false_alarm")
    if not 0 < found <= Fraction(1, 2):
        raise InvalidInput(
            "out_of_range", "false_alarm: above 0 and at most 1/2", argument="false_alarm"
        )
    return found


def _told(found: Report | ExactReport, total: Fraction) -> str:
    wrong = f"wrong with probability at most {float(total):g}, all calls of this run together"
    return f"{found.headline}\n{found}\n  ({wrong})"
