"""Which numbers of an output, and which sums and differences of them, tell two data sets apart.

One number without noise, or with less of it, shows by itself. Noise that is the same in two numbers
is not in their difference, and where a sum is released beside its parts there is none in what is
left of it: such a *relation* is constant, or nearly, for each data set. Relations are found exactly,
as what is left of all outputs by elimination; single numbers and differences of two are ranked by
how far apart the two data sets are.

What is told here is learned from draws so far, and bets on it are made on later ones: it costs
capital, and never validity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .described import Leaf, Role
from .outputs import Column, Outputs

MOST_ROWS = 500  # draws of each data set that are looked at
MOST_CELLS = 1 << 15  # numbers of them
MOST_PAIRS = 96  # whose differences are looked at
TINY = 1e-300
MOST_NUMBERS = 64  # of an output among which relations and pairs are sought
MOST_TERMS = 4  # of a relation that is told one by one
LEAST = 8  # draws of each data set
EXACT = 1e-9  # of the spread of the numbers: what is below it is rounding

Table = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Seen:
    """A number of an output, or a sum and difference of some: column by column with its sign."""

    terms: tuple[tuple[int, int], ...]
    exact: bool = False  # whether it was constant for each data set

    def __call__(self, outputs: Outputs) -> Column:
        """Returns it for every output; NaN where any of its numbers is missing."""
        found = np.zeros(len(outputs))
        for place, sign in self.terms:
            if place >= len(outputs.columns):
                return np.full(len(outputs), np.nan)
            found = found + sign * outputs.columns[place]
        return found

    def told(self, leaves: Sequence[Leaf]) -> str:
        """Returns it in words: `n`, `a - b`, `a + b - c`."""
        added = [str(leaves[place]) for place, sign in self.terms if sign > 0]
        taken = [str(leaves[place]) for place, sign in self.terms if sign < 0]
        if len(self.terms) <= MOST_TERMS:
            return " - ".join([" + ".join(added), *taken])
        parts = [f"the sum of {added[0]} to {added[-1]} ({len(added)} numbers)"]
        return " - ".join(
            [*parts, *(taken if len(taken) < MOST_TERMS else [f"{len(taken)} others"])]
        )


def telling(
    one: Outputs, other: Outputs, most: int, leaves: Sequence[Leaf] | None = None
) -> list[Seen]:
    """Returns at most so many numbers, differences of two and relations of more, those first that
    tell the outputs for two data sets apart best.

    Without `leaves` all columns are numbers.
    """
    width = min(len(one.columns), len(other.columns))
    places = [j for j in range(width) if leaves is None or leaves[j].role is Role.VALUE]
    tables = [_table(outputs, places) for outputs in (one, other)]
    if not places or min(map(len, tables)) < LEAST:
        return []
    scores = _apart(*tables)
    kept = np.sort(np.argsort(-scores, kind="stable")[:MOST_NUMBERS])
    ranked = [
        (float(scores[j]), Seen(((places[j], 1),), _constant(tables, j)))
        for j in range(len(places))
    ]
    a, b = (table[:, kept] for table in tables)
    first, second = _promising(a, b)
    if len(first):
        away = _apart(a[:, first] - a[:, second], b[:, first] - b[:, second])
        pairs = len(kept) * (len(kept) - 1) // 2  # the best of more columns is farther by chance
        away -= _chance(pairs, tables) - _chance(len(places), tables)
        for k in np.argsort(-away, kind="stable").tolist():
            terms = ((places[kept[first[k]]], 1), (places[kept[second[k]]], -1))
            ranked.append((float(away[k]), Seen(terms)))
    ranked.sort(key=lambda pair: (-pair[0], len(pair[1].terms)))
    exact = [
        Seen(tuple((places[kept[j]], s) for j, s in terms), True) for terms in _relations(a, b)
    ]
    return _spread(exact, [seen for _, seen in ranked], most)


def _spread(exact: list[Seen], ranked: list[Seen], most: int) -> list[Seen]:
    """Returns exact relations first, and then what is best of the rest, without differences that
    follow from those before.
    """
    found, group = list[Seen](), dict[int, int]()

    def root(place: int) -> int:
        while group.get(place, place) != place:
            place = group[place]
        return place

    for seen in exact + ranked:
        if len(found) == most:
            break
        if any(seen.terms == before.terms for before in found):
            continue
        if len(seen.terms) == 2 and seen.terms[1][1] < 0:
            ends = [root(place) for place, _ in seen.terms]
            if ends[0] == ends[1]:
                continue
            group[ends[0]] = ends[1]
        found.append(seen)
    return found


def _table(outputs: Outputs, places: Sequence[int]) -> Table:
    """Returns the numbers of the first outputs that have some, in rows."""
    if not places:
        return np.empty((0, 0))
    most = max(4 * LEAST, min(MOST_ROWS, MOST_CELLS // len(places)))
    table = np.column_stack([outputs.columns[j][: 2 * most] for j in places])
    return table[~np.isnan(table).all(axis=1)][:most]


def _constant(tables: Sequence[Table], j: int) -> bool:
    return all(len(np.unique(table[~np.isnan(table[:, j]), j])) == 1 for table in tables)


def _chance(count: int, tables: Sequence[Table]) -> float:
    """Returns how far apart the farthest of so many columns are by chance, about."""
    least = min(map(len, tables))
    return float(np.sqrt(np.log(max(2, count)) / least))


def _apart(a: Table, b: Table) -> Column:
    """Returns how far apart two data sets are in each column: the largest difference of the shares
    of a half line, or of what is nearer the middle than so much (Kolmogorov and Smirnov).
    """
    both = np.concatenate([a, b])
    both[:, np.isnan(both).all(axis=0)] = 0.0
    middle = np.nan_to_num(np.nanmedian(both, axis=0))
    with np.errstate(invalid="ignore", over="ignore"):
        spread = _largest(np.abs(a - middle), np.abs(b - middle))
    found: Column = np.maximum(_largest(a, b), spread)
    return found


def _largest(a: Table, b: Table) -> Column:
    """Returns the largest difference of the empirical laws of each column; what is no number is a
    value beyond all others.
    """
    both = np.concatenate([a, b])
    order = np.argsort(both, axis=0, kind="stable")
    values = np.take_along_axis(both, order, axis=0)
    steps = np.where(order < len(a), 1 / len(a), -1 / len(b))
    reached = np.abs(np.cumsum(steps, axis=0))
    last = np.ones_like(
        reached, dtype=bool
    )  # of equal values, only the last one is the end of a line
    last[:-1] = values[1:] != values[:-1]
    last[:-1] &= ~(np.isnan(values[1:]) & np.isnan(values[:-1]))
    found: Column = np.where(last, reached, 0.0).max(axis=0)
    return found


def _promising(a: Table, b: Table) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Returns the pairs of columns whose differences have means, or spreads, that are farthest
    apart.
    """
    first, second = np.triu_indices(a.shape[1], 1)
    moments = []
    for x in (a, b):
        x = np.where(np.isfinite(x), x, 0.0)
        mean, inner = x.mean(axis=0), np.atleast_2d(np.cov(x, rowvar=False))
        own = np.diag(inner)
        moments.append(
            (
                mean[first] - mean[second],
                np.sqrt(np.maximum(own[first] + own[second] - 2 * inner[first, second], 0)) + TINY,
            )
        )
    (one, wide), (other, narrow) = moments
    score = np.abs(one - other) / (wide + narrow) + np.abs(np.log(wide) - np.log(narrow))
    best = np.argsort(-score, kind="stable")[:MOST_PAIRS]
    return first[best], second[best]


