"""Without bounds the largest and the longest cells are seen: what they count as is what the policy
says, and is the same for every cell of a kind.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import dpmean
from dpmean.exact.numbers import MAX_DIGITS, MAX_EXPONENT, datum
from dpmean.programs.records import prepare_unbounded
from tests.helpers.small_releases import RELEASES, words_of

TEN = F(10)


@pytest.mark.parametrize("sign", ["", "-", "+"])
def test_what_the_policy_says_of_cells_of_text(sign: str) -> None:
    """Kills a cap that nobody was told of, and one that is off by one."""
    minus = -1 if sign == "-" else 1
    infinite = "-inf" if sign == "-" else "inf"
    for cell, counts in (
        ("1e5000", TEN**5000),
        ("99e5000", 99 * TEN**5000),
        ("1e5001", infinite),
        ("0.00001e5001", infinite),
        ("1e-5000", TEN**-5000),
        ("1e-5001", F(0)),
        ("0e5001", F(0)),
        ("1" * 4000, F((10**4000 - 1) // 9)),
        ("1" * 4001, F((10**4000 - 1) // 9) * 10),
        ("0." + "0" * 4500 + "7", 7 * TEN**-4501),
        ("9" * 5000, F(10**4000 - 1) * TEN**1000),
        ("1" + "0" * 5000, infinite),
        ("0." + "0" * 5000 + "1", TEN**-5001),
        ("0." + "0" * 5001 + "1", F(0)),
        ("1/" + "3" * 3997, F(3, 10**3997 - 1)),
        ("1/" + "3" * 4000, None),
    ):
        found = datum(sign + cell)
        assert found == (counts * minus if isinstance(counts, F) else counts), cell[:20]


def test_every_mechanism_without_bounds_says_so() -> None:
    """Kills a policy that is not that of what is read: the numbers in it are the caps."""
    assert (MAX_DIGITS, MAX_EXPONENT) == (4000, 5000)
    assert prepare_unbounded(["1e5001", "-inf", "1e-5001", "x", None]) == [F(0)] * 5
    said = 0
    for key in RELEASES:
        name, *words = words_of(key)
        made = dpmean.mechanism(name, dict(word.split("=") for word in words))
        if made.missing == "zero":
            said += 1
            assert any("an exponent above 5000 is infinite" in p for p in made.policies), key
    assert said >= 6
