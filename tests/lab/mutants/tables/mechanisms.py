"""Mutants of the means: what is done to records, sums, counts, the quotient, and what is
released.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.distributions.rounded_laplace import RoundedLaplace
from dpmean.exact import numbers
from dpmean.mechanisms.addremove.bounded_mean import BoundedMean
from dpmean.mechanisms.addremove.independent_mean import IndependentMean
from dpmean.mechanisms.addremove.one_epsilon import OneEpsilon
from dpmean.mechanisms.addremove.shifted_mean import ShiftedMean
from dpmean.mechanisms.addremove.sized_mean import SizedMean
from dpmean.mechanisms.addremove.transformed_mean import TransformedMean
from dpmean.programs import interpret, postprocess, records

from ..mutant import Mutant, always, edit

_LAWS = (
    "(Laplace(self.decay, 2 * max(abs(self.lower), abs(self.upper))), Laplace(self.decay, "
    "Fraction(2)))"
)
_RAISED = "choose(noisy_count < self.least_count, self.least_count, noisy_count)"
_REFUSE = 'raise InvalidInput("cell_not_numeric", "data: cannot be used", argument="data")'


def _with_count(change: str) -> Any:
    """The quotient with another denominator, where the noisy count is a number."""
    known = "        denominator = denominator.constant\n"
    changed = f"    if isinstance(denominator, Fraction):\n        denominator = {change}\n"
    return edit((known, known + changed))


MUTANTS = (
    # records
    Mutant(
        "clip-forgotten",
        "records are used as they are",
        ("ClipForgotten",),
        records,
        "clip_record",
        edit(("return max(lower, min(x, upper))", "return x")),
        "opendp/smartnoise-sdk#622",
    ),
    Mutant(
        "clip-above-only",
        "records below the lower bound are used as they are",
        ("ClipForgotten",),
        records,
        "clip_record",
        edit(("return max(lower, min(x, upper))", "return min(x, upper)")),
    ),
    Mutant(
        "record-at-a-bound-dropped",
        "a record that lies at a bound is taken for one outside, and dropped",
        ("AtBound",),
        records,
        "prepare",
        edit(("_present(exact))", "[x for x in _present(exact) if x not in (lower, upper)])")),
    ),
    Mutant(
        "infinite-record-dropped",
        "an infinite record is taken for a missing one",
        ("Infinite",),
        numbers,
        "datum",
        edit(
            (
                'return ("inf" if double > 0 else "-inf") if math.isinf(double)',
                "return None if math.isinf(double)",
            )
        ),
    ),
    Mutant(
        "infinite-record-refused",
        "an infinite record is an error",
        ("Infinite", "StatusLeak"),
        records,
        "clip_record",
        edit(("        return upper", f"        {_REFUSE}")),
        "opendp/smartnoise-sdk#580",
    ),
    Mutant(
        "nan-record-refused",
        "a NaN record is an error",
        ("MissingRecord", "StatusLeak"),
        records,
        "prepare",
        edit(
            (
                "    exact = _read(data)\n",
                f"    exact = _read(data)\n    if None in exact:\n        {_REFUSE}\n",
            )
        ),
        "IBM/differential-privacy-library#87",
    ),
    Mutant(
        "nan-record-counted",
        "a NaN record is counted, as the midpoint, where it should be dropped",
        ("MissingRecord",),
        OneEpsilon,
        "missing",
        always("midpoint"),
        "opendp/opendp#2939",
    ),
    Mutant(
        "sized-missing-dropped",
        "a missing record of a mean of public size is dropped",
        ("MissingRecord",),
        SizedMean,
        "missing",
        always("drop"),
    ),
    Mutant(
        "empty-data-refused",
        "no records is an error",
        ("EmptyData", "StatusLeak"),
        OneEpsilon,
        "records",
        edit(
            (
                "    return prepare(",
                "    data = list(data)\n    if not data:\n        from dpmean.errors import "
                f"InvalidInput\n        {_REFUSE}\n    return prepare(",
            )
        ),
        "google/differential-privacy#5",
    ),
    Mutant(
        "single-record-suppressed",
        "a data set of one record is treated as empty",
        ("OneRecord",),
        OneEpsilon,
        "records",
        edit(
            (
                "    return prepare(self_data".replace("self_data", "data"),
                "    data = list(data)\n    if len(data) == 1 and self.missing == 'drop':\n    "
                "    data = []\n    return prepare(data",
            )
        ),
    ),
    Mutant(
        "ties-half-up",
        "records half-way between lattice points go up",
        ("Rounding",),
        records,
        "nearest",
        edit(("return round(x)", "return (2 * x + 1) // 2")),
    ),
    Mutant(
        "records-cut-to-lattice",
        "records are cut down to the lattice",
        ("Rounding",),
        records,
        "nearest",
        edit(("return round(x)", "return int(x)")),
    ),
    # sums
    Mutant(
        "shifted-mean-not-shifted",
        "the midpoint is not subtracted from the records",
        ("ShiftForgotten",),
        ShiftedMean,
        "program",
        edit(("x - self.midpoint, records", "x, records")),
    ),
    Mutant(
        "shifted-mean-not-moved-back",
        "the midpoint is not added back",
        ("ShiftForgotten",),
        ShiftedMean,
        "program",
        edit((" + self.midpoint\n", "\n")),
    ),
    Mutant(
        "transformed-mean-not-shifted",
        "lower is not subtracted from the records",
        ("ShiftForgotten",),
        TransformedMean,
        "program",
        edit(("(x - self.lower) / self.width", "x / self.width")),
    ),
    Mutant(
        "transformed-mean-not-moved-back",
        "lower is not added back",
        ("ShiftForgotten",),
        TransformedMean,
        "program",
        edit((" + self.lower\n", "\n")),
    ),
    Mutant(
        "transformed-mean-divides-by-upper",
        "the records are divided by upper, not by the width",
        ("SensitivityUnit",),
        TransformedMean,
        "program",
        edit(("/ self.width, records", "/ self.upper, records")),
    ),
    Mutant(
        "transformed-noise-in-steps",
        "noise in lattice steps is added to sums in units",
        ("Lattice",),
        TransformedMean,
        "program",
        edit(("unit = _ONE if m is None else Fraction(1, m)", "unit = _ONE")),
    ),
    Mutant(
        "independent-sum-in-doubles",
        "the records are added in doubles, from left to right",
        ("FloatLeak",),
        IndependentMean,
        "program",
        edit(
            (
                "(summed(records),",
                "(Fraction(__import__('functools').reduce(lambda a, b: a + b, map(float, "
                "records), 0.0)),",
            )
        ),
    ),
    # noise
    Mutant(
        "independent-budget-not-split",
        "sum and count get the whole epsilon each",
        ("BudgetNotSplit", "WrongScale"),
        IndependentMean,
        "laws",
        edit((_LAWS, _LAWS.replace("2 * max", "max").replace("Fraction(2)", "Fraction(1)"))),
        "opendp/smartnoise-sdk#200",
    ),
    Mutant(
        "shifted-count-has-whole-budget",
        "the count's noise has scale 1 / epsilon",
        ("BudgetNotSplit", "WrongScale"),
        ShiftedMean,
        "laws",
        edit(("Fraction(2)", "Fraction(1)")),
        "opendp/smartnoise-sdk#200",
    ),
    Mutant(
        "independent-lower-bound-twice",
        "the sensitivity of the sum is max(|lower|, |lower|)",
        ("SensitivityUnit", "WrongScale"),
        IndependentMean,
        "laws",
        edit(("abs(self.upper)", "abs(self.lower)")),
        "IBM/differential-privacy-library#110",
    ),
    Mutant(
        "transformed-noise-reused",
        "the draw for s1 is used for s2 too",
        ("NoiseReused",),
        TransformedMean,
        "program",
        edit(('z2 = (yield Draw("noise_2", law)) * unit', "z2 = z1")),
        "jax-ml/jax#3646",
    ),
    Mutant(
        "sized-noise-divided-twice",
        "the sensitivity is divided by n twice",
        ("SensitivityUnit", "WrongScale"),
        SizedMean,
        "sensitivity",
        edit(("self.width / self.n", "self.width / self.n**2")),
        "DataResponsibly/DataSynthesizer#34",
    ),
    # quotient
    Mutant(
        "transformed-ratio-of-sums",
        "S1 is divided by S2, not by S1 + S2",
        ("RatioOrder",),
        TransformedMean,
        "program",
        edit(("quotient(noisy_s1, noisy_s1 + noisy_s2,", "quotient(noisy_s1, noisy_s2,")),
    ),
    Mutant(
        "independent-ratio-before-noise",
        "the quotient is taken first and the sum's noise is added to it",
        ("RatioOrder",),
        IndependentMean,
        "program",
        edit(
            (
                "quotient(noisy_sum, noisy_count, undefined=self.midpoint)",
                "quotient(total, count, undefined=self.midpoint) + (noisy_sum - total)",
            )
        ),
        "opendp/smartnoise-core#356",
    ),
    Mutant(
        "shifted-true-count",
        "the noisy sum is divided by the true count",
        ("RatioOrder",),
        ShiftedMean,
        "program",
        edit(("quotient(noisy_sum, noisy_count,", "quotient(noisy_sum, count,")),
    ),
    Mutant(
        "count-at-least-one",
        "a noisy count below 1 is raised to 1",
        ("NegativeCount", "ZeroCount"),
        postprocess,
        "quotient",
        _with_count("max(denominator, Fraction(1))"),
        "opendp/smartnoise-sdk#57",
    ),
    Mutant(
        "count-without-sign",
        "the absolute value of the noisy count is divided by",
        ("NegativeCount",),
        postprocess,
        "quotient",
        _with_count("abs(denominator)"),
    ),
    Mutant(
        "zero-count-crashes",
        "a noisy count of 0 is divided by",
        ("ZeroCount",),
        postprocess,
        "quotient",
        edit(
            (
                "return undefined if sign(denominator) == 0 else numerator / denominator",
                "return numerator / denominator",
            ),
            ("        return undefined\n", "        return numerator / denominator\n"),
        ),
        "opendp/smartnoise-sdk#264",
    ),
    Mutant(
        "zero-count-gives-zero",
        "a noisy count of 0 gives 0, not the midpoint",
        ("ZeroCount",),
        IndependentMean,
        "program",
        edit(("undefined=self.midpoint", "undefined=Fraction(0)")),
    ),
    # the whole noisy count of the bounded mean
    Mutant(
        "bounded-count-not-raised",
        "a noisy count below 1 is divided by, and 0 gives the midpoint",
        ("SmallCount",),
        BoundedMean,
        "program",
        edit((_RAISED, "noisy_count")),
    ),
    Mutant(
        "bounded-count-at-least-zero",
        "a noisy count below 0 becomes 0, which gives the midpoint",
        ("SmallCount", "ZeroCount"),
        BoundedMean,
        "least_count",
        always(Fraction(0)),
    ),
    Mutant(
        "bounded-count-at-least-two",
        "a noisy count below 2 becomes 2",
        ("SmallCount",),
        BoundedMean,
        "least_count",
        always(Fraction(2)),
    ),
    Mutant(
        "bounded-midpoint-at-one",
        "a noisy count of at most 1 gives the midpoint, as in the book",
        ("SmallCount",),
        BoundedMean,
        "program",
        edit(
            (
                "quotient(noisy_sum, divisor, undefined=Fraction(0))",
                "choose(noisy_count <= 1, Fraction(0), quotient(noisy_sum, divisor, "
                "undefined=Fraction(0)))",
            )
        ),
    ),
    Mutant(
        "bounded-sum-has-whole-budget",
        "the sum's noise has scale w / (2 epsilon)",
        ("BudgetNotSplit", "WrongScale"),
        BoundedMean,
        "laws",
        edit(("Laplace(self.decay, self.width)", "Laplace(self.decay, self.width / 2)")),
    ),
    Mutant(
        "bounded-count-has-whole-budget",
        "the count's noise has scale 1 / epsilon",
        ("BudgetNotSplit", "WrongScale"),
        BoundedMean,
        "laws",
        edit(("Fraction(2)", "Fraction(1)")),
    ),
    Mutant(
        "bounded-midpoint-is-half-the-width",
        "the midpoint is (upper - lower) / 2",
        ("ShiftForgotten",),
        BoundedMean,
        "program",
        edit(
            ("x - self.midpoint, records", "x - self.width / 2, records"),
            ("self.width / 2) + self.midpoint", "self.width / 2) + self.width / 2"),
        ),
    ),
    Mutant(
        "bounded-true-count",
        "the noisy sum is divided by the true count",
        ("RatioOrder",),
        BoundedMean,
        "program",
        edit(("quotient(noisy_sum, divisor,", "quotient(noisy_sum, count,")),
    ),
    Mutant(
        "bounded-count-noise-cut",
        "the count's noise is cut to an integer towards 0, not rounded",
        ("WrongScale",),
        RoundedLaplace,
        "_power",
        edit(("(k - _HALF)", "k")),
    ),
    # output
    Mutant(
        "independent-output-not-clipped",
        "the quotient is released as it is",
        ("OutputClip",),
        IndependentMean,
        "program",
        edit(("clip(ratio, self.lower, self.upper)", "ratio")),
        "opendp/dpcreator#729",
    ),
    Mutant(
        "shifted-output-clipped-to-the-bounds",
        "the centred quotient is clipped to [lower, upper]",
        ("OutputClip",),
        ShiftedMean,
        "program",
        edit(("-self.width / 2, self.width / 2", "self.lower, self.upper")),
    ),
    Mutant(
        "transformed-output-clipped-too-wide",
        "the quotient is clipped to [-1, 1]",
        ("OutputClip",),
        TransformedMean,
        "program",
        edit(("clip(ratio, Fraction(0), _ONE)", "clip(ratio, -_ONE, _ONE)")),
        "IBM/differential-privacy-library#44",
    ),
    Mutant(
        "transformed-output-not-clipped",
        "the quotient is released as it is",
        ("OutputClip",),
        TransformedMean,
        "program",
        edit(("clip(ratio, Fraction(0), _ONE)", "ratio")),
    ),
    Mutant(
        "sized-truncation-forgotten",
        "the truncated mean is not moved into the bounds",
        ("Truncation", "OutputClip"),
        SizedMean,
        "program",
        edit(
            (
                'clip(noisy, self.lower, self.upper) if self.noise == "truncated_laplace" else '
                "noisy",
                "noisy",
            )
        ),
    ),
    Mutant(
        "sized-truncation-by-rejection",
        "outputs outside the bounds are drawn again",
        ("Truncation",),
        SizedMean,
        "program",
        edit(
            (
                '    noisy = exact + (yield Draw("noise", self.law))\n',
                "    noisy = exact + (yield "
                'Draw("noise", self.law))\n    while self.noise == "truncated_laplace" and '
                "isinstance(noisy, Fraction) and not self.lower <= noisy <= self.upper:\n      "
                '  noisy = exact + (yield Draw("noise", self.law))\n',
            )
        ),
        "google/differential-privacy#256",
    ),
    Mutant(
        "sized-always-truncated",
        "plain Laplace noise is moved into the bounds too",
        ("Truncation",),
        SizedMean,
        "program",
        edit(
            (
                'clip(noisy, self.lower, self.upper) if self.noise == "truncated_laplace" else '
                "noisy",
                "clip(noisy, self.lower, self.upper)",
            )
        ),
    ),
    Mutant(
        "output-rounded-down",
        "the output goes to the multiple of the grid below it",
        ("Rounding",),
        interpret,
        "_index",
        edit(("low + Fraction(1, 2), high + Fraction(1, 2)", "low, high")),
    ),
    Mutant(
        "stochastic-rounding-biased",
        "stochastic rounding compares with half a uniform variable",
        ("Rounding",),
        interpret,
        "_index",
        edit(("low + ends[0], high + ends[1]", "low + ends[0] / 2, high + ends[1] / 2")),
    ),
)
