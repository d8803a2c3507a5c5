"""Mutants of means of vectors: private quantiles, clipped norms, ranks and budgets, the rotation,
real data, Gaussian noise, and the bounds around them.
"""

from __future__ import annotations

from dpmean.distributions import finite, gaussian
from dpmean.distributions import published_gaussian as noise
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.gaussian import Gaussian
from dpmean.exact import rotation
from dpmean.mechanisms.instance import clipping, private_threshold, quantile, real
from dpmean.mechanisms.instance import lower_bounds as instance_lower
from dpmean.mechanisms.instance import models as instance_models
from dpmean.mechanisms.instance import quantile_clipped_mean_bounds as instance
from dpmean.mechanisms.instance import shifted_clipped_mean as shifted
from dpmean.mechanisms.instance import shifted_clipped_mean_bounds as instance_shifted
from dpmean.mechanisms.instance import tails as instance_tails
from dpmean.mechanisms.instance.gaussian_mean import GaussianMean
from dpmean.mechanisms.instance.private_threshold import Plan
from dpmean.mechanisms.instance.privquant import PrivQuant
from dpmean.mechanisms.instance.quantile import Search
from dpmean.mechanisms.instance.quantized_mean import QuantizedMean
from dpmean.mechanisms.instance.shifted_clipped_mean import ShiftedClippedMean
from dpmean.privacy import composition
from dpmean.programs import table

from ..mutant import Mutant, always, edit

