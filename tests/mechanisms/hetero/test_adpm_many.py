"""Weights for very many users: enclosures that contain the exact ones, and dyadic weights under
which everybody's own epsilon holds exactly.
"""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.errors import InvalidInput
from dpmean.mechanisms.hetero import many, weights
from dpmean.mechanisms.hetero.adpm import Adpm
from dpmean.mechanisms.hetero.affine import dot
from dpmean.mechanisms.hetero.many import FEW, for_many
from dpmean.mechanisms.hetero.weights import Epsilon
from dpmean.programs.release import release
from dpmean.programs.run import replay

D = F(1, 1 << 72)
PRIMES = (3, 7, 97, 7919, 1_000_003, (1 << 61) - 1)
NASTY = st.builds(
    lambda a, p, k: F(a, p) * F(10) ** k,
    st.integers(1, 10**9),
    st.sampled_from(PRIMES),
    st.integers(-40, 40),
)
LEVEL = st.none() | st.just(F(0)) | st.fractions(0, 20, max_denominator=50) | NASTY
VECTORS = st.lists(LEVEL, min_size=1, max_size=12).filter(lambda e: any(x != 0 for x in e))


@st.composite
def at_the_kink(draw: st.DrawFn) -> list[Epsilon]:
    """Vectors in which some epsilons are theta, or next to it."""
    found = draw(VECTORS)
    theta = weights.saturation(found)
    if theta is not None:
        near = st.sampled_from(
            [
                theta,
                theta * (1 + D / 4),
                theta * (1 - D / 4),
                theta * (1 + D * 4),
                theta * (1 - D * 4),
            ]
        )
        found = found + draw(st.lists(near, max_size=3))
    return found


