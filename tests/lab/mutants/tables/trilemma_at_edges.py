"""Mutants of means with little or no bias that only meet at an edge, or of two parameters: each
passed the vectors before those of `suite/plans/trilemma/transcripts_at_edges.toml`.
"""

from __future__ import annotations

from dpmean.distributions import finite
from dpmean.mechanisms.trilemma import (
    count,
    families,
    public_size,
    quantities,
    symmetric_bounds,
    unknown_size,
)
from dpmean.mechanisms.trilemma import tradeoff as trilemma
from dpmean.mechanisms.trilemma.beyond_bounds import Margined
from dpmean.mechanisms.trilemma.clipped_mean import ClippedMean
from dpmean.mechanisms.trilemma.combined_mean import CombinedMean
from dpmean.mechanisms.trilemma.dpucoarse import DpuCoarse
from dpmean.mechanisms.trilemma.dpumean import DpuMean
from dpmean.mechanisms.trilemma.shuffled_mean import ShuffledMean
from dpmean.mechanisms.trilemma.student_t_mean import StudentTMean
from dpmean.mechanisms.trilemma.unknown_size import UnknownSize
from dpmean.privacy import shuffling
from dpmean.programs.mechanism import Mechanism

from ..mutant import Mutant, edit

MUTANTS = (
    Mutant(
        "edge-margin-to-lattice",
        "integer noise: the margin goes to the lattice, not the ends of the interval",
        ("Lattice", "Margin"),
        Margined,
        "interval",
        edit(
            (
                "low, high = (self.lower - margin, self.upper + margin)",
                "margin = Fraction((margin * (self.m or "
                "1)).__ceil__(), self.m) if self.m else margin\n"
                "    low, high = self.lower - margin, self.upper + margin",
            )
        ),
    ),
    Mutant(
        "edge-margin-not-raised",
        "a rational margin is not raised to 2^-40",
        ("Margin",),
        Margined,
        "interval",
        edit(
            (
                "margin = up(self.exact_margin())",
                "margin = self.exact_margin()\n    margin = margin if "
                "isinstance(margin, Fraction) and not self.m else up(margin)",
            )
        ),
    ),
    Mutant(
        "edge-noise-of-the-other-margin",
        "records are clipped to the sharper interval, and the noise is that of the paper's",
        ("Margin", "Constants"),
        Margined,
        "law",
        edit(
            (
                "low, high = self.interval",
                "low, high = self.interval\n    if self.constants == 'exact' and hasattr(self, "
                "'psi'):\n        from dpmean.mechanisms.trilemma.margins import "
                "combined_margin\n        g = up(combined_margin(self.n, self.decay, "
                "self.delta, self.psi, self.moment, 'paper'))\n        low, high = self.lower "
                "- g, self.upper + g",
            )
        ),
    ),
    Mutant(
        "edge-integer-noise-without-constants",
        "integer noise always has the paper's margin",
        ("Margin", "Lattice"),
        CombinedMean,
        "exact_margin",
        edit(("self.constants", "'paper' if self.m else self.constants")),
    ),
    Mutant(
        "edge-missing-off-the-lattice",
        "integer noise: a missing record is a midpoint off the lattice",
        ("MissingRecord", "Lattice"),
        ClippedMean,
        "records",
        edit(
            (
                "return self.clipped(located(data, self))",
                "data = list(data)\n    found = self.clipped(located(data, self))\n    from "
                "dpmean.exact.numbers import datum\n    return [self.midpoint if datum(x) is "
                "None else y for x, y in zip(data, found)]",
            )
        ),
    ),
    Mutant(
        "edge-negative-half-away",
        "negative records half way between two points go away from 0",
        ("Lattice", "Rounding", "NegativeSide"),
        public_size,
        "on_lattice",
        edit(
            (
                "nearest(x * m)",
                "nearest(x * m) if x >= 0 else -((-x * m + Fraction(1, 2)).__floor__())",
            )
        ),
    ),
    Mutant(
        "edge-threshold-attained",
        "a count equal to the paper's threshold is published",
        ("Threshold",),
        DpuCoarse,
        "units",
        edit(
            (
                "if (yield Compare(noisy[best[0]], self.threshold, -1)) <= 0",
                "if (yield Compare(noisy[best[0]], self.threshold)) < (0 if self.constants == "
                "'paper' else 1)",
            )
        ),
    ),
    Mutant(
        "edge-lattice-of-the-data",
        "integer noise: the records go to the lattice, not the records over sigma",
        ("Lattice", "SensitivityUnit"),
        DpuCoarse,
        "records",
        edit(("on_lattice(x / self.sigma, self.m) * self.sigma", "on_lattice(x, self.m)")),
    ),
    Mutant(
        "edge-tie-kept",
        "a larger bin after a tie is added to it",
        ("TieOrder",),
        DpuCoarse,
        "units",
        edit(("best = [i] if order > 0", "best = [i, *best[1:]] if order > 0")),
    ),
    Mutant(
        "edge-tie-of-two",
        "of three equal bins the third never wins",
        ("TieOrder",),
        DpuCoarse,
        "units",
        edit(("UniformInteger(len(best))", "UniformInteger(2)")),
    ),
    Mutant(
        "edge-fallback-raw",
        "integer noise: the named records are not rounded",
        ("FallbackScale", "Lattice"),
        DpuMean,
        "program",
        edit(
            (
                "records = self.records(data)",
                "data = list(data)\n    records = self.records(data)\n    raw = sized(data, "
                "self.n)[self.n1 :]",
            ),
            ("for i, x in enumerate(others, 1):", "for i, x in enumerate(raw, 1):"),
        ),
    ),
    Mutant(
        "edge-fine-noise-sigma",
        "the second stage's noise is multiplied by sigma, in whose units the clip is not",
        ("StageScale", "SensitivityUnit"),
        DpuMean,
        "law",
        edit(("fine_sensitivity(self.clip)", "fine_sensitivity(self.clip * self.sigma)")),
    ),
    Mutant(
        "edge-lambda-dropped",
        "the mechanism inside has the second moment whatever lambda says",
        ("MomentOrder",),
        families,
        "family",
        edit(
            (
                "return lambda n: ClippedMean(decay, n=n, **given)",
                "given.pop('moment', None)\n        return lambda n: ClippedMean(decay, n=n, "
                "**given)",
            )
        ),
    ),
    Mutant(
        "edge-constants-inside",
        "`constants` is handed to the mechanism inside",
        ("Margin", "CountCut"),
        unknown_size,
        "unknown_size",
        edit(
            (
                "family(base, decay, delta, dict(given))",
                "family(base, decay, delta, dict(given) | ({'constants': constants} if base in "
                "('clipped_mean', 'combined_mean', 'dpumean') else {}))",
            )
        ),
    ),
    Mutant(
        "edge-negative-size",
        "a negative noisy size loses its sign",
        ("CountCut", "NegativeCount"),
        UnknownSize,
        "program",
        edit(("if size < self.n0", "size = abs(size)\n    if size < self.n0")),
    ),
    Mutant(
        "edge-no-noise-for-nobody",
        "without records there is hardly any noise",
        ("EmptyData", "SmoothScale"),
        StudentTMean,
        "smooth",
        edit(
            (
                "return smooth.at_size(",
                "return self.width * 0 + Fraction(1, 1000) if n == 0 else smooth.at_size(",
            )
        ),
    ),
    Mutant(
        "edge-scale-below-1-over-n",
        "the scale falls below 1/n for a large epsilon",
        ("SmoothScale",),
        StudentTMean,
        "law",
        edit(
            (
                "self.smooth(n)",
                "(self.smooth(1) * self.decay.power(Fraction(max(n - 1, 0), 3 * (self.d + 1))))",
            )
        ),
    ),
    Mutant(
        "edge-variance-of-three",
        "the error is that of three degrees of freedom",
        ("Degrees", "Constants"),
        quantities,
        "student_mse",
        edit(("variance(d) / d", "variance(3) / 3")),
    ),
    Mutant(
        "edge-width-strict",
        "the width is one larger where the divergence is exactly delta",
        ("CaseEnd", "Constants"),
        count,
        "least_width",
        edit(("<= 0", "< 0")),
    ),
    Mutant(
        "edge-bias-forced",
        "a bias is forced at the point from which none is",
        ("CaseEnd", "Constants"),
        trilemma,
        "least_bias",
        edit(("needed) >= 0", "needed) > 0")),
    ),
    Mutant(
        "edge-clip-of-one-bin",
        "the clip is widened by 1, not by sigma",
        ("SensitivityUnit", "Constants"),
        symmetric_bounds,
        "clip",
        edit(("return sigma + psi", "return SIGMA + psi")),
    ),
    Mutant(
        "edge-amplified-at-most",
        "epsilon1 is cut at epsilon",
        ("CaseEnd", "Constants"),
        shuffling,
        "shuffled_epsilon",
        edit(
            (
                "return reals.log(_growth(decay, delta1, blocks))",
                "x = reals.log(_growth(decay, delta1, blocks))\n    return x if compare(x, "
                "decay.epsilon) < 0 else decay.epsilon",
            )
        ),
    ),
    Mutant(
        "edge-first-size-refused",
        "the least size of the first stage is refused",
        ("CaseEnd",),
        symmetric_bounds,
        "mse_bound",
        edit(("if n1 < enough", "if n1 <= enough")),
    ),
    Mutant(
        "edge-lattice-unchecked",
        "noise and lattice are not checked against each other",
        ("Lattice",),
        Mechanism,
        "check_noise",
        edit(
            ("if given and (not used)", "if name != 'm' and given and not used"),
            ("if used and name == each", "if name != 'm' and used and name == each"),
        ),
    ),
    Mutant(
        "edge-clip-lattice-of-one",
        "the clip must be a multiple of 1/(2m), whatever sigma",
        ("OffGrid",),
        DpuMean,
        "__post_init__",
        edit(("(self.clip / self.step)", "(self.clip * 2 * self.m)")),
    ),
    Mutant(
        "edge-blocks-unchecked",
        "half the blocks that the theorem needs are enough",
        ("CaseEnd",),
        shuffling,
        "_growth",
        edit(("Fraction(-blocks)) < 0", "Fraction(-blocks) * 2) < 0")),
    ),
    Mutant(
        "edge-one-block",
        "a single block has the noise of one record",
        ("WrongScale",),
        ShuffledMean,
        "law",
        edit(("self.width / self.n", "self.width / self.n if self.blocks > 1 else self.width")),
    ),
    Mutant(
        "edge-offset-of-halves",
        "the offset lives on quarters whatever m",
        ("OffsetForgotten", "Lattice"),
        finite.UniformLattice,
        "sample",
        edit(
            (
                "Fraction(2 * UniformInteger(self.m).sample(bits) + 1, 2 * self.m)",
                "Fraction(UniformInteger(self.m).sample(bits), self.m) + Fraction(1, 4)",
            )
        ),
    ),
)
