"""Figure 4 and Example 1 of hetero: w2/w1 of ADPM and FME against epsilon2; epsilon1 = 0.01, n =
10^4, f = 0.5.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact import reals
from ...mechanisms.hetero import fme, weights
from ...mechanisms.hetero.weights import Epsilon
from ..points import Curve, Enclosed, Job, Panel, Point, Row, agrees, reading, statement
from .settings import TwoGroups, spaced

NAME = "figure4"
FIRST, HALF = Fraction(1, 100), Fraction(1, 2)
ROOT = Enclosed.of(reals.root(Fraction(2), 2))


def users(second: Epsilon) -> TwoGroups:
    """Return the users of Example 1 for a given epsilon2."""
    return TwoGroups(10**4, HALF, FIRST, second)


LINE = users(FIRST).critical
EPSILONS = sorted(
    {
        *spaced(FIRST, Fraction(1), 24, Fraction(1, 10**4)),
        LINE,
        Fraction(7071, 500000),
        Fraction(7072, 500000),
    }
)


def shares_ratio(kind: str, second: Epsilon) -> Enclosed:
    """Return the ratio w2/w1 of a mechanism's weights, from one user of each group."""
    vector = users(second).epsilons
    if kind == "ADPM":
        found = weights.granted(vector)
        assert found[0] is not None
        assert found[-1] is not None
        return Enclosed.of(found[-1] / found[0])
    shares = fme.shares(vector, fme.threshold(vector))
    return Enclosed.of(shares[-1]).over(Enclosed.of(shares[0]))


def rows(curves: tuple[Curve, ...]) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the figure and of Example 1."""
    adpm, fmes = (dict(zip(EPSILONS, [p.y for p in curve.points], strict=True)) for curve in curves)
    flat, after = [e for e in EPSILONS if e * e * 5000 > 1], [e for e in EPSILONS if e >= LINE]
    end = fmes[Fraction(1)]
    sqrt = all(fmes[e].near(ROOT) for e in flat)
    return (
        Row(
            "Example 1",
            "w2/w1 that FME maintains",
            "sqrt(2) = 1.41421",
            str(end),
            agrees(sqrt),
            "enclosed",
            str(end.over(ROOT)),
            f"threshold 1/sqrt(5000) over epsilon1 = 0.01: sqrt(2) at all {len(flat)} points "
            "with epsilon2 > 0.014142",
            claim="Example 1",
        ),
        statement(
            "Example 1",
            "'FME may not be able to properly saturate the weights'",
            "FME stops at sqrt(2) from "
            f"epsilon2 = 0.014142 on, ADPM at R = {users(FIRST).ratio} from R epsilon1 = {LINE} on",
            all(adpm[e] == Enclosed.of(17) for e in after) and users(FIRST).ratio == 17,
            claim="Example 1",
        ),
        statement(
            "Section IV-A",
            "FME may assign 'much smaller weights than what ADPM does to the less private dataset'",
            f"ratio of w2/w1, ADPM to FME: {adpm[Fraction(1)].over(end)} at epsilon2 = 1",
            all(fmes[e].below(adpm[e]) for e in flat),
            basis="enclosed",
            claim="Figure 4",
        ),
        reading(
            "Section IV-A",
            "FME has its guarantee for epsilons up to 1 only",
            "Example 1 is 'even when' that holds",
            "epsilon2 up to 1 here",
            max(EPSILONS) <= 1,
        ),
    )


def make(job: Job) -> Panel:
    """Return the panel of the figure."""

    def curve(kind: str) -> Curve:
        points = []
        for e in EPSILONS:
            found = shares_ratio(kind, e)
            points.append(Point(Enclosed.of(e), found, found))
            job.say(f"{NAME}: {kind}, epsilon2 = {e}")
        return Curve(kind, tuple(points))

    curves = (curve("ADPM"), curve("FME"))
    return Panel(
        NAME,
        "Figure 4: epsilon1 = 0.01, n = 10^4, f = 0.5",
        "epsilon2",
        "w2 / w1",
        ("log", "linear"),
        curves,
        (("R epsilon1", LINE),),
        rows=rows(curves),
    )
