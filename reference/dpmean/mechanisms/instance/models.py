"""The rank of the clipping threshold in the local model, and how the shuffle model splits a
guarantee over coordinates.

See instance Sections 5.1 and 5.2. Formulas are branch-free;
`proofs/theorems/instance/instance_models.py` proves them. Editions: the paper's split of (epsilon,
delta) is not what its own composition theorem gives, see there.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, single
from .clipping import noise_weight, rank
from .quantile import positive
from .shuffle_budget import epsilon_of_one
from .tails import probability, spread


def local_weight(n: Scalar, d: Scalar, rho: Scalar) -> Scalar:
    """Returns s^2 = 2 d n/rho for n users' noises in place of one.

    C s/n is the root of the expected squared norm of the noise of the mean.
    """
    return n * noise_weight(4, d, rho)


def delta_share(delta: Scalar, d: Scalar) -> Scalar:
    """Returns delta' = delta/(2 d), the delta of one of d coordinates."""
    return delta / (2 * d)


def local_rank(n: int, d: int, rho: Fraction) -> int:
    """Returns n - floor(sqrt(2 d n/rho)), the rank of the norm that is the best threshold.

    Where it is 0 or less, the best threshold is 0.
    """
    return rank(n, reals.root(local_weight(Fraction(n), d, positive(rho)), 2))


def share(delta: Fraction) -> Fraction:
    """Returns delta, which must lie strictly between 0 and 1, or raises InvalidInput."""
    if not 0 < delta < 1:
        raise InvalidInput(
            "probability_out_of_range", "delta: must lie strictly between 0 and 1", argument="delta"
        )
    return delta


def coordinate_delta(delta: Fraction, d: int) -> Fraction:
    """Returns delta' = delta/(2 d), the delta of each coordinate, after a check of delta."""
    return Fraction(delta_share(share(delta), d))


def coordinate_epsilon(decay: Decay, delta: Fraction, d: int) -> Fraction:
    """Returns epsilon', the epsilon of each of d coordinates, in multiples of 2^-40.

    It is the greatest one with which all d keep to epsilon, by advanced or by basic composition.
    """
    return epsilon_of_one(decay.epsilon, share(delta), d)


def coordinate_bound(
    threshold: Fraction, n: int, d: int, beta: Fraction, constants: str = "paper"
) -> Number:
    """Returns C': no coordinate of the n rotated records of norm at most C is larger, except with
    probability beta.
    """
    found: Number = threshold * spread(d, probability(beta) / n, constants)
    return found


_SHUFFLED = "instance Section 5.2, Lemma 5.3"
ENTRIES = (
    Entry(
        "local_clipped_mean.rank",
        "the norm of that rank is the best clipping threshold in the local model; 0 or less: "
        "the best is 0",
        ("n", "d", "rho"),
        (),
        "n - floor(sqrt(2 d n/rho))",
        "Q",
        "instance Section 5.1",
        single(lambda n, d, rho: Fraction(local_rank(n, d, rho))),
    ),
    Entry(
        "shuffled_clipped_mean.coordinate_epsilon",
        "the epsilon of each of d sums that together are (epsilon, delta)-DP",
        ("epsilon", "delta", "d"),
        (),
        "greatest x >= 0 in 2^-40 Z with sqrt(2 k log(2/F)) x + k x (e^x - 1) <= E or k x <= "
        "E, E = epsilon, F = delta, k = d",
        "Q",
        _SHUFFLED,
        single(coordinate_epsilon),
    ),
    Entry(
        "shuffled_clipped_mean.coordinate_delta",
        "the delta of each of d sums that together are (epsilon, delta)-DP",
        ("delta", "d"),
        (),
        "delta/(2 d)",
        "Q",
        _SHUFFLED,
        single(coordinate_delta),
    ),
    Entry(
        "shuffled_clipped_mean.coordinate_bound",
        "a coordinate of one of n rotated records of norm at most the "
        "threshold is larger with probability at most beta; d is padded to a power of two",
        ("threshold", "n", "d", "beta"),
        ("constants",),
        "threshold sqrt(2 log(4 n d'/beta)); exact: threshold sqrt(2 log(2 n d'/beta))",
        "reals",
        _SHUFFLED,
        single(coordinate_bound),
    ),
)
