"""What is certified about reals: enclosures and what follows from them, equality by algebra, the
nearest double; by threads at once too.
"""

from __future__ import annotations

import math
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dpmean.catalogue.quantities import doubles, value
from dpmean.errors import InvalidInput, Undecided
from dpmean.exact import reals
from dpmean.exact.algebra import proves_equal
from dpmean.exact.digits import binary64, decimals
from dpmean.exact.enclosure import (
    Interval,
    binomial_tail,
    ceil,
    compare,
    floor,
    interval,
    sign,
    simplest,
)
from dpmean.exact.reals import Number, Real
from tests.helpers.strategies import trees

F = Fraction

# ---------------------------------------------------------------- enclosures


def test_folding() -> None:
    e, two = reals.exp(F(1)), F(2)
    assert isinstance(e, Real)
    assert (
        reals.exp(0),
        reals.log(e),
        reals.log(F(1)),
        reals.root(F(9, 4), 2),
        e * F(0),
        e**0,
        F(0) / e,
    ) == (1, 1, 0, F(3, 2), 0, 1, 0)
    assert e * F(1) is e + F(0) is e**1 is e / F(1)
    assert compare(reals.root(reals.exp(F(3)), 3), e) == 0
    for forbidden in (
        lambda: e**0.5,
        lambda: e + 0.5,
        lambda: bool(e),
        lambda: e ** F(1, 2),
        lambda: two * e * 1.0,
    ):
        with pytest.raises(TypeError):
            forbidden()


def test_threads_that_evaluate_at_once_keep_their_precision() -> None:
    """python-flint's precision belongs to the process: an evaluation that another thread disturbs
    would be an enclosure, but a wide one.
    """

    def width(bits: int) -> F:
        x = reals.exp(F(1))
        for i in range(1, 60):
            x = x + reals.exp(F(i, 61)) / (1 + reals.exp(F(-i, 59)))
        found = interval(x, bits)
        return (found.upper - found.lower) * (1 << bits)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            widths = list(pool.map(width, [96, 3000] * 100))
    finally:
        sys.setswitchinterval(before)
    assert max(widths) < 1 << 20


def _mpmath(x: Number) -> Any:
    iv = mpmath.iv
    if isinstance(x, Fraction):
        return iv.mpf(x.numerator) / x.denominator
    a = [_mpmath(v) for v in x.args]
    match x.op:
        case "add":
            return a[0] + a[1]
        case "mul":
            return a[0] * a[1]
        case "div":
            return a[0] / a[1]
        case "pow":
            return a[0] ** x.extra
        case "exp":
            return iv.exp(_mpmath(x.extra))
        case "log":
            return iv.log(a[0])
        case "sub":
            return a[0] - a[1]
    assert x.op == "root"
    return iv.exp(iv.log(a[0]) / x.extra)


def _ends(x: Any) -> tuple[Fraction, Fraction]:
    """The exact ends of an mpmath interval."""
    low, high = ((-1) ** sign_ * F(int(man)) * F(2) ** exp for sign_, man, exp, _ in x._mpi_)
    return low, high


@given(trees)
def test_enclosures_meet_those_of_mpmath(x: Number) -> None:
    mpmath.iv.prec = 200
    low, high = _ends(_mpmath(x))
    for bits in (96, 200):
        found = interval(x, bits)
        assert found.lower <= high
        assert low <= found.upper
        assert bits == 96 or found.upper - found.lower <= F(1, 2**110) * max(F(1), abs(high))


@given(trees, st.fractions(), st.integers(-1, 1))
def test_compare_sign_and_floor_of_real_numbers(x: Number, q: Fraction, side: int) -> None:
    found = interval(x, 400)
    away = {-1: found.lower - F(1, 2**300), 1: found.upper + F(1, 2**300)}
    if side:
        assert compare(x, away[side]) == -side == sign(x - away[side])
    try:
        n, top = floor(x), ceil(x)
    except Undecided:  # on an integer that algebra does not see
        assert math.ceil(found.lower) == math.floor(found.upper)
    else:
        assert n <= found.upper
        assert found.lower < n + 1
        assert top in ((n, n + 1) if found.lower <= n <= found.upper else (n + 1,))
    s = simplest(Interval(min(q, q + 1), max(q, q + F(1, 7))))
    assert q <= s <= q + 1


