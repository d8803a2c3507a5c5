"""Figure 2(d) of addremove: normalised error of Algorithms 1 to 3 with Laplace noise against the
mean; n = 10,000.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact.enclosure import interval
from ..points import Curve, Enclosed, Job, Panel, Row, reading, statement
from .curves import Axis, Setting, by_records, checks, greatest, least, named, ratios, setting
from .settings import LAPLACE, law

NAME, ITEM, TEXT = "figure2d", "Figure 2(d)", "Section 6"
N = 10_000
EPSILONS = (Fraction(1, 10), Fraction(1))
# times 1/(n epsilon)
STEPS = tuple(map(Fraction, ("0", "1/2", "1", "3/2", "2", "3", "4", "6", "8", "12", "16", "32")))
ALIKE = Fraction(1, 10**9)
INSIDE = tuple(Fraction(i, 20) for i in range(1, 20))


def part(epsilon: Fraction) -> str:
    """Return the title of the plot for this epsilon."""
    return f"epsilon = {float(epsilon):g}"


def means(epsilon: Fraction, n: int = N) -> list[Fraction]:
    """Return the means of a curve: dense near 0 and near 1, where clipping counts."""
    near = [t / (n * epsilon) for t in STEPS]
    return sorted({*near, *(1 - m for m in near), *INSIDE})


def at(curves: tuple[Curve, ...], label: str, epsilon: Fraction, mean: Fraction) -> Enclosed:
    """Return a drawn value."""
    return next(p.y for p in named(curves, label, part(epsilon)).points if p.x.lower == mean)


def peak(curve: Curve) -> tuple[Fraction, Enclosed]:
    """Return the mean at which a curve is highest, of those drawn, and its height; of those as good
    as equal the first.
    """
    height = max(p.y.lower for p in curve.points)
    best = next(p for p in curve.points if p.y.lower >= height * (1 - ALIKE))
    return best.x.lower, best.y


def m_shaped(curve: Curve) -> bool:
    """Tell whether a curve rises from both ends to peaks beside them and is lower in the middle
    than at the peaks.
    """
    ys = [p.y for p in curve.points]
    half = len(ys) // 2
    left, right = greatest(ys[:half]), greatest(ys[half + 1 :])
    return all(e.upper < top.lower for top in (left, right) for e in (ys[0], ys[half], ys[-1]))


def _largest(curves: tuple[Curve, ...]) -> Row:
    found = {(label, e): peak(named(curves, label, part(e))) for e in EPSILONS for label in LAPLACE}
    near = {key: min(m, 1 - m) for key, (m, _) in found.items()}
    return statement(
        TEXT,
        "'the error is largest when mu approaches 0 or 1', of Algorithms 2 and 3 ('as analyzed "
        "in (3.2)')",
        "of the means drawn the highest error is at "
        + "; ".join(
            f"{float(found[label, e][0]):g} ({label}, {part(e)})"
            for e in EPSILONS
            for label in LAPLACE[1:]
        ),
        all(near[label, e] < Fraction(1, 20) for e in EPSILONS for label in LAPLACE[1:]),
        basis="enclosed",
        claim="Section 6, error largest at the ends",
    )


def _first(curves: tuple[Curve, ...]) -> Row:
    low, high = (
        at(curves, LAPLACE[0], EPSILONS[1], m) for m in (Fraction(1, 20), Fraction(19, 20))
    )
    return reading(
        TEXT,
        "the same of Algorithm 1, which Section 3.2 does not analyse: near 0 as near 1",
        "'the error is largest when mu approaches 0 or 1'",
        f"at mean 0.95 it is {high.over(low)} times that at 0.05 (epsilon = 1)",
        high.over(low).within(Fraction(9, 10), Fraction(11, 10)),
        basis="enclosed",
        cause="its constant is 8 (1 + mean^2)/epsilon^2 on [0, 1]: it rises from one end to the "
        "other",
        tested="the mean changed from 0.05 to 0.95",
    )


def _drops(curves: tuple[Curve, ...]) -> Row:
    shares = [
        at(curves, label, e, Fraction(0)).over(peak(named(curves, label, part(e)))[1])
        for e in EPSILONS
        for label in LAPLACE[1:]
    ]
    return statement(
        TEXT,
        "'the error also drops when mu becomes very close to 0 or 1', as clipping "
        "'significantly reduces' it",
        f"at mean 0 it is {least(shares)} to {greatest(shares)} times that at the peak "
        "(Algorithms 2 and 3)",
        all(s.upper < Fraction(3, 5) for s in shares),
        basis="enclosed",
        claim="Section 6, error drops at the ends",
    )


def _half() -> Row:
    chances = [
        interval(law(label, e, N, Fraction(0)).cdf(0), 192) for e in EPSILONS for label in LAPLACE
    ]
    off = max(abs(end - Fraction(1, 2)) for c in chances for end in c[:2])
    one = interval(law(LAPLACE[2], Fraction(1), N, Fraction(1, N)).cdf(0), 192)
    return statement(
        TEXT,
        "the quotient 'falls out of the range with probability approaching 50 %'",
        f"at mean 0 a release is 0 with probability 1/2, but for less than {_power(off)}, for "
        f"all three and both epsilons; at mean 1/(n epsilon) with {float(one.lower):.6g} "
        "(Algorithm 3, epsilon = 1)",
        off < Fraction(1, 1000),
        basis="enclosed",
        claim="Section 6, error drops at the ends",
    )


def _power(x: Fraction) -> str:
    """Return a power of ten that is not below a small number, for people."""
    k = 0
    while x * 10 ** (k + 1) <= 1 and k < 400:
        k += 1
    return f"10^-{k}"


def _factor(curves: tuple[Curve, ...]) -> Row:
    found = {e: ratios(curves, "Algorithm 2", "Algorithm 3", part(e)) for e in EPSILONS}
    lowest = least(r for values in found.values() for r in values)
    e = next(e for e, values in found.items() if lowest in values)
    mean = means(e)[found[e].index(lowest)]
    return statement(
        "Abstract",
        "'at least a factor of two improvement in mean squared error over algorithms "
        "frequently used in practice'",
        f"over Algorithm 2 it is between {lowest} and "
        f"{greatest(r for v in found.values() for r in v)}; least at mean {float(mean):.3g}, "
        f"epsilon = {float(e):g}",
        lowest.lower >= 2,
        basis="enclosed",
        cause="the bounds of the two algorithms differ by exactly two; clipping takes more from "
        "Algorithm 2's error, whose noise is wider",
        tested=f"the mean changed: at 1/2 it is {found[e][means(e).index(Fraction(1, 2))]}",
        claim="Abstract, at least a factor of two",
    )


def rows(curves: tuple[Curve, ...]) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the figure."""
    return (
        setting(
            ITEM,
            "epsilon",
            f"{' and '.join(f'{float(e):g}' for e in EPSILONS)}, a plot for each",
            "'high privacy regime'",
        ),
        setting(
            ITEM,
            "the means",
            "every twentieth, and t/(n epsilon) from both ends, t = "
            f"{', '.join(f'{float(t):g}' for t in STEPS)}",
        ),
        statement(
            TEXT,
            "'Algorithm 3 outperforms the others'",
            "its error is the least at every mean drawn",
            all(
                r.lower > 1
                for e in EPSILONS
                for label in LAPLACE[:2]
                for r in ratios(curves, label, LAPLACE[2], part(e))
            ),
            basis="enclosed",
            claim="Section 6, Algorithm 3 outperforms the others",
        ),
        _largest(curves),
        _first(curves),
        _drops(curves),
        _half(),
        _factor(curves),
    )


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    curves: list[Curve] = []
    for e in EPSILONS:
        axis = Axis(NAME, part(e), means(e), lambda m, e=e: Setting(e, N, m), by_records)  # type: ignore[misc]
        curves += [axis.curve(label, job) for label in LAPLACE]
    made = tuple(curves)
    ends = [Setting(Fraction(1), N, Fraction(0)), Setting(Fraction(1, 10), N, Fraction(1, 500))]
    return Panel(
        NAME,
        "Figure 2(d): all Laplace mechanisms, n = 10,000",
        "mean",
        "MSE n^2 epsilon^2 / 2",
        ("linear", "linear"),
        made,
        rows=rows(made),
        checks=checks(LAPLACE, ends, job),
    )
