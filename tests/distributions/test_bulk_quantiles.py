"""Quantiles in bulk: boxes contain the certified quantiles of both ends of every cell, and are
hardly wider.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from dpmean.distributions.bulk import quantiles as bulk
from dpmean.distributions.bulk.columns import samplers
from dpmean.distributions.bulk.quantiles import (
    BINADES,
    DEGREE,
    Table,
    Words,
    evaluate,
    quantiles,
    rounding,
    widths,
)
from dpmean.distributions.gaussian import Gaussian
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.student_t import StudentT
from dpmean.exact import inverse_series
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval
from dpmean.exact.inverse_series import pieces
from tests.helpers.planted import planted

F = Fraction
LAWS: dict[str, tuple[Any, Any]] = {
    "laplace": (Laplace(Decay.from_epsilon(1)), inverse_series.laplace),
    "gaussian": (Gaussian(F(1)), inverse_series.gaussian),
    **{
        f"student_t {d}": (StudentT(d), partial(inverse_series.student, d))
        for d in (1, 2, 3, 4, 7, 64)
    },
}
HALF, ALL = 1 << 63, (1 << 64) - 1


def table(name: str) -> Table:
    """A table of its own: no test sees what another one made."""
    return Table(*LAWS[name])


def anywhere(count: int, seed: int = 1) -> Words:
    return np.random.default_rng(seed).integers(0, 1 << 64, count, np.uint64)


def boundaries() -> Words:
    """Words on both sides of boundaries of binades and pieces, next to the median and the ends, and
    their mirrors.
    """
    at = [1 << b for b in range(63)] + [HALF]
    for b in (62, 61, 60, 40, 12):
        shift, count = widths(b)
        at += [(count + i) << shift for i in (1, 2, count // 2, count - 1)]
    found = {w + d for w in at for d in (-2, -1, 0, 1) if 0 < w + d < ALL} | set(range(1, 8))
    return np.array(sorted(found | {ALL - w for w in found}), np.uint64)


def tails(count: int) -> Words:
    """Words of every size, on both sides."""
    small = anywhere(count, 2) >> (np.arange(count) % 63).astype(np.uint64)
    return np.concatenate([small, ~small])


def folded(w: int) -> int:
    return min(w, ALL - w)


def ends(box: tuple[np.float64, ...]) -> tuple[Fraction, Fraction]:
    """The ends of a box with a finite radius."""
    hi, lo, radius = (F(float(x)) for x in box)
    return hi + lo - radius, hi + lo + radius


def check(name: str, found: Table, words: Words) -> None:
    """Both ends of every cell lie in its box: their probabilities are outside those of the cell's
    ends.
    """
    law = LAWS[name][0]
    for w, *box in zip(words.tolist(), *found.find(words), strict=True):
        if box[2] == np.inf:
            assert folded(w) == 0 or folded(w) == 1 and isinstance(law, StudentT)
            continue
        low, high = ends(tuple(box))
        assert compare(law.cdf(low), F(w, 1 << 64)) <= 0, w
        assert compare(law.cdf(high), F(w + 1, 1 << 64)) >= 0, w


@pytest.mark.parametrize("name", LAWS)
def test_a_box_has_both_ends_of_its_cell(name: str) -> None:
    """By the law's own quantile."""
    law, words = (
        LAWS[name][0],
        np.concatenate([anywhere(16), tails(10), np.array([HALF - 1, HALF], np.uint64)]),
    )
    for w, *box in zip(words.tolist(), *quantiles(*LAWS[name], words), strict=True):
        if box[2] < np.inf:
            low, high = ends(tuple(box))
            for u in (F(w, 1 << 64), F(w + 1, 1 << 64)):
                exact = interval(law.quantile(u), 320)
                assert low <= exact.lower <= exact.upper <= high, w


@pytest.mark.share(4)
@pytest.mark.parametrize("name", LAWS)
def test_every_box_contains_its_cell(name: str) -> None:
    every = 3 if name.startswith("student") else 1  # exact ones are slow
    check(name, table(name), np.concatenate([anywhere(100), tails(63), boundaries()])[::every])


