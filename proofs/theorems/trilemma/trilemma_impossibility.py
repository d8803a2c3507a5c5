"""No unbiased estimate under pure or concentrated DP where the parameter's range is unbounded: the bound that does it,
what it needs, and families for which there is one after all.

Claim.       |E A(x)| <= e^(eps n) E|A(x*)|, attained. If E M = eta on an interval of positive length for an exponential
             family whose range U of natural parameters is unbounded, M is neither pure nor
             concentrated DP. For a bounded U it may be: sign of a tilted Laplace record. For Laplace records with
             unknown mean there is a pure-DP estimate, unbiased on any bounded interval.
Source.      trilemma Theorem 1.5, Section 5, Appendices B, C, Theorem D.5; the two families that escape: this project.
Derivation.  (1) P(|A(x)| >= t) <= e^eps P(|A(x')| >= t), n steps, integrated over t. (2) |e^(eta T)| <= e^(m T) + e^(M
             T) on the strip m <= Re eta <= M inside U: numerator and denominator of g(eta) = E phi are
             analytic on the open strip over int U, the denominator is positive on U, so g is analytic near int U and
             continuous on U (dominated convergence), and is eta on all of U if it is on an interval.
             That phi(x) = E M(x) is bounded, hence integrable for all of U, is (1), with an x* for which E|M(x*)| is
             finite: there is one, as E M exists on the interval. (3) But then |eta| <= the bound on U.
             (4) Tilted Laplace, density e^(-|x| + eta x)(1 - eta^2)/2, U = (-1, 1): E sign(X) = eta; answer the sign by
             randomised response. (5) Laplace records of rate r and mean mu in [a, b]:
             phi(x) = clip(x; a, b) + (1 if x >= b, -1 if x <= a)/r has E phi = mu, as E(X - b)_+ = P(X >= b)/r; phi is
             bounded, so its mean with Laplace noise is pure DP.
Trusted.     fubini, dominated_convergence, cauchy_morera, identity_theorem, expectation_is_monotone, primitive; cited:
             complex analysis, measure theory.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

from dpmean.bounds.trilemma import tradeoff as trilemma
from dpmean.distributions import laplace
from dpmean.exact import reals
from dpmean.exact.enclosure import compare

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import cited, counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import CITED, PROVED, TRILEMMA, WRONG, Claim, Theorem

P = Ring({"b": UNIT, "m": NONNEGATIVE}, powers="k")
F = Ring({"b": UNIT, "m": NONNEGATIVE, "e": UNIT, "p": UNIT, "x": POSITIVE, "r": POSITIVE, "u": UNIT, "w": UNIT,
    "t": NONNEGATIVE, "h": NONNEGATIVE, "s": POSITIVE, "z": POSITIVE, "y": POSITIVE})
HALF = Fraction(1, 2)


def attained(case: tuple[Fraction, int]) -> bool:
    """P(A = 1) = c g^(ones): eps-DP, and for all zeros against all ones the bound is met."""
    growth, n = case
    least = 1 / (growth ** (n - 1) * (growth + 1))
    p = [least * growth**i for i in range(n + 1)]
    private = all(y <= growth * x and 1 - x <= growth * (1 - y) for x, y in pairwise(p))
    return private and p[n] == trilemma.pure_mean(growth**n, p[0]) and all(p[i] <= trilemma.pure_mean(growth**n, p[j])
        for i in range(n + 1) for j in range(n + 1))


def geometric(case: tuple[tuple[int, ...], int]) -> bool:
    """One geometric record, P(k) = (1 - x) x^k, eta = log x < 0: phi constant from 3 on, within the bound that privacy
    sets by phi(0) (here at least 1), has a mean above log x at x = 2^-j, j = 2 bound + 1.
    """
    phi, growth = case
    bound = trilemma.pure_mean(growth, max(1, abs(phi[0])))
    capped = [max(-bound, min(bound, v)) for v in phi]
    x = Fraction(1, 2 ** (2 * bound + 1))
    mean = sum((v * (1 - x) * x**k for k, v in enumerate(capped[:-1])),
        Fraction(0)) + capped[-1] * x ** (len(capped) - 1)
    return abs(mean) <= bound and compare(mean, reals.log(x)) > 0


def functions() -> Iterator[tuple[tuple[int, ...], int]]:
    """Values at 0, 1, 2 and from 3 on, and e^eps."""
    return product(product((-3, 0, 1, 2), repeat=4), (1, 2, 5))


def in_unit_interval(k: int) -> bool:
    """Is the natural parameter log(p/(1 - p)) of Bernoulli(1/k) in [0, 1]?"""
    odds = Fraction(1, k) / (1 - Fraction(1, k))
    return odds >= 1 and compare(reals.log(odds) if odds != 1 else Fraction(0), Fraction(1)) <= 0


def mean_is_natural(k: int) -> bool:
    """Exponential(1/k): is the mean k the natural parameter -1/k?"""
    return Fraction(k) == -Fraction(1, k)


def finite_at(j: int) -> bool:
    """The exponential family on x > 0: is exp(Z(eta)) = -1/eta finite at eta = -j?"""
    try:
        return -1 / Fraction(-j) > 0
    except ZeroDivisionError:
        return False


def coin(w: int) -> bool:
    """The fair coin's exp(Z(eta)) = (1 + e^eta)/2 is not 0, w = e^eta: w = -1 at eta = i pi."""
    return Fraction(1 + w, 2) != 0


