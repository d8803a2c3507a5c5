"""The random rotation and the bounds that rest on it: against a dense matrix, a second evaluation
in mpmath, exact tails, and real releases.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from math import isqrt
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.catalogue.quantities import CATALOGUE, value
from dpmean.errors import InvalidInput
from dpmean.exact import enclosure, reals, rotation
from dpmean.exact.decay import Decay
from dpmean.mechanisms.instance import models as instance_models
from dpmean.mechanisms.instance import shifted_clipped_mean_bounds as instance_shifted
from dpmean.mechanisms.instance import tails as instance_tails
from dpmean.mechanisms.instance.shifted_clipped_mean import ShiftedClippedMean
from dpmean.programs.interpret import release
from dpmean.randomness.bits import Shake128ForTesting

VECTOR = st.lists(
    st.integers(-(10**12), 10**12) | st.fractions(max_denominator=50), min_size=1, max_size=20
)
BETA = st.fractions(F(1, 10**6), F(1), max_denominator=10**6).filter(lambda b: b > 0)


def near(found: reals.Number, wanted: Any) -> bool:
    """Equal to 25 digits."""
    exact = enclosure.interval(found, 200)
    return abs(mpmath.mpf(exact.lower.numerator) / exact.lower.denominator - wanted) <= mpmath.mpf(
        10
    ) ** -25 * max(1, abs(wanted))


def dense(x: list[Any], signs: list[int]) -> list[Any]:
    """H D x by the matrix whose entries count common binary digits."""
    padded = [*x, *[0] * (len(signs) - len(x))]
    return [
        sum((-1) ** bin(i & j).count("1") * signs[j] * padded[j] for j in range(len(signs)))
        for i in range(len(signs))
    ]


def signs_of(x: list[Any], seed: int) -> list[int]:
    """Signs for a vector, from the digits of a number."""
    return [1 if seed >> j & 1 else -1 for j in range(rotation.padded(len(x)))]


@given(VECTOR, st.integers(0, 2**32))
def test_the_transform_is_the_dense_matrix_and_comes_back(x: list[Any], seed: int) -> None:
    signs = signs_of(x, seed)
    turned = rotation.rotate(x, signs)
    assert turned == dense(x, signs)
    assert rotation.back(turned, signs, len(x)) == x
    assert sum(v * v for v in turned) == len(signs) * sum(v * v for v in x)
    assert all(isinstance(v, int) for v in turned) or not all(isinstance(v, int) for v in x)


@given(VECTOR, VECTOR, st.integers(0, 2**32))
def test_it_is_linear_and_keeps_scalar_products(x: list[Any], y: list[Any], seed: int) -> None:
    size = min(len(x), len(y))
    x, y = x[:size], y[:size]
    signs = signs_of(x, seed)
    one, two = rotation.rotate(x, signs), rotation.rotate(y, signs)
    assert rotation.rotate([a - 3 * b for a, b in zip(x, y, strict=True)], signs) == [
        a - 3 * b for a, b in zip(one, two, strict=True)
    ]
    assert sum(a * b for a, b in zip(one, two, strict=True)) == len(signs) * sum(
        a * b for a, b in zip(x, y, strict=True)
    )


def test_every_choice_of_signs_in_three_dimensions() -> None:
    for signs in product((1, -1), repeat=4):
        images = {tuple(rotation.rotate(x, signs)) for x in product(range(3), repeat=3)}
        assert len(images) == 27
        assert max(max(map(abs, y)) for y in images) <= 6


@given(st.integers(1, 60), BETA)
@settings(max_examples=60, deadline=None)
def test_the_radius_of_noise_against_the_incomplete_gamma_function(d: int, beta: F) -> None:
    with mpmath.workdps(40):
        b = mpmath.mpf(beta.numerator) / beta.denominator
        log = -mpmath.log(b)
        radius = mpmath.sqrt(d + 2 * mpmath.sqrt(d * log) + 2 * log)
        assert near(instance_tails.norm_radius(d, beta), radius)
        assert mpmath.gammainc(mpmath.mpf(d) / 2, radius**2 / 2, regularized=True) <= b


@given(st.integers(1, 300), st.integers(1, 10**6), BETA)
@settings(max_examples=60, deadline=None)
def test_spread_and_gaussian_radius_against_mpmath(d: int, n: int, beta: F) -> None:
    with mpmath.workdps(40):
        b, size = mpmath.mpf(beta.numerator) / beta.denominator, 1
        while size < d:
            size *= 2
        assert near(instance_tails.spread(d, beta), mpmath.sqrt(2 * mpmath.log(4 * size / b)))
        assert near(
            instance_tails.spread(d, beta, "exact"), mpmath.sqrt(2 * mpmath.log(2 * size / b))
        )
        log = mpmath.log(4 * n / b)
        assert near(
            instance_tails.gaussian_radius(n, d, F(7), F(1, 3), beta),
            7 + mpmath.mpf(2) / 3 * mpmath.sqrt(d + log),
        )
        assert near(
            instance_tails.gaussian_radius(n, d, F(7), F(1, 3), beta, "exact"),
            7 + mpmath.sqrt(d + 2 * mpmath.sqrt(d * log) + 2 * log) / 3,
        )
        width = 2 * (7 + mpmath.mpf(2) / 3 * mpmath.sqrt(d + log)) * mpmath.sqrt(n) * 4
        assert instance_tails.gaussian_universe(n, d, F(7), F(1, 4), F(1, 3), beta) == mpmath.ceil(
            width
        )


def by_hand(w: Any, n: int, d: int, u: int, rho: Any, beta: Any, exact: bool) -> Any:
    """The error bound once more, from the paper's words; None where a median may lie outside the
    data.
    """
    size = 1
    while size < d:
        size *= 2
    sides = 1 if exact else 2

    def rank_error(values: int, share: Any, failure: Any) -> int:
        counts = 0
        while 2**counts < values:
            counts += 1
        return int(mpmath.ceil(mpmath.sqrt(counts / share * mpmath.log(sides * counts / failure))))

    median = rank_error(2 * d * u + 1, rho / (4 * size), beta / 4 / size)
    room = (n - 1) // 2
    if median > room:
        return None
    spread = mpmath.sqrt(2 * mpmath.log((2 if exact else 4) * size * (n * (n - 1) // 2) * 4 / beta))
    if exact:
        spread = min(spread, mpmath.sqrt(mpmath.mpf(n - 1) / ((n + 1) // 2 - median)))
    tau = rank_error(4 * size * d**2 * u**2 + 1, 3 * rho / 16, beta / 4)
    clipped = max(int(mpmath.floor(mpmath.sqrt(32 * size / (9 * rho)))), tau)
    log = mpmath.log(4 / beta)
    noise = mpmath.sqrt(32 / (9 * rho)) * mpmath.sqrt(size + 2 * mpmath.sqrt(size * log) + 2 * log)
    return spread * w * (clipped + tau + noise) / n


@given(
    st.integers(1, 70),
    st.integers(1, 5000),
    st.integers(1, 10**9),
    st.sampled_from([F(1, 50), F(1, 2), F(3), F(70)]),
    st.sampled_from([F(1, 2), F(1, 10), F(1, 10**6)]),
    st.booleans(),
)
@settings(max_examples=120, deadline=None)
def test_the_error_bound_once_more_in_mpmath(
    d: int, n: int, u: int, rho: F, beta: F, exact: bool
) -> None:
    with mpmath.workdps(40):
        wanted = by_hand(
            mpmath.mpf(7) / 3,
            n,
            d,
            u,
            mpmath.mpf(rho.numerator) / rho.denominator,
            mpmath.mpf(beta.numerator) / beta.denominator,
            exact,
        )
        try:
            found = instance_shifted.error_bound(
                F(7, 3), n, d, u, rho, beta, "exact" if exact else "paper"
            )
        except InvalidInput as error:
            assert error.code == "out_of_range" and wanted is None
        else:
            assert near(found, wanted)


@given(
    st.integers(1, 20),
    st.integers(10**3, 10**6),
    st.sampled_from([F(1, 9), F(1), F(10)]),
    st.sampled_from([F(1, 2), F(1, 1000)]),
    st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_the_gaussian_error_bound_once_more_in_mpmath(
    d: int, n: int, low: F, beta: F, exact: bool
) -> None:
    with mpmath.workdps(40):
        b, sigma, rho = (
            mpmath.mpf(beta.numerator) / beta.denominator,
            3 * mpmath.mpf(low.numerator) / low.denominator,
            mpmath.mpf(2),
        )
        fine = int(mpmath.ceil(mpmath.sqrt(n) / (sigma / 3)))
        half = int(mpmath.ceil((5 + 2 * sigma * mpmath.sqrt(d + mpmath.log(4 * n * 8 / b))) * fine))

        def length(failure: Any) -> Any:
            log = -mpmath.log(failure)
            return mpmath.sqrt(d + 2 * mpmath.sqrt(d * log) + 2 * log)

        alpha = mpmath.sqrt(d) / fine
        inside = by_hand(2 * sigma * length(b / 4 / n) + alpha, n, d, 2 * half, rho, b / 2, exact)
        try:
            found = instance_shifted.gaussian_error_bound(
                n, d, F(5), low, 3 * low, F(2), beta, "exact" if exact else "paper"
            )
        except InvalidInput as error:
            assert error.code == "out_of_range" and inside is None
        else:
            assert near(found, sigma * length(b / 4) / mpmath.sqrt(n) + inside + alpha / 2)


def test_the_refusal_says_how_many_records_are_needed() -> None:
    given_ = {"diameter": "10", "d": "3", "u": "9", "rho": "1", "beta": "1/10"}
    for parity in (0, 1):
        with pytest.raises(InvalidInput, match="at least (\\d+) records") as error:
            value("shifted_clipped_mean.error_bound", {**given_, "n": 1 + parity})
        least = int(str(error.value).split("at least ")[1].split()[0])
    assert least % 2 == 1
    for n, fine in ((least - 2, False), (least - 1, False), (least, True), (least + 1, True)):
        try:
            value("shifted_clipped_mean.error_bound", {**given_, "n": n})
        except InvalidInput:
            assert not fine, n
        else:
            assert fine, n


def test_releases_err_by_less_than_the_bound() -> None:
    """beta = 10^-9: eighteen releases all together fail with probability below 10^-7, and the
    source of bits is fixed.
    """
    beta, rho, n = F(1, 10**9), F(1, 2), 600
    for seed in range(3):
        for d, u in ((1, 1000), (3, 50), (4, 7)):
            data = [
                [(i * i * (j + 3) + seed * 5) % (u // 3 + 1) + u // 2 for j in range(d)]
                for i in range(n)
            ]
            width = reals.root(
                F(
                    max(
                        sum((a - b) ** 2 for a, b in zip(x, y, strict=True))
                        for x in data
                        for y in data[::7]
                    )
                ),
                2,
            )
            for constants in ("paper", "exact"):
                mechanism = ShiftedClippedMean(rho, u, d, n, beta=beta / 4, constants=constants)
                estimate = release(
                    mechanism.program(data),
                    Shake128ForTesting(b"rotation" + bytes([seed, d])),
                    None,
                )
                off = sum(
                    (e - F(sum(c), n)) ** 2
                    for e, c in zip(estimate, zip(*data, strict=True), strict=True)
                )
                bound = instance_shifted.error_bound(width, n, d, u, rho, beta, constants)
                assert enclosure.compare(off, bound**2) < 0


@given(
    st.integers(1, 10**6),
    st.integers(1, 10**4),
    st.fractions(F(1, 1000), 1000, max_denominator=1000),
)
def test_the_local_rank_by_integer_roots(n: int, d: int, rho: F) -> None:
    assert instance_models.local_rank(n, d, rho) == n - isqrt((2 * d * n / rho).__floor__())


@given(
    st.sampled_from([F(1, 1000), F(1, 3), F(1), F(5), F(100)]),
    st.sampled_from([F(1, 2), F(1, 10**6), F(1, 10**12)]),
    st.integers(1, 3000),
)
@settings(max_examples=60, deadline=None)
def test_the_split_of_epsilon_in_mpmath(epsilon: F, delta: F, d: int) -> None:
    found = instance_models.coordinate_epsilon(Decay.from_epsilon(epsilon), delta, d)
    with mpmath.workdps(50):
        e, goal = (
            mpmath.mpf(epsilon.numerator) / epsilon.denominator,
            mpmath.log(mpmath.mpf(2 * delta.denominator) / delta.numerator),
        )

        def spent(x: F) -> Any:
            y = mpmath.mpf(x.numerator) / x.denominator
            return min(d * y, mpmath.sqrt(2 * d * goal) * y + d * y * mpmath.expm1(y))

        assert spent(found) <= e < spent(found + F(1, 2**40)) and (found * 2**40).denominator == 1
    assert instance_models.coordinate_delta(delta, d) * d + delta / 2 == delta


@pytest.mark.parametrize(
    ("name", "given_", "code"),
    [
        ("gaussian_norm.radius", {"d": 3, "beta": 0}, "probability_out_of_range"),
        ("gaussian_norm.radius", {"d": 3, "beta": "11/10"}, "probability_out_of_range"),
        ("rotation.spread", {"d": 3, "beta": 2}, "probability_out_of_range"),
        (
            "gaussian_mean.universe",
            {"n": 9, "d": 3, "radius": 1, "sigma_min": 2, "sigma_max": 1, "beta": "1/2"},
            "bounds_order",
        ),
        (
            "shifted_clipped_mean.error_bound",
            {"diameter": 1, "n": 99, "d": 3, "u": 1, "rho": 1, "beta": 1},
            "probability_out_of_range",
        ),
        (
            "shifted_clipped_mean.error_bound",
            {"diameter": 1, "n": 99, "d": 3, "u": 1, "rho": 0, "beta": "1/2"},
            "out_of_range",
        ),
        ("local_clipped_mean.rank", {"n": 9, "d": 3, "rho": 0}, "out_of_range"),
        (
            "shuffled_clipped_mean.coordinate_epsilon",
            {"epsilon": 1, "delta": 0, "d": 3},
            "probability_out_of_range",
        ),
        (
            "shuffled_clipped_mean.coordinate_epsilon",
            {"epsilon": "1/1000000000000", "delta": "1/2", "d": 3},
            "out_of_range",
        ),
        (
            "shuffled_clipped_mean.coordinate_delta",
            {"delta": 1, "d": 3},
            "probability_out_of_range",
        ),
    ],
)
def test_what_has_no_value_is_refused(name: str, given_: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidInput) as error:
        value(name, given_)
    assert error.value.code == code


def test_every_name_is_in_the_catalogue() -> None:
    for module in (instance_tails, instance_shifted, instance_models):
        for entry in module.ENTRIES:
            assert CATALOGUE[entry.name] is entry
