"""The exact law of a release at one coordinate, part by part: what simulated releases are put
beside.

The law is that of the rounded release: an output goes to the nearest point of the grid, ties to
even, so that a release is at most v where the output is below v + grid/2, or on it and v/grid is
even. Mean and mean squared error are those of the output before it is rounded; rounding moves a
release by half a step at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil, floor
from typing import Any

from ...errors import DpmeanError, InvalidInput
from ...exact.enclosure import Interval, decide
from ...exact.reals import Number
from ...programs.events import Where
from ...programs.law_of import ReleaseLaw, law_of
from ...programs.postprocess import Uncertain

NARROW = Fraction(1, 1 << 60)
FARTHEST = (
    16  # 4^FARTHEST steps of the grid is the farthest point that is looked at in place of another
)
FINE = 100_000  # a quantile is enclosed to this share of the histogram's width
_ZERO, _ONE = Fraction(0), Fraction(1)
Ends = tuple[Fraction, Fraction]  # between which a number certainly lies
Part = tuple[str, Any]


@dataclass(frozen=True)
class Question:
    """The question for the exact law: `targets` has for each true mean its coordinates; coordinates
    count from 0.
    """

    name: str
    given: dict[str, object]
    data: Any
    coordinate: int
    grid: Fraction | None
    targets: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Points:
    """Points of the releases' axis, as integers times `unit`: the edges of the histogram."""

    unit: Fraction
    edges: tuple[int, ...]


@dataclass(frozen=True)
class Quantiles:
    """The quantiles that are wanted, and two releases, in units, between which the simulation has
    each of them.

    None stands for a quantile that it does not know.
    """

    unit: Fraction
    shares: tuple[Fraction, ...]
    found: tuple[tuple[int, int] | None, ...]