@given(st.fractions(max_denominator=50), st.fractions(min_value=F(1, 200), max_value=2))
def test_simplest_has_the_least_denominator(q: Fraction, width: Fraction) -> None:
    found = simplest(Interval(q, q + width))
    least = next(d for d in range(1, 300) if math.floor((q + width) * d) >= math.ceil(q * d))
    assert (found.denominator, q <= found <= q + width) == (least, True)


def test_a_number_whose_first_ball_is_infinite_is_refined() -> None:
    """1/(e^h - 1) - 1/h tends to -1/2; at the first precisions the denominator's ball holds 0.

    Kills an answer from such a ball.
    """
    h = F(1, 10**60)
    near = 1 / (reals.exp(h) - 1)
    assert (compare(near, 1 / h), floor(near), ceil(near)) == (-1, 10**60 - 1, 10**60)


def test_logarithms_of_powers_are_exact() -> None:
    power = reals.rational_power(F(2, 3), F(10**4, 67))  # kept as a power: its root would be long
    assert isinstance(power, Real)
    assert sign(reals.log(power) - F(10**4, 67) * reals.log(F(2, 3))) == 0
    # of a number that equals 1, which algebra sees
    assert sign(reals.log(reals.exp(F(1)) * reals.exp(F(-1)))) == 0


def test_nothing_is_proved_of_a_quotient_by_zero() -> None:
    zero = reals.exp(F(1)) - reals.exp(F(1))
    assert isinstance(zero, Real)
    assert not any(proves_equal(above / zero, q) for above in (F(1), zero) for q in (F(0), F(1)))  # type: ignore[arg-type]


def test_binomial_tails_at_their_ends() -> None:
    assert [binomial_tail(5, k, F(1, 2)) for k in (0, -1, 6)] == [1, 1, 0]
    assert [binomial_tail(5, 3, p) for p in (F(0), F(1))] == [0, 1]
    assert [binomial_tail(5, k, p) for k, p in ((0, F(0)), (6, F(1)))] == [1, 0]


def test_a_power_of_zero_is_evaluated() -> None:
    zero = reals.exp(F(1)) - reals.exp(F(1))
    assert sign(zero) == sign(zero * zero) == sign(zero**2) == sign(zero**3) == 0


# ---------------------------------------------------------------- equality that only algebra can see


def _identities(q: Fraction, x: Number, y: Number) -> list[Number]:
    """Expressions that equal q."""
    r = reals.root(x * x + 1, 3)
    return [
        (x + y) ** 2 - x * x - 2 * x * y - y * y + q,
        (x * x - y * y) - (x - y) * (x + y) + q,
        r**3 - x * x - 1 + q,
        q * (1 / (1 + x * x) + x * x / (1 + x * x)),
        reals.exp(F(1, 3)) ** 3 * reals.exp(F(-1)) * q + x - x,
    ]


@settings(max_examples=40)
@given(trees, trees, st.fractions(max_denominator=99), st.integers(0, 4), st.integers(3, 40))
def test_equality_is_proved_and_nothing_false_is(
    x: Number, y: Number, q: Fraction, which: int, digits: int
) -> None:
    real = _identities(q, x, y)[which]
    assume(isinstance(real, Real))
    assert proves_equal(real, q)  # type: ignore[arg-type]
    assert (compare(real, q), sign(real - q), floor(real), ceil(real)) == (
        0,
        0,
        math.floor(q),
        math.ceil(q),
    )
    assert decimals(real, 12) == decimals(q, 12)
    assert not proves_equal(real + F(1, 10**digits), q)  # type: ignore[arg-type]
    assert compare(real + F(1, 10**digits), q) == 1


@given(trees, st.integers(20, 300))
def test_a_near_rational_is_not_proved_equal(x: Number, bits: int) -> None:
    assume(isinstance(x, Real))
    found = interval(x, 400)
    assume(found.lower < found.upper)
    near = simplest(Interval(found.lower - F(1, 2**bits), found.upper + F(1, 2**bits)))
    if not found.lower <= near <= found.upper:
        assert not proves_equal(x, near)  # type: ignore[arg-type]
        assert compare(x, near) != 0


