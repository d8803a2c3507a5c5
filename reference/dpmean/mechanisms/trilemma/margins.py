"""What the mechanisms of trilemma Section 3 attain, and the margins beyond [lower, upper] that
attain it.

The mechanisms are the clipped mean, name and shame, and their combination. The assumptions are E|X
- mean|^lambda <= 1 in the first, and E(X - mean)^2 <= 1 and E|X - mean|^lambda <= psi^lambda in the
third; the mean lies between lower and upper. In formulas, l is lambda. `constants=exact` is sharper
and proved.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.enclosure import compare
from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, single

_ZERO, _ONE = Fraction(0), Fraction(1)


def excess_constant(moment: Scalar, power: Scalar) -> Scalar:
    """Returns K of Lemma 3.1, max{0, t - c} <= K |t|^l / c^(l - 1).

    K = ((l - 1)/l)^(l - 1) / l; power = ((l - 1)/l)^(l - 1).
    """
    return power / moment


def excess_margin(moment: Scalar, root: Scalar) -> Scalar:
    """Returns the margin at which Lemma 3.1 gives the bias itself, where root = (l bias)^(-1/(l -
    1)).
    """
    return (moment - 1) / moment * root


def widened(lower: Scalar, upper: Scalar, margin: Scalar) -> Scalar:
    """Returns the width of the interval [lower - margin, upper + margin] to which records are
    clipped.
    """
    return upper - lower + 2 * margin


def clipped_error(n: Scalar, bias: Scalar, epsilon: Scalar, width: Scalar) -> Scalar:
    """Returns the error bound of Proposition 3.5, 1/n + bias^2 + 2 (width/(epsilon n))^2.

    `width` is that of the interval to which records are clipped.
    """
    return 1 / n + bias**2 + 2 * (width / (epsilon * n)) ** 2


def named_error(n: Scalar, delta: Scalar, mean: Scalar, variance: Scalar) -> Scalar:
    """Returns the squared error of name and shame, each record named with probability delta
    (Proposition 3.6).
    """
    return (variance + (1 - delta) * mean**2) / (delta * n)


def combined_error(n: Scalar, epsilon: Scalar, width: Scalar, psi: Scalar, root: Scalar) -> Scalar:
    """Returns the error bound of Proposition 3.7, where root = (n epsilon^2/(4 lambda
    delta))^(2/lambda).
    """
    return 2 / n + 4 * width**2 / (n**2 * epsilon**2) + 24 * psi**2 / (n**2 * epsilon**2) * root


def combined_error_exactly(
    n: Scalar, epsilon: Scalar, clipped_width: Scalar, delta: Scalar, variance: Scalar, tail: Scalar
) -> Scalar:
    """Returns Var X/n + (1/delta - 1) E R^2/n + 2 (clipped width/(n epsilon))^2.

    R is what clipping takes away, and tail = E R^2. It is the squared error itself where variance
    and tail are exact.
    """
    return variance / n + (1 / delta - 1) * tail / n + 2 * (clipped_width / (n * epsilon)) ** 2


def tail_factor(moment: Scalar, power: Scalar) -> Scalar:
    """Returns K with E max{0, |X - mean| - c}^2 <= K psi^l / c^(l - 2).

    It is the square of Lemma 3.1's constant at l/2; power = ((l - 2)/l)^(l - 2).
    """
    return 4 * power / moment**2


def margin_printed(n: Scalar, epsilon: Scalar, delta: Scalar, moment: Scalar) -> Scalar:
    """Returns (c/psi)^l for the margin c of Proposition 3.7, where moment = l."""
    return n * epsilon**2 * (moment - 2) / (4 * moment**2 * delta)


def margin_sharper(
    n: Scalar, epsilon: Scalar, delta: Scalar, moment: Scalar, factor: Scalar
) -> Scalar:
    """Returns (c/psi)^l for the sharper margin c, where factor = K.

    There the derivative of 16 c^2/(n epsilon)^2 + (1/delta - 1) K psi^l c^(2 - l)/n is 0.
    """
    return n * epsilon**2 * (moment - 2) * factor * (1 / delta - 1) / 32


def tail_square(factor: Scalar, c: Scalar, ratio: Scalar) -> Scalar:
    """Returns K psi^l c^(2 - l), a bound of E R^2, where factor = K and ratio = (c/psi)^l."""
    return factor * c**2 / ratio


def combined_base(n: Scalar, epsilon: Scalar, delta: Scalar, moment: Scalar) -> Scalar:
    """Returns n epsilon^2/(4 lambda delta), of which the last term of Proposition 3.7 has a
    power.
    """
    return n * epsilon**2 / (4 * moment * delta)


def clipped_margin(bias: Fraction, moment: Fraction, constants: str = "paper") -> Number:
    """Returns how far beyond [lower, upper] records are clipped: bias^(-1/(l - 1)).

    With constants = exact it is (l - 1)/l (l bias)^(-1/(l - 1)), at which Lemma 3.1 gives the bias
    itself.
    """
    if not bias:
        raise InvalidInput(
            "out_of_range",
            "bias: must be greater than 0: clipping is not unbiased for all laws",
            argument="bias",
        )
    if moment < 2:
        raise InvalidInput(
            "out_of_range",
            "lambda: at least 2 here, as the variance must be bounded",
            argument="lambda",
        )
    exponent = -1 / (moment - 1)
    return (
        reals.power(bias, exponent)
        if constants == "paper"
        else excess_margin(moment, reals.power(moment * bias, exponent))
    )


def clipped_mse_bound(
    n: int,
    decay: Decay,
    bias: Fraction,
    moment: Fraction,
    lower: Fraction = _ZERO,
    upper: Fraction = _ONE,
    constants: str = "paper",
) -> Number:
    """Returns the bound of Proposition 3.5 on the squared error of the clipped mean, at either
    margin.
    """
    found: Number = clipped_error(
        Fraction(n),
        bias,
        decay.epsilon,
        widened(lower, upper, clipped_margin(bias, moment, constants)),
    )
    return found


def _open(delta: Fraction, moment: Fraction) -> None:
    if not 0 < delta < 1:
        raise InvalidInput(
            "probability_out_of_range", "delta: must lie strictly between 0 and 1", argument="delta"
        )
    if moment <= 2:
        raise InvalidInput("out_of_range", "lambda: must be greater than 2", argument="lambda")


def tail_constant(moment: Fraction) -> Number:
    """Returns K = 4 ((l - 2)/l)^(l - 2) / l^2 of `tail_factor`."""
    found: Number = tail_factor(moment, reals.power((moment - 2) / moment, moment - 2))
    return found


def _margin_ratio(
    n: int, decay: Decay, delta: Fraction, moment: Fraction, constants: str
) -> Number:
    """Returns (c/psi)^l of Proposition 3.7 at the paper's or the sharper c."""
    found: Number = (
        margin_printed(n, decay.epsilon, delta, moment)
        if constants == "paper"
        else margin_sharper(n, decay.epsilon, delta, moment, tail_constant(moment))
    )
    return found


