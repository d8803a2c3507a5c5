"""The run: send every vector that the implementation supports, judge every reply, restart what hangs or crashes.

One request is in flight at a time. A stat vector gets a second, fresh look when the first is unlikely (p <= 1e-3), and
fails only if the second is too (p <= 1e-5): a false alarm of 1e-8 a vector, and 99.9 % of conforming runs pay once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..errors import AdapterError
from ..suite.vectors import Vector
from .protocol import HELLO, Connection, Hello, check_reply, parse_hello
from .statistics import Finding
from .support import check as support_check
from .verdict import ADAPTER, FAIL, FIRST_LOOK, PASS, SECOND_LOOK, UNSUPPORTED, Verdict, judge, look, outcomes

MAX_RESTARTS = 5
TIERS = (1 << 16, 1 << 15, 1 << 14, 1 << 13, 1 << 12, 1 << 11)  # batch sizes; the largest that the adapter draws within TIER_SECONDS is taken
TIER_SECONDS, TRIAL = 3.5, 256
MOST_REPEATS = 8
ATOMLESS = ("laplace", "staircase", "staircase2d", "hourglass")  # laws whose draws never repeat
SUPPORT_ERROR = Fraction(1, 10**8)  # false-alarm probability of one support check


@dataclass
class Run:
    """The results so far; kept when the run is interrupted."""

    hello: Hello
    verdicts: list[Verdict] = field(default_factory=list)
    draws: int = 0
    false_alarm: Fraction = Fraction(0)
    reduced: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    stopped: str = ""


class Session:
    """A connection that is started again when it breaks, at most MAX_RESTARTS times."""

    def __init__(self, connect: Callable[[], Connection], seconds: float) -> None:
        """`seconds` is the time limit of one request."""
        self._connect, self._seconds = connect, seconds
        self._restarts = self._seq = 0
        self._tiers: dict[tuple[str, str], int] = {}
        self._trials: dict[tuple[str, str], str] = {}
        self._connection, self.hello = self._start()

    def _start(self) -> tuple[Connection, Hello]:
        connection = self._connect()
        try:
            return connection, parse_hello(connection.ask(dict(HELLO), self._seconds))
        except AdapterError:
            connection.close()
            raise

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The checked reply; AdapterError says what broke, after which the program has been started anew."""
        self._seq += 1
        seq = str(self._seq)
        try:
            return check_reply(self._connection.ask({**request, "seq": seq}, self._seconds), seq)
        except AdapterError as error:
            self._connection.close()
            self._restarts += 1
            if self._restarts > MAX_RESTARTS:
                raise AdapterError("adapter_start", f"the adapter broke {self._restarts} times; last: {error}") from error
            self._connection, _ = self._start()
            raise

    def tier(self, vector: Vector) -> int:
        """The batch size for this object: measured once, with a trial batch whose draws are not judged."""
        key = (vector.object, vector.params.get("noise", ""))
        if key not in self._tiers:
            start = time.monotonic()
            trial = self.ask(vector.prompt() | {"input": {**vector.input, "n": str(TRIAL)}})
            self._trials[key] = str(trial.get("output", {}).get("samples", ""))[:256]
            each = (time.monotonic() - start) / TRIAL
            self._tiers[key] = next((n for n in TIERS if n * each <= TIER_SECONDS), TIERS[-1])
        return self._tiers[key]

    def repeats_the_trial(self, vector: Vector, output: dict[str, Any]) -> bool:
        """Whether a batch begins with the very draws of the trial batch: the generator is seeded anew in each request."""
        if vector.object not in ATOMLESS:  # means have atoms: equal beginnings happen by chance
            return False
        before = self._trials.get((vector.object, vector.params.get("noise", "")), "")
        return len(before) == 256 and str(output.get("samples", "")).startswith(before)

    def close(self) -> None:
        """End the program."""
        self._connection.close()


def run(
    connect: Callable[[], Connection],
    vectors: Iterable[Vector],
    *,
    seconds: float = 60,
    progress: Callable[[int, Vector], None] = lambda _i, _v: None,
    stop_at_first: bool = False,
) -> Run:
    """Judge one implementation; on KeyboardInterrupt the results so far are returned, marked as stopped."""
    session = Session(connect, seconds)
    result = Run(session.hello)
    start, todo = time.monotonic(), list(vectors)
    try:
        for i, vector in enumerate(todo):
            progress(i, vector)
            verdict = _guarded(_one, session, vector, result)
            result.verdicts.append(verdict)
            if stop_at_first and verdict.status == FAIL:
                result.stopped = "stopped at the first failure"
                break
    except KeyboardInterrupt:
        result.stopped = "interrupted"
    except AdapterError as error:
        result.stopped = f"{error}; {len(todo) - len(result.verdicts)} of {len(todo)} vectors were not judged"
    finally:
        result.seconds = time.monotonic() - start
        session.close()
    return result


def _guarded(judge_one: Callable[[Session, Vector, Run], Verdict], session: Session, vector: Vector, result: Run) -> Verdict:
    """A reply that no rule foresaw is a failure of the adapter, never the end of the run."""
    try:
        return judge_one(session, vector, result)
    except AdapterError:
        raise
    except Exception as error:
        return Verdict(vector, FAIL, f"the reply could not be judged ({type(error).__name__})", (ADAPTER,))


