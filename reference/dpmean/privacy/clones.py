"""Amplification by shuffling, by hiding among clones and without a closed form (Feldman, McMillan
and Talwar 2021).

m blocks, each answered by an epsilon-DP mechanism that may depend on earlier answers, run in random
order; one record changes from x to x'. Every other block's answer is, with probability b/2, what x
would say, with b/2 what x' would say (b = e^-epsilon), and otherwise something of its own; the two
laws of the changed block are themselves mixtures of two, with the weights g : 1 and 1 : g, g =
e^epsilon. So how many blocks say the one and how many the other is all that tells x from x': with C
binomial(m - 1, b), A binomial(C, 1/2) and a coin D of g : 1, the pair (A + D, C - A + 1 - D)
against (A + 1 - D, C - A + D). Its divergence, which is computed here and certified, bounds that of
the mechanism. Proved, with what the delta of the blocks adds, in `proofs/theorems/laws/clones.py`.

Given C = c, the first number is A' = x with P/Q = (g x + c + 1 - x)/(x + g (c + 1 - x)), which
grows with x: the outcomes that count are A' >= j, where j is the least x for which P/Q exceeds e^h.
`clone_sums.py` adds them up.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import comb

from ..exact import reals
from ..exact.decay import Decay
from ..exact.enclosure import compare
from ..exact.reals import Number, Scalar
from . import clone_sums

FEW = 48  # blocks up to which rational parameters give a rational divergence


def clone_delta(
    growth1: Scalar, decay: Scalar, blocks: Scalar, delta1: Scalar, delta: Scalar
) -> Scalar:
    """Returns delta1 + (e^epsilon1 + 1)(b/(1 + b) + (m - 1) b) delta, where decay = b and blocks =
    m.
    """
    return delta1 + (growth1 + 1) * (decay / (1 + decay) + (blocks - 1) * decay) * delta


def divergence(growth: Number, ratio: Number, blocks: int) -> Number:
    """Returns the hockey-stick divergence of the pair at ratio = e^h >= 1, for m = blocks."""
    if blocks <= FEW and isinstance(growth, Fraction) and isinstance(ratio, Fraction):
        return _listed(growth, ratio, blocks - 1)
    return reals.computed(partial(clone_sums.divergence, blocks - 1), growth, ratio)


def clone_growth(decay: Decay, delta1: Fraction, blocks: int) -> Number:
    """Returns e^epsilon1 for the least epsilon1 >= 0 at which the divergence of the pair is at most
    delta1.
    """
    growth = decay.power(-1)
    if compare(divergence(growth, Fraction(1), blocks), delta1) <= 0:
        return Fraction(1)
    if blocks == 1:  # no other block, so A = 0: a number of the field
        return clone_sums.ratio_of(growth, Fraction(1), Fraction(0), delta1)
    return reals.computed(clone_sums.LeastRatio(blocks - 1), growth, delta1)


def _listed(growth: Fraction, ratio: Fraction, n: int) -> Fraction:
    """Returns the divergence of rational parameters, outcome by outcome."""
    b, total = 1 / growth, Fraction(0)
    for c in range(n + 1):
        law = [0, *(comb(c, x) for x in range(c + 1)), 0]
        found = sum(
            max(clone_sums.excess(growth, ratio, law[x + 1], law[x]), Fraction(0))
            for x in range(c + 2)
        )
        total += comb(n, c) * b**c * (1 - b) ** (n - c) * found / 2**c
    return total
