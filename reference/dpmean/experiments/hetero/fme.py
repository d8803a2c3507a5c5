"""What supports the reconstruction of FME, and what refutes other readings.

Each reading is tested against Example 1, two columns of Table II, and the shape of Figure 3(A).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from ..points import Enclosed, Job, Panel, Row, reading, span
from .curves import by_size, excess
from .figure4 import ROOT, users
from .printed import COLUMNS, half_open, natural
from .readings import READINGS, Reading
from .settings import BETA, UNIFORM, sampled

NAME = "fme"
MOST = 50  # sampled vectors at most


def finite(epsilons: tuple[Fraction | None, ...]) -> tuple[Fraction, ...]:
    """Return the same epsilons, typed as finite, because nobody here is public."""
    return tuple(e for e in epsilons if e is not None)


def _example1(of: Reading) -> Row:
    shares = of.shares(finite(users(Fraction(1, 10)).epsilons))
    ours = Enclosed.of(shares[-1] / shares[0])
    off = abs(ours.lower / ROOT.lower - 1) < Fraction(1, 10**15)
    return reading(
        "Example 1",
        f"w2/w1 at epsilon2 = 0.1: {of.name}",
        "sqrt(2) = 1.41421",
        str(ours),
        off,
        "20 digits",
        f"{ours.over(ROOT)} times the printed one",
    )


def _figure3a(of: Reading) -> Row:
    found = [
        excess(by_size(n), of.error(finite(by_size(n).epsilons), UNIFORM), 1) for n in (1000, 10**4)
    ]
    flat = abs(found[1].over(found[0]).lower - 1) < Fraction(1, 100)
    return reading(
        "Figure 3(A)",
        f"(E - 1/(12 n)) n from n = 1000 to 10^4: {of.name}",
        "constant: 'FME degrades poorly with n'",
        f"{found[0]}, {found[1]}",
        flat,
        "20 digits",
        f"the second is {found[1].over(found[0])} times the first",
    )


def _table2(of: Reading, column: str, job: Job) -> Row:
    low, high, printed = COLUMNS[column]
    found = []
    count = min(job.vectors, MOST)
    for i, epsilons in enumerate(islice(sampled(f"{job.seed}/{column}", low, high), count), 1):
        found.append(natural(of.error(epsilons, BETA)))
        job.say(f"{NAME}: {column}, {i} of {count} vectors")
    ends = half_open(printed["FME"])
    return reading(
        f"Table II, {column}",
        f"log E of FME: {of.name}",
        f"{float(printed['FME']):.1f}",
        span(found),
        any(x.within(*ends) for x in found),
        f"range of {len(found)} sampled vectors",
        tested=f"{sum(x.within(*ends) for x in found)} of {len(found)} vectors round to it",
    )


def make(job: Job) -> Panel:
    """Return the panel with the rows: four checks of four readings."""
    rows = []
    for of in READINGS:
        rows += [
            _example1(of),
            _figure3a(of),
            *(_table2(of, column, job) for column in COLUMNS),
        ]
    return Panel(
        NAME,
        "FME, reconstructed: what supports it, and which readings are refuted",
        rows=tuple(rows),
    )
