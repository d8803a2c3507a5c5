"""Mutants of the four means: five of the twenty, written from the definitions alone, without a look
at the vectors, the checks or the tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from dpmean.distributions.laplace import Laplace
from dpmean.exact.numbers import datum
from dpmean.mechanisms.addremove.independent_mean import IndependentMean
from dpmean.mechanisms.addremove.one_epsilon import OneEpsilon
from dpmean.mechanisms.addremove.shifted_mean import ShiftedMean
from dpmean.mechanisms.addremove.sized_mean import SizedMean
from dpmean.mechanisms.addremove.transformed_mean import TransformedMean

from .patching import PRIVACY, ROBUSTNESS, Mutant, edited, request

UNIT = {"epsilon": "1", "lower": "0", "upper": "1"}


def sum_of_doubles(records: Sequence[Fraction]) -> Fraction:
    """Added from left to right in doubles; exact where a record is not a double, so that only the
    addition is wrong.
    """
    if any(Fraction(float(x)) != x for x in records):
        return sum(records, Fraction(0))
    total = 0.0
    for x in records:
        total += float(x)
    return Fraction(total)


def note_present(mean: Any, data: Sequence[object]) -> None:
    """Keep the least number of records that were there."""
    there = sum(datum(x) is not None for x in data)
    mean.__dict__["there"] = min(there, mean.__dict__.get("there", there))


def noise_of_present(mean: SizedMean) -> Laplace:
    """Noise for the mean of the records that were there."""
    return Laplace(mean.decay, mean.width / max(1, mean.__dict__.get("there", mean.n)))


@contextmanager
def scale_from_the_data() -> Iterator[None]:
    """Count the records that are there, and calibrate the noise of the sized mean to them."""
    with (
        edited(
            OneEpsilon.records,
            "return prepare(",
            "data = list(data)\n    note_present(self, data)\n    return prepare(",
            note_present=note_present,
        ),
        edited(
            SizedMean.__dict__["law"],
            "Laplace(self.decay, self.sensitivity)",
            "noise_of_present(self)",
            noise_of_present=noise_of_present,
        ),
    ):
        yield


MEANS = (
    Mutant(
        "independent_mean_sums_in_doubles",
        "independent_mean adds the records from left to right in doubles: one record can move "
        "the sum by more than its size, or not at all",
        PRIVACY,
        lambda: edited(
            IndependentMean.program,
            "(summed(records),",
            "(sum_of_doubles(records),",
            sum_of_doubles=sum_of_doubles,
        ),
        ("independent_mean",),
        ("transcript", "tape"),
        (
            request(
                "transcript",
                "independent_mean",
                {"epsilon": "1", "lower": "0", "upper": "9007199254740992"},
                data=["9007199254740992", "1", "1"],
                outcomes={"noise_sum": "0", "noise_count": "0"},
            ),
        ),
    ),
    Mutant(
        "independent_mean_width_as_sensitivity",
        "independent_mean calibrates the sum to upper - lower where that is less than "
        "max(|lower|, |upper|), as if a record were only replaced",
        PRIVACY,
        lambda: edited(
            IndependentMean.__dict__["laws"],
            "2 * max(abs(self.lower), abs(self.upper))",
            "2 * min(self.width, max(abs(self.lower), abs(self.upper)))",
        ),
        ("independent_mean",),
        ("tape", "stat", "reject"),
        (
            request(
                "tape",
                "independent_mean",
                {"epsilon": "1", "lower": "10", "upper": "12"},
                data=["10", "11", "12", "11", "10", "12"],
                tape="6b39" * 60,
                count="1",
                profile="release-1",
                grid="1/1024",
            ),
        ),
    ),
    Mutant(
        "shifted_mean_divides_by_zero",
        "shifted_mean with a noisy count of exactly 0 and a nonzero noisy sum gives a bound, "
        "as an IEEE quotient clipped would, and not the midpoint",
        ROBUSTNESS,
        lambda: edited(
            ShiftedMean.program,
            "undefined=Fraction(0))",
            "undefined=self.width * ((noisy_sum > 0) - (noisy_sum < 0)) if "
            "isinstance(noisy_sum, Fraction) else Fraction(0))",
        ),
        ("shifted_mean",),
        ("transcript", "tape"),
        (
            request(
                "transcript",
                "shifted_mean",
                UNIT,
                data=["1"],
                outcomes={"noise_sum": "1", "noise_count": "-1"},
            ),
        ),
    ),
    Mutant(
        "transformed_mean_rounds_both_sums",
        "transformed_mean on a lattice rounds (upper - x) / w by itself for s2 instead of "
        "taking n - s1: a tie with odd m gives s1 + s2 != n, off the lattice of the hourglass",
        PRIVACY,
        lambda: edited(
            TransformedMean.program,
            "s2 = len(shares) - s1",
            "s2 = sum((on_unit_lattice((self.upper - x) / self.width, self.m) if self.m else "
            "(self.upper - x) / self.width for x in records), Fraction(0))",
        ),
        ("transformed_mean",),
        ("transcript", "tape"),
        (
            request(
                "transcript",
                "transformed_mean",
                {**UNIT, "noise": "discrete_hourglass", "gamma": "1/3", "m": "3"},
                data=["1/2", "0"],
                outcomes={"noise": ["0", "1"]},
            ),
        ),
    ),
    Mutant(
        "sized_mean_scale_from_the_data",
        "sized_mean scales its noise by the number of records that are not missing: the scale "
        "depends on the data, and its ratio is unbounded in the tail",
        PRIVACY,
        scale_from_the_data,
        ("sized_mean",),
        ("transcript", "tape", "stat", "reject"),
        (
            request(
                "tape",
                "sized_mean",
                {**UNIT, "n": "2", "noise": "laplace"},
                data=["1", "nan"],
                tape="6b39" * 60,
                count="1",
                profile="release-1",
                grid="1/1024",
            ),
        ),
    ),
)