def slopes_below_2(k: int) -> bool:
    """h(i) = 1/(i (i + 1)), i >= 1, eta <= 0: the first k terms i h(i) of the slope of exp(Z) at the end 0 stay below
    2.
    """
    return sum((i * Fraction(1, i * (i + 1)) for i in range(1, k + 1)), Fraction(0)) <= 2


def agree(x: int) -> bool:
    """0, and the function that is 0 on Re z < 0 and 1 on Re z > 0: both analytic on the union of the half planes."""
    return (0 if x < 0 else 1) == 0


STEPS = (
    identity("one more record: a factor e^eps", P, lambda b, m,
        k: (trilemma.pure_mean(b ** (-(k + 1)), m), trilemma.pure_mean(b ** (-k), m) / b), ("fubini",)),
    identity("no record, or eps = 0: no factor", P, lambda m: (trilemma.pure_mean(1 + 0 * m, m), m)),
    smt("|E A| <= E|A|", {"x": REAL, "y": REAL}, lambda v: abs(v.x) >= 0,
        lambda v: abs(v.x + v.y) <= abs(v.x) + abs(v.y), lambda v: abs(v.x + v.y) <= abs(v.x),
        ("expectation_is_monotone",)),
    exhaustive("the bound is attained for up to five records",
        lambda: product((Fraction(3, 2), Fraction(2), Fraction(7)), range(1, 6)), attained),
    positive("on a strip |e^(eta T)| is below one of the two ends: (M - Re eta) T >= 0 and (Re eta - m) T <= 0", F,
        lambda t, h, s: (s + h - s) * t, strict=False, trusts=("cauchy_morera", "dominated_convergence", "fubini")),
    positive("there is a parameter beyond every bound", F, lambda b,
        m: (trilemma.pure_mean(1 / b, m) + 1) - trilemma.pure_mean(1 / b, m), trusts=("identity_theorem",)),
    positive("and beyond every bound under concentrated DP", F, lambda x,
        m: (trilemma.concentrated_mean(x, m) + 1) - trilemma.concentrated_mean(x, m), trusts=("identity_theorem",)),
    exhaustive("geometric records: no private phi with values at 0, 1, 2, 3 and e^eps = 1, 2, 5 has the mean eta",
        functions, geometric),
    identity("Gaussians: -(x - mu)^2/2 = -x^2/2 + mu x - mu^2/2", F, lambda x,
        r: (-((x - r) ** 2) / 2, -(x**2) / 2 + r * x - r**2 / 2)),
    identity("independent records: exponents add up", F, lambda e, x, y,
        z: ((e * x - z) + (e * y - z), e * (x + y) - 2 * z)),
    counterexample("Bernoulli(1/3) has its natural parameter outside [0, 1]", lambda k: in_unit_interval(k), 3,
        lambda: [2]),
    identity("Bernoulli: p = x/(1 + x), x = p/(1 - p) any positive number", F,
        lambda x: (x / (1 + x) / (1 - x / (1 + x)), x)),
    identity("randomised response estimates p without bias", F, lambda b,
        p: (((p / (1 + b) + (1 - p) * b / (1 + b)) - b / (1 + b)) / (2 / (1 + b) - 1), p)),
    identity("tilted Laplace: E sign(X) = eta", F,
        lambda e: ((laplace.moment(0, 1 - e) / (1 - e) - laplace.moment(0, 1 + e) / (1 + e))
            / (laplace.moment(0, 1 - e) / (1 - e) + laplace.moment(0, 1 + e) / (1 + e)), e), ("primitive",)),
    identity("a sign by randomised response, times (1 + b)/(1 - b), has the sign as its mean", F,
        lambda b: ((1 + b) / (1 - b) * (1 / (1 + b) - b / (1 + b)), 1 + 0 * b)),
    counterexample("the mean of Exponential(1/11) is not its natural parameter", mean_is_natural, 11),
    positive("1/lambda passes every bound on (0, 1/10)", F, lambda b,
        m: Fraction(1, 10) - 1 / (trilemma.pure_mean(1 / b, m) + 11)),
    counterexample("exp(Z) of the exponential family is not entire: a pole at 0", finite_at, 0, lambda: [1, 2, 3]),
    counterexample("exp(Z) of a coin is 0 at i pi", coin, -1, lambda: [1]),
    counterexample("a closed end of U: the slope of exp(Z) is infinite there", slopes_below_2, 10,
        lambda: range(1, 10)),
    identity("the sums of 1/(i + 1) grow by at least 1/2 when i is doubled: i terms, none below 1/(2i)", F,
        lambda x: (x * (1 / (2 * x)), HALF + 0 * x)),
    counterexample("the identity theorem on two half planes", agree, 1, lambda: [-2, -1]),
    identity("Laplace records: E(X - b)_+ = P(X >= b)/r, by its slope", F, lambda r,
        u: (r * (laplace.tail(u) / 2 / r), laplace.tail(u) / 2), ("primitive",)),
    identity("so clipping and two steps of 1/r are unbiased", F, lambda x, r, u,
        w: (x - laplace.tail(u) / 2 / r + laplace.tail(w) / 2 / r + laplace.tail(u) / 2 / r - laplace.tail(w) / 2 / r,
            x)),
    smt("and bounded: values in [a - 1/r, b + 1/r]", {"x": REAL, "y": REAL, "a": REAL, "b": REAL, "s": REAL},
        lambda v: v.a < v.b and v.s > 0 and v.a - v.s <= v.x and v.x <= v.b + v.s and v.a - v.s <= v.y
        and v.y <= v.b + v.s,
        lambda v: abs(v.x - v.y) <= v.b - v.a + 2 * v.s, lambda v: abs(v.x - v.y) <= v.b - v.a + v.s),
    cited("Cauchy, Morera, the identity theorem", "complex analysis"),
    cited("dominated convergence, Fubini", "measure theory"),
)  # fmt: skip


