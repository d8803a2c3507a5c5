"""The support check: whether the released doubles themselves contradict the claimed (epsilon, delta).

Floating-point noise may be distributed well and still tell neighbours apart by the *set* of doubles it can produce. On
one half of the draws from two neighbouring inputs an event is chosen: a grid to which the outputs belong or not,
trailing zero bits within one binade, or a single value. On the other half, exact confidence bounds for its two
probabilities are compared: only P > e^epsilon Q + delta beyond both bounds is an alarm, wrong with probability at most
the given error.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ...exact.enclosure import interval
from ...exact.reals import exp
from ...suite.pvalues import clopper_pearson
from ...suite.vectors import Vector
from ..connection.session import Run, Session
from . import verdict_on
from .batch import Column
from .judge import Judge, Trial, wrong_status
from .sampling import batch_of
from .verdict import FAIL, PASS, Verdict

SUPPORT = "support"
ZERO = 5000  # the exponent recorded for the lowest set bit of 0, which is a multiple of everything


@dataclass(frozen=True)
class Leak:
    """What the check concluded: an alarm or not, the event, and the two observed shares with the claimed factor."""

    alarm: bool
    event: str
    share: float
    neighbor_share: float
    factor: float
    evidence: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Features:
    """Three properties of each output: its value, the exponent of its lowest set bit, and its binade."""

    value: Column
    lowest: npt.NDArray[np.int64]
    binade: npt.NDArray[np.int64]

    def half(self, first: bool) -> Features:
        """Return the draws on which the event is chosen, or those on which it is judged."""
        part = slice(None, len(self.value) // 2) if first else slice(len(self.value) // 2, None)
        return Features(self.value[part], self.lowest[part], self.binade[part])


def features(values: Column) -> Features:
    """Return the features of doubles exactly, subnormal numbers included."""
    fraction, exponent = np.frexp(values)
    whole = (fraction * 2.0**53).astype(np.int64)
    lowest_bit = np.frexp((whole & -whole).astype(np.float64))[1] - 1
    lowest = np.where(values == 0, ZERO, exponent.astype(np.int64) - 53 + lowest_bit)
    return Features(values, lowest, np.where(values == 0, -ZERO, exponent.astype(np.int64) - 1))


@dataclass(frozen=True)
class Pattern:
    """An event of one output x.

    Either x is one given value, or x is (or is not) a multiple of 2^grid, in one binade or anywhere.
    """

    grid: int = 0
    inside: bool = True
    binade: int | None = None
    value: float | None = None

    def count(self, f: Features) -> int:
        """Return how many outputs are in the event."""
        if self.value is not None:
            return int(np.count_nonzero(f.value == self.value))
        member = (f.lowest >= self.grid) if self.inside else (f.lowest < self.grid)
        return int(np.count_nonzero(member if self.binade is None else member & (f.binade == self.binade)))

    def __str__(self) -> str:
        if self.value is not None:
            return f"x is exactly {self.value!r}"
        where = "" if self.binade is None else f" and 2^{self.binade} <= |x| < 2^{self.binade + 1}"
        return f"x is {'' if self.inside else 'not '}a multiple of 2^{self.grid}{where}"


def _candidates(both: list[Features]) -> list[Pattern]:
    low = np.concatenate([f.lowest for f in both])
    grids = np.unique(low[low < ZERO])
    chosen = [int(g) for g in [*grids[:: max(1, len(grids) // 40)], *(grids[-3:] + 1)]]
    events = [Pattern(g, inside) for g in chosen for inside in (True, False)]
    binades = np.unique(np.concatenate([f.binade for f in both]))
    for binade in map(int, binades[binades > -ZERO][-12:]):
        events += [Pattern(binade - 52 + t, inside, binade) for t in (1, 2, 3, 4, 6, 8) for inside in (True, False)]
    values, counts = np.unique(np.concatenate([f.value for f in both]), return_counts=True)
    order = np.argsort(counts)[::-1][:6]
    return events + [Pattern(value=float(values[i])) for i in order if counts[i] >= 16]


def check(samples: Column, neighbor: Column, epsilon: Fraction, delta: Fraction, error: Fraction) -> Leak:
    """Choose an event on the first halves and decide on the second; `error` bounds the probability of a false alarm."""
    factor = interval(exp(epsilon)).upper
    seen = [features(samples), features(neighbor)]
    first, second = [f.half(True) for f in seen], [f.half(False) for f in seen]
    size = [len(f.value) for f in first]
    best, event, a = -math.inf, Pattern(), 0
    for candidate in _candidates(first):
        shares = [candidate.count(f) / n for f, n in zip(first, size, strict=True)]
        for i in (0, 1):  # both directions
            p, q = shares[i], shares[1 - i]
            spread = 6 * math.sqrt(max(p, 1 / size[i]) / size[i]) + 6 * float(factor) * math.sqrt(max(q,
                1 / size[1 - i]) / size[1 - i])
            margin = p - float(factor) * q - float(delta) - spread
            if margin > best:
                best, event, a = margin, candidate, i
    count, other = event.count(second[a]), event.count(second[1 - a])
    n, m = len(second[a].value), len(second[1 - a].value)
    low = clopper_pearson(n, count, error / 2, upper=False)
    high = clopper_pearson(m, other, error / 2, upper=True)
    alarm = low > factor * high + delta
    evidence = {"type": "leak", "event": str(event), "epsilon": str(epsilon), "factor": float(factor),
        "share": count / n, "neighbor_share": other / m}
    if alarm:
        evidence["lowest_bits"] = _lowest_bits(second[a], second[1 - a])
    return Leak(alarm, str(event), count / n, other / m, float(factor), evidence)


def _lowest_bits(one: Features, other: Features) -> list[dict[str, Any]]:
    """Return, for a picture, how often each bit is the lowest that is set, for the two inputs."""
    shares = []
    for f in (one, other):
        exponents, counts = np.unique(f.lowest[f.lowest < ZERO], return_counts=True)
        shares.append({int(e): int(c) / len(f.value) for e, c in zip(exponents, counts, strict=True)})
    common = sorted(e for e in {**shares[0], **shares[1]} if max(s.get(e, 0) for s in shares) >= 0.0005)
    return [{"exponent": e, "input": shares[0].get(e, 0.0), "neighbor": shares[1].get(e, 0.0)} for e in common]


CONTINUOUS = ("laplace", "staircase", "sized_mean", "shifted_mean", "bounded_mean", "adpm")


def support_vectors(vectors: Iterable[Vector]) -> list[Vector]:
    """Return one support check per object with continuous noise, made from its first stat vector."""
    found: dict[str, Vector] = {}
    for v in vectors:
        if v.kind != "stat" or v.object not in CONTINUOUS:
            continue
        why = "outputs from two neighbouring inputs: can one double tell them apart beyond the claimed epsilon?"
        name = f"{v.object}-support" + (f"-{v.params['noise']}" if v.object == "sized_mean" else "")
        found.setdefault(name, replace(v, id=name, kind=SUPPORT, why=why, flags=("FloatLeak",), quantity=None))
    return list(found.values())


def neighbor_inputs(vector: Vector, n: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return two neighbouring inputs.

    They are the centres 0 and D, or data with one record replaced by the other bound, or with one record removed.
    """
    base = {k: v for k, v in vector.input.items() if k not in ("grid", "records")} | {"draws": str(n)}
    low, high = vector.params.get("lower"), vector.params.get("upper")
    if vector.object == "sized_mean":
        records = int(vector.params["n"])
        return base | {"data": [low] * records}, base | {"data": [high, *[low] * (records - 1)]}
    if "epsilons" in vector.params:  # the first user's record is replaced
        others = [low] * vector.params["epsilons"].count(",")
        return base | {"data": [low, *others]}, base | {"data": [high, *others]}
    if low is not None:
        return base | {"data": [low, low, high]}, base | {"data": [low, low]}
    return base | {"center": "0"}, base | {"center": vector.params.get("sensitivity", "1")}


