"""What DPUCoarse and DPUMean promise for symmetric laws (trilemma Section 4).

These are probabilities of success, sizes, clips, and the explicit chain of Theorem 4.8.
gamma_failure is the largest probability that the coarse estimate is missing or farther than sigma
from the mean. Variances are at most 1, and E|X - mean|^lambda <= psi^lambda. `edition=printed`
keeps a step that forgets that the coarse estimate is scaled by sigma.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.enclosure import ceil
from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, single
from .public_size import proper

SIGMA = Fraction(10)  # the sigma of Theorem 4.8


def failure(n: Scalar, data_power: Scalar, noise_power: Scalar) -> Scalar:
    """Returns e^(-n/128) + (n/2) e^(-n epsilon/16) of Proposition 4.7; the two powers are the
    arguments.
    """
    return data_power + n / 2 * noise_power


def spread(n: Scalar, psi_power: Scalar, two_power: Scalar) -> Scalar:
    """Returns 1/2 + n 2^(lambda - 1) psi^lambda, the bound of Proposition 4.7 in units of sigma.

    It bounds E 1[an answer] |estimate - mean|^lambda; two_power = 2^(lambda - 1), psi_power =
    psi^lambda.
    """
    return Fraction(1, 2) + n * two_power * psi_power


def without_coarse(gamma: Scalar, mean: Scalar, n2: Scalar, delta: Scalar) -> Scalar:
    """Returns gamma (mean^2 + 1)/(n2 delta), the part of the error where the coarse estimate is
    missing.
    """
    return gamma * (mean**2 + 1) / (n2 * delta)


def near(
    n2: Scalar, epsilon: Scalar, clip: Scalar, psi: Scalar, root: Scalar, moment: Scalar
) -> Scalar:
    """Returns 1/n2 + (8 c^2 + psi^2 root^2/lambda^2)/(n2 epsilon)^2, the error where the coarse
    estimate is good.

    root = (n2 epsilon)^(1/lambda), clip = c.
    """
    return 1 / n2 + (8 * clip**2 + (psi * root / moment) ** 2) / (n2 * epsilon) ** 2


def far(
    gamma: Scalar,
    gamma_root: Scalar,
    n2: Scalar,
    epsilon: Scalar,
    clip: Scalar,
    psi: Scalar,
    n1_root: Scalar,
    coarse: Scalar,
) -> Scalar:
    """Returns the part of the error where the coarse estimate is bad.

    It is 4 gamma^((l - 2)/l) (coarse^2 + 4 n1^(2/l) psi^2 + c^2) + 8 c^2 gamma/(n2 epsilon)^2, with
    l = lambda and coarse = sigma (as printed 1).
    """
    return (
        4 * gamma_root * (coarse**2 + 4 * n1_root * psi**2 + clip**2)
        + 8 * clip**2 * gamma / (n2 * epsilon) ** 2
    )


def success(n: int, decay: Decay) -> Number:
    """Returns a lower bound of the probability of an answer within 1 of the mean.

    It holds for a variance below 1/64 and n >= 7 + (7/epsilon) log(1/delta).
    """
    return reals.complement(
        failure(Fraction(n), reals.exp(-Fraction(n, 128)), decay.power(Fraction(n, 16)))
    )


def enough(decay: Decay, delta: Fraction, gamma_failure: Fraction) -> Number:
    """Returns a number n1 of records that is enough for the coarse estimate.

    It is the least n with n >= 7 + (7/epsilon) log(1/delta), 128 log(2/gamma), (16/epsilon)
    log(n/gamma) and n >= 16/epsilon, from where on every n is enough.
    """
    proper(delta)
    first = [
        ceil(7 - 7 * reals.log(delta) / decay.epsilon),
        ceil(-128 * reals.log(gamma_failure / 2)),
        ceil(16 / decay.epsilon),
    ]
    n = max(first)
    while (needed := ceil(reals.log(n / gamma_failure) * 16 / decay.epsilon)) > n:
        n = needed
    return Fraction(n)


def clip(n2: int, decay: Decay, psi: Fraction, moment: Fraction, sigma: Fraction = SIGMA) -> Number:
    """Returns c = sigma + psi (n2 epsilon)^(1/lambda), half the width of the fine estimate's
    interval.
    """
    return sigma + psi * reals.power(n2 * decay.epsilon, 1 / moment)


def mse_bound(
    n1: int,
    n2: int,
    decay: Decay,
    delta: Fraction,
    psi: Fraction,
    moment: Fraction,
    mean: Fraction,
    edition: str = "corrected",
) -> Number:
    """Returns the bound of Theorem 4.8 on the squared error, with its constants gamma = delta^2 and
    sigma = 10.

    n1 must be enough for that gamma; otherwise InvalidInput is raised.
    """
    if moment < 2:
        raise InvalidInput("out_of_range", "lambda: at least 2 here", argument="lambda")
    if n1 < enough(decay, delta, delta**2):  # type: ignore[operator]
        raise InvalidInput(
            "out_of_range",
            "n1: too small for the coarse estimate; see dpumean.first_size with gamma_failure "
            "= delta^2",
            argument="n1",
        )
    gamma, c, size = delta**2, clip(n2, decay, psi, moment), Fraction(n2)
    root, n1_root = (
        reals.power(size * decay.epsilon, 1 / moment),
        reals.power(Fraction(n1), 2 / moment),
    )
    good = near(size, decay.epsilon, c, psi, root, moment)
    bad = far(
        gamma,
        reals.power(gamma, 1 - 2 / moment),
        size,
        decay.epsilon,
        c,
        psi,
        n1_root,
        SIGMA if edition == "corrected" else Fraction(1),
    )
    found: Number = without_coarse(gamma, mean, size, delta) + good + bad
    return found


_T = "trilemma Theorem 4.8"
ENTRIES = (
    Entry(
        "dpucoarse.success",
        "DPUCoarse answers within 1 of the mean with at least this probability (variance below "
        "1/64)",
        ("n", "epsilon"),
        (),
        "1 - e^(-n/128) - (n/2) e^(-n epsilon/16)",
        "reals",
        "trilemma Proposition 4.7",
        single(success),
    ),
    Entry(
        "dpumean.first_size",
        "a number n1 of records that is enough for the coarse estimate",
        ("epsilon", "delta", "gamma_failure"),
        (),
        "least n >= 1 with n >= max{7 + (7/epsilon) log(1/delta), 128 "
        "log(2/gamma_failure), 16/epsilon} and n >= (16/epsilon) log(n/gamma_failure)",
        "Z",
        "trilemma Equation (15)",
        single(enough),
    ),
    Entry(
        "dpumean.clip",
        "half the width of the fine estimate's interval",
        ("n2", "epsilon", "psi", "lambda"),
        ("sigma",),
        "sigma + psi (n2 epsilon)^(1/lambda)",
        "reals",
        _T,
        single(clip),
    ),
    Entry(
        "dpumean.mse_bound",
        "the squared error of DPUMean at the theorem's parameters",
        ("n1", "n2", "epsilon", "delta", "psi", "lambda", "mean"),
        ("edition",),
        "delta (mean^2 + 1)/n2 + 1/n2 + (8 c^2 + psi^2 (n2 epsilon)^(2/lambda)/lambda^2)/(n2 "
        "epsilon)^2 + 4 delta^(2 - 4/lambda) (v^2 + 4 n1^(2/lambda) psi^2 + c^2) + 8 c^2 "
        "delta^2/(n2 epsilon)^2, c = dpumean.clip, v = 10; printed: v = 1",
        "reals",
        _T,
        single(mse_bound),
    ),
)
