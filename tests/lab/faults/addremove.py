"""Planted faults in the formulas of the laws and of `addremove`, and in the statements about
them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpmean.distributions import (
    discrete_gaussian,
    discrete_hourglass,
    discrete_laplace,
    discrete_staircase,
    gaussian_moments,
    hourglass,
    laplace,
    optimal_gamma,
    rounded_laplace,
    staircase,
    staircase2d,
)
from dpmean.distributions.bulk import formulas
from dpmean.distributions.series import power_sum
from dpmean.mechanisms.addremove import mean_bounds as addremove
from dpmean.mechanisms.addremove import transformation
from dpmean.mechanisms.addremove.bounded_mean import BoundedMean
from dpmean.mechanisms.addremove.independent_mean import IndependentMean
from dpmean.mechanisms.addremove.shifted_mean import ShiftedMean
from dpmean.privacy import losses as privacy
from proofs import theorems  # noqa: F401
from proofs.theorems.addremove import (
    discrete_laws,
    error_constants,
    experiments,
    finite_errors,
    hourglass_is_private,
    hourglass_law,
    known_mean_gamma,
    lattice_optimum,
    lemma1,
    lower_bound,
    mechanisms_are_private,
    moments_and_tails,
    noise_lower_bound,
    setting,
    sigma_squared_limits,
    staircase2d_law,
    staircase2d_optimal_gamma,
    staircase_optimal_gamma,
    staircase_steps,
)
from tests.lab.faults.fault import Fault, plus, scaled


def _tampered_certificates(original: Path) -> Path:
    """A copy in which one dual multiplier is a thousandth too large (and the bound with it)."""
    entries = json.loads(original.read_text())
    entry = next(e for e in entries if e["k"] == 3)
    entry["dual"][0] = str(Fraction(entry["dual"][0]) + Fraction(1, 1000))
    entry["bound"] = str(sum(Fraction(v) for v in entry["dual"]))
    target = Path(__import__("tempfile").mkdtemp()) / "chain.json"
    target.write_text(json.dumps(entries))
    return target


def _with_laws(count: Fraction, factor: Fraction) -> Callable[[Any], Any]:
    """A mechanism's laws with a wrong scale."""

    def change(original: Any) -> Any:
        def laws(self: Any) -> Any:
            sums, counts = original.func(self)
            return type(sums)(sums.decay, sums.sensitivity * factor), type(counts)(
                counts.decay, counts.sensitivity * count
            )

        return property(laws)

    return change


