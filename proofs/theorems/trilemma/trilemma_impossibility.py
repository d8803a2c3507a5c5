"""No unbiased estimate under pure or concentrated DP where the parameter's range is unbounded.

The file has the bound that does it, what it needs, and families for which there is one after all.

Claim.       |E A(x)| <= e^(eps n) E|A(x*)|, attained. If E M = eta on an interval of positive length for an exponential
             family whose range U of natural parameters is unbounded, M is neither pure nor
             concentrated DP. For a bounded U it may be: sign of a tilted Laplace record. For
             Laplace records with unknown mean there is a pure-DP estimate, unbiased on any bounded
             interval.
Source.      trilemma Theorem 1.5, Section 5, Appendices B, C, Theorem D.5; the two families that escape: this project.
Derivation.  (1) P(|A(x)| >= t) <= e^eps P(|A(x')| >= t), n steps, integrated over t. (2) |e^(eta T)| <= e^(m T) + e^(M
             T) on the strip m <= Re eta <= M inside U: numerator and denominator of g(eta) = E phi
             are analytic on the open strip over int U, the denominator is positive on U, so g is
             analytic near int U and continuous on U (dominated convergence), and is eta on all of U
             if it is on an interval. That phi(x) = E M(x) is bounded, hence integrable for all of
             U, is (1), with an x* for which E|M(x*)| is finite: there is one, as E M exists on the
             interval. (3) But then |eta| <= the bound on U. (4) Tilted Laplace, density e^(-|x| +
             eta x)(1 - eta^2)/2, U = (-1, 1): E sign(X) = eta; answer the sign by randomised
             response. (5) Laplace records of rate r and mean mu in [a, b]: phi(x) = clip(x; a, b) +
             (1 if x >= b, -1 if x <= a)/r has E phi = mu, as E(X - b)_+ = P(X >= b)/r; phi is
             bounded, so its mean with Laplace noise is pure DP.
Trusted.     fubini, dominated_convergence, cauchy_morera, identity_theorem, expectation_is_monotone, primitive; cited:
             complex analysis, measure theory.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

from dpmean.distributions import laplace
from dpmean.exact import reals
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.trilemma import tradeoff as trilemma

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import cited, counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

P = Ring({"b": UNIT, "m": NONNEGATIVE}, powers="k")
F = Ring(
    {
        "b": UNIT,
        "m": NONNEGATIVE,
        "e": UNIT,
        "p": UNIT,
        "x": POSITIVE,
        "r": POSITIVE,
        "u": UNIT,
        "w": UNIT,
        "t": NONNEGATIVE,
        "h": NONNEGATIVE,
        "s": POSITIVE,
        "z": POSITIVE,
        "y": POSITIVE,
    }
)
HALF = Fraction(1, 2)


def attained(case: tuple[Fraction, int]) -> bool:
    """Check P(A = 1) = c g^(ones): it is eps-DP, and for all zeros against all ones the bound is
    met.
    """
    growth, n = case
    least = 1 / (growth ** (n - 1) * (growth + 1))
    p = [least * growth**i for i in range(n + 1)]
    private = all(y <= growth * x and 1 - x <= growth * (1 - y) for x, y in pairwise(p))
    return (
        private
        and p[n] == trilemma.pure_mean(growth**n, p[0])
        and all(
            p[i] <= trilemma.pure_mean(growth**n, p[j]) for i in range(n + 1) for j in range(n + 1)
        )
    )


def geometric(case: tuple[tuple[int, ...], int]) -> bool:
    """Check that phi of one geometric record has a mean above log x at some x = 2^-j, j = 2 bound +
    1.

    The record has P(k) = (1 - x) x^k, eta = log x < 0; phi is constant from 3 on, within the bound
    that privacy sets by phi(0) (here at least 1).
    """
    phi, growth = case
    bound = trilemma.pure_mean(growth, max(1, abs(phi[0])))
    capped = [max(-bound, min(bound, v)) for v in phi]
    x = Fraction(1, 2 ** (2 * bound + 1))
    mean = sum((v * (1 - x) * x**k for k, v in enumerate(capped[:-1])), Fraction(0)) + capped[
        -1
    ] * x ** (len(capped) - 1)
    return abs(mean) <= bound and compare(mean, reals.log(x)) > 0


def functions() -> Iterator[tuple[tuple[int, ...], int]]:
    """Return values at 0, 1, 2 and from 3 on, and e^eps."""
    return product(product((-3, 0, 1, 2), repeat=4), (1, 2, 5))


def in_unit_interval(k: int) -> bool:
    """Tell whether the natural parameter log(p/(1 - p)) of Bernoulli(1/k) is in [0, 1]."""
    odds = Fraction(1, k) / (1 - Fraction(1, k))
    return odds >= 1 and compare(reals.log(odds) if odds != 1 else Fraction(0), Fraction(1)) <= 0


def mean_is_natural(k: int) -> bool:
    """Tell whether the mean k of Exponential(1/k) is the natural parameter -1/k."""
    return Fraction(k) == -Fraction(1, k)


def finite_at(j: int) -> bool:
    """Tell whether exp(Z(eta)) = -1/eta of the exponential family on x > 0 is finite at eta =
    -j.
    """
    try:
        return -1 / Fraction(-j) > 0
    except ZeroDivisionError:
        return False


def coin(w: int) -> bool:
    """Tell whether the fair coin's exp(Z(eta)) = (1 + e^eta)/2 is not 0, w = e^eta: w = -1 at eta =
    i pi.
    """
    return Fraction(1 + w, 2) != 0


def slopes_below_2(k: int) -> bool:
    """Tell whether the first k terms i h(i) of the slope of exp(Z) at the end 0 stay below 2.

    h(i) = 1/(i (i + 1)), i >= 1, eta <= 0.
    """
    return sum((i * Fraction(1, i * (i + 1)) for i in range(1, k + 1)), Fraction(0)) <= 2


def agree(x: int) -> bool:
    """Tell whether two functions agree: 0, and the one that is 0 on Re z < 0 and 1 on Re z > 0.

    Both are analytic on the union of the half planes.
    """
    return (0 if x < 0 else 1) == 0


STEPS = (
    identity(
        "one more record: a factor e^eps",
        P,
        lambda b, m, k: (
            trilemma.pure_mean(b ** (-(k + 1)), m),
            trilemma.pure_mean(b ** (-k), m) / b,
        ),
        ("fubini",),
    ),
    identity(
        "no record, or eps = 0: no factor", P, lambda m: (trilemma.pure_mean(1 + 0 * m, m), m)
    ),
    smt(
        "|E A| <= E|A|",
        {"x": REAL, "y": REAL},
        lambda v: abs(v.x) >= 0,
        lambda v: abs(v.x + v.y) <= abs(v.x) + abs(v.y),
        lambda v: abs(v.x + v.y) <= abs(v.x),
        ("expectation_is_monotone",),
    ),
    exhaustive(
        "the bound is attained for up to five records",
        lambda: product((Fraction(3, 2), Fraction(2), Fraction(7)), range(1, 6)),
        attained,
    ),
    positive(
        "on a strip |e^(eta T)| is below one of the two ends: (M - Re eta) T >= 0 and (Re eta "
        "- m) T <= 0",
        F,
        lambda t, h, s: (s + h - s) * t,
        strict=False,
        trusts=("cauchy_morera", "dominated_convergence", "fubini"),
    ),
    positive(
        "there is a parameter beyond every bound",
        F,
        lambda b, m: (trilemma.pure_mean(1 / b, m) + 1) - trilemma.pure_mean(1 / b, m),
        trusts=("identity_theorem",),
    ),
    positive(
        "and beyond every bound under concentrated DP",
        F,
        lambda x, m: (trilemma.concentrated_mean(x, m) + 1) - trilemma.concentrated_mean(x, m),
        trusts=("identity_theorem",),
    ),
    exhaustive(
        "geometric records: no private phi with values at 0, 1, 2, 3 and e^eps = 1, 2, 5 has "
        "the mean eta",
        functions,
        geometric,
    ),
    identity(
        "Gaussians: -(x - mu)^2/2 = -x^2/2 + mu x - mu^2/2",
        F,
        lambda x, r: (-((x - r) ** 2) / 2, -(x**2) / 2 + r * x - r**2 / 2),
    ),
    identity(
        "independent records: exponents add up",
        F,
        lambda e, x, y, z: ((e * x - z) + (e * y - z), e * (x + y) - 2 * z),
    ),
    counterexample(
        "Bernoulli(1/3) has its natural parameter outside [0, 1]",
        lambda k: in_unit_interval(k),
        3,
        lambda: [2],
    ),
    identity(
        "Bernoulli: p = x/(1 + x), x = p/(1 - p) any positive number",
        F,
        lambda x: (x / (1 + x) / (1 - x / (1 + x)), x),
    ),
    identity(
        "randomised response estimates p without bias",
        F,
        lambda b, p: (((p / (1 + b) + (1 - p) * b / (1 + b)) - b / (1 + b)) / (2 / (1 + b) - 1), p),
    ),
    identity(
        "tilted Laplace: E sign(X) = eta",
        F,
        lambda e: (
            (laplace.moment(0, 1 - e) / (1 - e) - laplace.moment(0, 1 + e) / (1 + e))
            / (laplace.moment(0, 1 - e) / (1 - e) + laplace.moment(0, 1 + e) / (1 + e)),
            e,
        ),
        ("primitive",),
    ),
    identity(
        "a sign by randomised response, times (1 + b)/(1 - b), has the sign as its mean",
        F,
        lambda b: ((1 + b) / (1 - b) * (1 / (1 + b) - b / (1 + b)), 1 + 0 * b),
    ),
    counterexample(
        "the mean of Exponential(1/11) is not its natural parameter", mean_is_natural, 11
    ),
    positive(
        "1/lambda passes every bound on (0, 1/10)",
        F,
        lambda b, m: Fraction(1, 10) - 1 / (trilemma.pure_mean(1 / b, m) + 11),
    ),
    counterexample(
        "exp(Z) of the exponential family is not entire: a pole at 0",
        finite_at,
        0,
        lambda: [1, 2, 3],
    ),
    counterexample("exp(Z) of a coin is 0 at i pi", coin, -1, lambda: [1]),
    counterexample(
        "a closed end of U: the slope of exp(Z) is infinite there",
        slopes_below_2,
        10,
        lambda: range(1, 10),
    ),
    identity(
        "the sums of 1/(i + 1) grow by at least 1/2 when i is doubled: i terms, none below 1/(2i)",
        F,
        lambda x: (x * (1 / (2 * x)), HALF + 0 * x),
    ),
    counterexample("the identity theorem on two half planes", agree, 1, lambda: [-2, -1]),
    identity(
        "Laplace records: E(X - b)_+ = P(X >= b)/r, by its slope",
        F,
        lambda r, u: (r * (laplace.tail(u) / 2 / r), laplace.tail(u) / 2),
        ("primitive",),
    ),
    identity(
        "so clipping and two steps of 1/r are unbiased",
        F,
        lambda x, r, u, w: (
            x
            - laplace.tail(u) / 2 / r
            + laplace.tail(w) / 2 / r
            + laplace.tail(u) / 2 / r
            - laplace.tail(w) / 2 / r,
            x,
        ),
    ),
    smt(
        "and bounded: values in [a - 1/r, b + 1/r]",
        {"x": REAL, "y": REAL, "a": REAL, "b": REAL, "s": REAL},
        lambda v: (
            v.a < v.b
            and v.s > 0
            and v.a - v.s <= v.x
            and v.x <= v.b + v.s
            and v.a - v.s <= v.y
            and v.y <= v.b + v.s
        ),
        lambda v: abs(v.x - v.y) <= v.b - v.a + 2 * v.s,
        lambda v: abs(v.x - v.y) <= v.b - v.a + v.s,
    ),
    cited("Cauchy, Morera, the identity theorem", "complex analysis"),
    cited("dominated convergence, Fubini", "measure theory"),
)


def holds(offsets: list[int], m: int) -> bool:
    """Check geometric records and any four values."""
    return geometric((tuple((offsets + [0] * 4)[:4]), m))


THEOREM = Theorem(
    id="trilemma_impossibility",
    title="Impossibility under pure and concentrated DP, and where it ends",
    statement="a pure-DP estimate's mean is at most e^(eps n) E|A(x*)| whatever the data, so no such "
    "estimate is unbiased for an unbounded parameter of an exponential family; for bounded "
    "ranges and for Laplace records with unknown mean there are unbiased ones",
    source="trilemma Theorem 1.5, Section 5, Appendices B, C, Theorem D.5",
    steps=STEPS,
    covers=("trilemma.pure_mean_bound",),
    depends_on=("laplace_laws", "trilemma_groups"),
    holds=holds,
    claims=rows(__file__),
)