def random_users(n: int, seed: int) -> list[Epsilon]:
    """n users: denominators are primes, powers of 2 and of 10; some public, unused, alike."""
    rng = random.Random(seed)
    found: list[Epsilon] = [
        F(rng.randint(1, 10**6), rng.choice([*PRIMES, 1 << 40, 10**12]))
        * rng.choice([1, 10**3, 10**6])
        for _ in range(n)
    ]
    return found + [None] * (n // 50) + [F(0)] * (n // 50) + found[: n // 10]


def assert_enclosed(epsilons: list[Epsilon]) -> None:
    """The factors of the module's docstring, and the error that is given out."""
    found, exact, theta = (
        many.enclosed(epsilons),
        weights.weights(epsilons),
        weights.saturation(epsilons),
    )
    assert found.error <= F(1, 10**15)
    assert (1 + D) ** 5 <= 1 + found.error and 1 / (1 + D) ** 4 >= 1 - found.error
    for i, (w, e) in enumerate(zip(exact, epsilons, strict=True)):
        low, high = found.weight(i)
        middle = F(found.numerators[i], 1 << found.bits)
        assert (low, high) == (middle * (1 - found.error), middle * (1 + found.error))
        assert low < w < high if e != 0 else low == w == high == 0
        assert middle / (1 + D) ** 4 <= w <= middle * (1 + D) ** 5
    assert (found.theta is None) is (theta is None)
    if theta is not None:
        assert found.theta / (1 + D) <= theta <= found.theta * (1 + D) ** 3


@given(VECTORS | at_the_kink())
def test_enclosures_contain_the_exact_weights(epsilons: list[Epsilon]) -> None:
    assert_enclosed(epsilons)


@pytest.mark.parametrize("n", [30, 100, 250])
def test_enclosures_contain_the_exact_weights_of_many(n: int) -> None:
    assert_enclosed(random_users(n, n))


@given(VECTORS | at_the_kink())
def test_the_cut_drops_less_than_it_says(epsilons: list[Epsilon]) -> None:
    """At least 72 digits of every positive epsilon, not above it; theta and the shares are those of
    the cut ones, in whole units.
    """
    found = many.cut(epsilons)
    unit = F(1, 1 << found.bits)
    for e, a in zip(epsilons, found.epsilons, strict=True):
        if e is None or e == 0:
            assert a == (-1 if e is None else 0)
        else:
            assert a >= 1 << 72 and a * unit <= e < (a + 1) * unit
    least = min((e for e in epsilons if e), default=F(1))
    assert found.bits <= 74 or least < F(4) / (1 << (found.bits - 72))  # no more digits than needed
    cut = [None if a < 0 else a * unit for a in found.epsilons]
    theta = weights.saturation(cut)
    assert found.theta == (None if theta is None else theta / unit // 1)
    if theta is not None:
        assert found.shares == tuple(
            found.theta if a < 0 else min(a, found.theta) for a in found.epsilons
        )
    assert found.total == sum(found.shares)


@given(VECTORS | at_the_kink(), st.sampled_from([64, 65, 128, 200]))
def test_rounded_weights_serve_everybody_exactly(epsilons: list[Epsilon], bits: int) -> None:
    found, n = many.rounded(epsilons, bits), len(epsilons)
    assert found.weights == tuple(F(a, 1 << bits) for a in found.numerators)
    assert sum(found.weights) == 1 and min(found.weights) >= 0
    assert (found.scale * 4**bits).denominator == 1
    for e, w, g in zip(epsilons, found.weights, found.granted, strict=True):
        assert e != 0 or w == 0 == g
        assert e is None or w <= e * found.scale
        if found.scale:
            assert g == w / found.scale
        else:
            assert g is None if e is None else w == 0 == g
    # near the optimum, weights and scale
    whole, total = (
        1 << bits,
        sum(c for c in weights.granted(epsilons) if c) if any(epsilons) else None,
    )
    spread = F(n, whole)  # nobody gets more than all that was cut off
    for w, best in zip(found.weights, weights.weights(epsilons), strict=True):
        assert best / (1 + D) ** 5 - F(1, whole) <= w <= best * (1 + D) ** 5 + spread
    most = (
        F(0)
        if total is None
        else (1 + D) ** 3 * (1 + F((n + 1) ** 2, whole - n)) / total + F(1, 4**bits)
    )
    assert found.scale <= most


@given(VECTORS, st.integers(0, 6))
def test_too_few_digits_harm_nobody(epsilons: list[Epsilon], bits: int) -> None:
    """Where every weight is cut to 0, what is left goes to users who may be used."""
    found = many.rounded(epsilons, bits)
    assert sum(found.weights) == 1 and min(found.weights) >= 0
    for e, w in zip(epsilons, found.weights, strict=True):
        assert e is None or w <= e * found.scale


def test_by_hand() -> None:
    found = many.rounded([F(0), F(1), F(1), F(1)], 1)
    assert (found.numerators, found.scale) == ((0, 1, 1, 0), F(1, 2))
    assert found.granted == (0, 1, 1, 0)
    found = many.rounded([F(1), F(9), None, F(0)], 8)  # theta 9, S = 19
    assert found.numerators == (13, 122, 121, 0)
    # 13/256 needs less
    assert found.scale == F(-(-122 * 2**16 // (9 * 2**8)), 2**16) == F(3471, 2**16)
    alone = many.rounded([None, F(0), None, None], 64)
    assert (alone.scale, alone.granted) == (0, (None, 0, None, None))
    assert (
        many.enclosed([None, None, F(0)]).weight(0)[0]
        < F(1, 2)
        < many.enclosed([None, None, F(0)]).weight(0)[1]
    )
    # the second user's weight is cut to 0, so no noise is needed
    tiny = many.rounded([None, F(1, 10**100)], 64)
    assert (tiny.numerators, tiny.scale, tiny.granted) == ((1 << 64, 0), 0, (None, 0))


def test_the_scale_is_the_least_of_its_grid() -> None:
    for seed in range(20):
        found, cut = many.rounded(random_users(20, seed), 64), many.cut(random_users(20, seed))
        less = found.scale - F(1, 4**64)
        assert any(
            w > F(e, 1 << cut.bits) * less
            for w, e in zip(found.weights, cut.epsilons, strict=True)
            if e > 0
        )


def test_what_is_missing_is_shared_by_the_largest() -> None:
    """So that no scale grows by more than the bound: with one weight far below the others it stays
    as it was cut.
    """
    found = many.rounded([F(1, 10**6), *[F(1, 3)] * 9], 64)
    cut = many.cut([F(1, 10**6), *[F(1, 3)] * 9])
    assert found.numerators[0] == (cut.shares[0] << 64) // cut.total
    assert max(found.numerators[1:]) - min(found.numerators[1:]) <= 1


@pytest.mark.parametrize("function", [many.enclosed, many.cut, lambda e: many.rounded(e, 64)])
@pytest.mark.parametrize("epsilons", [[], [F(0)], [F(1), F(-1)], [None, F(-1, 10**30)]])
def test_what_cannot_be_weighed_is_refused(function: object, epsilons: list[Epsilon]) -> None:
    with pytest.raises(InvalidInput) as error:
        function(epsilons)  # type: ignore[operator]
    assert (error.value.code, error.value.argument) == ("epsilon_not_positive", "epsilons")


@given(
    st.lists(
        st.tuples(st.fractions(max_denominator=30), st.fractions(max_denominator=30)), max_size=8
    )
)
def test_a_sum_over_common_denominators_is_the_sum(pairs: list[tuple[F, F]]) -> None:
    assert dot([a for a, _ in pairs], [b for _, b in pairs]) == sum((a * b for a, b in pairs), F(0))


@given(VECTORS, st.fractions(-5, 5, max_denominator=9), st.fractions(F(1, 9), 5, max_denominator=9))
def test_the_mechanism_grants_what_the_rounding_grants(
    epsilons: list[Epsilon], lower: F, width: F
) -> None:
    made, found = (
        Adpm(tuple(epsilons), lower, lower + width, weight_bits=64),
        many.rounded(epsilons, 64),
    )
    assert made.weights == found.weights and made.noise_scale == width * found.scale
    bound = dot(found.weights, found.weights) / 4 + 2 * found.scale**2
    assert made.granted == ((F(0),) * len(epsilons) if bound > F(1, 4) else found.granted)
    assert all(e is None or g <= e for e, g in zip(epsilons, made.granted, strict=True))


@pytest.mark.parametrize("n", [20_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_release_for_many_users(n: int) -> None:
    """The mean is the weighted one, exactly; everybody's epsilon holds; the estimate is a point of
    the grid.
    """
    rng = random.Random(5)
    epsilons = tuple(F(rng.randint(1, 10**9), 10**10) for _ in range(n))
    data = [F(rng.randint(-50, 250), 100) for _ in range(n)]
    made = Adpm(epsilons, F(-1), F(2), weight_bits=128)
    transcript = replay(made.program(data), {"noise": F(1, 7)})
    given_weights = dict(transcript.steps)["weights"]
    top = sum(
        int(w * 2**128) * int(100 * min(x, F(2))) for w, x in zip(given_weights, data, strict=True)
    )
    assert transcript.output == F(top, 100 << 128) + F(1, 7)
    assert not made.constant and all(g <= e for e, g in zip(epsilons, made.granted, strict=True))
    found = release(made, data)
    assert found.estimate % found.grid == 0 and f"{n} users" in str(found.guarantee)


def test_only_many_users_are_rounded_unasked() -> None:
    few, more = ",".join(["1"] * FEW), ",".join(["1"] * (FEW + 1))
    assert for_many("adpm", {"epsilons": more}) == {"epsilons": more, "weight_bits": "128"}
    assert (
        for_many("adpm", {"epsilons": [F(1)] * (FEW + 1), "noise": "laplace"})["weight_bits"]
        == "128"
    )
    for name, asked in [
        ("adpm", {"epsilons": few}),
        ("adpm", {"epsilons": [F(1)] * FEW}),
        ("propdpm", {"epsilons": more}),
        ("adpm", {"epsilons": more, "noise": "staircase"}),
        ("adpm", {"epsilons": more, "weight_bits": "64"}),
    ]:
        assert for_many(name, asked) == asked