FAULTS = (
    # shipped formulas
    Fault(
        "staircase overlap forgets the normaliser's 1 - b",
        staircase,
        "overlap",
        scaled(2),
        "staircase_law",
        "balls that meet their shift",
    ),
    Fault(
        "staircase quantile on the wrong step",
        staircase,
        "quantile_above_half",
        plus(lambda p, j, b, g, d: d),
        "staircase_law",
        "the quantile inverts the tail",
    ),
    Fault(
        "the paper's normaliser of the 2-D staircase",
        staircase2d,
        "normalizer",
        lambda _: lambda b, g, d: staircase2d_law.printed_normalizer(b, g) / d**2,
        "staircase2d_law",
        "the total mass is 1",
    ),
    Fault(
        "2-D marginal density is one-sided",
        staircase2d,
        "marginal_density",
        scaled(Fraction(1, 2)),
        "staircase2d_law",
        "the marginal density adds the slices at x",
    ),
    Fault(
        "2-D norm tail with a wrong area",
        staircase2d,
        "norm_tail",
        scaled(Fraction(1, 2)),
        "staircase2d_law",
        "the tail of the norm is 1 at 0",
    ),
    Fault(
        "2-D overlap mixes up u and v",
        staircase2d,
        "overlap",
        lambda f: lambda u, v, *rest: f(u, u, *rest),
        "staircase2d_law",
        "balls that meet their shift (all)",
    ),
    Fault(
        "hourglass normaliser off by a factor 2",
        hourglass,
        "normalizer",
        scaled(2),
        "hourglass_law",
        "the normaliser of Appendix D.1",
        ("bulk_laws",),
    ),
    Fault(
        "the inverted sum of Appendix D.1 in the normaliser",
        hourglass,
        "normalizer",
        lambda _: lambda b, g, d: staircase.normalizer(b, g, d) * (1 + b) / (1 - b),
        "hourglass_law",
        "on the diagonals through x the density adds up to the staircase's",
        ("bulk_laws",),
    ),
    Fault(
        "hourglass covariance halved",
        hourglass,
        "covariance",
        scaled(Fraction(1, 2)),
        "hourglass_law",
        "E XY = D E|X||J| - E X^2",
        ("known_mean_gamma",),
    ),
    Fault(
        "hourglass sum variance without Var K given J",
        hourglass,
        "sum_variance",
        plus(lambda b, g, d: -(d**2) * b),
        "hourglass_law",
        "Var(X + Y) = D^2 (E J^2 + 2b/(1 - b)^2)",
    ),
    Fault(
        "hourglass sum pmf with k squared",
        hourglass,
        "sum_pmf",
        lambda f: lambda k, b, g: f(k, b, g) if isinstance(k, int) else f(k, b, g) + (k * k - k),
        "hourglass_law",
        "P(X + Y = k D): J < 0, J = 0, 1 <= J <= k and J > k",
    ),
    Fault(
        "hockey stick that forgets the outcomes of loss 0",
        privacy,
        "three_valued_hockey_stick_below_one",
        lambda _: lambda b, tv, ratio: tv / (1 - b) * (1 - ratio),
        "hourglass_is_private",
        "the profile is that of randomised response, ratio <= 1",
    ),
    Fault(
        "hockey stick in the wrong direction",
        privacy,
        "three_valued_hockey_stick",
        lambda _: lambda b, tv, ratio: tv / (1 - b) * (1 - ratio / b),
        "hourglass_is_private",
        "the profile is that of randomised response, ratio >= 1",
        also=("staircase2d_law",),
    ),
    Fault(
        "lattice hourglass with the continuous centre 2g",
        discrete_hourglass,
        "sum_pmf",
        plus(lambda k, b, g, m: discrete_hourglass.normalizer(b, g, m)),
        "discrete_laws",
        "P(X + Y = k): J < 0, J = 0, 1 <= J <= k and J > k",
    ),
    Fault(
        "lattice covariance forgets E X^2",
        discrete_hourglass,
        "covariance",
        plus(lambda b, g, m: discrete_staircase.moment(2, b, g, m) / m**2),
        "discrete_laws",
        "Cov = E X J - E X^2",
    ),
    Fault(
        "lattice step times index off by half a step",
        discrete_hourglass,
        "step_times_index",
        plus(lambda b, g, m: b),
        "discrete_laws",
        "E i J: step j has the points (j - 1) m + g .. (j - 1) m + g + m - 1 on each side",
    ),
    Fault(
        "discrete staircase tail off by one point",
        discrete_staircase,
        "tail",
        lambda f: lambda i, *rest: f(i + 1, *rest),
        "discrete_laws",
        "its tail is continuous across steps and 1 - A at 1",
        ("bulk_laws",),
    ),
    Fault(
        "discrete staircase overlap off by one point",
        discrete_staircase,
        "overlap",
        lambda f: lambda s, *rest: f(s - 1, *rest),
        "discrete_laws",
        "balls that meet their shift (all)",
    ),
    Fault(
        "Laplace density without the half",
        laplace,
        "density",
        scaled(2),
        "laplace_laws",
        "the tail falls with slope -2 f",
    ),
    Fault(
        "discrete Laplace tail of |K| > k",
        discrete_laplace,
        "tail",
        lambda f: lambda t, power: f(t, power * t),
        "laplace_laws",
        "its tail",
        ("bulk_laws", "trilemma_count", "trilemma_subsample", "instance_shuffled"),
    ),
    Fault(
        "the 2-D quintic loses a coefficient",
        optimal_gamma,
        "planar_polynomial",
        lambda f: lambda b: [*f(b)[:5], f(b)[5] * Fraction(101, 100)],
        "staircase2d_optimal_gamma",
        "the derivative of S_4/S_2 in gamma is 2 q/S_2^2",
    ),
    Fault(
        "gamma for the absolute error is that of b, not of its root",
        optimal_gamma,
        "absolute",
        lambda _: lambda s: s**2 / (1 + s**2),
        "staircase_optimal_gamma",
        "E|X| at gamma less E|X| at s/(1 + s) is a square with positive weight",
    ),
    Fault(
        "leading constant with the covariance's sign flipped",
        addremove,
        "quadratic_form",
        lambda f: lambda a, v, c: f(a, v, -c),
        "error_constants",
        "E ((1 - alpha) Z1 - alpha Z2)^2 for exchangeable noise",
        ("known_mean_gamma",),
    ),
    Fault(
        "Algorithm 1's constant twice too large",
        addremove,
        "independent_form",
        scaled(2),
        "error_constants",
        "Algorithm 1: E (Zs - mu Zn)^2",
    ),
    Fault(
        "Lemma 1 with M^2 for 4 M^2",
        addremove,
        "lemma1",
        lambda f: lambda c, ff, m, p: f(c, ff, m / 2, p),
        "lemma1",
        "the shipped right side is (sqrt(E C^2) + sqrt(E F^2))^2 + 4 M^2 P",
    ),
    Fault(
        "the remainder of Theorem 1 with 80 for 800",
        addremove,
        "laplace_remainder",
        scaled(Fraction(1, 10)),
        "finite_errors",
        "Algorithm 3, Laplace: n^4 E F^2 <= 800/eps^4",
    ),
    Fault(
        "the remainder for exchangeable noise without the factor 8",
        addremove,
        "exchangeable_remainder",
        scaled(Fraction(1, 8)),
        "finite_errors",
        "so E F^2 <= 160 E Z^4 = 160 * 12 (1 - b)^-2 V = 1920 V/(1 - b)^2, as shipped, and "
        "44^2 >= 1920",
    ),
    Fault(
        "the tail of a sum of two Laplace variables four times too large",
        addremove,
        "laplace_sum_tail",
        scaled(4),
        "finite_errors",
        "Algorithm 3, Laplace: the tail is below the rest of the square on [24, 600]",
    ),
    Fault(
        "the transformation of Algorithm 2 without its half",
        transformation,
        "_MATRICES",
        lambda m: {**m, "2": ((1, Fraction(-1, 2)), (0, 1))},
        "transformations",
        "the matrices are those printed",
    ),
    Fault(
        "the radius by the smaller end",
        transformation,
        "radius",
        lambda _: lambda a: Fraction(1),
        "transformations",
        "the balls contain the space",
    ),
    Fault(
        "Algorithm 1 scales the sum's noise by w, not 2w",
        IndependentMean,
        "laws",
        _with_laws(Fraction(1), Fraction(1, 2)),
        "mechanisms_are_private",
        "Algorithm 1 loses at most epsilon",
    ),
    Fault(
        "Algorithm 2 gives the count the whole budget",
        ShiftedMean,
        "laws",
        _with_laws(Fraction(1, 2), Fraction(1)),
        "mechanisms_are_private",
        "Algorithm 2 loses at most epsilon",
    ),
    Fault(
        "the bounded mean gives its count the whole budget",
        BoundedMean,
        "laws",
        _with_laws(Fraction(1), Fraction(1, 2)),
        "mechanisms_are_private",
        "the bounded mean loses at most epsilon",
    ),
    Fault(
        "the mass at 0 of rounded Laplace noise counts one side",
        rounded_laplace,
        "center_mass",
        plus(lambda h: h / 2),
        "rounded_laplace_law",
        "P(K = 0) is Laplace mass between -1/2 and 1/2",
    ),
    Fault(
        "the look-up of rounded Laplace noise begins at k",
        formulas,
        "rounded_upper",
        lambda f: lambda k, p: f(k, p) * p[0],
        "rounded_laplace_law",
        "the look-up's masses are the law's",
    ),
    Fault(
        "the bounded mean's constant with half the variance of the count",
        addremove,
        "bounded_form",
        lambda f: lambda m, l, u, e, v: f(m, l, u, e, v / 2),
        "error_constants",
        "the bounded mean: E (Zs - (mu - m) K)^2",
    ),
    Fault(
        "the discrete Gaussian total counts one side",
        discrete_gaussian,
        "total",
        lambda _: lambda upper: 1 + upper,
        "discrete_gaussian_law",
        "the mass at 0 and both sides make 1",
        ("instance_rank_error", "instance_zcdp"),
    ),
    Fault(
        "rho without the factor 2",
        discrete_gaussian,
        "rho",
        scaled(2),
        "discrete_gaussian_law",
        "the divergence of order a is a rho",
        ("instance_clipped_mean", "instance_zcdp"),
    ),
    Fault(
        "the last outcome of the Gaussian profile off by half the shift",
        discrete_gaussian,
        "last_gain",
        plus(lambda s, h, v: s / 2),
        "discrete_gaussian_law",
        "the log-ratio meets h at last_gain",
    ),
    Fault(
        "a Hermite polynomial with a wrong constant",
        gaussian_moments,
        "hermite",
        lambda f: lambda m: [f(m)[0] + (m == 2), *f(m)[1:]],
        "discrete_gaussian_law",
        "h_m(0) is the continuous moment, (2m - 1)!!",
    ),
    Fault(
        "the side of the moments turned round",
        gaussian_moments,
        "side",
        lambda f: lambda *args: -f(*args),
        "discrete_gaussian_law",
        "where side answers, h(y) - h(0) has that sign",
    ),
    Fault(
        "the look-up of steps begins a step too far out",
        formulas,
        "staircase_upper",
        lambda f: lambda j, parameters: f(j + 1, parameters),
        "bulk_laws",
        "staircase: P(J = j) is the density on step j times its width 1",
    ),
    Fault(
        "the lattice look-up counts a point of the step before",
        formulas,
        "lattice_upper",
        lambda f: lambda j, p: f(j, p) + discrete_staircase.weight(j - 1, *p),
        "bulk_laws",
        "lattice staircase: P(J = j) is m times the mass of a point",
    ),
    Fault(
        "the offset's tail is two-sided",
        formulas,
        "laplace_upper",
        scaled(2),
        "bulk_laws",
        "discrete Laplace: the look-up's masses are the law's",
    ),
    Fault(
        "step 0 reaches to gamma on the right only",
        formulas,
        "step",
        lambda f: lambda s, g, d: (0 * g * d, g * d) if s == 0 else (f(s, g, d)[0] - g * d / 2, d),
        "bulk_laws",
        "a position inside signed step s has signed level s",
    ),
    Fault(
        "negative lattice steps are not moved by a point",
        formulas,
        "lattice_step",
        lambda f: lambda s, g, m: (f(s, g, m)[0] - (s < 0), f(s, g, m)[1]),
        "bulk_laws",
        "the points of a lattice step are those of its level, m <= 6",
    ),
    Fault(
        "a digit is drawn as if the base were squared",
        formulas,
        "digit_upper",
        lambda f: lambda j, p: f(j, (p[0], p[1] ** 2)),
        "bulk_laws",
        "digits: the last digit and B times a geometric number of ratio q^B make a geometric "
        "number",
    ),
    Fault(
        "a geometric size begins with 1",
        formulas,
        "geometric_upper",
        lambda f: lambda k, p: f(k - 1, p),
        "bulk_laws",
        "a sign and a geometric size, but no negative zero, are discrete Laplace",
    ),
    Fault(
        "the coin of a proposal forgets the middle",
        formulas,
        "rejection_exponent",
        lambda _: lambda size, scale, variance: size**2 / (2 * variance),
        "bulk_laws",
        "rejection: the exponents of proposal and coin make y^2/(2 sigma^2), but for a constant",
    ),
    # statements
    Fault(
        "Lemma 4's centre without 1 - gamma",
        hourglass_law,
        "y_0",
        lambda _: lambda x, g: -x,
        "hourglass_law",
        "Lemma 4's centre is the signed step: y - y_0 = k - J",
    ),
    Fault(
        "an erratum that is none: Appendix D.1's sum printed right",
        hourglass_law,
        "printed_sum",
        lambda _: lambda p: True,
        "hourglass_law",
        "the sum printed in Appendix D.1 is inverted",
    ),
    Fault(
        "an erratum that is none: Definition 3 printed right",
        staircase2d_law,
        "printed_normalizer",
        lambda _: (
            lambda b, g: (
                (1 - b) ** 2 / (2 * (2 * b * (b + (1 - b) * g) + (1 - b) * (b + (1 - b) * g**2)))
            )
        ),
        "staircase2d_law",
        "its mass exceeds 1 for every epsilon and gamma",
    ),
    Fault(
        "the hourglass moves by (x0, 2 - x0)",
        hourglass_is_private,
        "change",
        lambda _: (
            lambda v, sign=1: (
                staircase_steps.exponent(v.x + sign * v.x0, v.k + 2 * sign, v.g)
                - staircase_steps.exponent(v.x, v.k, v.g)
            )
        ),
        "hourglass_is_private",
        "a move by (x0, 1 - x0) changes the exponent by exactly one",
    ),
    Fault(
        "29 becomes 28",
        finite_errors,
        "CONSTANT",
        lambda _: 28,
        "finite_errors",
        "Algorithm 3, Laplace: the tail is below the rest of the square on [24, 600]",
    ),
    Fault(
        "Lemma 8's constant without the factorial",
        moments_and_tails,
        "chain_constant",
        lambda f: lambda m, s: f(m, s) / 2,
        "moments_and_tails",
        "the chain of constants is m!/2 for both laws",
    ),
    Fault(
        "the lower bound on kappa with h^2/2",
        sigma_squared_limits,
        "cosh_term",
        lambda f: lambda k: f(k) - Fraction(1, 6) * (k == 1),
        "sigma_squared_limits",
        "cosh^2 h >= (1 + h^2/3)^3: the coefficients up to h^6; the later ones are those of cosh^2",
    ),
    Fault(
        "the split between the two critical points at s",
        staircase2d_optimal_gamma,
        "split",
        lambda _: lambda s: 0 * s + Fraction(99, 100),
        "staircase2d_optimal_gamma",
        "q < 0 at g0 = s/(1 + s)",
    ),
    Fault(
        "Phi without its lambda",
        noise_lower_bound,
        "phi",
        lambda _: lambda x, b, level: power_sum(2, b, x),
        "noise_lower_bound",
        "Phi(x) - b Phi(x + 1) = x^2 - lambda",
    ),
    Fault(
        "a dual multiplier a thousandth too large",
        lower_bound,
        "CERTIFICATES",
        _tampered_certificates,
        "lower_bound",
        "linear programmes: on every chain of up to 9 data sets the dual is dominated by every "
        "extreme ray",
    ),
    Fault(
        "D of Lemma 1 without the cross term",
        lemma1,
        "part_d",
        lambda _: lambda a, b, za, zb: a * zb**2 / (b**2 * (b + zb)),
        "lemma1",
        "the ratio's error is C + D",
    ),
    Fault(
        "data sets as sets, not multisets",
        setting,
        "differences",
        lambda _: lambda d, e: (len(set(d) - set(e)), len(set(e) - set(d))),
        "setting",
        "add-remove neighbours: one is the other plus a record",
    ),
    Fault(
        "Algorithm 2's clipped limit of Algorithm 3",
        experiments,
        "clipped_2",
        lambda _: lambda t, power: 2 * experiments.clipped_3(t, power),
        "experiments",
        "2 clipped_3 - clipped_2 = t^2 e^-t/2: the ratio is below two for t > 0",
    ),
    Fault(
        "an erratum that is none: Appendix E's chain with its brackets",
        error_constants,
        "printed_chain",
        lambda _: lambda c: True,
        "error_constants",
        "the chain printed in Appendices E and F lacks two factors 1/n^2",
    ),
    Fault(
        "a record contributes |x| twice",
        mechanisms_are_private,
        "loses_at_most",
        lambda f: lambda c, s, budget=1: f(2 * c, s, budget),
        "mechanisms_are_private",
        "Algorithm 1 loses at most epsilon",
    ),
    Fault(
        "the lattice move without its k",
        discrete_laws,
        "step_change",
        lambda f: lambda v: f(v) * 2,
        "discrete_laws",
        "on every lattice, a shift of at most Delta changes the staircase's step by at most one",
    ),
    Fault(
        "the ceiling of Lemma 3 read as the floor plus one",
        staircase_steps,
        "printed_ceiling",
        lambda _: lambda p: True,
        "staircase_steps",
        "the ceiling of |x| - gamma is not the step at x = gamma = 1/2",
    ),
    Fault(
        "the rule without its (1 - b)^2",
        lattice_optimum,
        "excess",
        lambda _: lambda b, r, m: 4 * (r * (1 - b) + m * b) ** 3 - 2 * m**3 * b * (1 + b),
        "lattice_optimum",
        "the rule: V(r + 1) - V(r) is 2 (y (4 y^2 - (1 - b)^2) - 2 m^3 b (1 + b)) over a "
        "positive number",
    ),
    Fault(
        "the best gamma of a known mean with 1 - 2 s",
        known_mean_gamma,
        "best_cube",
        lambda _: lambda b, s: optimal_gamma.cube(b) * (1 - 2 * s),
        "known_mean_gamma",
        "at s = 1/4 it is a quarter of the paper's cube",
    ),
    Fault(
        "the variance at another gamma",
        staircase_optimal_gamma,
        "variance_at",
        lambda f: lambda c, b: f(c, b) * 2,
        "staircase_optimal_gamma",
        "the least variance is sigma^2",
    ),
)
