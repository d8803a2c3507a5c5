"""The bounds of the counts hold against exact binomial probabilities, and the quadrature and the
uniform numbers.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from dpmean.highprecision import evidence
from dpmean.highprecision.numbers import BITS, MP, Uniforms, number, over_polynomial
from dpmean.highprecision.table import Table


def binomial(n: int, p: Fraction) -> list[Fraction]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def rings(n: int, p: Fraction, alpha: str) -> list[int]:
    return [k for k in range(n + 1) if evidence.alarms(n, [k], [number(str(p))], number(alpha))]


@pytest.mark.parametrize("p", [Fraction(1, 100), Fraction(1, 3), Fraction(9, 10)])
@pytest.mark.parametrize("alpha", ["1/10", "1/1000"])
def test_an_alarm_is_false_no_more_often_than_stated(p: Fraction, alpha: str) -> None:
    """Kills a bar without the factor 2 for two sides, and one for a single count where there are
    several.
    """
    law, loud = binomial(60, p), rings(60, p, alpha)
    assert sum(law[k] for k in loud) <= Fraction(alpha)
    assert evidence.bar(7) > evidence.bar(1)


@pytest.mark.parametrize(
    ("p", "q"),
    [
        (Fraction(1, 3), Fraction(2, 3)),
        (Fraction(1, 2), Fraction(1, 5)),
        (Fraction(1, 50), Fraction(1, 4)),
    ],
)
def test_a_stated_power_is_a_lower_bound(p: Fraction, q: Fraction) -> None:
    law, loud = binomial(200, q), rings(200, p, "1/1000")
    stated = evidence.power(200, [number(str(p))], [number(str(q))], number("1/1000"))
    assert MP.mpf(9) / 10 < stated <= number(str(sum(law[k] for k in loud)))
    assert evidence.power(200, [number(str(p))], [number(str(p))]) == 0


def test_quadrature_is_exact_to_its_degree_and_no_further() -> None:
    for points in (4, 8):
        for degree in (2 * points - 1, 2 * points):
            found = over_polynomial(lambda z, n=degree: z**n, MP.mpf(1), MP.mpf(2), points)
            exact = (MP.mpf(2) ** (degree + 1) - 1) / (degree + 1)
            assert (abs(found / exact - 1) < MP.mpf(10) ** -57) == (degree < 2 * points)


def test_uniform_numbers_come_from_their_seed() -> None:
    one, again, other = (Uniforms.seeded_for_testing(seed) for seed in ("a", "a", "b"))
    first = [one.next() for _ in range(70)]
    assert first == [again.next() for _ in range(70)]
    assert first[0] != other.next()
    assert all(0 < u < 1 for u in first)
    assert len(set(first)) == 70
    assert (first[0] * 2**BITS * 2) % 2 == 1
    assert all(MP.mpf(k) / 5 < one.inside(k, 5) < MP.mpf(k + 1) / 5 for k in range(5))
    assert {one.below(3) for _ in range(60)} == {0, 1, 2}


def test_a_table_finds_the_cell_and_the_place_in_it() -> None:
    table = Table.of([("a", MP.mpf(1)), ("b", MP.mpf(3))])
    assert table.find(MP.mpf(1) / 8) == ("a", MP.mpf(1) / 2)
    assert table.find(MP.mpf(1) / 4) == ("b", 0)
    assert table.find(MP.mpf(5) / 8) == ("b", MP.mpf(1) / 2)
