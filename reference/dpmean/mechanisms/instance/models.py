"""Choices of the local and the shuffle model (instance Sections 5.1 and 5.2): the rank of the clipping threshold, and
how a guarantee is split over coordinates.

Formulas are branch-free; `proofs/theorems/instance/instance_models.py` proves them. Editions: the paper's split of
(epsilon, delta) is not what its own composition theorem gives, see there.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import InvalidInput
from ...exact import reals
from ...exact.reals import Number, Scalar
from ...parameters.declared import Decay
from ...parameters.entry import Entry, single
from .clipping import noise_weight, rank
from .quantile import positive
from .shuffle_budget import epsilon_of_one
from .tails import spread


def local_weight(n: Scalar, d: Scalar, rho: Scalar) -> Scalar:
    """s^2 = 2 d n/rho: n users' noises in place of one, C s/n is the root of the noise's squared norm."""
    return n * noise_weight(4, d, rho)


def delta_share(delta: Scalar, d: Scalar) -> Scalar:
    """delta' = delta/(2 d)."""
    return delta / (2 * d)


def local_rank(n: int, d: int, rho: Fraction) -> int:
    """n - floor(sqrt(2 d n/rho)): the best threshold is the norm of that rank; 0 or less: C = 0."""
    return rank(n, reals.root(local_weight(Fraction(n), d, positive(rho)), 2))


def share(delta: Fraction) -> Fraction:
    """delta, which must lie strictly between 0 and 1."""
    if not 0 < delta < 1:
        raise InvalidInput("probability_out_of_range", "delta: must lie strictly between 0 and 1", argument="delta")
    return delta


def coordinate_delta(delta: Fraction, d: int) -> Fraction:
    """delta' of each coordinate."""
    return Fraction(delta_share(share(delta), d))


def coordinate_epsilon(decay: Decay, delta: Fraction, d: int) -> Fraction:
    """eps' of each coordinate: the greatest multiple of 2^-40 with which d of them keep to epsilon by advanced or by
    basic composition.
    """
    return epsilon_of_one(decay.epsilon, share(delta), d)


def coordinate_bound(threshold: Fraction, n: int, d: int, beta: Fraction, constants: str = "paper") -> Number:
    """C': no coordinate of the n rotated records of norm at most C is larger, except with probability beta."""
    found: Number = threshold * spread(d, beta / n, constants)
    return found


_SHUFFLED = "instance Section 5.2, Lemma 5.3"
ENTRIES = (
    Entry("local_clipped_mean.rank",
        "the norm of that rank is the best clipping threshold in the local model; 0 or less: the best is 0",
        ("n", "d", "rho"), (), "n - floor(sqrt(2 d n/rho))", "Q", "instance Section 5.1",
        single(lambda n, d, rho: Fraction(local_rank(n, d, rho)))),
    Entry("shuffled_clipped_mean.coordinate_epsilon",
        "the epsilon of each of d sums that together are (epsilon, delta)-DP", ("epsilon", "delta", "d"), (),
        "greatest x >= 0 in 2^-40 Z with sqrt(2 k log(2/F)) x + k x (e^x - 1) <= E or k x <= E, E = epsilon, F = "
        "delta, k = d", "Q",
        _SHUFFLED, single(coordinate_epsilon)),
    Entry("shuffled_clipped_mean.coordinate_delta", "the delta of each of d sums that together are (epsilon, delta)-DP",
        ("delta", "d"), (), "delta/(2 d)", "Q", _SHUFFLED, single(coordinate_delta)),
    Entry("shuffled_clipped_mean.coordinate_bound", "a coordinate of one of n rotated records of norm at most the "
        "threshold is larger with probability at most beta; d is padded to a power of two",
        ("threshold", "n", "d", "beta"), ("constants",), "threshold sqrt(2 log(4 n d'/beta)); exact: threshold sqrt(2 "
        "log(2 n d'/beta))", "reals", _SHUFFLED,
        single(coordinate_bound)),
)
