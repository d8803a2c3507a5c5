"""A private number of records that is never above the true one: the truncated discrete Laplace count (trilemma Proposition E.1).

N = n + clip(Z, -v, v) - v for discrete Laplace Z of scale 1/epsilon: between n - 2v and n. Formulas are functions of b = e^-epsilon and its powers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .. import reals
from ..distributions.parameters import Decay
from ..enclosure import ceil
from ..reals import Number
from .public_size import proper


def end_mass(b: Any, power: Any) -> Any:
    """P(Z >= v) = P(Z <= -v) = b^v / (1 + b), power = b^v: the mass of each end after clipping."""
    return power / (1 + b)


def inner_mass(b: Any, power: Any) -> Any:
    """P(Z = z) for |z| < v: (1 - b)/(1 + b) b^|z|, power = b^|z|."""
    return (1 - b) / (1 + b) * power


def shift_delta(b: Any, power: Any) -> Any:
    """The exact hockey-stick divergence at epsilon between the counts of n and n + 1 records: the end that only one of them reaches, power = b^v."""
    return end_mass(b, power)


def printed_tail(b: Any, power: Any) -> Any:
    """P(|Z| >= v + 1) = 2 b^(v + 1) / (1 + b), power = b^v: what the proof counts (e^epsilon + 1) times."""
    return 2 * power * b / (1 + b)


def half_width(decay: Decay, delta: Fraction, kind: str = "paper") -> int:
    """v: ceil(log(2/delta)/epsilon); exact: the least v >= 0 with b^v/(1 + b) <= delta."""
    proper(delta)
    if kind == "paper":
        return ceil(reals.log(2 / delta) / decay.epsilon)
    return max(0, ceil(-reals.log((1 + decay.b) * delta) / decay.epsilon))


def exact_delta(decay: Decay, delta: Fraction, kind: str = "paper") -> Number:
    """The delta that the count really has at that v."""
    found: Number = shift_delta(decay.b, decay.power(half_width(decay, delta, kind)))
    return found
