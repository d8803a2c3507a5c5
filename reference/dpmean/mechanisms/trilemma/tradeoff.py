"""How small the error of a private mean can be at a given bias (trilemma Sections 2, 3, 5,
Appendices A and D).

The laws have E|X - mean|^lambda <= 1 (or psi^lambda) and a mean between `lower` and `upper`; lower
bounds need [0, 1] only. sinh(epsilon) and roots are arguments of the formulas; `constants=exact` is
this project's sharper constant. `proofs/theorems/trilemma/*.py` prove them.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.enclosure import compare
from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, single
from ...privacy import groups

_ZERO, _ONE = Fraction(0), Fraction(1)
BIAS_MOST = Fraction(1, 80)
GAMMA_MOST = Fraction(1, 5)


def fingerprint(
    n: Scalar,
    sinh: Scalar,
    tau: Scalar,
    v: Scalar,
    a: Scalar,
    b: Scalar,
    bias: Scalar,
    log_odds: Scalar,
) -> Scalar:
    """Returns the bound in the proof of Theorem 2.1 before its constants.

    Records are 0 or v, with a probability of v between a and b; log_odds = log(b (1 - a)/(a (1 -
    b))).
    """
    return (v * (b - a) - 2 * bias) / (2 * n * (sinh * b + tau) * log_odds)


def tradeoff(n: Scalar, sinh: Scalar, tau: Scalar, gamma: Scalar, gamma_root: Scalar) -> Scalar:
    """Returns Theorem 2.1's bound of the mean absolute error, where gamma_root = gamma^(1/(lambda -
    1)).
    """
    return 1 / (32 * n * sinh * gamma_root + 16 * n * tau / gamma)


def unclipped_gamma(moment: Scalar, sinh: Scalar, tau: Scalar) -> Scalar:
    """Returns gamma of Equation (4) without the clip, to the power lambda/(lambda - 1)."""
    return (moment - 1) * tau / (2 * sinh)


def at_best(n: Scalar, sinh: Scalar, moment: Scalar, largest: Scalar) -> Scalar:
    """Returns the bound of Corollary 2.3.

    largest = max{(16 bias)^(1/(lambda - 1)), ((lambda - 1) sqrt(delta)/(2 sinh))^(1/lambda)}.
    """
    return 1 / (32 * n * sinh * moment / (moment - 1) * largest)


def uniform_risk(n: Scalar) -> Scalar:
    """Returns 1/(6 (n + 2)), the squared error of the best estimator of a uniform Bernoulli
    parameter (Prop. A.1).
    """
    return 1 / (6 * (n + 2))


def minimax_risk(root: Scalar) -> Scalar:
    """Returns the least worst squared error for a Bernoulli parameter, where root = sqrt(n)."""
    return 1 / (4 * (root + 1) ** 2)


def half_difference(growth: Scalar, decay: Scalar) -> Scalar:
    """Returns sinh(epsilon), where growth = e^epsilon and decay = e^-epsilon."""
    return (growth - decay) / 2


def bias_needed(n: Scalar, sinh: Scalar, error: Scalar) -> Scalar:
    """Returns what the maximum in Theorem 2.4, of which 16 bias is one term, must be at least for
    this error.
    """
    return 1 / (64 * n * sinh * error)


def pure_mean(power: Scalar, mean_absolute: Scalar) -> Scalar:
    """Returns e^(epsilon n) E|A(x*)| of Proposition 5.7, where power = e^(epsilon n)."""
    return power * mean_absolute


def concentrated_mean(growth: Scalar, second_moment: Scalar) -> Scalar:
    """Returns the square of Proposition D.4's bound, corrected; growth = e^(2 n^2 rho)."""
    return growth * second_moment


def concentrated_mean_printed(growth: Scalar, second_moment: Scalar) -> Scalar:
    """Returns the square of Proposition D.4's bound as printed.

    With second_moment = Var A(x*) it bounds |E A(x) - E A(x*)|^2; with E A(x*)^2 it bounds nothing.
    """
    return (growth - 1) * second_moment


def sinh(decay: Decay) -> Number:
    """Returns sinh(epsilon) = (e^epsilon - e^-epsilon)/2."""
    found: Number = half_difference(decay.power(-1), decay.b)
    return found


def _most(values: list[Number]) -> Number:
    best = values[0]
    for v in values[1:]:
        best = v if compare(v, best) > 0 else best
    return best