def _relations(a: Table, b: Table) -> list[tuple[tuple[int, int], ...]]:
    """Returns sums and differences that are constant for each data set, and not the same constant:
    the rows of a basis of all such sums, in echelon form, whose coefficients are 1, -1 and 0.
    """
    rows = [x[np.isfinite(x).all(axis=1)] for x in (a, b)]
    if min(map(len, rows)) < LEAST or sum(map(len, rows)) < a.shape[1] + LEAST:
        return []
    means = [x.mean(axis=0) for x in rows]
    inner = np.concatenate([x - m for x, m in zip(rows, means, strict=True)])
    size = max(float(np.abs(np.concatenate(rows)).max()), 1e-300)
    _, values, vectors = np.linalg.svd(inner / size, full_matrices=True)
    rank = int(np.count_nonzero(values > EXACT * len(inner) ** 0.5))
    basis = _echelon(vectors[rank:])
    found = []
    for row in basis:
        whole = np.rint(row)
        if np.abs(row - whole).max() > 1e-6 or np.abs(whole).max() > 1 or not whole.any():
            continue
        left = (inner @ whole, (means[0] - means[1]) @ whole)
        if np.abs(left[0]).max() <= EXACT * size and abs(left[1]) > EXACT * size:
            found.append(_terms(whole))
    return sorted(found, key=len)


def _terms(whole: Column) -> tuple[tuple[int, int], ...]:
    """Returns the terms of a relation, with more of them added than taken."""
    sign = -1 if whole.sum() < 0 or (not whole.sum() and whole[np.flatnonzero(whole)[0]] < 0) else 1
    return tuple((int(j), int(sign * whole[j])) for j in np.flatnonzero(whole))


def _echelon(basis: Table) -> Table:
    """Returns a basis of the same space in reduced echelon form."""
    basis, row = basis.copy(), 0
    for column in range(basis.shape[1] if len(basis) else 0):
        pivot = row + int(np.argmax(np.abs(basis[row:, column])))
        if abs(basis[pivot, column]) < 1e-6:
            continue
        basis[[row, pivot]] = basis[[pivot, row]]
        basis[row] /= basis[row, column]
        others = np.arange(len(basis)) != row
        basis[others] -= np.outer(basis[others, column], basis[row])
        row += 1
        if row == len(basis):
            break
    return basis


__all__ = ["Seen", "telling"]
