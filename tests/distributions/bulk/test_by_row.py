"""Discrete Gaussian noise with a variance for each row: counted, and decided exactly on every
boundary.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.distributions.bulk import by_row, rejection
from dpmean.distributions.bulk.by_row import Gaussians, exponent
from dpmean.distributions.bulk.outcomes import Outcome, integers
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.enclosure import compare, floor
from dpmean.randomness.stream import ShakeStreamForTesting, Stream, TapeStreamForTesting
from tests.helpers.columns_for_tests import alarms
from tests.helpers.planted import planted

F = Fraction
VARIANCES = [
    F(1, 50),
    F(1, 3),
    F(1),
    F(9, 2),
    F(4),
    F(1000, 7),
    F(5000) ** 2,
    F(10) ** 20,
    F((1 << 80) + 1, 977),
]
SEEN = (F(9, 2), F(1000, 7), F(10) ** 20)  # whose counts tell every planted bug
LAST = (1 << 64) - 1


def counted(variance: Fraction, count: int = 1 << 17) -> list[str]:
    """Alarms for the rows of one variance, which stand among rows of all the others."""

    def draws(_: Any, stream: Stream, count: int) -> Outcome:
        places = np.random.default_rng(1).integers(len(VARIANCES), size=10 * count)
        mine = VARIANCES.index(variance)
        found = Gaussians(VARIANCES).draw(stream, places)
        return integers(found[places == mine][:count])

    return alarms(DiscreteGaussian(variance), b"by row", count, draws)


@pytest.mark.share(3)
@pytest.mark.parametrize("variance", VARIANCES, ids=lambda v: f"{float(v):g}")
def test_every_row_has_the_law_of_its_variance(variance: Fraction) -> None:
    assert counted(variance) == []


@given(
    place=st.integers(0, len(VARIANCES) - 1),
    share=st.floats(-12, 12),
    side=st.sampled_from([-1, 1]),
    off=st.sampled_from([0, 1, 2, 3, 1 << 20, 1 << 23, 1 << 26]),
    further=st.integers(0, LAST),
)
def test_a_proposal_is_kept_as_the_exact_number_says(
    place: int, share: float, side: int, off: int, further: int
) -> None:
    """Words on, next to, and about as near the threshold as doubles can tell, for sizes up to 12
    scales.
    """
    variance, scale = VARIANCES[place], 1 << exponent(VARIANCES[place])
    y = round(share * scale)
    threshold = reals.exp(-((abs(y) - variance / scale) ** 2) / (2 * variance))
    u = min(max(floor(threshold * (1 << 64)) + side * off, 0), LAST)
    tape = TapeStreamForTesting(
        b"".join(k.to_bytes(8, "little") for k in (further, *[1 << 63] * 4))
    )
    kept = Gaussians(VARIANCES).keeps(
        np.array([y], np.int64), np.array([u], np.uint64), np.array([place]), tape
    )
    assert bool(kept[0]) is (
        compare(threshold, Fraction(u << 128 | further << 64 | 1 << 63, 1 << 192)) > 0
    )


@given(above=st.integers(1, 1 << 100), below=st.integers(1, 1 << 40))
def test_the_scale_of_proposals_is_the_least_power_of_two_above_sigma(
    above: int, below: int
) -> None:
    """The bounds of errors suppose that sigma < T."""
    variance = F(above, below)
    scale = 1 << exponent(variance)
    assert variance < scale**2
    assert scale == 1 or variance >= F(scale, 2) ** 2


def test_noise_that_no_column_holds_is_refused() -> None:
    with pytest.raises(InvalidInput):
        Gaussians([F(1 << 120)]).draw(ShakeStreamForTesting(b"wide"), np.zeros(4, np.intp))


BUGS: dict[str, tuple[Any, str, str, Callable[[], Any]]] = {
    "variances of other rows": (
        Gaussians._fill,
        "places[rows]",
        "places[rows[::-1]]",
        lambda: [counted(v) for v in SEEN],
    ),
    "proposals of another scale": (
        Gaussians.draw,
        "int(e), stream",
        "int(e) + 1, stream",
        lambda: [counted(v) for v in SEEN],
    ),
    "the first proposal is kept": (
        Gaussians._fill,
        "rows = rows[~kept]",
        "rows = rows[:0]",
        lambda: [counted(v) for v in SEEN],
    ),
    "the middle is forgotten": (
        rejection.keeps,
        " - middle",
        "",
        lambda: [counted(v) for v in SEEN],
    ),
    "another variance": (
        Gaussians.__init__,
        "float(1 / (2 * v))",
        "float(1 / (3 * v))",
        lambda: [counted(v) for v in SEEN],
    ),
    "a scale below sigma": (
        by_row.exponent,
        "floor(variance)).bit_length()",
        "floor(variance)).bit_length() - 1",
        lambda: [test_the_scale_of_proposals_is_the_least_power_of_two_above_sigma()],
    ),
    "the exact number of another row": (
        Gaussians.keeps,
        "at = int(places[i])",
        "at = 0",
        lambda: [test_a_proposal_is_kept_as_the_exact_number_says()],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_seen(bug: str) -> None:
    where, old, new, check = BUGS[bug]
    with planted(where, old, new):
        try:
            seen = any(check())
        except Exception:  # noqa: BLE001  (Hypothesis reports several failures as a group)
            seen = True
    assert seen