MUTANTS = (
    # the search
    Mutant(
        "quantile-iterations-of-u",
        "the halvings are counted as log2(u), rounded up",
        ("Iterations",),
        quantile,
        "iterations",
        edit(
            ("(values - 1).bit_length()", "max((values - 2).bit_length(), 1) if values > 1 else 0")
        ),
    ),
    Mutant(
        "quantile-iterations-one-more",
        "one halving too many is counted",
        ("Iterations", "WrongScale", "Constants"),
        quantile,
        "iterations",
        edit(("(values - 1).bit_length()", "values.bit_length()")),
    ),
    Mutant(
        "quantile-right-at-ties",
        "a noisy count equal to the rank goes right, as printed",
        ("RankTie",),
        quantile,
        "goes_right",
        edit(("noisy <= rank if printed else noisy < rank", "noisy <= rank")),
    ),
    Mutant(
        "quantile-printed-corrected",
        "the printed edition goes left at ties",
        ("RankTie",),
        quantile,
        "goes_right",
        edit(("noisy <= rank if printed else noisy < rank", "noisy < rank")),
    ),
    Mutant(
        "quantile-rank-from-0",
        "ranks are counted from 0",
        ("RankTie",),
        quantile,
        "search",
        edit(("Search(low, high, rank,", "Search(low, high, rank + 1,")),
    ),
    Mutant(
        "quantile-middle-toward-0",
        "the middle of a negative range is rounded toward 0",
        ("TruncatedDivision", "NegativeSide"),
        quantile,
        "middle",
        edit(
            (
                "return (left + right) // 2",
                "found = -(-(left + right) // 2) if left + right < 0 else (left + right) "
                "// 2\n    return found if found < right else right - 1",
            )
        ),
    ),
    Mutant(
        "quantile-middle-up",
        "the middle is rounded up",
        ("TruncatedDivision", "RankTie"),
        quantile,
        "middle",
        edit(("(left + right) // 2", "min((left + right + 1) // 2, right - 1)")),
    ),
    Mutant(
        "quantile-count-below",
        "records below the middle are counted, not those equal to it",
        ("RankTie",),
        table,
        "bisect_right",
        always(__import__("bisect").bisect_left),
    ),
    Mutant(
        "quantile-whole-budget-each",
        "every count spends the whole budget",
        ("BudgetNotSplit", "WrongScale"),
        quantile,
        "noise_variance",
        edit(("count / (2 * rho)", "1 / (2 * rho) + 0 * count")),
    ),
    Mutant(
        "quantile-variance-of-rho",
        "the variance is T/rho",
        ("WrongScale", "Constants"),
        quantile,
        "noise_variance",
        edit(("count / (2 * rho)", "count / rho")),
    ),
    Mutant(
        "quantile-one-noise",
        "all counts have the first count's noise",
        ("NoiseReused",),
        Search,
        "program",
        edit(
            (
                '(yield Draw(f"{label}_{len(middles) + 1}", self.law))',
                '(noise if middles else (yield Draw(f"{label}_1", self.law)))',
            )
        ),
    ),
    Mutant(
        "quantile-records-refused",
        "a record outside the range is refused",
        ("StatusLeak", "ClipForgotten"),
        table,
        "coordinate",
        edit(
            (
                "    return max(low, min(round(",
                "    if not low <= exact <= high:\n        raise "
                "InvalidInput('out_of_range', 'data: outside the range', argument='data')\n"
                "    return max(low, min(round(",
            )
        ),
    ),
    Mutant(
        "quantile-missing-is-low",
        "a missing record counts as the lower end",
        ("MissingRecord",),
        table,
        "coordinate",
        edit(("return max(low, min(0, high))", "return low")),
    ),
    Mutant(
        "quantile-records-rounded-up",
        "records half way between two integers go up",
        ("Rounding",),
        table,
        "coordinate",
        edit(
            (
                "round(exact if bucket is None else exact / bucket)",
                "(((exact if bucket is None else exact / bucket) * 2 + 1) // 2)",
            )
        ),
    ),
    Mutant(
        "quantile-rank-unchecked",
        "a rank beyond the number of records is accepted",
        ("RankTie",),
        PrivQuant,
        "__post_init__",
        edit(("if self.rank > self.n:", "if False:")),
    ),
    Mutant(
        "rank-error-of-one-count",
        "the union bound forgets the number of counts",
        ("Constants", "CaseEnd"),
        quantile,
        "rank_error",
        edit(("reals.log(sides * count / beta)", "reals.log(sides / beta + 0 * count)")),
    ),
    Mutant(
        "rank-error-without-2",
        "the rank error is half as large in square",
        ("Constants",),
        quantile,
        "squared_rank_error",
        edit(("2 * variance * log_term", "variance * log_term")),
    ),
    Mutant(
        "printed-noise-natural-log",
        "the printed variance has the natural logarithm",
        ("Iterations",),
        quantile,
        "printed_log",
        edit((" / reals.log(Fraction(2))", "")),
    ),
    # clipping
    Mutant(
        "clip-each-coordinate",
        "coordinates are clipped at the threshold, not the norm",
        ("WrongNorm",),
        table,
        "truncated",
        edit(
            ("    norm = sum((v * v for v in x))", "    norm = max((v * v for v in x), default=0)")
        ),
    ),
    Mutant(
        "clip-the-sum-of-sizes",
        "the l1 norm is clipped",
        ("WrongNorm",),
        table,
        "truncated",
        edit(("    norm = sum((v * v for v in x))", "    norm = sum(abs(v) for v in x) ** 2")),
    ),
    Mutant(
        "clip-not-at-all",
        "norms are not clipped",
        ("ClipForgotten", "WrongNorm"),
        table,
        "truncated",
        edit(("if norm <= squared:", "if True:")),
    ),
    Mutant(
        "clip-rounds-away",
        "clipped coordinates are rounded up in size",
        ("RoundedOut",),
        table,
        "truncated",
        edit(
            (
                "_signed(isqrt(top * v * v // bottom), v)",
                "_signed(-(-isqrt(4 * top * v * v // bottom) // 2), v)",
            )
        ),
    ),
    Mutant(
        "clip-floors",
        "clipped coordinates are rounded down, also negative ones",
        ("RoundedOut", "NegativeSide"),
        table,
        "_signed",
        edit(("-size if like < 0", "-size - 1 if like < 0")),
    ),
    Mutant(
        "clip-in-doubles",
        "clipped coordinates come from doubles",
        ("RoundedOut",),
        table,
        "isqrt",
        always(lambda n: int(float(n) ** 0.5)),
    ),
    Mutant(
        "noise-of-adding",
        "the noise is that of adding a record: sensitivity C",
        ("WrongScale", "Constants"),
        clipping,
        "factor",
        edit(('4 if constants == "paper"', '1 if constants == "paper"')),
    ),
    Mutant(
        "noise-exact-of-signs",
        "constants = exact has a quarter of the noise in every dimension",
        ("WrongScale", "Constants", "CaseEnd"),
        clipping,
        "factor",
        edit(("2 if d > 1 else 1", "1")),
    ),
    Mutant(
        "noise-without-steps",
        "the noise is in units, not in steps",
        ("Lattice", "WrongScale"),
        clipping,
        "lattice_variance",
        edit((" * steps**2", " * steps")),
    ),
    Mutant(
        "noise-one-for-all",
        "all coordinates have one noise",
        ("NoiseReused",),
        clipping,
        "noisy_mean",
        edit(
            (
                '(yield Draw(f"noise_{j}", law))',
                '(found if j > 1 else (found := (yield Draw(f"noise_{j}", law))))',
            )
        ),
    ),
    Mutant(
        "noise-of-the-threshold-stage",
        "the mean's noise is that of the counts",
        ("WrongScale", "BudgetNotSplit"),
        private_threshold,
        "mean_share",
        edit(("3 * rho / 4", "rho / 4")),
    ),
    Mutant(
        "mean-not-divided",
        "the sum is released",
        ("Unnormalised",),
        clipping,
        "noisy_mean",
        edit(("v * Fraction(1, table.n) for v", "v * Fraction(1) for v")),
    ),
    Mutant(
        "threshold-whole-budget",
        "the threshold spends the whole budget",
        ("BudgetNotSplit",),
        private_threshold,
        "threshold_share",
        edit(("rho / 4", "rho / 1")),
    ),
    Mutant(
        "threshold-of-all-rho",
        "the rank is the paper's, with the budget of the whole",
        ("BudgetNotSplit",),
        Plan,
        "weight",
        edit(('self.rho if self.edition == "printed" else mean_share(self.rho)', "self.rho")),
    ),
    Mutant(
        "threshold-rank-up",
        "the rank is rounded down",
        ("RankTie", "BudgetNotSplit"),
        clipping,
        "rank",
        edit(("n - floor(weight)", "n - floor(weight) - 1")),
    ),
    Mutant(
        "threshold-rank-without-error",
        "the rank leaves out the rank error",
        ("BudgetNotSplit", "Constants"),
        Plan,
        "rank",
        edit(("self.n - max(floor(self.weight), ceil(self.error))", "self.n - floor(self.weight)")),
    ),
    Mutant(
        "threshold-too-few-records",
        "with too few records the rank is 1",
        ("CaseEnd",),
        Plan,
        "program",
        edit(
            ("if self.rank < 1:", "if False:"),
            ("self.rank, threshold_share", "max(self.rank, 1), threshold_share"),
        ),
    ),
    Mutant(
        "bound-of-sums",
        "the bias is a sum, not a mean",
        ("Constants",),
        clipping,
        "error_bound",
        edit(("excesses / n", "excesses")),
    ),
    Mutant(
        "bound-without-d",
        "d is left out of the noise",
        ("Constants",),
        clipping,
        "noise_weight",
        edit(("factor * d / (2 * rho)", "factor * d / (2 * rho) / d")),
    ),
    Mutant(
        "optimal-of-the-order-given",
        "the threshold is taken from norms in the order given",
        ("Constants",),
        clipping,
        "optimal_threshold",
        edit(("sorted(norms)[at - 1]", "list(norms)[at - 1]")),
    ),
    # rotation and shift
    Mutant(
        "rotation-without-signs",
        "the signs are drawn and not applied",
        ("SignsForgotten",),
        rotation,
        "rotate",
        edit(("s * v for s, v in", "v for s, v in")),
    ),
    Mutant(
        "rotation-signs-not-undone",
        "the signs are not undone",
        ("SignsForgotten",),
        rotation,
        "back",
        edit(("v * s * Fraction(1, len(signs))", "v * Fraction(1, len(signs))")),
    ),
    Mutant(
        "rotation-not-divided",
        "the way back is not divided by d'",
        ("Unnormalised",),
        rotation,
        "back",
        edit(("v * s * Fraction(1, len(signs))", "v * Fraction(s)")),
    ),
    Mutant(
        "rotation-divided-by-d",
        "the way back is divided by d, not by d'",
        ("PaddingKept", "Unnormalised"),
        rotation,
        "back",
        edit(("v * s * Fraction(1, len(signs))", "v * Fraction(s, d)")),
    ),
    Mutant(
        "rotation-padding-kept",
        "the padding is returned",
        ("PaddingKept",),
        rotation,
        "back",
        edit(("[:d]", "")),
    ),
    Mutant(
        "rotation-padded-to-more",
        "a power of two is padded to the next one",
        ("PaddingKept", "CaseEnd"),
        rotation,
        "padded",
        edit(("1 << (d - 1).bit_length()", "1 << d.bit_length()")),
    ),
    Mutant(
        "rotation-difference-turned",
        "the second half of a butterfly is b - a",
        ("SignsForgotten",),
        rotation,
        "butterfly",
        edit(("(a + b, a - b)", "(a + b, b - a)")),
    ),
    Mutant(
        "shift-not-added-back",
        "the medians are not added back",
        ("CenterForgotten",),
        ShiftedClippedMean,
        "program",
        edit(("[m + c for m, c in", "[m + 0 * c for m, c in")),
    ),
    Mutant(
        "shift-not-subtracted",
        "the medians are not subtracted",
        ("CenterForgotten",),
        table.Rows,
        "minus",
        edit(("[v - c for v, c in", "[v + 0 * c for v, c in")),
    ),
    Mutant(
        "median-below",
        "the median's rank is floor(n/2)",
        ("MedianIndex",),
        shifted,
        "median_rank",
        edit(("(n + 1) // 2", "max(n // 2, 1)")),
    ),
    Mutant(
        "median-above",
        "the median's rank is one too high",
        ("MedianIndex",),
        shifted,
        "median_rank",
        edit(("(n + 1) // 2", "n // 2 + 1")),
    ),
    Mutant(
        "median-budget-of-one",
        "every coordinate's median spends rho/4",
        ("BudgetNotSplit",),
        shifted,
        "median_share",
        edit(("rho / (4 * d)", "rho / 4 + 0 * d")),
    ),
    Mutant(
        "median-budget-of-d",
        "the budget is split over d coordinates, of which there are d'",
        ("PaddingKept", "BudgetNotSplit"),
        ShiftedClippedMean,
        "medians",
        edit(("median_share(self.rho, self.padded)", "median_share(self.rho, self.d)")),
    ),
    Mutant(
        "shift-rest-of-all",
        "the clipped mean around the medians spends all of rho",
        ("BudgetNotSplit",),
        shifted,
        "rest_share",
        edit(("3 * rho / 4", "rho + 0")),
    ),
    Mutant(
        "shift-range-of-before",
        "the range of the norms is that before the shift",
        ("Iterations", "BudgetNotSplit"),
        shifted,
        "squared_norm_bound",
        edit(("(2 * coordinate_bound(d, u)) ** 2", "coordinate_bound(d, u) ** 2")),
    ),
    Mutant(
        "sign-always-plus",
        "every sign is +1",
        ("SignsForgotten", "SignBias"),
        finite.Sign,
        "sample",
        edit(("2 * UniformInteger(2).sample(bits) - 1", "1 + 0 * UniformInteger(2).sample(bits)")),
    ),
    # real data
    Mutant(
        "buckets-cut",
        "real coordinates are cut to buckets, not rounded",
        ("Rounding",),
        QuantizedMean,
        "rounded",
        edit(
            (
                "read(data, self.n, self.d, -self.half, self.half, self.bucket)",
                "Rows([[max(-self.half, min(int(v // self.bucket), self.half)) if (v := "
                "(Fraction(str(c)) if str(c) not in ('nan', 'inf', '-inf') else Fraction(0))) "
                "is not None else 0 for c in row] for row in "
                "__import__('dpmean.programs.table', fromlist=['']).rows_of(data, self.n, "
                "self.d)], self.d)",
            )
        ),
    ),
    Mutant(
        "buckets-not-scaled-back",
        "the estimate is in buckets",
        ("SensitivityUnit",),
        real.RealVectors,
        "program",
        edit(("* self.bucket_width for v", "for v")),
    ),
    Mutant(
        "buckets-not-moved-back",
        "the estimate is moved by the radius",
        ("ShiftForgotten",),
        real.RealVectors,
        "program",
        edit(("(v + Fraction(-self.half))", "(v + Fraction(0))")),
    ),
    Mutant(
        "samples-clipped-each",
        "samples are clipped coordinate by coordinate",
        ("WrongNorm",),
        GaussianMean,
        "one",
        edit(("if norm <= size**2:", "if True:")),
    ),
    Mutant(
        "samples-bucket-of-sigma",
        "the bucket is sigma_min, whatever n",
        ("Constants", "CaseEnd"),
        real,
        "statistical_bucket",
        edit(("reals.root(Fraction(n), 2)", "Fraction(1)")),
    ),
    Mutant(
        "samples-radius-of-the-mean",
        "samples are clipped at the radius of their mean",
        ("WrongNorm", "ClipForgotten"),
        instance_tails,
        "sample_radius",
        edit(("radius + sigma * length", "radius + 0 * sigma")),
    ),
    # noise, composition, bounds
    Mutant(
        "gaussian-tail-one-side",
        "the tail counts one side",
        ("FarTail", "Constants"),
        Gaussian,
        "tail",
        edit(("2 * beyond", "beyond")),
    ),
    Mutant(
        "gaussian-variance-root",
        "sigma_squared is taken for sigma",
        ("WrongScale", "Constants"),
        Gaussian,
        "sigma",
        edit(("reals.root(self.sigma_squared, 2)", "self.sigma_squared")),
    ),
    Mutant(
        "gaussian-hockey-other-side",
        "the two laws of the hockey stick are exchanged",
        ("Profile",),
        Gaussian,
        "hockey_stick",
        edit(("- self.sigma * reals.log(ratio) / s", "+ self.sigma * reals.log(ratio) / s")),
    ),
    Mutant(
        "gaussian-odd-moments-even",
        "odd moments lack the root of 2/pi",
        ("Constants",),
        Gaussian,
        "moment",
        edit((" * reals.root(2 / reals.pi(), 2)", "")),
    ),
    Mutant(
        "renyi-of-the-continuous-law",
        "integer noise has the continuous law's divergence",
        ("RenyiOrder", "DiscreteNotContinuous"),
        DiscreteGaussian,
        "renyi",
        edit(("if (renyi_order * shift).denominator == 1:", "if True:")),
    ),
    Mutant(
        "renyi-order-forgotten",
        "the divergence is that of order 1",
        ("RenyiOrder", "Constants"),
        gaussian,
        "renyi",
        always(lambda shift_squared, order, sigma_squared: shift_squared / (2 * sigma_squared)),
    ),
    Mutant(
        "noise-inverted",
        "an irrational variance is lowered, not raised",
        ("WrongScale",),
        noise,
        "up",
        edit(("Fraction(ceil(x * lattice), lattice)", "Fraction(ceil(x * lattice) - 1, lattice)")),
    ),
    Mutant(
        "advanced-delta-of-one",
        "delta is that of one release",
        ("Constants",),
        composition,
        "advanced_delta",
        edit(("releases * delta + delta1", "delta + delta1 + 0 * releases")),
    ),
    Mutant(
        "advanced-without-drift",
        "the second term is left out",
        ("Constants",),
        composition,
        "advanced_epsilon",
        edit(("root * epsilon + releases", "root * epsilon + 0 * releases")),
    ),
    Mutant(
        "norm-without-cross-term",
        "the radius is sqrt(d + 2 log(1/beta))",
        ("Constants", "BallRadius"),
        instance_tails,
        "squared_norm",
        edit(("d + 2 * root + 2 * log_term", "d + 2 * log_term")),
    ),
    Mutant(
        "spread-of-d",
        "the spread has d for the padded d'",
        ("PaddingKept", "Constants"),
        instance_tails,
        "spread",
        edit(("sides(constants) * padded(d)", "sides(constants) * d")),
    ),
    Mutant(
        "error-clipped-once",
        "the rank error is counted once",
        ("Constants",),
        instance,
        "most_clipped",
        edit(("largest + error", "largest + 0 * error")),
    ),
    Mutant(
        "error-without-rotation",
        "the spread is for one record, not for all pairs",
        ("Constants",),
        instance_shifted,
        "pairs",
        edit(("n * (n - 1) / 2", "n / n")),
    ),
    Mutant(
        "quantised-whole-step",
        "rounding costs a whole alpha",
        ("Constants",),
        instance_shifted,
        "quantised",
        edit(("of + alpha / 2", "of + alpha")),
    ),
    Mutant(
        "shuffle-printed-split",
        "each coordinate has delta/d",
        ("Constants",),
        instance_models,
        "delta_share",
        edit(("delta / (2 * d)", "delta / d")),
    ),
    Mutant(
        "local-rank-of-the-centre",
        "the local rank is the central one",
        ("Constants",),
        instance_models,
        "local_weight",
        edit(("n * noise_weight", "noise_weight")),
    ),
    Mutant(
        "two-points-printed",
        "the probability is the printed one",
        ("Constants",),
        instance_lower,
        "shared_probability",
        edit(("(growth + others * delta)", "(growth + growth * others * delta)")),
    ),
    Mutant(
        "interior-point-of-logs",
        "log u for log(4 u^2/3)/3",
        ("Constants", "CaseEnd"),
        instance_lower,
        "information",
        edit(("(2 * log_m + log_four_thirds) / 3", "log_m + 0 * log_four_thirds")),
    ),
    Mutant(
        "ratio-of-the-code-alone",
        "two points are forgotten where they force more than the code",
        ("Constants", "CaseEnd"),
        instance_lower,
        "by_pair",
        edit(("return k", "return 0 * k")),
    ),
    Mutant(
        "rank-bound-not-capped",
        "the trivial rank error is not used",
        ("RankTie", "CaseEnd", "Constants"),
        instance_lower,
        "rank_error_lower_bound",
        edit(("if trivial is not None and", "if False and")),
    ),
)