def support_check(session: Session, vector: Vector, result: Run, alpha: Fraction) -> Verdict:
    """Return the verdict of one support check."""
    asked = session.sized(replace(vector, kind="stat"))
    result.tiers[vector.id] = int(asked.input["draws"])
    columns: list[Column] = []
    # draws may come in order of size, as counts do: the halves must not be by size
    shuffle = np.random.default_rng(0).permutation
    for given in neighbor_inputs(vector, int(asked.input["draws"])):
        request = replace(asked, input=given)
        reply = session.ask(request.prompt())
        if columns and session.gave_up(reply):
            return Verdict(vector, FAIL, "answered for one input, unsupported for its neighbour", ("StatusLeak",))
        if reply["status"] != "ok":
            return replace(verdict_on(request, reply), vector=vector)
        batch = batch_of(request, reply["output"])
        if isinstance(batch, str):
            return Verdict(vector, FAIL, batch)
        columns.append(shuffle(batch.columns[0] if batch.columns
            else np.array([float(o[0]) for o, c in batch.rows for _ in range(c)])))
        result.draws += batch.n
    result.false_alarm += alpha
    claimed = vector.params.get("epsilon") or vector.params["epsilons"].partition(",")[0]
    leak = check(columns[0], columns[1], Fraction(claimed), Fraction(0), alpha)
    if not leak.alarm:
        return Verdict(vector, PASS)
    detail = (
        f"{leak.event}: {leak.share:.4f} of the outputs for one input, {leak.neighbor_share:.4f} for its neighbour; "
        f"epsilon allows a factor {leak.factor:.3f}"
    )
    seen = "these outputs tell two neighbouring inputs apart beyond the claimed epsilon"
    return Verdict(vector, FAIL, detail, ("FloatLeak",), evidence=leak.evidence, matters=seen)


class Support(Judge):
    """The released doubles themselves; the runner makes these checks of `stat` vectors."""

    words = "do the doubles themselves betray the input?"
    asks = "stat"
    draws = True

    def bears_on_the_guarantee(self, verdict: Mapping[str, Any]) -> bool:
        """What bears on it shows that it is broken, and is told as such."""
        del verdict
        return False

    def problem(self, vector: Vector, reply: dict[str, Any]) -> str | None:
        """A refusal; draws are judged as a batch."""
        return wrong_status(vector, reply)

    def check(self, vector: Vector, trial: Trial) -> Verdict:
        """Return the verdict of the support check of one vector: see `support_check`."""
        return support_check(trial.session, vector, trial.run, trial.alpha)

    def wanted(self, vector: Vector) -> str:
        """Return the claimed guarantee, in words."""
        del vector
        return "no set of doubles more than e^epsilon times as likely under one input as under its neighbour"


JUDGE = Support()
