"""The exact guarantee of k adaptive (epsilon, delta)-DP releases together (Kairouz, Oh and
Viswanath 2017).

Every such release is a randomised response with a coin of e^epsilon : 1, seen through a channel
that looks at no data, or, with probability delta, may say everything. So k of them reveal at most
which of k coins told the truth, and how many do is all that counts: l lies have the probability
C(k, l) g^(k - l)/(1 + g)^k under the one data set and C(k, l) g^l/(1 + g)^k under the other, g =
e^epsilon. The divergence of these two laws is attained, so no composition theorem has a smaller
delta or epsilon for the same releases: not the basic one, and not the advanced one of
`composition.py`. Proved in `proofs/theorems/laws/best_composition.py`.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ..errors import InvalidInput
from ..exact import reals
from ..exact.decay import Decay
from ..exact.enclosure import ceil, compare
from ..exact.reals import Number, Scalar
from ..exact.search import last
from ..exact.special import incomplete_beta
from ..parameters.entry import Entry, single

FEW = 64  # releases whose lies are added one by one; of more, tails are incomplete beta functions
MOST_BITS, MOST_POWER = 1 << 14, 1 << 10  # of powers that are written out


def truths(releases: int, lies: int, growth: Scalar) -> Scalar:
    """Returns the probability that k = releases coins tell fewer than `lies` lies, each with
    probability 1/(1 + g).
    """
    return (
        sum(comb(releases, i) * growth ** (releases - i) for i in range(lies))
        / (1 + growth) ** releases
    )


def untruths(releases: int, lies: int, growth: Scalar) -> Scalar:
    """Returns the probability of the same outcomes under the other data set, where a lie is a
    truth.
    """
    return sum(comb(releases, i) * growth**i for i in range(lies)) / (1 + growth) ** releases


def gain(true: Scalar, untrue: Scalar, ratio: Scalar) -> Scalar:
    """Returns P - e^h Q for the outcomes with few lies, true = P and untrue = Q their
    probabilities, ratio = e^h.
    """
    return true - ratio * untrue


def ratio_at(true: Scalar, untrue: Scalar, share: Scalar) -> Scalar:
    """Returns the e^h at which these outcomes gain `share`."""
    return (true - share) / untrue


def with_failures(kept: Scalar, share: Scalar) -> Scalar:
    """Returns 1 - (1 - delta)^k (1 - share), where kept = (1 - delta)^k: a release that says
    everything counts in full.
    """
    return 1 - kept * (1 - share)


def without_failures(kept: Scalar, delta: Scalar) -> Scalar:
    """Returns the share for which `with_failures` is delta."""
    return 1 - (1 - delta) / kept


def pure_moment(high: Scalar, low: Scalar, growth: Scalar) -> Scalar:
    """Returns (g^a + g^(1 - a))/(1 + g), the moment of order a of a randomised response: high =
    g^a, low = g^(1 - a).
    """
    return (high + low) / (1 + growth)


def _outcomes(decay: Decay, releases: int, lies: int) -> tuple[Number, Number]:
    """Returns the two probabilities of fewer than `lies` lies, 0 <= lies <= releases + 1."""
    growth = decay.power(-1)
    if releases <= FEW or lies in (0, releases + 1):
        lies = min(lies, releases + 1)
        return (
            (truths(releases, lies, growth), untruths(releases, lies, growth))
            if 0 < lies <= releases
            else (Fraction(lies > 0), Fraction(lies > 0))
        )
    of = Fraction(releases - lies + 1), Fraction(lies)
    return incomplete_beta(growth / (1 + growth), *of), incomplete_beta(1 / (1 + growth), *of)


def _kept(delta: Fraction, releases: int) -> Number:
    """Returns (1 - delta)^k."""
    if delta.denominator.bit_length() * releases <= MOST_BITS or delta == 1:
        return (1 - delta) ** releases
    return reals.exponential(reals.log(1 - delta) * releases)


def _growth(decay: Decay, losses: int) -> Number:
    """Returns e^(losses epsilon)."""
    return (
        decay.power(-losses)
        if abs(losses) <= MOST_POWER
        else reals.exponential(decay.epsilon * losses)
    )


def pure_delta(decay: Decay, releases: int, ratio: Number) -> Number:
    """Returns the delta at e^h = ratio of k releases with delta 0."""
    # fewer have a loss of more than h
    lies = ceil((releases - reals.log(ratio) / decay.epsilon) / 2)
    return gain(*_outcomes(decay, releases, max(0, min(lies, releases + 1))), ratio)


def best_delta(decay: Decay, delta: Fraction, releases: int, ratio: Number) -> Number:
    """Returns the least delta' for which all k-fold compositions are (h, delta')-DP, ratio = e^h; h
    may be negative.
    """
    share = pure_delta(decay, releases, ratio)
    return with_failures(_kept(delta, releases), share) if delta else share


def best_epsilon(decay: Decay, delta: Fraction, releases: int, delta1: Fraction) -> Number:
    """Returns the least h >= 0 for which all k-fold compositions are (h, delta1)-DP.

    Raises InvalidInput where there is none: for delta1 < 1 - (1 - delta)^k.
    """
    if delta1 == 1:
        return Fraction(0)
    kept = _kept(delta, releases)
    if compare(1 - kept, delta1) > 0:
        raise InvalidInput(
            "out_of_range",
            "delta1: must be at least 1 - (1 - delta)^releases, the chance that some release fails",
            argument="delta1",
        )
    share = without_failures(kept, delta1) if delta else delta1
    if isinstance(share, Fraction) and not share:
        return decay.epsilon * releases
    if compare(pure_delta(decay, releases, Fraction(1)), share) <= 0:
        return Fraction(0)

    def below(lies: int) -> bool:
        """Returns whether the loss (k - 2 lies) epsilon is too large: the divergence there is less
        than the share.
        """
        true, untrue = _outcomes(decay, releases, lies)
        return compare(gain(true, untrue, _growth(decay, releases - 2 * lies)), share) < 0

    lies = last(below, 0, (releases + 1) // 2) + 1
    return reals.log(ratio_at(*_outcomes(decay, releases, lies), share))


def best_renyi(decay: Decay, releases: int, renyi_order: Fraction) -> Number:
    """Returns the largest Renyi divergence of that order of k adaptive epsilon-DP releases: k times
    that of one.
    """
    moment = pure_moment(decay.power(-renyi_order), decay.power(renyi_order - 1), decay.power(-1))
    return reals.log(moment) * (releases / (renyi_order - 1))


_SOURCE = "Kairouz, Oh, Viswanath 2017, Theorem 3.3"
_GAIN = (
    "G(v) = sum over j from 0 to releases of (C(j) (e^((releases - j) epsilon) - e^(v + j "
    "epsilon))+ / (1 + e^epsilon)^releases), C(j) = releases!/(j! (releases - j)!)"
)
ENTRIES = (
    Entry(
        "composition.delta",
        "the least delta of k adaptive releases together, at an epsilon",
        ("epsilon", "delta", "releases", "at_epsilon"),
        (),
        f"1 - (1 - delta)^releases (1 - G(h)), {_GAIN}",
        "Q(e^epsilon, e^h)",
        _SOURCE,
        single(best_delta),
    ),
    Entry(
        "composition.epsilon",
        "the least epsilon of k adaptive releases together, at a delta",
        ("epsilon", "delta", "releases", "delta1"),
        (),
        "0 for 1 - (1 - delta)^releases (1 - G(0)) <= delta1; the v from 0 to releases epsilon "
        f"with (1 - delta)^releases (1 - G(v)) = 1 - delta1 otherwise, {_GAIN}",
        "reals",
        _SOURCE,
        single(best_epsilon),
    ),
    Entry(
        "composition.renyi",
        "the largest Renyi divergence of k adaptive releases, each with this epsilon",
        ("epsilon", "releases", "renyi_order"),
        (),
        "releases log((e^(a epsilon) + e^((1 - a) epsilon))/(1 + e^epsilon))/(a - 1), a = "
        "renyi_order",
        "reals",
        "Steinke 2024; Mironov 2017",
        single(best_renyi),
    ),
)
