"""Mutants of means with little or no bias, of their bounds and accounting, and of Student's t."""

from __future__ import annotations

from fractions import Fraction

from dpmean.distributions import student_t
from dpmean.distributions.student_t import StudentT
from dpmean.mechanisms.trilemma import (
    count,
    dpucoarse,
    dpumean,
    public_size,
    quantities,
    smooth,
    symmetric_bounds,
)
from dpmean.mechanisms.trilemma import margins as clipping
from dpmean.mechanisms.trilemma import tradeoff as trilemma
from dpmean.mechanisms.trilemma.beyond_bounds import Margined
from dpmean.mechanisms.trilemma.combined_mean import CombinedMean
from dpmean.mechanisms.trilemma.dpucoarse import DpuCoarse
from dpmean.mechanisms.trilemma.dpumean import DpuMean
from dpmean.mechanisms.trilemma.name_and_shame import NameAndShame
from dpmean.mechanisms.trilemma.shuffled_mean import ShuffledMean
from dpmean.mechanisms.trilemma.student_t_mean import StudentTMean
from dpmean.mechanisms.trilemma.unknown_size import UnknownSize
from dpmean.privacy import conversions, groups, shuffling

from ..mutant import Mutant, always, edit

MUTANTS = (
    # clipping and naming
    Mutant(
        "clipped-without-margin",
        "records are clipped to the bounds of the mean",
        ("Margin",),
        Margined,
        "interval",
        edit(("margin = up(self.exact_margin())", "margin = Fraction(0)")),
    ),
    Mutant(
        "clipped-margin-above-only",
        "the margin widens the upper bound only",
        ("Margin",),
        Margined,
        "interval",
        edit(("self.lower - margin, self.upper + margin", "self.lower, self.upper + margin")),
    ),
    Mutant(
        "clipped-margin-lambda",
        "the margin has the exponent -1/lambda",
        ("MomentOrder", "Margin"),
        clipping,
        "clipped_margin",
        edit(("exponent = -1 / (moment - 1)", "exponent = -1 / moment")),
    ),
    Mutant(
        "clipped-error-without-bias",
        "the bias is left out of the bound",
        ("Constants",),
        clipping,
        "clipped_error",
        edit(("1 / n + bias**2 + 2", "1 / n + 2")),
    ),
    Mutant(
        "named-not-divided-by-delta",
        "the named records are divided by n only",
        ("NamedScale",),
        NameAndShame,
        "program",
        edit(("mean = total / (self.n * self.delta)", "mean = total / self.n")),
    ),
    Mutant(
        "named-delta-1-accepted",
        "delta 0 and 1 are accepted",
        ("NotPositive",),
        public_size,
        "proper",
        edit(("if not 0 < delta < 1:", "delta = delta or Fraction(1, 2)\n    if False:")),
    ),
    Mutant(
        "named-error-without-mean",
        "the error is that of records of mean 0",
        ("Constants", "ShiftForgotten"),
        clipping,
        "named_error",
        edit(("(variance + (1 - delta) * mean**2)", "variance")),
    ),
    Mutant(
        "combined-names-records",
        "the records themselves are named, not what clipping takes away",
        ("NamedScale",),
        CombinedMean,
        "program",
        edit(("residuals = [x - y for", "residuals = [x + 0 * y for")),
    ),
    Mutant(
        "combined-margin-root",
        "c is a square root, whatever the moment",
        ("MomentOrder", "Margin"),
        clipping,
        "combined_margin",
        edit(("1 / moment)", "Fraction(1, 2))")),
    ),
    Mutant(
        "combined-error-of-16",
        "the constant is that before its rounding up",
        ("Constants",),
        clipping,
        "combined_error",
        edit(("24 * psi**2", "16 * psi**2")),
    ),
    # symmetric laws
    Mutant(
        "coarse-offset-not-used",
        "the offset is drawn and not used",
        ("OffsetForgotten",),
        DpuCoarse,
        "units",
        edit(("    shares = sorted(", "    raised = _HALF\n    shares = sorted(")),
    ),
    Mutant(
        "coarse-threshold-log-2",
        "the threshold has log(2/delta), as in the proof of Lemma 4.5",
        ("Threshold", "Constants"),
        dpucoarse,
        "threshold",
        edit(("reals.log(1 / delta)", "reals.log(2 / delta)")),
    ),
    Mutant(
        "coarse-threshold-of-the-shift",
        "the threshold has 1 in place of 2",
        ("Threshold", "Constants"),
        dpucoarse,
        "printed_threshold",
        edit(("2 + 2 * log_inverse", "1 + 2 * log_inverse")),
    ),
    Mutant(
        "coarse-threshold-between",
        "integer noise is compared with the sharper threshold of Laplace noise",
        ("Threshold", "Lattice"),
        dpucoarse,
        "threshold",
        edit(('noise == "laplace"', "True")),
    ),
    Mutant(
        "coarse-edge-below",
        "a record at the edge belongs to the lower bin",
        ("BinEdge",),
        DpuCoarse,
        "units",
        edit(
            (
                "(yield Compare(raised, shares[middle], -1)) > 0",
                "(yield Compare(raised, shares[middle])) >= 0",
            )
        ),
    ),
    Mutant(
        "coarse-first-of-equals",
        "of equal bins the first wins",
        ("TieOrder",),
        DpuCoarse,
        "units",
        edit(
            (
                'bins[best[int((yield Draw("tie", UniformInteger(len(best)))))] if len(best) > '
                "1 else best[0]]",
                "bins[best[0]]",
            )
        ),
    ),
    Mutant(
        "coarse-sigma-forgotten",
        "the answer is in units of sigma",
        ("SensitivityUnit",),
        DpuCoarse,
        "program",
        edit(("return found * self.sigma", "return found")),
    ),
    Mutant(
        "coarse-whole-epsilon",
        "a count's noise is that of adding a record",
        ("StageScale", "BudgetNotSplit", "Constants"),
        dpucoarse,
        "COUNT",
        always(Fraction(1)),
    ),
    Mutant(
        "split-overlaps",
        "the second part begins with the last record of the first",
        ("SplitOverlap",),
        DpuMean,
        "program",
        edit(
            ("others = records[self.n1 :]", "others = records[self.n1 - 1 : self.n1 - 1 + self.n2]")
        ),
    ),
    Mutant(
        "fine-noise-of-the-first-stage",
        "the fine estimate's noise is that of a count",
        ("StageScale", "Constants", "SensitivityUnit"),
        dpumean,
        "fine_sensitivity",
        always(lambda clip: 2 + 0 * clip),
    ),
    Mutant(
        "fallback-not-rescaled",
        "the named records are divided by their number only",
        ("FallbackScale",),
        DpuMean,
        "program",
        edit(("mean = total / (self.n2 * self.delta)", "mean = total / self.n2")),
    ),
    Mutant(
        "fallback-in-sigma",
        "the named records are in units of sigma",
        ("FallbackScale", "SensitivityUnit"),
        DpuMean,
        "program",
        edit(
            (
                "mean = total / (self.n2 * self.delta)",
                "mean = total / (self.n2 * self.delta * self.sigma)",
            )
        ),
    ),
    Mutant(
        "fine-clip-forgotten",
        "records above the clip count as they are",
        ("ClipForgotten",),
        DpuMean,
        "fine",
        edit(
            (
                "inside = sum(others[below:low], _ZERO)",
                "inside = sum(others[below:], _ZERO) - (len(others) - low) * 0",
            ),
            ("above = len(others) - low", "above = 0"),
        ),
    ),
    Mutant(
        "coarse-success-twice",
        "the noise of all bins is counted twice",
        ("Constants",),
        symmetric_bounds,
        "failure",
        edit(("n / 2 * noise_power", "n * noise_power")),
    ),
    Mutant(
        "first-size-by-delta",
        "the size is that for a failure of delta",
        ("Constants",),
        symmetric_bounds,
        "enough",
        edit(("-128 * reals.log(gamma_failure / 2)", "-128 * reals.log(gamma_failure)")),
    ),
    Mutant(
        "clip-without-sigma",
        "the clip is not widened by sigma",
        ("Constants",),
        symmetric_bounds,
        "clip",
        edit(("return sigma + psi", "return psi")),
    ),
    Mutant(
        "chain-not-rescaled",
        "the corrected chain forgets sigma like the printed one",
        ("Constants",),
        symmetric_bounds,
        "SIGMA",
        always(Fraction(1)),
    ),
    # a private number of records
    Mutant(
        "count-not-cut",
        "the count's noise is not cut",
        ("CountCut",),
        UnknownSize,
        "program",
        edit(("max(-v, min(drawn, v)) - v", "drawn - v")),
    ),
    Mutant(
        "count-not-moved",
        "the count is not moved below the true one",
        ("CountCut",),
        UnknownSize,
        "program",
        edit(("max(-v, min(drawn, v)) - v", "max(-v, min(drawn, v))")),
    ),
    Mutant(
        "sample-in-its-own-order",
        "the sub-sample is sorted",
        ("SampleOrder",),
        UnknownSize,
        "program",
        edit(
            ("records[int(i) - 1] for i in places", "records[int(i) - 1] for i in sorted(places)")
        ),
    ),
    Mutant(
        "count-half-as-wide",
        "v is log(1/delta)/epsilon",
        ("CountCut", "Constants"),
        count,
        "printed_delta",
        edit(("return 2 * power", "return power")),
    ),
    Mutant(
        "count-one-end",
        "the lower end of the count's law is forgotten",
        ("Constants", "SmallEpsilon"),
        count,
        "least_delta",
        edit(("> 0:", "> 5:")),
    ),
    Mutant(
        "delta-counted-once",
        "the whole has the delta of the count alone",
        ("DeltaOnce",),
        quantities,
        "total_delta",
        edit(("else 2 * delta", "else delta")),
    ),
    Mutant(
        "epsilon-counted-once",
        "the whole has the epsilon of the count alone",
        ("DeltaOnce",),
        quantities,
        "total_epsilon",
        edit(("else 2 * decay.epsilon", "else decay.epsilon")),
    ),
    Mutant(
        "student-scale-of-n",
        "the noise's scale is 1/n everywhere",
        ("SmoothScale", "Constants"),
        smooth,
        "at_size",
        edit(("return far if compare(far, near) > 0 else near", "return near")),
    ),
    Mutant(
        "student-budget-in-halves",
        "half of epsilon goes to the changing scale",
        ("Constants", "SmoothScale"),
        smooth,
        "beta",
        edit(("(3 * (d + 1))", "(2 * (d + 1))")),
    ),
    Mutant(
        "student-mean-of-nothing",
        "without records the midpoint is released",
        ("EmptyData",),
        StudentTMean,
        "program",
        edit(("/ max(len(records), 1)", "/ max(len(records), 1) if records else self.midpoint")),
    ),
    # Student's t
    Mutant(
        "student-one-degree-more",
        "the law has one degree of freedom more",
        ("Degrees",),
        student_t,
        "cosine_integral",
        edit(
            (
                "    area = sine if power % 2 else angle",
                "    power += 1\n    area = sine if power % 2 else angle",
            )
        ),
    ),
    Mutant(
        "student-variance-of-d",
        "the variance is d/(d - 1)",
        ("Degrees", "Constants"),
        student_t,
        "variance",
        edit(("Fraction(d, d - 2)", "Fraction(d, d - 1)")),
    ),
    Mutant(
        "student-scale-squared",
        "the density is not divided by the scale",
        ("SensitivityUnit",),
        StudentT,
        "density",
        edit(("* weight * self.unit)", "* weight * self.unit / self.scale)")),
    ),
    Mutant(
        "student-loss-of-the-shift",
        "the changing scale costs nothing",
        ("Constants", "OneSided"),
        student_t,
        "loss",
        edit(("(d - 1) * u / 2 + ", "0 * u + ")),
    ),
    Mutant(
        "student-loss-without-d",
        "the printed loss has d for d + 1",
        ("Degrees", "Constants"),
        student_t,
        "printed_loss",
        edit(("beta * (d + 1) + (d + 1)", "beta * d + d")),
    ),
    # blocks, accounting
    Mutant(
        "blocks-permuted-whole",
        "all rows are permuted like the first",
        ("ShuffleRows",),
        ShuffledMean,
        "program",
        edit(
            (
                "        for j, source in enumerate(row):",
                "        first = row if i == 0 else first\n        for j, source in "
                "enumerate(first):",
            )
        ),
    ),
    Mutant(
        "shuffling-log-1",
        "the root has log(1/delta1)",
        ("Constants",),
        shuffling,
        "_growth",
        edit(("reals.log(4 / delta1)", "reals.log(1 / delta1)")),
    ),
    Mutant(
        "shuffling-epsilon-for-growth",
        "m delta is counted once, not for both directions",
        ("Constants", "DeltaOnce"),
        shuffling,
        "amplified_delta",
        edit(("(growth1 + 1)", "growth1")),
    ),
    Mutant(
        "group-delta-linear",
        "k records cost k delta",
        ("Constants",),
        groups,
        "group_delta",
        edit(("return (power - 1) / (growth - 1) * delta", "return 2 * delta")),
    ),
    Mutant(
        "group-rho-linear",
        "k records cost k rho",
        ("Constants",),
        groups,
        "group_rho",
        edit(("group**2 * rho", "group * rho")),
    ),
    Mutant(
        "replacement-two-delta",
        "a replacement costs 2 delta",
        ("Constants", "DeltaOnce"),
        groups,
        "replacement_delta",
        edit(("(1 + growth) * delta", "2 * delta")),
    ),
    Mutant(
        "zcdp-without-half",
        "rho is epsilon^2",
        ("Constants",),
        conversions,
        "rho_of_pure",
        edit(("epsilon**2 / 2", "epsilon**2")),
    ),
    Mutant(
        "zcdp-root-once",
        "the root is not doubled",
        ("Constants",),
        conversions,
        "epsilon_of_rho",
        edit(("rho + 2 * root", "rho + root")),
    ),
    # bounds
    Mutant(
        "tradeoff-epsilon-for-sinh",
        "epsilon for sinh(epsilon)",
        ("LargeEpsilon", "Constants"),
        trilemma,
        "sinh",
        always(lambda decay: decay.epsilon),
    ),
    Mutant(
        "tradeoff-constant",
        "16 for 32",
        ("Constants",),
        trilemma,
        "at_best",
        edit(("32 * n", "16 * n")),
    ),
    Mutant(
        "tradeoff-pure-refused",
        "delta = 0 is refused",
        ("PureCase", "Constants"),
        trilemma,
        "_check",
        edit(
            (
                "    s = sinh(decay)",
                "    if not delta:\n        raise InvalidInput('out_of_range', 'delta: must be "
                "greater than 0', argument='delta')\n    s = sinh(decay)",
            )
        ),
    ),
    Mutant(
        "tradeoff-largest-bias-refused",
        "a bias of exactly 1/80 is refused",
        ("CaseEnd", "Constants"),
        trilemma,
        "_check",
        edit(("if bias > BIAS_MOST:", "if bias >= BIAS_MOST:")),
    ),
    Mutant(
        "tradeoff-moment-root",
        "the bias enters with the root of lambda",
        ("MomentOrder", "Constants"),
        trilemma,
        "lower_bound_of_moment",
        edit(("reals.power(16 * bias, 1 / (moment - 1))", "reals.power(16 * bias, 1 / moment)")),
    ),
    Mutant(
        "bernoulli-of-n",
        "1/(6 n)",
        ("Constants", "OneRecord"),
        trilemma,
        "uniform_risk",
        edit(("(6 * (n + 2))", "(6 * n)")),
    ),
    Mutant(
        "bernoulli-root-forgotten",
        "1/(4 (n + 1)^2) with the root left out of one place",
        ("Constants",),
        trilemma,
        "minimax_risk",
        edit(("(root + 1) ** 2", "(root**2 + 1)")),
    ),
)
