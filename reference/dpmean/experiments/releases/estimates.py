"""From a summary of releases to estimates, each with its interval and the exact value beside it.

Mean, bias, error and quantiles are those of the releases with an answer. Everything is exact
arithmetic on the counts and sums; intervals are rounded outward.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...exact.enclosure import interval
from ...exact.reals import root
from ...programs.columns.summary import Summary, Sums
from .exact import Ends
from .intervals import half_width, ranks, share
from .targets import Target

SHARES = tuple(map(Fraction, ("1/100", "1/20", "1/4", "1/2", "3/4", "19/20", "99/100")))
CLOPPER_PEARSON, ORDER, BERNSTEIN = "Clopper-Pearson", "order statistics", "empirical Bernstein"
STANDARD = "standard error"  # no interval: no bound of the outputs is known
_ZERO = Fraction(0)


@dataclass(frozen=True)
class Estimate:
    """One line of the report.

    `low` and `high` are the ends of an interval (None: it has no end there) by `method`; with
    STANDARD there is none, and `error` is the standard error. `exact` is a pair of ends, or words;
    None where it is not known. Rounding to the grid may move what is estimated by `slack` from what
    is exact.
    """

    name: str
    value: Fraction
    method: str
    low: Fraction | None = None
    high: Fraction | None = None
    error: Fraction | None = None
    exact: Ends | str | None = None
    slack: Fraction = _ZERO

    @property
    def inside(self) -> bool | None:
        """Tell whether the exact value may lie in the interval; None where there is nothing to
        compare.
        """
        if self.method == STANDARD or not isinstance(self.exact, tuple):
            return None
        return (self.low is None or self.exact[1] >= self.low - self.slack) and (
            self.high is None or self.exact[0] <= self.high + self.slack
        )


def estimates(
    summary: Summary, targets: Sequence[Target], known: dict[str, Any], grid: Fraction | None
) -> list[Estimate]:
    """Return all lines; `known` has the parts of the exact law that came, by name
    (`exact.parts`).
    """
    low, high = share(summary.count, summary.silent)
    found = [
        Estimate(
            "share without answer",
            Fraction(summary.silent, summary.count),
            CLOPPER_PEARSON,
            low,
            high,
            exact=known.get("none"),
        )
    ]
    if not summary.answered or summary.unit is None or summary.cells is None:
        return found
    unit, slack = summary.unit, (grid or _ZERO) / 2
    sums, span = summary.sums[summary.coordinate], _in_units(known.get("range"), unit)
    found.append(_mean("mean", sums, unit, _ZERO, span, known.get("mean"), slack))
    for i, target in enumerate(targets):
        t, mean = target.mean[summary.coordinate], known.get("mean")
        bias = (mean[0] - t, mean[1] - t) if isinstance(mean, tuple) else mean
        found.append(_mean(f"bias, mean as {target.what}", sums, unit, t, span, bias, slack))
        found.append(
            _error(
                f"root mean squared error, mean as {target.what}",
                sums,
                unit,
                t,
                span,
                _root(known.get(f"mse {i}")),
                slack,
            )
        )
    if len(summary.sums) > 1:
        found += [
            _total(summary, target, _root(known.get(f"total {i}")), unit)
            for i, target in enumerate(targets)
        ]
    return found + [_quantile(summary, p, known.get(f"quantile {p}")) for p in SHARES]


def brackets(summary: Summary) -> tuple[tuple[int, int] | None, ...]:
    """Return for each of SHARES two releases between which the quantile certainly enough lies, in
    units.
    """
    return tuple(
        None if None in (found := _between(summary, p)) else found  # type: ignore[misc]
        for p in SHARES
    )


def _in_units(span: Ends | None, unit: Fraction) -> Ends | None:
    return None if span is None else (span[0] / unit, span[1] / unit)


def _mean(
    name: str,
    sums: Sums,
    unit: Fraction,
    target: Fraction,
    span: Ends | None,
    exact: Ends | str | None,
    slack: Fraction,
) -> Estimate:
    """Return the line of the mean of the releases minus a number."""
    n, middle = sums.count, Fraction(sums.powers[0], sums.count) + sums.center
    squares = sums.about(middle)[1]
    return _line(
        name,
        middle * unit - target,
        n,
        squares * unit**2,
        None if span is None else (span[1] - span[0]) * unit,
        exact,
        slack,
    )


def _line(
    name: str,
    value: Fraction,
    n: int,
    squares: Fraction,
    width: Fraction | None,
    exact: Ends | str | None,
    slack: Fraction,
) -> Estimate:
    """Return the line of a mean of n numbers, from their squared differences from it and the width
    of their range.
    """
    variance = squares / max(1, n - 1)
    reach = None if width is None else half_width(n, variance, width)
    if reach is None:
        return Estimate(
            name,
            value,
            STANDARD,
            error=_square_root(variance / n) if n > 1 else None,
            exact=exact,
            slack=slack,
        )
    return Estimate(name, value, BERNSTEIN, value - reach, value + reach, exact=exact, slack=slack)


def _error(
    name: str,
    sums: Sums,
    unit: Fraction,
    target: Fraction,
    span: Ends | None,
    exact: Ends | str | None,
    slack: Fraction,
) -> Estimate:
    """Return the line of the root of the mean squared error, whose interval is that of the mean
    squared error.
    """
    n, (_, second, _, fourth) = sums.count, sums.about(target / unit)
    most = None if span is None else max(abs(e * unit - target) for e in span) ** 2
    line = _line(
        name, second / n * unit**2, n, (fourth - second**2 / n) * unit**4, most, exact, slack
    )
    value = _square_root(line.value)
    # the derivative of the root carries the standard error over
    if line.low is None or line.high is None:
        error = None if line.error is None or not value else line.error / (2 * value)
        return Estimate(name, value, STANDARD, error=error, exact=exact, slack=slack)
    return Estimate(
        name,
        value,
        BERNSTEIN,
        _square_root(line.low, lower=True),
        _square_root(line.high),
        exact=exact,
        slack=slack,
    )


def _total(summary: Summary, target: Target, exact: Ends | str | None, unit: Fraction) -> Estimate:
    """Return the line of the error of all coordinates together, which has no interval: none is
    known.
    """
    squares = sum(
        (s.about(t / unit)[1] for s, t in zip(summary.sums, target.mean, strict=True)), _ZERO
    )
    return Estimate(
        f"root mean squared error of all coordinates, mean as {target.what}",
        _square_root(squares / summary.answered * unit**2),
        STANDARD,
        exact=exact,
    )


def _quantile(summary: Summary, p: Fraction, exact: Ends | str | None) -> Estimate:
    unit, cells = summary.unit, summary.cells
    assert unit is not None
    assert cells is not None
    least, greatest = cells.order_statistic(
        max(1, -(-p.numerator * summary.answered // p.denominator))
    )
    low, high = _between(summary, p)
    return Estimate(
        f"quantile {float(p):g}",
        Fraction(least + greatest, 2) * unit,
        ORDER,
        None if low is None else low * unit,
        None if high is None else high * unit,
        exact=exact,
    )


def _between(summary: Summary, p: Fraction) -> tuple[int | None, int | None]:
    assert summary.cells is not None
    first, last = ranks(summary.answered, p)
    return (
        None if first == 0 else summary.cells.order_statistic(first)[0],
        None if last > summary.answered else summary.cells.order_statistic(last)[1],
    )


def _square_root(x: Fraction, lower: bool = False) -> Fraction:
    """Return an end of the root of a number, or of 0 where it is negative."""
    if x <= 0:
        return _ZERO
    found = interval(root(x, 2))
    return found.lower if lower else found.upper


def _root(squared: Ends | str | None) -> Ends | str | None:
    """Return the ends of the square root of a moment; a word is returned as it is."""
    return (
        (_square_root(squared[0], lower=True), _square_root(squared[1]))
        if isinstance(squared, tuple)
        else squared
    )
