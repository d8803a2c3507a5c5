"""Without privacy: the Bernoulli parameter under a Beta prior, and the exact minimax risk.

Claim.       Under the prior Beta(a, a) every estimator of p from n Bernoulli(p) records has mean squared error at least
             a/(2 (2 a + 1)(2 a + n)); a = 1 gives 1/(6 (n + 2)), a = sqrt n/2 gives 1/(4 (sqrt n +
             1)^2), which the printed estimator has at every p: it is the minimax risk, at least
             1/(6 (n + 2)), and equal to it at n = 4 only.
Source.      trilemma Proposition A.1, Appendix A.
Derivation.  (1) The derivative of p^a (1 - p)^b is a (1 - p) - b p times p^(a - 1) (1 - p)^(b - 1), so Beta(a, b) has
             mean a/(a + b); one power more gives its variance. (2) The posterior is Beta(a + k, a +
             n - k); the best estimate is its mean, which errs by its variance, proportional to a^2
             + a n + k (n - k), and E k (n - k) = n (n - 1) E p (1 - p). (3) Randomness of the
             estimate only adds variance.
Trusted.     product_rule, primitive, bayes, fubini, expectation_is_monotone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial
from typing import Any

from dpmean.exact import reals
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.trilemma import tradeoff as trilemma

from ...kernel.formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, decomposition, exhaustive, identity, positive
from ...theorem import Theorem, rows

B = Ring(
    {
        "a": POSITIVE,
        "b": POSITIVE,
        "p": FULL,
        "n": POSITIVE,
        "k": ANY,
        "r": POSITIVE,
        "x": ANY,
        "y": ANY,
    }
)
P = Ring({"p": UNIT, "a": POSITIVE, "b": POSITIVE, "k": NONNEGATIVE, "r": POSITIVE})
N = Ring({"n": POSITIVE, "s": POSITIVE, "t": POSITIVE, "mu": ANY, "x": ANY})


def mean(a: Any, b: Any) -> Any:
    """Return the mean of Beta(a, b)."""
    return a / (a + b)


def variance(a: Any, b: Any) -> Any:
    """Return the variance of Beta(a, b)."""
    return a * b / ((a + b) ** 2 * (a + b + 1))


def bayes_risk(a: Any, n: Any) -> Any:
    """Return the mean variance of Beta(a + k, a + n - k) when p is Beta(a, a), as it comes.

    E k = n/2 and E k (n - k) = n (n - 1)(E p - E p^2).
    """
    square = variance(a, a) + mean(a, a) ** 2
    return (a**2 + a * n + n * (n - 1) * (mean(a, a) - square)) / (
        (2 * a + n) ** 2 * (2 * a + n + 1)
    )


def beta(k: int, m: int) -> Fraction:
    """Return the integral of p^k (1 - p)^m over [0, 1]."""
    return Fraction(factorial(k) * factorial(m), factorial(k + m + 1))


def printed_lines(n: int) -> Iterator[Fraction]:
    """Yield the last lines of the proof, one after the other."""
    yield sum(
        (comb(n, k) * beta(k, n - k) * variance(Fraction(1 + k), 1 + n - k) for k in range(n + 1)),
        Fraction(0),
    )
    yield sum(
        (Fraction((1 + k) * (1 + n - k), (n + 2) ** 2 * (n + 3)) for k in range(n + 1)), Fraction(0)
    ) / (n + 1)
    yield Fraction(
        sum((1 + n) + n * k - k**2 for k in range(n + 1)), (n + 1) * (n + 2) ** 2 * (n + 3)
    )


def minimax_is_asymptotic(n: int) -> bool:
    """Tell whether the empirical mean is minimax already at n."""
    return compare(Fraction(1, 4 * n), trilemma.minimax_risk(reals.root(Fraction(n), 2))) <= 0


STEPS = (
    identity(
        "the derivative of p^a (1 - p)^b is (a (1 - p) - b p) p^(a - 1) (1 - p)^(b - 1)",
        P,
        lambda p, a, b: (a / p - b / (1 - p), (a * (1 - p) - b * p) / (p * (1 - p))),
        ("product_rule",),
    ),
    identity(
        "so a - (a + b) E p = 0", P, lambda a, b: (a - (a + b) * mean(a, b), 0 * a), ("primitive",)
    ),
    identity(
        "one power more: (a + 1) E p - (a + b + 1) E p^2 = 0, E p^2 = variance + mean^2",
        B,
        lambda a, b: (
            (a + 1) * mean(a, b) - (a + b + 1) * (variance(a, b) + mean(a, b) ** 2),
            0 * a,
        ),
        ("primitive",),
    ),
    exhaustive(
        "the integral of p^k (1 - p)^m by parts: (k + 1) of it is m times that of p^(k + 1) (1 "
        "- p)^(m - 1)",
        lambda: [(k, m) for k in range(9) for m in range(1, 9)],
        lambda c: (
            (c[0] + 1) * beta(*c) == c[1] * beta(c[0] + 1, c[1] - 1)
            and beta(c[0], 0) == Fraction(1, c[0] + 1)
        ),
        ("primitive",),
    ),
    exhaustive(
        "the number of ones is uniform, n <= 40",
        lambda: [(n, k) for n in range(41) for k in range(n + 1)],
        lambda c: comb(*c) * beta(c[1], c[0] - c[1]) == Fraction(1, c[0] + 1),
        ("fubini",),
    ),
    identity(
        "and for every n: the chances of k + 1 and k are in the ratio (n - k)/(k + 1) (k + "
        "1)/(n - k), n - k = b",
        P,
        lambda k, b: (b / (k + 1) * ((k + 1) / b), 1 + 0 * k),
        ("primitive",),
    ),
    decomposition(
        "the best estimate is the mean: E(P - x)^2 = variance + (mean - x)^2",
        B,
        lambda x, y: (y**2 - 2 * y * x + x**2, [(1, y - x)]),
        ("bayes", "expectation_is_monotone"),
    ),
    identity(
        "given p, E k (n - k) = n (n - 1) p (1 - p)",
        B,
        lambda n, p: (n * (n * p) - (n * p * (1 - p) + (n * p) ** 2), n * (n - 1) * p * (1 - p)),
        ("fubini",),
    ),
    identity(
        "(a + k)(a + n - k) = a^2 + a n + k (n - k): the variance of the posterior",
        B,
        lambda a, n, k: ((a + k) * (a + n - k), a**2 + a * n + k * (n - k)),
    ),
    identity(
        "the Bayes risk is a/(2 (2 a + 1)(2 a + n))",
        B,
        lambda a, n: (bayes_risk(a, n), a / (2 * (2 * a + 1) * (2 * a + n))),
    ),
    identity(
        "a = 1: the shipped 1/(6 (n + 2))",
        B,
        lambda n: (bayes_risk(1 + 0 * n, n), trilemma.uniform_risk(n)),
    ),
    identity(
        "a = sqrt n/2: the shipped 1/(4 (sqrt n + 1)^2)",
        B,
        lambda r: (bayes_risk(r / 2, r**2), trilemma.minimax_risk(r)),
    ),
    exhaustive(
        "the printed sums for n <= 40",
        lambda: range(1, 41),
        lambda n: set(printed_lines(n)) == {trilemma.uniform_risk(Fraction(n))},
    ),
    identity(
        "with the sums of k and k^2: third line from below",
        B,
        lambda n: (
            ((1 + n) * (n + 1) + n * (n * (n + 1) / 2) - n * (n + 1) * (2 * n + 1) / 6)
            / ((n + 1) * (n + 2) ** 2 * (n + 3)),
            (6 * (n + 1) ** 2 + 3 * n**2 * (n + 1) - n * (n + 1) * (2 * n + 1))
            / (6 * (n + 1) * (n + 2) ** 2 * (n + 3)),
        ),
    ),
    identity(
        "second line from below",
        B,
        lambda n: (
            (6 * (n + 1) ** 2 + 3 * n**2 * (n + 1) - n * (n + 1) * (2 * n + 1))
            / (6 * (n + 1) * (n + 2) ** 2 * (n + 3)),
            (6 * (n + 1) + 3 * n**2 - n * (2 * n + 1)) / (6 * (n + 2) ** 2 * (n + 3)),
        ),
    ),
    identity(
        "last line",
        B,
        lambda n: ((5 * n + 6 + n**2) / (6 * (n + 2) ** 2 * (n + 3)), trilemma.uniform_risk(n)),
    ),
    identity(
        "6 (n + 1) + 3 n^2 - n (2 n + 1) = 5 n + 6 + n^2",
        B,
        lambda n: (6 * (n + 1) + 3 * n**2 - n * (2 * n + 1), 5 * n + 6 + n**2),
    ),
    identity(
        "the empirical mean errs by p (1 - p)/n",
        B,
        lambda n, p: (n * p * (1 - p) / n**2, p * (1 - p) / n),
        ("fubini",),
    ),
    identity(
        "the printed estimator has bias (sqrt n/2 - sqrt n p)/(n + sqrt n)",
        B,
        lambda r, p: ((r / 2 + r**2 * p) / (r**2 + r) - p, (r / 2 - r * p) / (r**2 + r)),
    ),
    identity(
        "and squared error 1/(4 (sqrt n + 1)^2) at every p",
        B,
        lambda r, p: (
            r**2 * p * (1 - p) / (r**2 + r) ** 2 + ((r / 2 - r * p) / (r**2 + r)) ** 2,
            trilemma.minimax_risk(r),
        ),
    ),
    identity(
        "it is the mean of the posterior Beta(sqrt n/2 + k, sqrt n/2 + n - k), n - k = b",
        P,
        lambda r, k, b: (mean(r / 2 + k, r / 2 + b), (r / 2 + k) / (k + b + r)),
    ),
    decomposition(
        "it is at least 1/(6 (n + 2)), with equality at n = 4 only",
        B,
        lambda r: (
            trilemma.minimax_risk(r) - trilemma.uniform_risk(r**2),
            [(1 / (12 * (r + 1) ** 2 * (r**2 + 2)), r - 2)],
        ),
    ),
    identity(
        "the empirical mean's worst error is (1 + 1/sqrt n)^2 times the minimax risk",
        B,
        lambda r: (1 / (4 * r**2), (1 + 1 / r) ** 2 * trilemma.minimax_risk(r)),
    ),
    decomposition(
        "p (1 - p) <= 1/4", B, lambda p: (Fraction(1, 4) - p * (1 - p), [(1, p - Fraction(1, 2))])
    ),
    counterexample("it is not minimax at n = 1", lambda n: minimax_is_asymptotic(n), 1),
    identity(
        "Gaussian, prior N(0, t): the square is completed, so the posterior variance is 1/(n/s "
        "+ 1/t), s = sigma^2",
        N,
        lambda n, s, t, mu, x: (
            n * (x - mu) ** 2 / s + mu**2 / t,
            (n / s + 1 / t) * (mu - n * x / s / (n / s + 1 / t)) ** 2 + n * x**2 / (n * t + s),
        ),
        ("bayes",),
    ),
    identity(
        "which misses sigma^2/n by sigma^4/(n (n t + sigma^2)), and that tends to 0 with t to "
        "infinity",
        N,
        lambda n, s, t: (s / n - 1 / (n / s + 1 / t), s**2 / (n * (n * t + s))),
    ),
    positive("sigma^2/n is not below it", N, lambda n, s, t: s / n - 1 / (n / s + 1 / t)),
)


def holds(n: int, alpha: Fraction, shares: list[Fraction]) -> bool:
    """Check that any estimator's mean squared error under the uniform prior is at least the shipped
    bound.

    The error is found by adding up.
    """
    size = min(n, 8) + 1
    estimates = [*shares, *(alpha for _ in range(size + 1))][: size + 1]
    total = Fraction(0)
    for k, f in enumerate(estimates):
        total += comb(size, k) * (
            beta(k + 2, size - k) - 2 * f * beta(k + 1, size - k) + f**2 * beta(k, size - k)
        )
    return total >= trilemma.uniform_risk(Fraction(size))


THEOREM = Theorem(
    id="trilemma_bernoulli",
    title="The Bernoulli parameter without privacy",
    statement="no estimator of a Bernoulli parameter has worst squared error below 1/(4 (sqrt n + "
    "1)^2) >= 1/(6 (n + 2)), and the printed one has that at every p",
    source="trilemma Proposition A.1",
    steps=STEPS,
    covers=("bernoulli.risk_bound", "bernoulli.minimax_risk"),
    holds=holds,
    claims=rows(__file__),
)
