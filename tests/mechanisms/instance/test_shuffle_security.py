"""Split-and-mix: views by exhaustion, and the proved bound on their distance against brute
force.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction as F
from itertools import permutations, product

import pytest

from dpmean.errors import InvalidInput
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.instance import shuffle_security
from dpmean.mechanisms.instance.shuffle_security import (
    Bounds,
    cited_messages,
    exact_parts,
    excess,
    least_messages,
    raised,
    secure,
    security,
    weight,
)
from dpmean.mechanisms.instance.shuffle_sum import shuffled, split


def view(values: Sequence[int], m: int, q: int) -> Counter[tuple[int, ...]]:
    """How often each shuffled view occurs, among q^(n (m - 1)) equally likely parts."""
    each = [[split(v, parts, q) for parts in product(range(q), repeat=m - 1)] for v in values]
    return Counter(tuple(shuffled(chosen)) for chosen in product(*each))


def ideal(total: int, size: int, q: int) -> Counter[tuple[int, ...]]:
    """The same for uniformly random parts with that sum."""
    return Counter(
        tuple(sorted(split(total, parts, q))) for parts in product(range(q), repeat=size - 1)
    )


SIZES = [
    (2, 2, 2),
    (2, 2, 3),
    (2, 2, 5),
    (2, 3, 2),
    (2, 3, 3),
    (2, 3, 4),
    (2, 4, 2),
    (2, 4, 3),
    (3, 2, 2),
    (3, 2, 3),
    (3, 2, 4),
    (3, 3, 2),
    (3, 3, 3),
    (3, 4, 2),
]


@pytest.mark.parametrize(("n", "m", "q"), SIZES)
def test_views_are_as_near_to_each_other_as_is_proved(n: int, m: int, q: int) -> None:
    """All inputs: the squared distance to the ideal view with the same sum is at most r/4, and the
    second moment is E q^(C-1) itself for zeros. Kills a recurrence with a wrong sign, q^C for
    q^(C-1), and a share that is left out.
    """
    r = exact_parts(m, q, n)[n] / q - 1
    ideals = {s: ideal(s, n * m, q) for s in range(q)}
    real, flat, worst = q ** (n * (m - 1)), q ** (n * m - 1), F(0)
    for values in product(range(q), repeat=n):
        if list(values) != sorted(values):
            continue  # who has which value cannot matter
        found, base = view(values, m, q), ideals[sum(values) % q]
        assert found.keys() <= base.keys()
        moment = sum((F(found[y] ** 2 * flat, real**2 * c) for y, c in base.items()), F(0))
        far = sum((abs(F(found[y], real) - F(c, flat)) for y, c in base.items()), F(0)) / 2
        worst = max(worst, far)
        assert moment - 1 <= r
        assert 4 * far**2 <= r
        assert any(values) or moment - 1 == r
    assert worst > 0, "nothing is hidden perfectly"


def test_two_inputs_with_one_sum_are_told_apart_by_exactly_this_much() -> None:
    """Three users, q = 2: views of (0, 0, 0) and (0, 1, 1), by m.

    Kills parts that are not mixed across users (distance 1 for every m).
    """
    found = []
    for m in (2, 3, 4):
        a, b = view((0, 0, 0), m, 2), view((0, 1, 1), m, 2)
        found.append(sum(abs(F(a[y] - b[y], 2 ** (3 * (m - 1)))) for y in a | b) / 2)
    assert found == sorted(found, reverse=True)
    assert found[0] < 1
    assert found[2] < found[0]


@pytest.mark.parametrize("q", [2, 3, 4, 5])
@pytest.mark.parametrize("m", [2, 3, 4])
def test_all_parts_but_one_are_uniform(m: int, q: int) -> None:
    """For every value and every part that is left out. Kills a split that gives the value itself
    away.
    """
    for value in range(q):
        splits = [split(value, parts, q) for parts in product(range(q), repeat=m - 1)]
        assert all(sum(s) % q == value for s in splits)
        for left in range(m):
            assert set(Counter((*s[:left], *s[left + 1 :]) for s in splits).values()) == {1}


def components(n: int, m: int, permuted: Sequence[int]) -> int:
    """Connected parts of the graph with an edge from block i // m to block permuted[i] // m."""
    parts = list(range(2 * n))
    for i, j in enumerate(permuted):
        a, b = parts[i // m], parts[n + j // m]
        parts = [a if p == b else p for p in parts]
    return len(set(parts))


@pytest.mark.parametrize(("n", "m"), [(1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (2, 4)])
def test_the_recurrence_counts_connected_parts(n: int, m: int) -> None:
    """All permutations of n m parts, for several q."""
    counts = Counter(components(n, m, p) for p in permutations(range(n * m)))
    for q in (1, 2, 5, 1000):
        assert exact_parts(m, q, n)[n] == sum(
            (F(times * q**c) for c, times in counts.items()), F(0)
        ) / sum(counts.values())


@pytest.mark.parametrize(("m", "q"), [(3, 2), (4, 100), (6, 1 << 20), (5, 1 << 10)])
def test_rounded_bounds_are_above_and_near(m: int, q: int) -> None:
    bounds, exact = Bounds(m, q), exact_parts(m, q, 24)
    for n in range(1, 25):
        assert exact[n] <= bounds.at(n)
        assert q < 24 or bounds.at(n) <= exact[n] * (1 + F(1, 1 << 400))
    assert raised(F(1, 3)) >= F(1, 3) > raised(F(1, 3)) * (1 - F(1, 1 << 500))


@pytest.mark.parametrize(("m", "q"), [(3, 2), (4, 30), (6, 1 << 10), (8, 1 << 20)])
def test_the_bound_for_many_users_is_above_the_exact_one(
    m: int, q: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 4 in place of 64, so that both can be had.

    Kills the middle terms forgotten, or an induction that starts where E_n > 2 q.
    """
    monkeypatch.setattr(shuffle_security, "MOST_SMALL", 4)
    exact = exact_parts(m, q, 30)
    found = 0
    for n in range(9, 31):
        bound = excess.__wrapped__(n, m, q)
        if bound is not None:
            found += 1
            assert exact[n] / q - 1 <= bound
            assert m < 6 or bound <= 4 * (exact[n] / q - 1)
    assert found > 15 or (m, q) == (8, 1 << 20)


def test_what_the_proof_of_the_bound_rests_on() -> None:
    """b(n, k) falls up to the middle and in n, and so does n b(n, J) for m >= 3."""
    for m, n in product((2, 3, 5), (6, 9, 20)):
        row = [weight(n, k, m) for k in range(n // 2 + 1)]
        assert row == sorted(row, reverse=True)
        assert all(weight(n + 1, k, m) <= weight(n, k, m) for k in range(n // 2 + 1))
        assert m < 3 or all(
            (n + 1) * weight(n + 1, k, m) <= n * weight(n, k, m) for k in range(1, n // 2 + 1)
        )


def test_the_bound_for_many_users_covers_its_line_of_the_proof() -> None:
    """sum over j < J of b E_j, and 2 q b for all others up to n - 1.

    Kills a bound that forgets the other end of the row.
    """
    for m, q, n, small in ((4, 30, 12, 3), (6, 1 << 10, 20, 6), (3, 2, 9, 2)):
        exact = exact_parts(m, q, small)
        line = sum(
            (weight(n, j, m) * (exact[j] if j < small else 2 * q) for j in range(1, n)), F(0)
        )
        assert line <= Bounds(m, q).beyond(n, small)


@pytest.mark.parametrize(
    ("n", "q"), [(5, 1 << 10), (50, 1 << 20), (300, 1 << 24), (10**4, 1 << 32)]
)
def test_the_least_number_of_messages(n: int, q: int) -> None:
    """It is enough, one less is not; and for many users it is no more than the published one."""
    limit = F(1, 1 << 40)
    m = least_messages(n, q, limit)
    assert compare(security(n, m, q), limit) <= 0 < compare(security(n, m - 1, q), limit)
    assert n < 19 or m <= cited_messages(n, q, 40)
    assert least_messages(n, q, limit, 2) >= m
    assert secure(n - 2, n, least_messages(n, q, limit, 2), q, limit)


def test_one_user_has_nothing_to_hide_but_the_sum() -> None:
    assert exact_parts(2, 7, 1)[1] / 7 - 1 == 0
    assert security(1, 2, 1 << 30) == 0
    assert security(200, 2, 1 << 30) == 1, "two messages of many users: nothing is proved"


def test_the_published_number_of_messages() -> None:
    """The example of the authors' note: 10^4 users, 32 bits, 2^-40, 12 messages.

    Kills sigma in place of 2 sigma, natural logarithms of e, + 1.
    """
    assert cited_messages(10**4, 1 << 32, 40) == 12
    assert cited_messages(10**9, 2, 1) == 3
    with pytest.raises(InvalidInput):
        cited_messages(18, 1 << 32, 40)