def test_what_algebra_cannot_see_is_undecided_not_guessed() -> None:
    hidden = reals.root(F(2), 2) * reals.root(F(3), 2) - reals.root(F(6), 2)
    for question in (sign, floor, decimals, binary64):
        try:
            assert question(hidden) in (0, ("0", "0"))  # type: ignore[operator]
            assert question is not binary64 or math.copysign(1, binary64(hidden)) == 1, (
                "a sign that is not certified"
            )
        except Undecided:
            pass


# ---------------------------------------------------------------- the nearest double


@given(trees)
def test_the_nearest_double_is_that_of_a_fine_enclosure(x: Number) -> None:
    found = interval(x, 400)
    low, high = (float(end) if abs(end) < 2**1000 else None for end in found[:2])
    assume(low is not None and low == high)
    assert binary64(x) == low


def test_the_nearest_double_of_a_tie_and_of_what_is_hidden() -> None:
    tie = F(1) + F(1, 2**53)
    hidden = (reals.root(F(2), 2) ** 2 - 2) + tie  # exactly between two doubles: to the even one
    assert binary64(tie) == binary64(hidden) == 1.0
    assert binary64(hidden + F(1, 2**200)) == math.nextafter(1, 2)


def test_doubles_of_many_parameters() -> None:
    epsilons = [F(i, 7) for i in range(1, 30)]
    many = doubles("hourglass.covariance", {"epsilon": epsilons, "gamma": ["1/3"] * 29})
    assert many == [
        binary64(value("hourglass.covariance", {"epsilon": e, "gamma": "1/3"}).values[0])
        for e in epsilons
    ]
    with pytest.raises(InvalidInput, match="lower must be smaller"):
        doubles("minimax.r_swap", {"lower": ["1/2"]}, upper="1/5", epsilon="1")
    assert doubles("minimax.r_swap", {"lower": ["5"]}, upper="10", epsilon="1") == doubles(
        "minimax.r_swap", {"upper": ["5"]}, lower="0", epsilon="1"
    )
    with pytest.raises(InvalidInput, match="not both"):
        doubles("laplace.density", {"decay": ["1/2"]}, epsilon="1", x="0")
    with pytest.raises(InvalidInput, match="one length"):
        doubles("laplace.density", {"x": ["1"], "epsilon": ["1", "2"]})
    with pytest.raises(InvalidInput, match="several values"):
        doubles("transformation.matrix", {"algorithm": ["1"]})
    with pytest.raises(InvalidInput, match="no parameter"):
        doubles("laplace.density", {"y": ["1"]}, epsilon="1")


LOGARITHMS = st.dictionaries(
    st.fractions(F(1, 50), 50).filter(lambda q: q != 1), st.integers(-3, 3), max_size=3
)


@given(st.fractions(-4, 4, max_denominator=9), LOGARITHMS, st.fractions(F(1, 9), 9))
def test_a_power_of_e_with_logarithms_in_its_exponent_is_a_rational_times_one(
    start: Fraction, parts: dict[Fraction, int], scale: Fraction
) -> None:
    """Kills an exponential that stays a letter of its own, a wrong power, and a proof of what is
    not so.
    """
    rational = math.prod((q**c for q, c in parts.items()), start=F(1))
    exponent: Any = start
    for q, c in parts.items():
        exponent = exponent + reals.log(q) * (c * scale) / scale
    assume(isinstance(exponent, reals.Real))
    ratio = reals.exponential(exponent) / reals.exp(start)
    assume(isinstance(ratio, reals.Real))
    assert proves_equal(ratio, rational)
    for wrong in (rational + F(1, 10**40), 1 / rational if rational != 1 else F(2)):
        assert not proves_equal(ratio, wrong)


def test_no_power_of_e_is_taken_for_a_rational_that_is_none() -> None:
    """Kills a half of a logarithm that counts as a whole one, and a product of two that counts as a
    multiple.
    """
    half = reals.exponential(reals.log(F(4)) / 2 + 0)
    assert not proves_equal(half, F(4)) and not proves_equal(half, F(1))
    square = reals.exponential(reals.log(F(3)) * reals.log(F(5)))
    for candidate in (F(15), F(3), F(5), F(3) ** 5):
        assert not proves_equal(square, candidate)
    nested = reals.exponential(reals.log(reals.log(F(20)) + 1) * 2)
    assert not proves_equal(nested, F(20)) and not proves_equal(nested, F(1))
