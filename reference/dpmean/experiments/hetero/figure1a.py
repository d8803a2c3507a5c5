"""Figure 1(A) of hetero: (E - 1/(12 n)) n^2 against n; epsilon1 = 0.1, epsilon2 = 0.15, f = 0.5,
uniform records.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from ...mechanisms.hetero.adpm import Adpm
from ...mechanisms.hetero.propdpm import PropDpm
from ...mechanisms.hetero.sm import probability
from ..points import Curve, Enclosed, Job, Panel, Row, an_order, span, statement
from .curves import SIZES, SMALL, behind, by_size, over_sizes, simulated
from .errors import error
from .settings import COIN, LOWER, UNIFORM, UPPER

NAME, LABELS = "figure1a", ("ADPM", "LDPE", "SM", "UNI")
ITEM, TEXT = "Figure 1(A)", "Section IV-B"


def proportional(n: int) -> bool:
    """Tell whether ADPM's weights for n users are those of PropDPM."""
    epsilons = by_size(n).epsilons
    return Adpm(epsilons, LOWER, UPPER).weights == PropDpm(epsilons, LOWER, UPPER).weights


def _first_order() -> Row:
    """Return the row on the first order of SM's error.

    n E tends to V/q, where q n is the expected number of users sampled.
    """
    p = probability(Fraction(1, 10), Fraction(3, 20))
    slower = Enclosed.of(2 / (p + 1))
    large = 10**5
    rate = error("SM corrected", by_size(large), UNIFORM).over(
        Enclosed.of(UNIFORM.variance / large)
    )
    return statement(
        TEXT,
        "SM's error 'decays slightly slower in the first order'",
        f"n E tends to 1/12 times {slower} for SM, to 1/12 for the others",
        slower.lower > 1,
        basis="enclosed",
        claim="Section IV-B, SM's first order",
        cause="only (1 + p)/2 of the users are sampled, p = (e^0.1 - 1)/(e^0.15 - 1)",
        tested=f"at n = 10^5 the error of SM (with the expected number as divisor) is {rate} times "
        "1/(12 n)",
    )


def _fme(curves: tuple[Curve, ...]) -> Row:
    fme = [error("FME", by_size(n), UNIFORM) for n in SIZES]
    ratios = {
        n: [f.over(behind(curves, label)[i]) for label in LABELS]
        for i, (n, f) in enumerate(zip(SIZES, fme, strict=True))
    }
    tenfold = next(n for n in SIZES if all(r.lower >= 10 for r in ratios[n]))
    return statement(
        f"{ITEM}, caption",
        "FME 'is an order worse than others' (the nearest power of ten is no less than 10)",
        f"E of FME over E of the four: {span(ratios[SIZES[0]])} at n = {SIZES[0]}, "
        f"{span(ratios[1000])} at n = 1000, {span(ratios[SIZES[-1]])} at n = {SIZES[-1]}",
        all(an_order(r) for n in SIZES for r in ratios[n]),
        basis="enclosed",
        cause="true for large n only: FME's noise is of order 1/n, the others' of order 1/n^2",
        tested=f"n changed: FME is ten times as bad as all four from n = {tenfold} of the grid on",
        claim="Figure 1, caption: FME an order worse",
    )


def _outperforms() -> Row:
    """Return the row on the sentence that ADPM outperforms the others, with PropDPM, which the
    figure leaves out.
    """
    better = [
        n
        for n in SIZES
        if error("PropDPM", by_size(n), UNIFORM).below(error("ADPM", by_size(n), UNIFORM))
    ]
    worst = [
        n
        for n in SIZES
        if error("PropDPM", by_size(n), COIN).below(error("ADPM", by_size(n), COIN))
    ]
    last = SIZES[-1]
    ratio = error("ADPM", by_size(last), UNIFORM).over(error("PropDPM", by_size(last), UNIFORM))
    return statement(
        "Section V",
        "'Experimentally our algorithm outperforms other methods even in the general HDP setting'",
        "PropDPM, which this figure leaves out, has the smaller "
        f"error from n = {better[0]} of the grid on: ADPM's is {ratio} times it at n = {last}"
        if better
        else "so it does",
        not better,
        cause="ADPM's weights are the best for records of variance 1/4; uniform ones have 1/12, "
        "which favours noise",
        tested=f"variance changed to 1/4: PropDPM is better at {len(worst)} of {len(SIZES)} sizes",
        claim="Section V, outperforms other methods",
    )


def rows(curves: tuple[Curve, ...]) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the figure."""
    by_label = {
        label: [point.y for point in curve.points] for curve in curves for label in [curve.label]
    }
    sm, uni = by_label["SM"], by_label["UNI"]
    small = [n for n in SIZES if n <= 200]
    near = [
        error("SM", by_size(n), UNIFORM).over(error("ADPM", by_size(n), UNIFORM)) for n in small
    ]
    rises = [
        sum(b.lower > a.upper for a, b in pairwise(ys))
        for ys in (sm, by_label["ADPM"], by_label["LDPE"])
    ]
    over = [
        a.over(b)
        for label in ("ADPM", "UNI")
        for a, b in zip(behind(curves, "LDPE"), behind(curves, label), strict=True)
    ]
    return (
        statement(
            ITEM,
            "the axis shows 'the second-order behavior'",
            f"UNI's is {uni[0]} = 2/epsilon1^2 at every n",
            all(y == Enclosed.of(200) for y in uni),
            claim="Section IV-A, UNI",
        ),
        statement(
            TEXT,
            "'When n is small, R is large, and weights proportional to epsilon are optimal'",
            "proportional up to n = 3200 = 16/(epsilon1 (epsilon2 - epsilon1)), where R = 1.5, "
            "and no further",
            proportional(3200) and not proportional(3202) and all(proportional(n) for n in small),
            claim="Section IV-B, small n",
        ),
        statement(
            TEXT,
            "SM 'is close to ADPM in performance' when n is small",
            f"E of SM over E of ADPM: {span(near)} for n up to 200",
            all(r.upper < Fraction(11, 10) for r in near),
            basis="enclosed",
            claim="Section IV-B, SM for small n",
        ),
        _first_order(),
        statement(
            TEXT,
            "'the upward trend in the graph' of SM",
            f"rises at {rises[0]} of {len(sm) - 1} steps of the grid, from {sm[0]} to {sm[-1]} "
            f"(ADPM's too, at {rises[1]}, but towards 200; LDPE's at {rises[2]})",
            rises[0] == len(sm) - 1,
            basis="enclosed",
            claim="Section IV-B, SM's upward trend",
        ),
        statement(
            TEXT,
            "'LDPE algorithm performs worse than ADPM or UNI'",
            f"its error is {span(over)} times theirs",
            all(r.lower > 1 for r in over),
            claim="Section IV-B, LDPE worse than ADPM or UNI",
        ),
        _fme(curves),
        _outperforms(),
    )


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    curves = over_sizes(LABELS, 2, NAME, job)
    return Panel(
        NAME,
        "Figure 1(A): epsilon1 = 0.1, epsilon2 = 0.15, f = 0.5, uniform records",
        "n",
        "(E - 1/(12 n)) n^2",
        ("log", "linear"),
        curves,
        rows=rows(curves),
        checks=simulated((*LABELS, "PropDPM"), SMALL, UNIFORM, job),
    )