def holds(offsets: list[int], m: int) -> bool:
    """Geometric records and any four values."""
    return geometric((tuple((offsets + [0] * 4)[:4]), m))


BOUND = ("one more record: a factor e^eps", "no record, or eps = 0: no factor", "|E A| <= E|A|",
    "the bound is attained for up to five records")
STRIP = ("on a strip |e^(eta T)| is below one of the two ends: (M - Re eta) T >= 0 and (Re eta - m) T <= 0",)
PURE = (*BOUND, *STRIP, "there is a parameter beyond every bound",
    "geometric records: no private phi with values at 0, 1, 2, 3 and e^eps = 1, 2, 5 has the mean eta")
TILTED = ("tilted Laplace: E sign(X) = eta",
    "a sign by randomised response, times (1 + b)/(1 - b), has the sign as its mean")
PRODUCT = ("independent records: exponents add up",)
LAPLACE = ("Laplace records: E(X - b)_+ = P(X >= b)/r, by its slope", "so clipping and two steps of 1/r are unbiased",
    "and bounded: values in [a - 1/r, b + 1/r]")


def row(item: str, statement: str, by: tuple[str, ...], note: str = "") -> Claim:
    """A row that is proved."""
    return Claim(item, statement, PROVED, by, paper=TRILEMMA, note=note)