def parts(question: Question, ask: Callable[[], Any]) -> Iterator[Part]:
    """Yield (name, value): `range` and `none` first, then the moments, the bins, the quantiles.

    `ask` returns `Points` when it is called first, and then `Quantiles`. A value is a pair of ends,
    or a word or sentence where the number is infinite or not known. Errors: DpmeanError where the
    law is not known.
    """
    from ...catalogue.mechanisms import build

    mechanism = build(question.name, question.given)
    whole = law_of(mechanism, question.data)
    law = at(whole, question.coordinate)
    yield "range", output_range(law, question.grid)
    silent = _ends(law.no_answer, law.lost)
    yield "none", silent
    if silent[0] == 1:
        return
    yield "mean", _known(lambda: _number(law.mean()))
    for i, target in enumerate(question.targets):
        yield f"mse {i}", _known(partial(_error, law, target[question.coordinate]))
    points: Points = ask()
    yield (
        "bins",
        _known(
            lambda: _bins([cdf(law, points.unit * k, question.grid) for k in points.edges], silent)
        ),
    )
    wanted: Quantiles = ask()
    below = lru_cache(maxsize=None)(lambda k: cdf(law, wanted.unit * k, question.grid))
    first, last = (int(points.edges[i] * points.unit / wanted.unit) for i in (0, -1))
    step = max(1, (last - first) // FINE)
    for share, found in zip(wanted.shares, wanted.found, strict=True):
        start = found or (first, last)
        yield (
            f"quantile {share}",
            _known(partial(_quantile, below, share, silent, start, step, wanted.unit)),
        )
    if len(question.targets) and len(question.targets[0]) > 1:
        for i, target in enumerate(question.targets):
            yield f"total {i}", _known(partial(_total, whole, target))


def at(law: ReleaseLaw, coordinate: int) -> ReleaseLaw:
    """Return the law of one coordinate of the output."""
    return replace(
        law,
        leaves=tuple(
            x if x.output is None else replace(x, output=(x.output[coordinate],))
            for x in law.leaves
        ),
    )


def output_range(law: ReleaseLaw, grid: Fraction | None) -> Ends | None:
    """Return two numbers between which every release lies, or None where none are known.

    Runs that were left out lie in the range of the others, as in `programs/moments.py`.
    """
    low, high = [], []
    for x in law.leaves:
        if x.output is None:
            continue
        value = x.output[0]
        if isinstance(value, Uncertain) and value.bounds is not None:
            if value.bounds[1] is None:
                return None
            ends = [b * value.factor + value.offset for b in value.bounds if b is not None]
        elif isinstance(value, Fraction):
            ends = [value]
        else:
            return None
        low.append(min(ends))
        high.append(max(ends))
    if not low:
        return None
    if grid is None:
        return min(low), max(high)
    return floor(min(low) / grid) * grid, ceil(max(high) / grid) * grid


def cdf(law: ReleaseLaw, v: Fraction, grid: Fraction | None) -> Ends:
    """Return P(there is an answer, and the release is at most v), for a point v of the grid.

    Right beside a bound of a quotient the closed forms are out of reach: there it lies between the
    probabilities at the nearest points of both sides where they are not, the bound itself being
    one.
    """
    if grid is None:
        return _ends(law.cdf(v), law.lost)
    even = round(v / grid) % 2 == 0
    try:
        return _ends(law.probability(Where("x", "le" if even else "lt", v + grid / 2)), law.lost)
    except InvalidInput:
        low, high = output_range(law, grid) or (None, None)
        return _beside(law, v, -grid, low)[0], _beside(law, v + grid, grid, high)[1]


def _beside(law: ReleaseLaw, start: Fraction, step: Fraction, bound: Fraction | None) -> Ends:
    """Return P(there is an answer, and it is at most x) at the first x from `start` on where it is
    known.

    No x is beyond the bound; at an upper one, it is that of being below.
    """
    for k in range(FARTHEST):
        x = start + step * ((1 << 2 * k) - 1)
        beyond = bound is not None and (x - bound) * step >= 0
        with suppress(InvalidInput):
            if beyond and bound is not None:
                return _ends(
                    law.probability(Where("x", "lt" if step > 0 else "le", bound)), law.lost
                )
            return _ends(law.cdf(x), law.lost)
    return _ends(law.cdf(start), law.lost)


def _close(i: Interval) -> Interval | None:
    """Return an interval that is narrow beside its number, or so narrow that the number may be
    0.
    """
    wide = i.upper - i.lower
    return i if wide <= NARROW * max(abs(i.lower), abs(i.upper)) or wide <= NARROW**2 else None


def _ends(x: Number, lost: Fraction) -> Ends:
    found = decide(x, _close)
    return max(_ZERO, found.lower - lost), min(_ONE, found.upper + lost)


def _number(x: Number | Interval | str) -> Ends | str:
    """Return the ends of a moment, which may be a word such as "infinite"."""
    if isinstance(x, str):
        return x
    found = x if isinstance(x, Interval) else decide(x, _close)
    return found.lower, found.upper


def _error(law: ReleaseLaw, target: Fraction) -> Ends | str:
    return _number(law.mean_squared_error(target))


def _known(compute: Callable[[], Any]) -> Any:
    try:
        return compute()
    except (DpmeanError, ArithmeticError, RecursionError, MemoryError) as error:
        return (
            str(error)
            if isinstance(error, DpmeanError)
            else f"not computed ({type(error).__name__})"
        )


def _bins(below: Sequence[Ends], silent: Ends) -> list[Ends]:
    """Return the probabilities up to the first edge, between each and the next, and beyond the
    last.
    """
    rising = [(_ZERO, _ZERO), *below, (1 - silent[1], 1 - silent[0])]
    return [(max(_ZERO, b[0] - a[1]), b[1] - a[0]) for a, b in pairwise(rising)]


def _quantile(
    below: Callable[[int], Ends],
    share: Fraction,
    silent: Ends,
    start: tuple[int, int],
    step: int,
    unit: Fraction,
) -> Ends:
    """Return two points of the grid: the quantile is above the first, or it, and at most the
    second.
    """
    wanted = share * (1 - sum(silent) / 2)

    def reaches(k: int) -> bool:
        return sum(below(k)) / 2 >= wanted

    low, high = start[0] - 1, start[1]
    stride = max(1, high - low)
    while not reaches(high):
        high, stride = high + stride, 2 * stride
    while reaches(low):
        low, stride = low - stride, 2 * stride
    while high - low > step:
        middle = (low + high) // 2
        if reaches(middle):
            high = middle
        else:
            low = middle
    return unit * (low + 1), unit * high


def _total(law: ReleaseLaw, target: Sequence[Fraction]) -> Ends | str:
    ends = [_number(law.mean_squared_error(t, j)) for j, t in enumerate(target)]
    word = next((e for e in ends if isinstance(e, str)), None)
    numbers = [e for e in ends if not isinstance(e, str)]
    return (
        word
        if word is not None
        else (sum((e[0] for e in numbers), _ZERO), sum((e[1] for e in numbers), _ZERO))
    )
