"""Figure 3(B) of hetero: 10^4 E against epsilon2, with FME.

The setting is epsilon1 = 0.1, f = 0.7, n = 1000, records -1/2 or 1/2.
"""

from __future__ import annotations

from fractions import Fraction

from ..points import Curve, Enclosed, Job, Panel, Row, an_order, span, statement
from .curves import EPSILONS, LARGE, TENTH, behind, by_epsilon, over_epsilons, saturation, simulated
from .errors import error
from .settings import COIN

NAME, LABELS = "figure3b", ("ADPM", "PropDPM", "LDPE", "SM", "UNI", "FME")
ITEM, TEXT = "Figure 3(B)", "Appendix D"


def rows(curves: tuple[Curve, ...]) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the figure."""
    fme, adpm = behind(curves, "FME"), behind(curves, "ADPM")
    better = all(
        a.below(b)
        for label in ("FME", "LDPE")
        for a, b in zip(adpm, behind(curves, label), strict=True)
    )
    same = all(
        x.near(Enclosed.of(Fraction(9, 4000))) for x in [*fme, error("FME", by_epsilon(None), COIN)]
    )
    ratios = [
        f.over(b) for label in LABELS[:-1] for f, b in zip(fme, behind(curves, label), strict=True)
    ]
    return (
        saturation(f"{ITEM}, caption", "Figure 3(B), the line"),
        statement(
            TEXT,
            "'ADPM performs better than FME and LDPE'",
            f"it has the smaller error at all {len(EPSILONS)} points",
            better,
            claim="Appendix D, ADPM better than FME and LDPE",
        ),
        statement(
            "Section IV-A",
            "FME 'does not show much improvement when epsilon2 is increased'",
            "none at all: E = 9/4000 for every epsilon2 >= 0.1, as 0.1 > 1/sqrt(1000) and all "
            "are cut",
            same,
            claim="Section IV-A, FME and epsilon2",
        ),
        statement(
            TEXT,
            "'FME performs an order of magnitude worse than the other methods'",
            f"{span(ratios)} times the others'",
            all(map(an_order, ratios)),
            basis="enclosed",
            cause="the errors share 1/(4 n), which nobody avoids and which these records make as "
            "large as it can be",
            tested=f"scale changed, privacy's share E - 1/(4 n) alone: FME's is {_share()} times "
            "ADPM's at R epsilon1",
            claim="Appendix D, FME an order of magnitude worse",
        ),
    )


def _share() -> Enclosed:
    """Return the ratio of FME's error to ADPM's at epsilon2 = R epsilon1.

    The error that there is without any privacy is taken off both.
    """
    users = by_epsilon(by_epsilon(TENTH).critical)
    plain = Enclosed.of(COIN.variance / users.n)
    return (error("FME", users, COIN) - plain).over(error("ADPM", users, COIN) - plain)


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    curves = over_epsilons(LABELS, NAME, job)
    line = by_epsilon(TENTH).critical
    return Panel(
        NAME,
        "Figure 3(B): epsilon1 = 0.1, f = 0.7, n = 1000, records -1/2 or 1/2",
        "epsilon2",
        "10^4 E",
        ("log", "log"),
        curves,
        (("R epsilon1", line),),
        rows=rows(curves),
        checks=simulated(("FME",), LARGE, COIN, job),
    )