def _check(decay: Decay, delta: Fraction, bias: Fraction, moment: Fraction) -> Number:
    """Returns sinh(epsilon), or raises InvalidInput outside the range of Corollary 2.3.

    The range is bias <= 1/80 and a delta that is small enough.
    """
    if bias > BIAS_MOST:
        raise InvalidInput("out_of_range", "bias: the theorem covers at most 1/80", argument="bias")
    s = sinh(decay)
    # sqrt(delta) (lambda - 1) 5^(lambda/(lambda - 1)) <= 2 sinh
    if (
        delta
        and compare(
            reals.root(delta, 2) * (moment - 1) * reals.power(Fraction(5), moment / (moment - 1)),
            2 * s,
        )
        > 0
    ):
        raise InvalidInput(
            "out_of_range", "delta: too large for the theorem at this epsilon", argument="delta"
        )
    if not delta and not bias:
        raise InvalidInput(
            "not_finite",
            "bias: with delta = 0 and no bias no error is large enough; no such estimator exists",
            argument="bias",
        )
    return s


def lower_bound_of_moment(
    n: int, decay: Decay, delta: Fraction, bias: Fraction, moment: Fraction
) -> Number:
    """Returns the lower bound of Corollary 2.3 on the root mean squared error.

    No (epsilon, delta)-DP estimator of this bias has a smaller one for all laws.
    """
    s = _check(decay, delta, bias, moment)
    terms: list[Number] = [reals.power(16 * bias, 1 / (moment - 1))] if bias else []
    if delta:
        terms.append(reals.power(unclipped_gamma(moment, s, reals.root(delta, 2)), 1 / moment))
    found: Number = at_best(n, s, moment, _most(terms))
    return found


def lower_bound(n: int, decay: Decay, delta: Fraction, bias: Fraction) -> Number:
    """Returns the lower bound of Theorem 2.4: the same at lambda = 2, and at least the error
    without privacy.
    """
    return _most(
        [
            reals.root(uniform_risk(Fraction(n)), 2),
            lower_bound_of_moment(n, decay, delta, bias, Fraction(2)),
        ]
    )


def least_bias(n: int, decay: Decay, delta: Fraction, error: Fraction) -> Number:
    """Returns the bias that Theorem 2.4 forces on an estimator of this root mean squared error.

    It is 0 where the theorem forces none, and at most 1/80.
    """
    if error**2 < uniform_risk(Fraction(n)):
        raise InvalidInput(
            "out_of_range",
            "error: below 1/sqrt(6 (n + 2)), which no estimator attains",
            argument="error",
        )
    s = _check(decay, delta, BIAS_MOST, Fraction(2))
    needed: Number = bias_needed(n, s, error)
    if delta and compare(reals.root(unclipped_gamma(2, s, reals.root(delta, 2)), 2), needed) >= 0:
        return _ZERO
    return needed / 16 if compare(needed / 16, BIAS_MOST) < 0 else BIAS_MOST


def third_condition(delta: Fraction, moment: Fraction) -> Number:
    """Returns tau = delta^(1 - 1/kappa) of Lemma 2.2, where `lambda` = kappa."""
    return reals.power(delta, 1 - 1 / moment) if delta else _ZERO


def general_lower_bound(
    n: int, decay: Decay, tau: Fraction, bias: Fraction, moment: Fraction
) -> Number:
    """Returns the bound of Theorem 2.1 on the mean absolute error, at the gamma of Equation (4).

    It holds under the theorem's three conditions.
    """
    if bias > BIAS_MOST:
        raise InvalidInput("out_of_range", "bias: the theorem covers at most 1/80", argument="bias")
    s = sinh(decay)
    gamma: Number = reals.power(unclipped_gamma(moment, s, tau), 1 - 1 / moment)
    if compare(gamma, 16 * bias) < 0:
        gamma = 16 * bias
    elif compare(gamma, GAMMA_MOST) > 0:
        gamma = GAMMA_MOST
    found: Number = tradeoff(n, s, tau, gamma, reals.power(gamma, 1 / (moment - 1)))
    return found


def pure_mean_bound(n: int, decay: Decay, mean_absolute: Fraction) -> Number:
    """Returns the bound of Proposition 5.7, |E A(x)| <= e^(epsilon n) E|A(x*)|, for two data sets
    of n records.
    """
    found: Number = pure_mean(decay.power(-n), mean_absolute)
    return found


