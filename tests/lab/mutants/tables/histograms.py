"""Mutants of a histogram: its sensitivities, its noises, its records, and what is shown."""

from __future__ import annotations

from dpmean.mechanisms.parts import appearing, histogram
from dpmean.mechanisms.parts.appearing import Appearing
from dpmean.mechanisms.parts.histogram import Histogram

from ..mutant import Mutant, edit

DRAW = '(yield Draw(f"noise_{j}", self.law))'

MUTANTS = (
    Mutant(
        "histogram-replaced-as-added",
        "the counts change by the records of a user where they are replaced too",
        ("OneSided", "Contribution", "WrongScale", "Relation"),
        histogram,
        "change_of_counts",
        edit(("2 if relation == Neighbors.REPLACE_ONE else 1", "1")),
    ),
    Mutant(
        "histogram-squared-together",
        "the squared change where records are replaced is that of all counts together, squared",
        ("OneSided", "Contribution", "WrongScale", "Relation"),
        histogram,
        "squared_change_of_counts",
        edit(("(2 if", "(4 if")),
    ),
    Mutant(
        "histogram-delta-one-each",
        "delta is that of a user with one record in each category",
        ("Threshold",),
        Appearing,
        "delta",
        edit(("apart if compare(apart, together) >= 0 else together", "apart")),
    ),
    Mutant(
        "histogram-delta-all-in-one",
        "delta is that of a user with all records in one category",
        ("Threshold",),
        Appearing,
        "delta",
        edit(("apart if compare(apart, together) >= 0 else together", "together")),
    ),
    Mutant(
        "histogram-delta-added-up",
        "the probabilities of several categories are added up",
        ("Threshold",),
        appearing,
        "some",
        edit(("1 - (1 - alone) ** others * (1 - last)", "others * alone + last")),
    ),
    Mutant(
        "histogram-delta-exceeds",
        "a noisy count must exceed the threshold: P(r + Z > T) on the integers",
        ("Threshold", "DiscreteNotContinuous"),
        Appearing,
        "reached",
        edit(("k = int(left)", "k = int(left) + 1")),
    ),
    Mutant(
        "histogram-threshold-shares-delta",
        "the least threshold gives each record its share of delta",
        ("Threshold",),
        Appearing,
        "_least_of_laplace",
        edit(
            (
                "1 - reals.exponential(reals.log(1 - delta) / self.contribution)",
                "delta / self.contribution",
            )
        ),
    ),
    Mutant(
        "histogram-threshold-rounded-down",
        "the least whole threshold is one too small",
        ("Threshold",),
        Appearing,
        "least",
        edit(("Fraction(enough)", "Fraction(short)")),
    ),
    Mutant(
        "histogram-equal-not-shown",
        "a noisy count that equals the threshold is not shown",
        ("Threshold",),
        Histogram,
        "program",
        edit(("side >= 0", "side > 0")),
    ),
    Mutant(
        "histogram-empty-shown",
        "a category without a record is shown where its noise reaches the threshold",
        ("Threshold", "EmptyData"),
        Histogram,
        "program",
        edit((" if count > 0 else _ZERO", "")),
    ),
    Mutant(
        "histogram-threshold-of-the-count",
        "the count before the noise is compared with the threshold",
        ("Threshold",),
        Histogram,
        "program",
        edit(("Compare(value, self", "Compare(count, self")),
    ),
    Mutant(
        "histogram-one-noise",
        "one noise for all categories",
        ("NoiseReused",),
        Histogram,
        "program",
        edit((DRAW, f"({DRAW} if j == 1 else noisy[0] - counts[0])")),
    ),
    Mutant(
        "histogram-silent-without-a-record",
        "a category without a record has no noise",
        ("EmptyData",),
        Histogram,
        "program",
        edit((DRAW, f"({DRAW} if count > 0 else _ZERO)")),
    ),
    Mutant(
        "histogram-cut",
        "a record between two categories is cut to a whole number",
        ("Rounding",),
        Histogram,
        "records",
        edit(("nearest(x)", "int(x)")),
    ),
)
