"""Mutants of a count and of a bounded sum: the sensitivity, the noise, the lattice, missing records and
the clamp.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.exact.numbers import datum
from dpmean.mechanisms.parts import bounded_sum, clamped, count
from dpmean.mechanisms.parts.bounded_sum import BoundedSum
from dpmean.mechanisms.parts.count import Count
from dpmean.mechanisms.parts.part import Part
from dpmean.programs.records import each

from ..mutant import Mutant, edit

_ADDED = "max(abs(lower), abs(upper))"
_WIDTH = "neighbors is Neighbors.REPLACE_ONE"


def _without_outliers(original: Any) -> Any:
    """The records that lie within three deviations of their mean, where there are ten."""

    def prepare(*given: Any) -> Any:
        found = list(original(*given))
        if len(found) < 10:
            return found
        mean = sum(found, Fraction(0)) / len(found)
        spread = sum((x - mean) ** 2 for x in found) / len(found)
        return [x for x in found if (x - mean) ** 2 <= 9 * spread]

    return prepare


def _property(*changes: tuple[str, str]) -> Any:
    """An edit of what a property computes."""

    def change(original: Any) -> Any:
        edit(*changes)(original.fget)
        return original

    return change


MUTANTS = (
    # sensitivity
    Mutant(
        "contribution-ignored-count",
        "the noise of a count is made for users of one record",
        ("Contribution",),
        count,
        "change_of_count",
        edit(("contribution * _ONE", "_ONE")),
    ),
    Mutant(
        "contribution-ignored-sum",
        "the noise of a sum is made for users of one record",
        ("Contribution",),
        bounded_sum,
        "change_of_user",
        edit(("return contribution * one", "return one")),
    ),
    Mutant(
        "width-where-a-record-is-added",
        "a sum has the sensitivity upper - lower under add-or-remove-one",
        ("Relation",),
        bounded_sum,
        "change_of_record",
        edit((_ADDED, "upper - lower")),
    ),
    Mutant(
        "larger-bound-where-a-record-is-replaced",
        "a sum has the sensitivity max(|lower|, |upper|) under replace-one",
        ("Relation",),
        bounded_sum,
        "change_of_record",
        edit((_WIDTH, "False")),
    ),
    Mutant(
        "upper-bound-alone",
        "the sensitivity of a sum is |upper|, whatever the lower bound is",
        ("Relation",),
        bounded_sum,
        "change_of_record",
        edit((_ADDED, "abs(upper) or abs(lower)")),
    ),
    # noise
    Mutant(
        "rho-taken-twice",
        "Gaussian noise has the variance D^2/(4 rho)",
        ("WrongScale",),
        Part,
        "sigma_squared",
        _property(("self.rho", "2 * self.rho")),
    ),
    Mutant(
        "pair-of-one-record",
        "noise for an epsilon and a delta is made for a sensitivity of 1",
        ("WrongScale",),
        Part,
        "sigma",
        _property((", self.sensitivity)", ")")),
    ),
    Mutant(
        "pair-of-twice-the-delta",
        "noise for an epsilon and a delta is made for 2 delta",
        ("WrongScale",),
        Part,
        "sigma",
        _property(("self.delta, self", "2 * self.delta, self")),
    ),
    Mutant(
        "epsilon-taken-twice-in-steps",
        "discrete Laplace noise of a part has half of its scale",
        ("WrongScale",),
        Part,
        "steps",
        lambda original: _twice(original),
    ),
    Mutant(
        "noise-in-whole-steps",
        "noise on a lattice is a whole number of units that is not multiplied by the unit",
        ("Lattice",),
        Part,
        "law",
        lambda original: _cached(original, ("Multiples(self.steps, self.step)", "self.steps")),
    ),
    Mutant(
        "one-sided-interval",
        "the half width is exceeded on each side with probability beta",
        ("WrongScale",),
        Part,
        "half_width",
        edit(("1 - beta / 2", "max(1 - beta, Fraction(1, 2))")),
    ),
    Mutant(
        "interval-in-steps",
        "the half width on a lattice is a number of steps",
        ("WrongScale",),
        Part,
        "half_width",
        edit(("self.step * found", "found")),
    ),
    # records
    Mutant(
        "missing-counted",
        "missing records are counted",
        ("MissingRecord",),
        Count,
        "records",
        edit(("present(data)", "list(data)")),
    ),
    Mutant(
        "sum-not-clipped",
        "the records of a bounded sum are not clipped",
        ("ClipForgotten",),
        bounded_sum,
        "prepare",
        lambda original: _unclipped(original),
    ),
    Mutant(
        "outlier-left-out-of-a-sum",
        "of ten records and more those beyond three deviations from their mean are left out",
        ("Outlier",),
        bounded_sum,
        "prepare",
        lambda original: _without_outliers(original),
    ),
    Mutant(
        "records-truncated-to-the-lattice",
        "records are rounded to the lattice toward 0",
        ("Rounding",),
        bounded_sum,
        "on_multiples",
        edit(("nearest(x / unit)", "int(x / unit)")),
    ),
    Mutant(
        "ties-rounded-up-to-the-lattice",
        "a record half way between two multiples of the unit is rounded up",
        ("Rounding",),
        bounded_sum,
        "on_multiples",
        edit(("nearest(x / unit)", "((x / unit + Fraction(1, 2)) // 1)")),
    ),
    Mutant(
        "missing-record-left-out-of-a-sum",
        "a missing record adds 0 to a sum, where 0 lies outside the bounds too",
        ("MissingRecord",),
        BoundedSum,
        "missing",
        lambda _: "drop",
    ),
    # clamp
    Mutant(
        "clamp-ignored",
        "a noisy value below 0 stays",
        ("Clamp",),
        Part,
        "raised",
        edit(('self.clamp == "none"', "True")),
    ),
    Mutant(
        "clamp-always",
        "a noisy value below 0 becomes 0 without being asked to",
        ("Clamp",),
        Part,
        "raised",
        edit(('self.clamp == "none"', "False")),
    ),
    Mutant(
        "clamped-error-half-of-the-variance",
        "the mean squared error of a clamped number is half of the variance, as at 0",
        ("Clamp",),
        clamped,
        "laplace_error",
        edit(("2 * scale**2 - scale * w * (c + scale)", "scale**2 + 0 * c * w")),
    ),
    Mutant(
        "clamped-expectation-not-raised",
        "the expected clamped number is the exact one",
        ("Clamp",),
        clamped,
        "lattice_lift",
        edit(("w * t / (1 - t**2)", "w * t * 0")),
    ),
)


def _cached(original: Any, *changes: tuple[str, str]) -> Any:
    edit(*changes)(original.func)
    return original


def _twice(original: Any) -> Any:
    return _cached(
        original,
        (
            "DiscreteLaplace(self.decay, self.sensitivity / self.step)",
            "DiscreteLaplace(self.decay, -(-self.sensitivity // (2 * self.step)))",
        ),
    )


def _unclipped(original: Any) -> Any:
    def prepared(data: Any, lower: Any, upper: Any, missing: str) -> Any:
        def one(x: Any) -> Any:
            exact = datum(x)
            if isinstance(exact, Fraction):
                return exact
            (found,) = original([x], lower, upper, missing)
            return found

        return each(one, data)

    return prepared