def zcdp_mean_bound(
    n: int, rho: Fraction, second_moment: Fraction, edition: str = "corrected"
) -> Number:
    """Returns the bound of Proposition D.4, |E A(x)| <= sqrt(e^(2 n^2 rho) E A(x*)^2).

    As printed it has e^(2 n^2 rho) - 1, which A = 1 refutes.
    """
    squared = concentrated_mean if edition == "corrected" else concentrated_mean_printed
    found: Number = reals.root(squared(reals.exp(2 * groups.group_rho(rho, n)), second_moment), 2)
    return found


_PRIVATE = ("n", "epsilon", "delta")
ENTRIES = (
    Entry(
        "trilemma.lower_bound",
        "no (epsilon, delta)-DP estimator of this bias has a smaller root mean squared error",
        (*_PRIVATE, "bias"),
        (),
        "max{1/sqrt(6 (n + 2)), 1/(64 n sinh(epsilon) max{16 bias, sqrt(sqrt(delta)/(2 "
        "sinh(epsilon)))})}",
        "reals",
        "trilemma Theorem 2.4",
        single(lower_bound),
    ),
    Entry(
        "trilemma.lower_bound_of_moment",
        "the same for laws with E|X - mean|^lambda <= 1, without the error that privacy does "
        "not cause",
        (*_PRIVATE, "bias", "lambda"),
        (),
        "1/(32 n sinh(epsilon) r max{(16 bias)^(1/(lambda - 1)), ((lambda - 1) sqrt(delta)/(2 "
        "sinh(epsilon)))^(1/lambda)}), r = lambda/(lambda - 1)",
        "reals",
        "trilemma Corollary 2.3",
        single(lower_bound_of_moment),
    ),
    Entry(
        "trilemma.general_lower_bound",
        "the mean absolute error when the third condition holds with tau",
        ("n", "epsilon", "tau", "bias", "lambda"),
        (),
        "1/(32 n sinh(epsilon) g^(1/(lambda - 1)) + 16 n tau/g), g = "
        "clip(((lambda - 1) tau/(2 sinh(epsilon)))^(1 - 1/lambda), 16 bias, 1/5)",
        "reals",
        "trilemma Theorem 2.1, Equation (4)",
        single(general_lower_bound),
    ),
    Entry(
        "trilemma.third_condition",
        "tau of Theorem 2.1 for an estimator whose error has a moment of order kappa = lambda",
        ("delta", "lambda"),
        (),
        "delta^(1 - 1/lambda)",
        "reals",
        "trilemma Lemma 2.2",
        single(third_condition),
    ),
    Entry(
        "trilemma.least_bias",
        "the bias that an (epsilon, delta)-DP estimator of this root mean squared error must "
        "have somewhere",
        (*_PRIVATE, "error"),
        (),
        "0 for sqrt(sqrt(delta)/(2 sinh(epsilon))) >= 1/(64 n sinh(epsilon) error); "
        "min{1/80, 1/(1024 n sinh(epsilon) error)} otherwise",
        "reals",
        "trilemma Theorem 2.4, solved for the bias",
        single(least_bias),
    ),
    Entry(
        "trilemma.pure_mean_bound",
        "a pure-DP estimator's mean is bounded by that on any other data",
        ("n", "epsilon", "mean_absolute"),
        (),
        "e^(epsilon n) mean_absolute",
        "Q(e^epsilon)",
        "trilemma Proposition 5.7",
        single(pure_mean_bound),
    ),
    Entry(
        "trilemma.zcdp_mean_bound",
        "a zCDP estimator's mean is bounded by that on any other data",
        ("n", "rho", "second_moment"),
        ("edition",),
        "sqrt(e^(2 n^2 rho) second_moment); printed: sqrt((e^(2 n^2 rho) - 1) second_moment)",
        "reals",
        "trilemma Proposition D.4",
        single(zcdp_mean_bound),
    ),
    Entry(
        "bernoulli.risk_bound",
        "no estimator of a Bernoulli parameter has a smaller worst squared error",
        ("n",),
        (),
        "1/(6 (n + 2))",
        "Q",
        "trilemma Proposition A.1",
        single(lambda n: uniform_risk(Fraction(n))),
    ),
    Entry(
        "bernoulli.minimax_risk",
        "the least worst squared error for a Bernoulli parameter",
        ("n",),
        (),
        "1/(4 (sqrt(n) + 1)^2)",
        "Q(sqrt n)",
        "trilemma Appendix A",
        single(lambda n: minimax_risk(reals.root(Fraction(n), 2))),
    ),
)