def _one(session: Session, vector: Vector, result: Run) -> Verdict:
    reason = session.hello.missing(vector)
    if reason is not None:
        return Verdict(vector, UNSUPPORTED, reason)
    try:
        if vector.kind == "stat":
            return _stat(session, vector, result)
        return judge(vector, session.ask(vector.prompt()))
    except AdapterError as error:
        if error.code == "adapter_start":
            raise
        return Verdict(vector, FAIL, str(error), (ADAPTER,))


def _stat(session: Session, vector: Vector, result: Run) -> Verdict:
    result.false_alarm += Fraction(vector.expect["alpha"])
    n = session.tier(vector)
    if n < TIERS[0]:
        result.reduced[vector.object] = n
    vector = replace(vector, input={**vector.input, "n": str(n)})
    worst: Finding | None = None
    for limit in (FIRST_LOOK, SECOND_LOOK):
        reply = session.ask(vector.prompt())
        if reply["status"] != "ok":
            return judge(vector, reply)
        found, problem = look(vector, reply["output"])
        if problem is None and (session.repeats_the_trial(vector, reply["output"]) or repeated_draws(vector, reply["output"])):
            return Verdict(vector, FAIL, "draws are repeated, within a batch or from one request to the next", ("NoiseReused",))
        if problem is not None:
            return Verdict(vector, FAIL, problem)
        result.draws += n
        worst = min(found, key=lambda f: f.p)
        if worst.p > limit:
            return Verdict(vector, PASS)
    assert worst is not None
    return Verdict(vector, FAIL, f"{worst.name}: {worst.seen}, expected {worst.expected} (p = {float(worst.p):.1e}, twice)", (worst.flag,))


def repeated_draws(vector: Vector, output: dict[str, Any]) -> bool:
    """More equal pairs than continuous noise can have: on a grid of 2^-40, 2^16 draws have about 0.001 by chance."""
    if vector.object not in ATOMLESS or not isinstance(output.get("samples"), str):
        return False
    text, width = output["samples"], 16 * (2 if vector.object in ("staircase2d", "hourglass") else 1)
    draws = [text[i : i + width] for i in range(0, len(text), width)]
    return len(draws) - len(set(draws)) > MOST_REPEATS


def support_vectors(vectors: Iterable[Vector]) -> list[Vector]:
    """One support check per object with continuous noise, made from its first stat vector (two neighbouring inputs)."""
    found: dict[str, Vector] = {}
    for v in vectors:
        if v.kind != "stat" or v.object not in ("laplace", "staircase", "sized_mean") or v.id in found:
            continue
        why = "outputs from two neighbouring inputs: can one double tell them apart beyond the claimed epsilon?"
        name = f"{v.object}-support" + (f"-{v.params['noise']}" if v.object == "sized_mean" else "")
        if name not in {x.id for x in found.values()}:
            found[v.id] = replace(v, id=name, why=why, flags=("FloatLeak",), quantity=None)
    return list(found.values())


def neighbor_inputs(vector: Vector, n: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two neighbouring inputs: centres 0 and D, or data with one record replaced by the other bound."""
    base = {k: v for k, v in vector.input.items() if k != "grid"} | {"n": str(n)}
    if vector.object == "sized_mean":
        records = int(vector.params["n"])
        low, high = vector.params["lower"], vector.params["upper"]
        return base | {"data": [low] * records}, base | {"data": [high, *[low] * (records - 1)]}
    return base | {"center": "0"}, base | {"center": vector.params.get("sensitivity", "1")}


def support(connect: Callable[[], Connection], vectors: list[Vector], result: Run, *, seconds: float = 60, progress: Callable[[int, Vector], None] = lambda _i, _v: None) -> None:
    """Add the support checks' verdicts to a run."""
    session = Session(connect, seconds)
    start = time.monotonic()
    try:
        for i, vector in enumerate(vectors):
            progress(i, vector)
            result.verdicts.append(_guarded(_support, session, vector, result))
    except KeyboardInterrupt:
        result.stopped = "interrupted"
    except AdapterError as error:
        result.stopped = str(error)
    finally:
        result.seconds += time.monotonic() - start
        session.close()


def _support(session: Session, vector: Vector, result: Run) -> Verdict:
    reason = session.hello.missing(vector)
    if reason is not None:
        return Verdict(vector, UNSUPPORTED, reason)
    batches = []
    try:
        n = session.tier(vector)
        for given in neighbor_inputs(vector, n):
            request = vector.prompt() | {"input": given}
            reply = session.ask(request)
            if reply["status"] != "ok":
                return judge(vector, reply)
            batch = outcomes(replace(vector, input=given), reply["output"])
            if isinstance(batch, str):
                return Verdict(vector, FAIL, batch)
            batches.append([float(o[0]) for o, count in batch for _ in range(count)])
            result.draws += n
    except AdapterError as error:
        if error.code == "adapter_start":
            raise
        return Verdict(vector, FAIL, str(error), (ADAPTER,))
    result.false_alarm += SUPPORT_ERROR
    leak = support_check(batches[0], batches[1], Fraction(vector.params["epsilon"]), Fraction(0), SUPPORT_ERROR)
    if not leak.alarm:
        return Verdict(vector, PASS)
    detail = f"{leak.event}: {leak.share:.4f} of the outputs for one input, {leak.neighbor_share:.4f} for its neighbour; epsilon allows a factor {leak.factor:.3f}"
    return Verdict(vector, FAIL, detail, ("FloatLeak",))


__all__ = ["Run", "run", "support", "support_vectors"]
