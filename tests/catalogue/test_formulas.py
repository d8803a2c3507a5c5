"""Every formula that `dpmean value` prints is read from its text and gives what the shipped
function gives; and small errors that are planted in the texts are found.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal

import pytest

from dpmean.catalogue.quantities import CATALOGUE
from tests.catalogue.evaluating_formulas import values_of
from tests.catalogue.exactly import NoValueError
from tests.catalogue.points import ENOUGH, Point, agree, points
from tests.catalogue.reading_formulas import NUMBER, UnreadableError, tokens

# 3 algorithms
FEWER = dict.fromkeys(
    [f"transformation.{q}" for q in ("matrix", "inverse", "radius", "ball_area")], 3
)
PLANTED_EACH = 3
PARTS = 8  # of the catalogue, each with planted errors of its own
# Planted changes that change nothing, each with what stands in the text then.
EQUIVALENT = (
    ("discrete_gaussian.renyi", "(k + c)"),  # the sum is over all integers
    ("staircase2d.optimal_gamma", "from 0 to 2"),  # the root is the same
    ("hourglass.density", "ceil(k)"),
    ("discrete_hourglass.pmf", "ceil(k)"),  # k is an integer or it is not
    ("transformation.radius", "from 1 to 1 of (|x| + 1)"),
    ("transformation.radius", "min over"),  # equal at both ends
    ("adpm.saturation", "theta >= 1"),  # theta is above 1 for so few users
    ("student_t_mean.tau", "3^-40"),  # where the search begins
    ("local_coordinate_mean.keep", "p < 2"),
    ("local_clipped_mean.median_keep", "to 2"),  # p < 1 all the same
    # below delta = 1/6 the other end is greater; beyond it both are at most 1
    ("instance.neighbour_lower_bound", "max{4/3 - 3 delta"),
    ("shifted_clipped_mean.median_noise_variance", "+ 2))"),  # 2 d u + 1 is odd: no power of 2
    ("shifted_clipped_mean.threshold_noise_variance", "+ 2))"),
    # the logarithm's ceiling is the same but at powers of 2
    ("shuffled_clipped_mean.rank", "(2 d u)^2 - 1"),
)
SWAPPED = {"+": "-", "-": "+", "floor": "ceil", "ceil": "floor", "min": "max", "max": "min"}


@pytest.mark.share(4)
@pytest.mark.parametrize("name", CATALOGUE)
def test_formula_gives_the_shipped_value(name: str) -> None:
    found, missing = points(name)
    for point in found:
        assert right(name, point), (point.params, CATALOGUE[name].formula)
    assert len(found) >= FEWER.get(name, ENOUGH)
    assert not missing


def right(name: str, point: Point) -> bool:
    """Whether the formula's value is the certified one, with more digits where terms cancel."""
    return agree(point.found, point.certified) or agree(
        values_of(name, point.params, digits=200), point.certified
    )


def planted(text: str) -> Iterator[str]:
    """The text with one constant, sign or exponent changed, or a floor for a ceiling, a minimum for
    a maximum.
    """
    found = tokens(text)
    for before, (sort, word, start, end) in zip([("", "", 0, 0), *found], found, strict=False):
        if sort == NUMBER and text[end : end + 1] != ":":
            yield f"{text[:start]}{Decimal(word) + 1}{text[end:]}"
        elif word in SWAPPED and (sort not in "+-" or before[1] not in ("^", "(", "", "=")):
            yield text[:start] + SWAPPED[word] + text[end:]
        elif before[1] == "^" and sort == "name":
            yield f"{text[:start]}(2 {word}){text[end:]}"


def survives(name: str, text: str) -> bool:
    """Whether a wrong text passes at every point."""
    for point in points(name)[0]:
        try:
            if not agree(values_of(name, point.params, {name: text}), point.certified):
                return False
        except (NoValueError, UnreadableError):
            return False
    return True


@pytest.mark.share(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_planted_errors_are_found(part: int) -> None:
    survivors, count = [], 0
    for name, entry in [*CATALOGUE.items()][part::PARTS]:
        texts = [t for t in planted(entry.formula) if t != entry.formula]
        for text in random.Random(name).sample(texts, min(PLANTED_EACH, len(texts))):
            if any(
                name == n and fragment in text and fragment not in entry.formula
                for n, fragment in EQUIVALENT
            ):
                continue
            count += 1
            if survives(name, text):
                survivors.append((name, text))
    assert count > 500 // PARTS
    assert len(survivors) <= count // 20, survivors