def combined_margin(
    n: int, decay: Decay, delta: Fraction, psi: Fraction, moment: Fraction, constants: str = "paper"
) -> Number:
    """Returns the margin c of Proposition 3.7.

    With constants = exact it is where the sharper tail and the bound 16 c^2/(n epsilon)^2 of the
    noise add up to the least.
    """
    _open(delta, moment)
    return psi * reals.power(_margin_ratio(n, decay, delta, moment, constants), 1 / moment)


def combined_mse_bound(
    n: int,
    decay: Decay,
    delta: Fraction,
    psi: Fraction,
    moment: Fraction,
    lower: Fraction = _ZERO,
    upper: Fraction = _ONE,
    constants: str = "paper",
) -> Number:
    """Returns the bound of Proposition 3.7 on the squared error of the combined mean, at either
    margin c.
    """
    _open(delta, moment)
    width, found = upper - lower, _ZERO  # type: Fraction, Number
    if constants == "paper":
        base: Number = combined_base(n, decay.epsilon, delta, moment)
        found = combined_error(
            Fraction(n), decay.epsilon, width, psi, reals.power(base, 2 / moment)
        )
    else:
        c = combined_margin(n, decay, delta, psi, moment, constants)
        tail = tail_square(
            tail_constant(moment), c, _margin_ratio(n, decay, delta, moment, constants)
        )
        found = combined_error_exactly(
            Fraction(n), decay.epsilon, widened(lower, upper, c), delta, _ONE, tail
        )
    return found


def named_mse(n: int, delta: Fraction, record_mean: Fraction, record_variance: Fraction) -> Number:
    """Returns the squared error of name and shame (Proposition 3.6), after a check of delta."""
    if not 0 < delta < 1:
        raise InvalidInput(
            "probability_out_of_range", "delta: must lie strictly between 0 and 1", argument="delta"
        )
    return Fraction(named_error(n, delta, record_mean, record_variance))


