"""Triangular matrices on a lattice: roots, inverses and what becomes of a matrix that is not
positive.
"""

from __future__ import annotations

from fractions import Fraction as F

from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.mechanisms.instance.whitening import (
    LATTICE,
    applied,
    down,
    factor,
    root_down,
    solved,
    squared_size,
    whitened,
)

ENTRIES = st.fractions(-4, 4, max_denominator=50)


@settings(deadline=None)
@given(
    st.integers(1, 4).flatmap(
        lambda d: st.lists(st.lists(ENTRIES, min_size=d, max_size=d), min_size=d, max_size=d)
    ),
    st.fractions(F(1, 10), 5, max_denominator=20),
)
def test_whitening(b: list[list[F]], least: F) -> None:
    """For U = B B' + c I: L L' is U but for the lattice, L^-1 A A-inverse fits, and what A does is
    undone.

    Kills rounding up, a transposed sum, a missing division.
    """
    d, tiny = len(b), F(10**4, LATTICE)
    u = [
        [
            sum((x * y for x, y in zip(p, q, strict=True)), F(0)) + 2 * least * (i == j)
            for j, q in enumerate(b)
        ]
        for i, p in enumerate(b)
    ]
    lower = factor(u, least)
    assert all(lower[i][j] == 0 for i in range(d) for j in range(i + 1, d))
    assert all(
        abs(sum((lower[i][k] * lower[j][k] for k in range(d)), F(0)) - u[i][j]) < tiny
        for i in range(d)
        for j in range(d)
    )
    a = whitened(lower, [[F(3) * (i == j) for j in range(d)] for i in range(d)])
    assert all(
        abs(sum((lower[i][k] * a[k][j] for k in range(d)), F(0)) - 3 * (i == j)) < 100 * tiny
        for i in range(d)
        for j in range(d)
    )
    x = [F(7 * j - 5) for j in range(d)]
    assert solved(a, [sum((v * w for v, w in zip(row, x, strict=True)), F(0)) for row in a]) == x
    assert squared_size(a) == sum(v * v for row in a for v in row)
    steps = applied(a, [3] * d, 1000)
    assert all(
        abs(s) <= 3000 * abs(sum(row, F(0))) < abs(s) + 1 for s, row in zip(steps, a, strict=True)
    )


def test_a_matrix_that_is_not_positive_is_made_larger() -> None:
    """Noise may do that; the whitening exists for every input.

    Kills a root of a negative number and a diagonal of zeros.
    """
    lower = factor([[F(-1), F(2)], [F(2), F(-7)]], F(1, 4))
    assert [lower[0][0], lower[1][1]] == [F(1, 2), F(1, 2)]
    tiny = F(1, 1 << 40)
    assert whitened([[F(1 << 50)]], [[tiny]]) == [[tiny]]
    assert (down(F(-1, 3)) * LATTICE).denominator == 1
    assert -tiny < down(F(-1, 3)) + F(1, 3) <= 0
    assert root_down(F(2)) ** 2 <= 2 < (root_down(F(2)) + tiny) ** 2
