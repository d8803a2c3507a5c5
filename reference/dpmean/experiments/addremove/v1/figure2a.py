"""Figure 2(a) of addremove.v1: n^2 times the error of Algorithm 3 with Laplace noise; 1,000
records.
"""

from __future__ import annotations

from fractions import Fraction

from ....exact.decay import Decay
from ....mechanisms.addremove.mean_bounds import theorem1, transformed_laplace_mse_bound
from ...points import Curve, Enclosed, Job, Panel, Row, span, statement
from ..curves import Axis, Setting, checks, greatest, named, setting

NAME, ITEM, TEXT = "figure2a", "Figure 2(a)", "Section 6"
N = 1000
EPSILONS = tuple(map(Fraction, ("1/10", "1/5", "1/2", "1", "2")))
# dense near 0, where clipping counts; 1 - mean gives the same
MEANS = tuple(
    sorted(
        {
            *(Fraction(1, 5000) * 2**k for k in range(9)),
            Fraction(0),
            *(Fraction(k, 10) for k in range(1, 6)),
        }
    )
)


def hue(epsilon: Fraction) -> str:
    """Return the name of the curve of an epsilon."""
    return f"epsilon = {float(epsilon):g}"


def by_size(s: Setting) -> Fraction:
    """Return n^2, by which version 1 normalises errors."""
    return Fraction(s.n**2)


def curve(epsilon: Fraction, name: str, job: Job) -> Curve:
    """Return the curve of an epsilon."""
    of = Axis(name, "", MEANS, lambda m: Setting(epsilon, N, m), by_size).curve("Algorithm 3", job)
    return Curve(hue(epsilon), of.points, hue(epsilon))


def over(curves: tuple[Curve, ...], bound: str) -> list[Enclosed]:
    """Return the errors over a bound: Theorem 1's without (1 + o(1)), or what Lemma 1 proves at
    this n.
    """
    of = theorem1 if bound == "theorem1" else transformed_laplace_mse_bound
    return [
        p.behind.over(Enclosed.of(of(Decay.from_epsilon(e), p.x.lower, N)))
        for e in EPSILONS
        for p in named(curves, hue(e)).points
    ]


def rows(curves: tuple[Curve, ...]) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the figure."""
    leading, proved = over(curves, "theorem1"), over(curves, "finite")
    return (
        setting(
            TEXT,
            "records, runs, bounds",
            "the same records and bounds; exact in place of runs",
            "1,000 points, 10,000 runs, [0, 1]",
        ),
        setting(
            ITEM,
            "the values of epsilon",
            f"{', '.join(f'{float(e):g}' for e in EPSILONS)}; 2(b) prints 0.5",
        ),
        setting(
            ITEM,
            "the means",
            f"{len(MEANS)} of them from 0 to 1/2; errors at 1 - mean are the same",
        ),
        statement(
            TEXT,
            "'Observe that the experiments validate theory': the bound of Theorem 1, without "
            "(1 + o(1))",
            f"errors are {span(leading)} times it",
            all(r.upper < Fraction(101, 100) for r in leading),
            basis="enclosed",
            claim="Section 6, the experiments validate theory",
        ),
        statement(
            TEXT,
            "the same: what Lemma 1 proves at this n",
            f"errors are {span(proved)} times it, nowhere above",
            greatest(proved).upper <= 1,
            basis="enclosed",
            claim="Section 6, the experiments validate theory",
        ),
    )


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    made = tuple(curve(e, NAME, job) for e in EPSILONS)
    return Panel(
        NAME,
        "Figure 2(a) of version 1: Algorithm 3, Laplace noise, n = 1,000",
        "mean",
        "MSE n^2",
        ("linear", "log"),
        made,
        rows=rows(made),
        checks=checks(["Algorithm 3"], [Setting(e, N, Fraction(1, 10)) for e in EPSILONS[:3]], job),
    )