@pytest.mark.share(2)
@pytest.mark.parametrize("name", LAWS)
def test_boxes_are_hardly_wider_than_their_cells(name: str) -> None:
    law, words = LAWS[name][0], np.concatenate([anywhere(150), tails(40)])
    wide = []
    for w, *box in zip(words.tolist(), *quantiles(*LAWS[name], words), strict=True):
        if folded(w) >= 1 << 12:
            (low, _), (_, high) = (
                (found.lower, found.upper)
                for found in (interval(law.cdf(x), 320) for x in ends(tuple(box)))
            )
            wide.append((high - low) * (1 << 64))
    assert sorted(wide)[len(wide) // 2] < F(102, 100)
    assert max(wide) < F(13, 10)


@pytest.mark.parametrize("name", LAWS)
def test_the_radius_is_infinite_next_to_the_ends_only(name: str) -> None:
    hi, lo, radius = quantiles(
        *LAWS[name], np.array([0, ALL, *range(2, 70), *range(ALL - 69, ALL - 1)], np.uint64)
    )
    assert np.isinf(radius[:2]).all()
    assert np.isfinite(radius[2:]).all()
    assert np.isfinite(hi).all()
    assert np.isfinite(lo).all()


def test_mirrored_words_have_mirrored_boxes_and_the_first_double_is_the_nearest() -> None:
    words = np.concatenate([anywhere(1000), tails(63)])
    for of in (LAWS[name] for name in ("laplace", "gaussian", "student_t 3")):
        (hi, lo, radius), (other, rest, same) = quantiles(*of, words), quantiles(*of, ~words)
        assert (hi == -other).all()
        assert (lo == -rest).all()
        assert (radius == same).all()
        assert (hi + lo == hi).all()


def test_the_sampler_leaves_the_scale_to_the_variable() -> None:
    words = anywhere(100)
    for wide, standard in (
        (Laplace(Decay.from_epsilon(F(1, 7)), F(3)), "laplace"),
        (Gaussian(F(5)), "gaussian"),
        (StudentT(3, F(2)), "student_t 3"),
    ):
        boxes = samplers()[type(wide)](wide).image.box(words, None)  # type: ignore[attr-defined]
        for found, wanted in zip(boxes, table(standard).find(words), strict=True):
            assert (found == wanted).all()


def test_boxes_do_not_depend_on_what_was_asked_before_or_at_once() -> None:
    words = np.concatenate([anywhere(20_000), tails(63)])
    wanted = table("laplace").find(words)
    shared = table("laplace")
    parts = np.array_split(words[::-1], 7)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(shared.find, parts))
    for column, right in enumerate(wanted):
        assert (np.concatenate([part[column] for part in found])[::-1] == right).all()
    assert [len(column) for column in shared.find(words[:0])] == [0, 0, 0]


# ---------------------------------------------------------------- rounding


def rounded(name: str, binade: int) -> Fraction:
    """What is computed differs from the polynomials by at most `rounding`; returns the greatest
    share of it.
    """
    law, shape = LAWS[name]
    shift, _ = widths(binade)
    half = 1 << shift
    first = (2 << binade) + half
    found = pieces(shape, law.quantile(F(first, 1 << 65)), first, half, 6, DEGREE)
    rows = bulk.table_rows(found, half)
    bounds, share = bulk.rounding(rows, half), F(0)
    t = np.random.default_rng(binade).integers(1 - half, half, (40, 6))
    t[:2] = [[half - 1], [1 - half]]
    for line in t:
        hi, lo = evaluate(rows, line)
        for piece, bound, x, *parts in zip(found, bounds, line.tolist(), hi, lo, strict=True):
            assert piece is not None
            right = sum(F(m) * F(2) ** e * x**j for j, (m, e) in enumerate(piece.coefficients))
            wrong = abs(F(float(parts[0])) + F(float(parts[1])) - right)
            assert wrong <= F(float(bound))
            share = max(share, wrong / F(float(bound)))
    return share


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("binade", [62, 60, 45, 20, 9])
def test_what_is_computed_is_the_polynomial_but_for_rounding(name: str, binade: int) -> None:
    # where t is short, hardly anything is rounded
    assert rounded(name, binade) > F(1, 100) or binade < 45


