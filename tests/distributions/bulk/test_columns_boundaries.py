"""Words that lie on boundaries, forced one by one: what they decide is right, and what they do not
is asked of more bits.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.distributions.bulk import choices, rejection
from dpmean.distributions.bulk.choices import Samples, below, happens, listing, signs
from dpmean.distributions.bulk.columns import draw, sampler
from dpmean.distributions.bulk.formulas import digit_upper, geometric_upper
from dpmean.distributions.bulk.geometric import BASE, Geometric, Shares, TwoSided
from dpmean.distributions.bulk.lookup import Lookup
from dpmean.distributions.bulk.rejection import WideGaussian, scaled_exponential
from dpmean.distributions.bulk.thresholds import one_sided
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.finite import Bernoulli, OrderedSample, UniformInteger
from dpmean.distributions.polya import Polya
from dpmean.distributions.staircase2d import Staircase2D, radius_beyond
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.balls import ball, ends, precision
from dpmean.exact.enclosure import ceil, compare, floor
from dpmean.exact.reals import Number
from dpmean.randomness.bits import Shake128ForTesting, StreamBits, TapeForTesting
from dpmean.randomness.stream import ShakeStreamForTesting, TapeStreamForTesting
from tests.helpers.laws_in_columns import LAWS, epsilon

LAST = (1 << 64) - 1


def spelled(*numbers: int, size: int = 8) -> TapeStreamForTesting:
    return TapeStreamForTesting(b"".join(n.to_bytes(size, "little") for n in numbers))


# ---------------------------------------------------------------- coins, integers, signs, samples

CHANCES: list[Number] = [
    Fraction(1, 3),
    reals.exp(Fraction(-2)),
    Fraction(1, 2),
    Fraction(LAST, 1 << 64),
    Fraction(1, 1 << 70),
    Fraction(0),
]


@pytest.mark.parametrize("p", CHANCES, ids=str)
@pytest.mark.parametrize("step", [-2, -1, 0, 1])
def test_an_event_is_that_a_uniform_number_is_below_its_chance(p: Number, step: int) -> None:
    """U agrees with p in 128 bits, or is a few units of 2^-128 off: below it is an event, from it
    on it is not.
    """
    digits = floor(p * (1 << 128)) + step
    if not 0 <= digits < 1 << 128:
        return
    stream = spelled(digits >> 64, digits & LAST, 1 << 63)
    found = happens(stream, p, floor(p * (1 << 64)), 1)
    assert bool(found[0]) is (compare(p, Fraction(2 * digits + 1, 1 << 129)) > 0)
    for width, number in ((64, digits >> 64), (128, digits), (192, digits << 64 | 1 << 63)):
        scaled = p * (1 << width)
        if compare(scaled, Fraction(number)) <= 0 or compare(scaled, Fraction(number + 1)) >= 0:
            assert stream.used == width // 8  # no bit more than decides it, 64 at a time
            return


def test_what_is_sure_takes_nothing_and_what_is_impossible_never_is() -> None:
    assert draw(Bernoulli(Fraction(1)), spelled(), 5).row(4)[0] == 1
    assert draw(Bernoulli(Fraction(0)), spelled(0, LAST), 2).row(0)[0] == 0


@pytest.mark.parametrize("n", [3, 10, 65535, 65536, (1 << 16) + 1, 3 << 40, (1 << 61) + 1, 1 << 62])
def test_a_uniform_integer_is_the_remainder_of_a_kept_word(n: int) -> None:
    """All words up to the last multiple of n that fits are kept, as often for each remainder; the
    others never.
    """
    size = 4 if n <= 1 << 16 else 8
    span = 1 << 8 * size
    kept = span // n * n
    words = [0, n - 1, n, kept - 1, kept // 2]
    stream = spelled(*words, size=size)
    assert below(stream, n, len(words)).tolist() == [w % n for w in words]
    refused = [w for w in (kept, span - 1) if w < span and w >= kept]
    # the refused twice, then kept
    stream = spelled(*refused, 5, *refused, *[7] * len(refused), size=size)
    assert below(stream, n, len(refused) + 1).tolist() == [7 % n] * len(refused) + [5 % n]
    assert stream.used == size * (3 * len(refused) + 1)


def test_one_number_is_no_choice() -> None:
    assert below(spelled(), 1, 3).tolist() == [0, 0, 0]
    assert draw(UniformInteger(1), spelled(), 3).row(2)[0] == 0


def test_a_sign_is_one_bit() -> None:
    stream = TapeStreamForTesting(bytes([0b10110000, 0b10000000]))
    assert signs(stream, 9).tolist() == [1, -1, 1, 1, -1, -1, -1, -1, 1]
    assert stream.used == 2


def test_every_way_of_choosing_places_gives_another_sample() -> None:
    """The choices are below 4, 3 and 2, and all 24 ways give the 24 ordered samples, once each."""
    ways = [(a, b, c) for a in range(4) for b in range(3) for c in range(2)]
    tape = spelled(*(w[0] for w in ways), *(w[1] for w in ways), *(w[2] for w in ways), size=4)
    outcome = Samples(4, 3, False).draw(tape, len(ways))
    assert len({outcome.row(i)[0] for i in range(24)}) == 24


def test_a_large_sample_is_drawn_in_parts_of_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "MOST_CELLS", 100)
    outcome = draw(OrderedSample(30, 30, True), ShakeStreamForTesting(b"parts"), 20)
    assert all(outcome.row(i)[0] == tuple(range(1, 31)) for i in range(20))


# ---------------------------------------------------------------- tables


def tables() -> dict[str, tuple[Lookup, Any]]:
    """Look-ups with the exact distribution functions of what they draw."""
    geometric = Geometric(lambda k: reals.exp(Fraction(-k, 1000)), 1000)
    digit = reals.exp(Fraction(-1, 1000)), reals.exp(Fraction(-BASE, 1000))
    plane = LAWS["staircase2d, irrational gamma"]
    assert isinstance(plane, Staircase2D)
    polya = LAWS["polya"]
    assert isinstance(polya, Polya)
    masses: list[Number] = [
        Fraction(1, 4),
        reals.exp(Fraction(-2)),
        Fraction(0),
        Fraction(1, 8),
        Fraction(5, 8) - reals.exp(Fraction(-2)),
    ]
    return {
        "digit": (
            geometric.digits[0],
            lambda k: 1 - digit_upper(k + 1, digit) if k + 1 < BASE else Fraction(1),
        ),
        "top": (
            geometric.top,
            lambda k: 1 - geometric_upper(k + 1, (reals.exp(Fraction(-BASE, 1000)),)),
        ),
        "ball": (
            sampler(plane).table,
            lambda k: (
                1
                - radius_beyond(
                    k,
                    plane.decay.b,  # type: ignore[attr-defined]
                    plane.gamma,
                )
            ),
        ),
        "polya": (Shares(polya, False).table, polya.cdf),
        "listed": (
            listing(masses),
            lambda k: sum(masses[: k + 1], Fraction(0)) if k < 4 else Fraction(1),
        ),
    }


TABLES = tables()


@pytest.mark.parametrize("name", TABLES)
def test_every_decided_word_has_the_outcome_of_both_its_ends(name: str) -> None:
    lookup, cdf = TABLES[name]
    known: dict[int, tuple[int, int]] = {}
    for w in np.flatnonzero(lookup.table != lookup._undecided):
        k = int(lookup.table[w])
        if k not in known:
            below = ceil(cdf(k - 1) * (1 << 16)) if k else 0
            known[k] = (below, floor(cdf(k) * (1 << 16)))
        assert known[k][0] <= w < known[k][1]


@pytest.mark.parametrize("name", TABLES)
def test_a_draw_on_a_boundary_goes_the_exact_way_and_is_right(name: str) -> None:
    """U agrees with F(k) in 128 bits, one unit below or above it in the last: up to k below, more
    than k above.
    """
    lookup, cdf = TABLES[name]
    for k in (0, 1, 3):
        target = floor(cdf(k) * (1 << 128))
        if target >> 128:
            continue
        for side, further in ((-1, 0xFF), (0, 0xFF)):
            digits = (target + side).to_bytes(16, "big")
            tape = digits[:2][::-1] + (int.from_bytes(digits[2:8], "big") << 16).to_bytes(
                8, "little"
            )
            tape += digits[8:][::-1] + bytes([further] * 32)
            drawn = int(lookup.draw(TapeStreamForTesting(tape), 1)[0])
            above = [
                j
                for j in range(20)
                if compare(cdf(j) * (1 << 128), Fraction(target + side + 1)) >= 0
            ]
            assert drawn == above[0], (k, side)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("u", [0, LAST])
def test_the_first_and_the_last_number_of_64_bits_are_decided_by_more(name: str, u: int) -> None:
    lookup, cdf = TABLES[name]
    tape = (
        (u >> 48).to_bytes(2, "little")
        + ((u & (1 << 48) - 1) << 16).to_bytes(8, "little")
        + bytes([0x5A] * 64)
    )
    drawn = int(lookup.draw(TapeStreamForTesting(tape), 1)[0])
    digits = u << 64 | int.from_bytes(bytes([0x5A] * 8), "little")
    assert drawn == 0 or compare(cdf(drawn - 1) * (1 << 128), Fraction(digits + 1)) < 0
    assert compare(cdf(drawn) * (1 << 128), Fraction(digits)) >= 0


def test_digits_of_a_geometric_number_make_it() -> None:
    """(1 - t) t^k is the product of the chances of the digits of k, exactly, at a rational t, in
    base 4.
    """
    t = Fraction(11, 13)

    def digit(j: int, q: Fraction) -> Fraction:
        found: Fraction = digit_upper(j, (q, q**4)) - digit_upper(j + 1, (q, q**4))
        return found

    top = t**16
    for k in (0, 1, 3, 4, 27, 64, 117):
        high, middle, low = k >> 4, k >> 2 & 3, k & 3
        above: Fraction = geometric_upper(high, (top,)) - geometric_upper(high + 1, (top,))
        assert above * digit(middle, t**4) * digit(low, t) == (1 - t) * t**k
    assert digit_upper(0, (t, t**4)) == 1
    assert digit_upper(4, (t, t**4)) == 0


def test_each_digit_has_its_own_power() -> None:
    """The powers that are asked for are those of B^i, and the digits stand in their places."""
    asked: list[int] = []

    def power(k: int) -> Number:
        asked.append(k)
        return reals.exp(Fraction(-k, 1 << 30))

    wide = Geometric(power, 1 << 30)
    assert asked == [1, BASE, BASE, BASE**2, BASE**2, BASE**3, BASE**3]
    word = lambda share: round(share * (1 << 16)).to_bytes(2, "little")
    tables = [wide.top, *reversed(wide.digits)]
    tape = TapeStreamForTesting(
        b"".join(word(share) for share in (0.5, 0.3, 0.9, 0.1)) + bytes([0x77] * 64)
    )
    k = int(wide.draw(tape, 1)[0])
    tape = TapeStreamForTesting(
        b"".join(word(share) for share in (0.5, 0.3, 0.9, 0.1)) + bytes([0x77] * 64)
    )
    high, *digits = (int(t.draw(tape, 1)[0]) for t in tables)
    assert k == ((high * BASE + digits[0]) * BASE + digits[1]) * BASE + digits[2]


def test_a_number_that_does_not_fit_is_an_error() -> None:
    wide = Geometric(lambda k: reals.exp(Fraction(-k, 1 << 56)), 1 << 56)
    assert len(wide.digits) == 5
    # 128 bits of 1: what is above has chance 2^-128
    nearly = bytes([0xFF] * (2 + 8 + 8)) + bytes(64)
    with pytest.raises(OverflowError, match="does not fit into 62 bits"):
        wide.draw(TapeStreamForTesting(nearly), 1)
    with pytest.raises(InvalidInput, match="a scale of at most"):
        Geometric(lambda k: reals.exp(Fraction(-k, 1 << 57)), (1 << 56) + 1)


def test_tables_that_would_not_fit_are_refused() -> None:
    with pytest.raises(InvalidInput, match="a table would have more than"):
        Shares(Polya(epsilon("1/10000"), 2), True)
    with pytest.raises(InvalidInput, match="a table would have more than"):
        one_sided(lambda: lambda _k: ball(1) / 2, lambda _k: Fraction(1, 2))


def test_no_zero_is_negative() -> None:
    """Of the four pairs of a sign and a size 0 or 1, all but the negative zero are kept."""
    sampler = TwoSided(lambda _: Fraction(1, 2), 1)
    # sizes 0, 0, 1, 1 by words below and above F(0) = 1/2, signs 1, -1, 1, -1; then one draw more,
    # 1 and +
    tape = bytes([0b10100000]) + b"".join(w.to_bytes(2, "little") for w in (1, 1, 0x9000, 0x9000))
    tape += bytes([0b10000000]) + (0x9000).to_bytes(2, "little")
    assert sampler.draw(TapeStreamForTesting(tape), 4).tolist() == [0, 1, -1, 1]


# ---------------------------------------------------------------- rejection

GAUSSIANS = {
    "wide": WideGaussian(DiscreteGaussian(Fraction(5000) ** 2)),
    "wider": WideGaussian(DiscreteGaussian(Fraction(10) ** 20)),
    "fractional": WideGaussian(DiscreteGaussian(Fraction((1 << 80) + 1, 977))),
}


def test_the_exponential_is_as_near_as_it_is_said_to_be() -> None:
    """2^64 e^-x to a relative 2^-44, at thousands of points, next to the steps of the table among
    them.
    """
    _, step, _ = rejection._powers()
    k = np.arange(0, 18400, 7)
    near = np.concatenate([(k + half) * step for half in (-0.5, -0.4999999, 0, 0.4999999, 0.5)])
    points = np.abs(
        np.concatenate(
            [
                near,
                np.array([0.0, 1e-300, 2.0**-60, 99.999, 100.0]),
                np.random.default_rng(1).uniform(0, 100, 2000),
            ]
        )
    )
    found = scaled_exponential(points)
    worst = Fraction(0)
    with precision(128):
        for x, y in zip(points.tolist(), found.tolist(), strict=True):
            low, high = ends((-ball(Fraction(x))).exp() * (1 << 64))
            worst = max(worst, abs(Fraction(y) / low - 1), abs(Fraction(y) / high - 1))
    assert Fraction(1, 1 << 56) < worst < Fraction(1, 1 << 44)
    assert (scaled_exponential(np.array([100.5, 1e10, np.inf])) < 2.0**-70).all()


@pytest.mark.parametrize("name", GAUSSIANS)
@given(
    share=st.floats(-12, 12),
    off=st.sampled_from([0, 1, 2, 3, 1 << 20, 1 << 23, 1 << 26]),
    side=st.sampled_from([-1, 1]),
    further=st.integers(0, LAST),
)
def test_a_proposal_is_kept_as_the_exact_number_says(
    name: str, share: float, off: int, side: int, further: int
) -> None:
    """Words on, next to, and about as near the threshold as doubles can tell, for sizes up to 12
    sigma.
    """
    law = GAUSSIANS[name]
    y = round(share * law.scale)
    threshold = reals.exp(-((abs(y) - law.variance / law.scale) ** 2) / (2 * law.variance))
    u = min(max(floor(threshold * (1 << 64)) + side * off, 0), LAST)
    kept = law.keeps(
        np.array([y], np.int64), np.array([u], np.uint64), spelled(further, *[1 << 63] * 4)
    )
    assert bool(kept[0]) is (compare(threshold, Fraction((u << 64) + further, 1 << 128)) > 0)


def test_doubles_leave_little_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2^20 proposals none asks for the exact number: 2^-37 each is said."""

    def asked(*_: Any) -> bool:
        raise AssertionError("the exact number was asked for")

    monkeypatch.setattr(rejection, "less", asked)
    for law in GAUSSIANS.values():
        law.draw(ShakeStreamForTesting(b"little"), 1 << 18)


# ---------------------------------------------------------------- bits of a stream


def test_the_bits_of_a_stream_are_its_bytes() -> None:
    one, other = StreamBits(ShakeStreamForTesting(b"seed")), Shake128ForTesting(b"seed")
    for count in (1, 7, 64, 3, 1000, 5):
        assert one.peek(count) == other.peek(count)
        one.skip(count)
        other.skip(count)
    assert one.child("a").peek(64) == other.child("a").peek(64)
    assert (
        TapeForTesting(bytes([0xA0])).peek(3)
        == StreamBits(TapeStreamForTesting(bytes([0xA0]))).peek(3)
        == 5
    )