def textbook(item: str, statement: str, by: str) -> Claim:
    """A row that the paper takes from textbooks."""
    return Claim(item, statement, CITED, (by,), paper=TRILEMMA)


THEOREM = Theorem(
    id="trilemma_impossibility",
    title="Impossibility under pure and concentrated DP, and where it ends",
    statement="a pure-DP estimate's mean is at most e^(eps n) E|A(x*)| whatever the data, so no such estimate is "
    "unbiased for an unbounded parameter of an exponential family; for bounded ranges and for Laplace records with "
    "unknown mean there are unbiased ones",
    source="trilemma Theorem 1.5, Section 5, Appendices B, C, Theorem D.5",
    steps=STEPS,
    covers=("trilemma.pure_mean_bound",),
    depends_on=("laplace_laws", "trilemma_groups"),
    holds=holds,
    claims=(
        row("Theorem 1.5", "no (eps, 0)-DP M has E M(X) = mu and E|M(X) - mu| finite for Gaussian records N(mu, 1) and "
            "all mu in an open interval", (*PURE, *PRODUCT, "Gaussians: -(x - mu)^2/2 = -x^2/2 + mu x - mu^2/2")),
        row("Section 1.4, the second observation",
            "|g(mu)| <= E|M(X)| <= |mu*| + E|M(X) - mu*| <= |mu*| + e^(eps n) E|M(X*) - mu*|, X* from N(mu*, 1)^n",
            BOUND),
        Claim("Definition 5.1", "Z(eta) = log of the integral over S of h(x) exp(eta T(x)), for h and T on D; the "
            "family is defined where Z(eta) is finite", WRONG, PRODUCT, paper=TRILEMMA, textual=True,
            counterexample="there is no S", order="as printed", corrected="the integral over D", survives="misprint"),
        row("Section 5, exponential families", "Gaussians, exponential distributions, Laplace distributions with fixed "
            "mean, Gamma distributions are exponential families",
            ("Gaussians: -(x - mu)^2/2 = -x^2/2 + mu x - mu^2/2", *PRODUCT),
            note="with one natural parameter: a Gamma law with fixed shape or fixed rate; -1/scale for the Laplace law"),
        row("Section 5, Laplace distributions with unknown mean", "it is open whether the impossibility applies to "
            "Laplace data; we do not expect our method to be applicable", LAPLACE,
            note="it does not apply: for records of rate r the mean of phi(x_i), phi(x) = clip(x; a, b) + 1/r where x "
            ">= b and - 1/r where x <= a, with Laplace noise of scale (b - a + 2/r)/(n eps) is eps-DP and unbiased "
            "for all mu in [a, b]. Unbiased for all real mu it cannot be, by Proposition 5.7 alone"),
        row("Theorem 5.2", "U an interval of infinite length, I in U an interval of positive length: no (eps, 0)-DP M "
            "has E M(X) = eta for all eta in I", (*PURE, *PRODUCT),
            note="by Cauchy, Morera and the identity theorem, which are trusted; n = 0 included"),
        Claim("Theorem 5.2, the proof", "by Proposition 5.5 the product is an exponential family, therefore, by "
            "Proposition 5.4, E M(X) = eta for all eta in U", WRONG, PURE, paper=TRILEMMA, textual=True,
              counterexample="there is a Lemma 5.5, and Proposition 5.4 asks for E|M(X)| finite on all of U, while the "
              "theorem assumes a mean on I only", order="as printed", corrected="E|M(x)| <= e^(eps n) E|M(x*)| for all "
              "x (Proposition 5.7), with an x* for which this is finite, gives it", survives="the theorem stands"),
        row("Section 5, a single point", "M(x) = eta_0 is unbiased at eta_0 and nowhere else",
            ("no record, or eps = 0: no factor", "there is a parameter beyond every bound")),
        Claim("Section 5, the exponential example", "the theorem implies that no pure-DP estimate of the mean of "
            "Exponential(lambda) is unbiased for all lambda in (0, 0.1)", WRONG,
            ("the mean of Exponential(1/11) is not its natural parameter", "1/lambda passes every bound on (0, 1/10)",
                *BOUND), paper=TRILEMMA,
              counterexample="lambda = 1/11: the mean is 11, the natural parameter, of which the theorem speaks, -1/11",
              order="lambda = 1/k < 1/10, least k", corrected="the theorem says this of unbiased estimates of lambda; "
              "for the mean, 1/lambda is unbounded on (0, 0.1), so that Proposition 5.7 alone forbids them",
              survives="the conclusion is true"),
        Claim("Section 5, Bernoulli",
            "{Bernoulli(p): p in [0, 1]} is an exponential family with U = [0, 1]; p can be estimated under pure DP",
            WRONG, ("Bernoulli(1/3) has its natural parameter outside [0, 1]",
                "Bernoulli: p = x/(1 + x), x = p/(1 - p) any positive number",
                "randomised response estimates p without bias"), paper=TRILEMMA,
              counterexample="p = 1/3: the natural parameter is log(1/2) < 0", order="p = 1/k, least k >= 2",
              corrected="p in (0, 1), natural parameter log(p/(1 - p)), U = R: by the theorem (for discrete laws) no "
              "pure-DP estimate of log(p/(1 - p)) is unbiased, and of p it does not speak",
              survives="that p can be estimated without bias is true: randomised response; it shows nothing about U"),
        row("Section 5, U of infinite length", "the assumption that U has infinite length is necessary", TILTED,
            note="not by the Bernoulli example: the density e^(-|x| + eta x)(1 - eta^2)/2 has U = (-1, 1) and E "
            "sign(X) = eta; (1 + b)/(1 - b) times the sign, flipped with probability b/(1 + b), b = e^-eps, is eps-DP "
            "and unbiased on all of U"),
        Claim("Proposition 5.3", "g(eta) = E phi(X) is an analytic function on U", WRONG,
            ("a closed end of U: the slope of exp(Z) is infinite there",
                "the sums of 1/(i + 1) grow by at least 1/2 when i is doubled: i terms, none below 1/(2i)", *STRIP),
                paper=TRILEMMA,
              counterexample="h(i) = 1/(i (i + 1)), i = 1, 2, .., T(i) = i: U = (-inf, 0], and for phi = 1 at i = 1, "
              "else 0, g = e^eta/(2 exp Z(eta)) has slope -infinity at 0: the slope of exp Z there is the sum of 1/(i "
              "+ 1) (with densities: h(x) = 1/(1 + x)^2 on x > 0)",
              order="the least number of terms that add up to more than 2: 10",
              corrected="analytic on the interior of U, continuous on U",
              survives="Proposition 5.4 and Theorem 5.2 stand: what holds inside U holds at its ends by continuity"),
        Claim("Proposition 5.3, the proof: entire",
            "for every compact K in C, exp(Z(m)) + exp(Z(M)) is finite, so exp(Z(eta)) must be entire", WRONG,
            ("exp(Z) of the exponential family is not entire: a pole at 0", *STRIP), paper=TRILEMMA,
              counterexample="Exponential: exp(Z(eta)) = -1/eta for eta < 0, infinite at eta = 0",
              order="eta = -j, least j",
              corrected="analytic on the open strip of all eta with Re eta in the interior of U",
              survives="the proposition as corrected"),
        Claim("Proposition 5.3, the proof: the quotient",
            "as a consequence h(x) exp(eta T(x) - Z(eta)) is analytic in eta for every x", WRONG,
            ("exp(Z) of a coin is 0 at i pi", *STRIP), paper=TRILEMMA,
              counterexample="a fair coin: exp(Z(eta)) = (1 + e^eta)/2 is 0 at eta = i pi, a pole of the quotient",
              order="e^eta = 1, -1", corrected="analytic on a neighbourhood of the interior of U, where exp(Z) > 0",
              survives="g is a quotient of two analytic functions, the lower one positive on U"),
        row("Proposition 5.4", "if E phi(X) = eta on an interval of positive length, then on all of U",
            (*STRIP, "there is a parameter beyond every bound"),
            note="inside U by the identity theorem, at an end by continuity"),
        row("Lemma 5.5",
            "P_eta^n is an exponential family with the same natural parameters, h_n the product and T_n the sum",
            PRODUCT, note="Z_n = n Z"),
        Claim("Lemma 5.6",
            "f(w, eta) analytic in eta for every w and dominated on compact sets: its integral over w is analytic",
            WRONG, STRIP, paper=TRILEMMA, textual=True,
            counterexample="f need not be measurable in w: then there is no integral", order="as printed",
            corrected="f measurable in w for every eta", survives="misprint: h, T and phi are measurable"),
        row("Proposition 5.7", "A (eps, 0)-DP: |E A(x)| <= e^(eps n) E|A(x*)| for all x, x*", BOUND, note="attained"),
        row("Theorem D.5", "U an interval of infinite length, I in U an interval of positive length: no rho-zCDP M has "
            "E M(X) = eta and E M(X)^2 finite for all eta in I",
            (*STRIP, *PRODUCT, "and beyond every bound under concentrated DP"),
            note="with Proposition D.4 as corrected in `trilemma_groups`, which also gives E|M(X)| finite on all of U"),
        textbook("Appendix B, holomorphic functions", "a function on an open set of the plane is holomorphic exactly "
            "when it is analytic; a disk is simply connected, an annulus is not; limit points (Definition B.3)",
            "Cauchy, Morera, the identity theorem"),
        textbook("Appendix B, Theorem B.1", "Cauchy's theorem: U open and simply connected, f analytic on U: its "
            "integral over every closed contour is 0", "Cauchy, Morera, the identity theorem"),
        textbook("Appendix B, Theorem B.2", "Morera's theorem: f continuous on an open set, its integrals over all "
            "closed contours in simply connected parts 0: f is analytic", "Cauchy, Morera, the identity theorem"),
        Claim("Theorem B.4",
            "U open, f1 and f2 analytic on U, equal on a set with a limit point in U: then they are equal on U", WRONG,
            ("the identity theorem on two half planes", *STRIP, "Cauchy, Morera, the identity theorem"), paper=TRILEMMA,
              counterexample="U = {Re z < 0} and {Re z > 0}: f1 = 0, f2 = 0 on the first and 1 on the second",
              order="the integers from -2 on without 0, least at which they differ", corrected="U open and connected",
              survives="misprint: it is used on a neighbourhood of an interval"),
        textbook("Appendix C, measure spaces",
            "measurable subsets, measures, sigma-finite spaces, measurable and integrable functions",
            "dominated convergence, Fubini"),
        textbook("Appendix C, Theorem C.1", "dominated convergence: measurable f_n -> f, |f_n| <= G, G integrable: the "
            "integrals converge to that of f", "dominated convergence, Fubini"),
        textbook("Appendix C, Theorem C.2", "Fubini: sigma-finite spaces, f measurable and |f| with a finite double "
            "integral: the order does not matter", "dominated convergence, Fubini"),
    ),
)