def test_a_row_adds_up_to_its_bounds() -> None:
    """The radius is at least slope + error + rounding, in exact arithmetic, and hardly more."""
    law, shape = LAWS["gaussian"]
    half = 1 << 53
    first = (2 << 60) + half
    found = [
        piece
        for piece in pieces(shape, law.quantile(F(first, 1 << 65)), first, half, 20, DEGREE)
        if piece
    ]
    rows = bulk.table_rows(found, half)
    assert len(found) == 20
    for piece, radius, round_ in zip(
        found, rows[:, bulk.RADIUS], rounding(rows, half), strict=True
    ):
        total = sum(F(m) * F(2) ** e for m, e in (piece.slope, piece.error)) + F(float(round_))
        assert total <= F(float(radius)) <= total * (1 + F(1, 1 << 38))


# ---------------------------------------------------------------- planted bugs

BUGS: dict[str, tuple[Any, str, str]] = {
    "the sign is not mirrored": (Table.find, "1.0 - 2.0 * above", "1.0 - 0.0 * above"),
    "the sign is mirrored twice": (Table.find, "1.0 - 2.0 * above", "2.0 * above - 1.0"),
    "-w for ~w": (
        Table.find,
        "words[part] ^ (np.uint64(0) - above)",
        "(words[part] ^ (np.uint64(0) - above)) + above",
    ),
    "the lower end for the middle": (Table._rows, "| np.uint64(1)", "| np.uint64(0)"),
    "a binade by rounding": (Table._rows, "(below & ~(below >> np.uint64(1)))", "below"),
    "the next piece": (Table._make, "len(rows) - count", "len(rows) - count + (binade == 61)"),
    "centres half a piece off": (Table._make, "(2 << binade) + (1 << shift)", "2 << binade"),
    "no cell": (bulk.table_rows, "split(piece.slope, 53)[0]", "0.0"),
    "half a cell": (bulk.table_rows, "split(piece.slope, 53)[0]", "split(piece.slope, 53)[0] / 2"),
    "the square's coefficient is 2^-30 off": (
        bulk.table_rows,
        "[split(c, 53)[0] for c in others]",
        "[split(c, 53 if j else 30)[0] for j, c in enumerate(others)]",
    ),
    "the constant in one double": (
        bulk.table_rows,
        "*split(constant, 53)",
        "split(constant, 53)[0], 0.0",
    ),
    "the slope in 26 bits": (
        bulk.table_rows,
        "*split(first, 53 - CUT)",
        "split(first, 53 - CUT)[0], 0.0",
    ),
    "no certificate at the ends": (Table.find, "np.inf", "0.0"),
}


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_seen(bug: str) -> None:
    words = np.concatenate([anywhere(60), boundaries()])
    with planted(*BUGS[bug]), pytest.raises((AssertionError, IndexError)):
        check("laplace", table("laplace"), words[words >= 1 << 20])
        check("laplace", table("laplace"), np.array([0, ALL], np.uint64))


ROUNDING: dict[str, tuple[Any, str, str]] = {
    "no bound": (rounding, "UPWARDS", "0.0"),
    "one rounding in all": (rounding, "(2 * j + 4)", "0.05"),
    "a sum without its error": (evaluate, "value += lost", "pass"),
    "products that are not exact": (evaluate, "-(1 << CUT)", "-(1 << 1)"),
    "an error with the wrong sign": (bulk.two_sum, "(b - other)", "(other - b)"),
    "a constant without its rest": (evaluate, "value += rows[:, REST]", "pass"),
    "a factor that is cut short": (evaluate, "rest *= rows[:, FIRST]", "rest *= 0.0"),
}


@pytest.mark.parametrize("bug", ROUNDING)
def test_a_planted_bug_of_rounding_is_seen(bug: str) -> None:
    with planted(*ROUNDING[bug]), pytest.raises(AssertionError):
        for name in ("gaussian", "laplace"):
            for binade in range(BINADES - 1, 40, -7):
                rounded(name, binade)