def upper_bound(n: int, decay: Decay, delta: Fraction, bias: Fraction, psi: Fraction) -> Number:
    """Returns the upper bound of Theorem 1.3 with its constants.

    This is the least squared error that the three mechanisms promise for a mean in [0, 1], variance
    at most 1 and E(X - mean)^4 <= psi^4.
    """
    terms = [clipped_mse_bound(n, decay, bias, Fraction(2))] if bias else []
    terms += (
        [combined_mse_bound(n, decay, delta, psi, Fraction(4)), named_mse(n, delta, _ONE, _ONE)]
        if delta
        else []
    )
    if not terms:
        raise InvalidInput(
            "not_finite",
            "bias: with delta = 0 and no bias there is no such estimator",
            argument="bias",
        )
    best = terms[0]
    for t in terms[1:]:
        best = t if compare(t, best) < 0 else best
    return best


_BOUNDS = ("lower", "upper", "constants")
ENTRIES = (
    Entry(
        "trilemma.clipped_mean_mse_bound",
        "the squared error of the clipped mean of this bias",
        ("n", "epsilon", "bias", "lambda"),
        _BOUNDS,
        "1/n + bias^2 + 2 ((u - l + 2 clipped_mean_margin)/(epsilon n))^2",
        "reals",
        "trilemma Proposition 3.5",
        single(clipped_mse_bound),
    ),
    Entry(
        "trilemma.clipped_mean_margin",
        "how far beyond the bounds of the mean records are clipped",
        ("bias", "lambda"),
        ("constants",),
        "bias^(-1/(lambda - 1)); exact: ((lambda - 1)/lambda) (lambda bias)^(-1/(lambda - 1))",
        "reals",
        "trilemma Proposition 3.5",
        single(clipped_margin),
    ),
    Entry(
        "trilemma.combined_mean_mse_bound",
        "the squared error of the combination of clipped mean and name and shame",
        ("n", "epsilon", "delta", "psi", "lambda"),
        _BOUNDS,
        "2/n + 4 (u - l)^2/(n epsilon)^2 + 24 psi^2/(n epsilon)^2 (n epsilon^2/(4 lambda "
        "delta))^(2/lambda); exact: 1/n + (1/delta - 1) K psi^lambda c^(2 - lambda)/n + 2 ((u "
        "- l + 2 c)/(n epsilon))^2, c = combined_mean_margin, K = 4 ((lambda - "
        "2)/lambda)^(lambda - 2)/lambda^2",
        "reals",
        "trilemma Proposition 3.7",
        single(combined_mse_bound),
    ),
    Entry(
        "trilemma.combined_mean_margin",
        "c of the combined mean",
        ("n", "epsilon", "delta", "psi", "lambda"),
        ("constants",),
        "(n epsilon^2 psi^lambda (lambda - 2)/(4 lambda^2 delta))^(1/lambda); exact: (n "
        "epsilon^2 psi^lambda (lambda - 2)(1/delta - 1) K/32)^(1/lambda), K = 4 ((lambda - "
        "2)/lambda)^(lambda - 2)/lambda^2",
        "reals",
        "trilemma Proposition 3.7",
        single(combined_margin),
    ),
    Entry(
        "trilemma.upper_bound",
        "the least squared error that the three mechanisms promise, mean in [0, 1], variance "
        "at most 1, fourth moment at most psi^4",
        ("n", "epsilon", "delta", "bias", "psi"),
        (),
        "min{A, B, C} for bias delta > 0; A for delta = 0; min{B, C} otherwise, A = 1/n + "
        "bias^2 + 2 ((1 + 2/bias)/(epsilon n))^2, B = 2/n + 4/(n epsilon)^2 + 24 psi^2/(n "
        "epsilon)^2 (n epsilon^2/(16 delta))^(1/2), C = (2 - delta)/(delta n)",
        "reals",
        "trilemma Theorem 1.3",
        single(upper_bound),
    ),
    Entry(
        "name_and_shame.mse",
        "the squared error of name and shame",
        ("n", "delta", "record_mean", "record_variance"),
        (),
        "(V + (1 - delta) record_mean^2)/(delta n)",
        "Q",
        "trilemma Proposition 3.6",
        single(named_mse),
    ),
)
