"""Privacy amplification by shuffling, for blocks of several records (trilemma Theorems 2.7, 2.10).

The source of the bound is Feldman, McMillan, Talwar (2023). m mechanisms, each (epsilon, delta)-DP
in its block whatever the earlier ones answered, run one after the other on blocks whose i-th
records have been permuted, for every i independently. `clones.py` has what is known without a
closed form (`constants` = `exact`), for every delta1.
"""

from __future__ import annotations

from fractions import Fraction

from ..errors import InvalidInput
from ..exact import reals
from ..exact.decay import Decay
from ..exact.enclosure import compare
from ..exact.reals import Number, Scalar
from ..parameters.entry import Entry, single
from .clones import clone_delta, clone_growth
from .guarantees import ApproximateDP


def amplified_growth(growth: Scalar, root: Scalar, blocks: Scalar) -> Scalar:
    """Returns e^epsilon1 = 1 + 8 (g - 1)/(g + 1) (sqrt(g log(4/delta1)/m) + g/m).

    growth = g = e^epsilon, root = sqrt(g log(4/delta1)/m), blocks = m.
    """
    return 1 + 8 * (growth - 1) / (growth + 1) * (root + growth / blocks)


def amplified_delta(
    growth1: Scalar, decay: Scalar, blocks: Scalar, delta1: Scalar, delta: Scalar
) -> Scalar:
    """Returns delta1 + (e^epsilon1 + 1)(e^-epsilon / 2 + 1) m delta, where blocks = m."""
    return delta1 + (growth1 + 1) * (decay / 2 + 1) * blocks * delta


def _growth(decay: Decay, delta1: Fraction, blocks: int) -> Number:
    """Returns e^epsilon1; where the theorem says nothing, delta1 < 2 e^(-m/(16 g)), it raises
    InvalidInput.
    """
    growth = decay.power(-1)
    if compare(reals.log(delta1 / 2) * growth * 16, Fraction(-blocks)) < 0:
        raise InvalidInput(
            "out_of_range",
            "delta1: must be at least 2 exp(-blocks / (16 e^epsilon)); take more blocks or a "
            "larger delta1",
            argument="delta1",
        )
    found: Number = amplified_growth(
        growth, reals.root(growth * reals.log(4 / delta1) / blocks, 2), blocks
    )
    return found


def shuffled_epsilon(decay: Decay, delta1: Fraction, blocks: int) -> Number:
    """Returns epsilon1, the epsilon of m shuffled mechanisms."""
    return reals.log(_growth(decay, delta1, blocks))


def shuffled_delta(decay: Decay, delta: Fraction, delta1: Fraction, blocks: int) -> Number:
    """Returns the delta that goes with epsilon1."""
    found: Number = amplified_delta(_growth(decay, delta1, blocks), decay.b, blocks, delta1, delta)
    return found


def shuffled(decay: Decay, delta: Fraction, delta1: Fraction, blocks: int) -> ApproximateDP:
    """Returns the guarantee of the whole, or that of each block alone where it is the better one.

    A permutation of the blocks costs nothing.
    """
    epsilon1 = shuffled_epsilon(decay, delta1, blocks)
    if compare(epsilon1, decay.epsilon) >= 0:
        return ApproximateDP(decay.epsilon, delta)
    return ApproximateDP(epsilon1, shuffled_delta(decay, delta, delta1, blocks))


def _epsilon(decay: Decay, delta1: Fraction, blocks: int, constants: str = "paper") -> Number:
    return (
        shuffled_epsilon(decay, delta1, blocks)
        if constants == "paper"
        else reals.log(clone_growth(decay, delta1, blocks))
    )


def _delta(
    decay: Decay, delta: Fraction, delta1: Fraction, blocks: int, constants: str = "paper"
) -> Number:
    if constants == "paper":
        return shuffled_delta(decay, delta, delta1, blocks)
    found: Number = clone_delta(clone_growth(decay, delta1, blocks), decay.b, blocks, delta1, delta)
    return found


_SOURCE = "trilemma Theorem 2.7"
_CLONES = (
    "G(z) = sum over c from 0 to blocks - 1 of (W(c) sum over x from 0 to c + 1 of ((g M(c, x "
    "- 1) + M(c, x) - e^z (M(c, x - 1) + g M(c, x)))+)/(1 + g)), W(c) = (blocks - 1)!/(c! "
    "(blocks - 1 - c)!) g^-c (1 - 1/g)^(blocks - 1 - c), M(c, x) = (c!/(x! (c - x)!)/2^c if 0 "
    "<= x <= c else 0)"
)
ENTRIES = (
    Entry(
        "shuffling.epsilon",
        "the epsilon of m shuffled mechanisms",
        ("epsilon", "delta1", "blocks"),
        ("constants",),
        "log(1 + 8 (g - 1)/(g + 1) (sqrt(g log(4/delta1)/blocks) + g/blocks)), g = e^epsilon; "
        "exact: 0 for G(0) <= delta1; the v from 0 to epsilon with G(v) = delta1 otherwise, "
        f"{_CLONES}",
        "reals",
        _SOURCE,
        single(_epsilon),
    ),
    Entry(
        "shuffling.delta",
        "the delta that goes with it",
        ("epsilon", "delta", "delta1", "blocks"),
        ("constants",),
        "delta1 + (e^v + 1)(e^-epsilon / 2 + 1) blocks delta, v = shuffling.epsilon; exact: "
        "delta1 + (e^v + 1) (1/(1 + e^epsilon) + (blocks - 1) e^-epsilon) delta",
        "reals",
        _SOURCE,
        single(_delta),
    ),
)
