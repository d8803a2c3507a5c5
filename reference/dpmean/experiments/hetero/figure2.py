"""Figure 2 and Table I of hetero: where the optimal weights switch from proportional to saturated.

The setting is epsilon1 = 0.01, n = 8 x 10^4, f = 0.5.
"""

from __future__ import annotations

from fractions import Fraction

from ...mechanisms.hetero import weights
from ..points import Job, Panel, Row, agrees
from .settings import TwoGroups

NAME = "figure2"
FIRST, HALF = Fraction(1, 100), Fraction(1, 2)
PANELS = (
    ("A", Fraction(148, 10**4), "w2 = (epsilon2/epsilon1) w1"),
    ("B", Fraction(3, 100), "both lines: epsilon2 = R epsilon1"),
    ("C", Fraction(1, 10), "w2 = R w1"),
)


def table1(users: TwoGroups) -> tuple[Fraction, Fraction]:
    """Return the weights w1 and w2 of Table I."""
    assert users.second is not None
    second = min(users.second, users.critical)
    mean = users.f * users.first + (1 - users.f) * second
    return users.first / (users.n * mean), second / (users.n * mean)


def make(job: Job) -> Panel:
    """Return the panel with the rows; the figure shows a plane without numbers."""
    rows = []
    for letter, second, optimum in PANELS:
        users = TwoGroups(8 * 10**4, HALF, FIRST, second)
        found = weights.weights(users.epsilons)
        ours, expected = found[-1] / found[0], min(second / FIRST, users.ratio)
        same = (found[0], found[-1]) == table1(users) and ours == expected
        rows.append(
            Row(
                f"Figure 2({letter})",
                f"the optimum at epsilon2 = {float(second):g}",
                optimum,
                f"w2/w1 = {ours}, R = {users.ratio}, R epsilon1 = {users.critical}; w1 = "
                f"{found[0]}, w2 = {found[-1]} as in Table I",
                agrees(same),
                ratio="1" if same else "",
                claim="Figure 2",
            )
        )
        job.say(f"{NAME}: {letter}")
    return Panel(
        NAME, "Figure 2 and Table I: epsilon1 = 0.01, n = 8 x 10^4, f = 0.5", rows=tuple(rows)
    )
