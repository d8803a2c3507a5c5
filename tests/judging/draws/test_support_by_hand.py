"""The support check with every number known by hand: bits, classes, events, halves, bounds,
claims.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp
from typing import Any

import numpy as np
import pytest

from dpmean.catalogue.quantities import value
from dpmean.judging.draws.bits import (
    LOWEST,
    SORTINGS,
    ZERO,
    binade,
    lowest,
    lowest_of,
    mantissa,
    views,
)
from dpmean.judging.draws.claims import Claim, Seen, approximate, at_most, concentrated, contradicts
from dpmean.judging.draws.leak import Event, check, lowest_bits
from dpmean.suite.pvalues import clopper_pearson

ERROR = Fraction(1, 10**9)
ONE = approximate(Fraction(1))
PAIR = ((0, 1),)
BY_PLACE, BY_LAST_BITS, BY_VALUE = SORTINGS[1:]


def test_bits_are_exact() -> None:
    values = np.array([0.0, 1.0, 3.0, 0.5, -0.75, 5e-324, 2.0**-1060 * 3, 2.0**52 + 1, 1e300])
    for x, low in zip(values, lowest(values), strict=True):
        if x == 0:
            assert low == ZERO
        else:
            exact = Fraction(float(x)) / Fraction(2) ** int(low)
            assert exact.denominator == 1
            assert exact.numerator % 2 == 1
    assert binade(values[:5]).tolist() == [-ZERO, 0, 1, -1, -1]
    assert [int(mantissa(np.array([x]))[0]) for x in (1.0, -1.5, 1 + 2.0**-52)] == [
        1 << 52,
        3 << 51,
        (1 << 52) + 1,
    ]


def test_views_lose_no_bit() -> None:
    """x + y and x - c are sums of two doubles: 1 + 2^-80 is an odd multiple of 2^-80, though no
    double is.
    """
    columns = [np.array([1.0, 0.5, 2.0**-80]), np.array([2.0**-80, 0.25, -1.0])]
    seen = {v.name: v for v in views(columns, [0.0, 0.75])}
    assert list(seen) == ["x", "y", "x + y", "x - 0.75", "y - 0.75"]
    assert lowest_of(seen["x + y"]).tolist() == [-80, -2, -80]
    assert lowest_of(seen["x - 0.75"]).tolist() == [-2, -2, -80]
    assert [v.name for v in views(columns[:1], [1.0, 1.0, 0.0])] == ["x", "x - 1.0"]


def test_classes_say_what_they_are() -> None:
    (x,) = views([np.array([1.5, -1.5, 0.0, 5e-324])], [])
    assert [LOWEST.told(int(c)) for c in LOWEST.classes(x)] == ["an odd multiple of 2^-1"] * 2 + [
        "0",
        "an odd multiple of 2^-1074",
    ]
    assert [BY_PLACE.told(int(c)) for c in BY_PLACE.classes(x)] == [
        "in +[2^0, 2^1), an odd multiple of 2^-1",
        "in -[2^0, 2^1), an odd multiple of 2^-1",
        "in 0, 0",
        "in +[2^-1074, 2^-1073), an odd multiple of 2^-1074",
    ]
    last = views([np.array([1.0, 1 + 2.0**-52, -1 - 3 * 2.0**-52])], [])[0]
    assert [BY_LAST_BITS.told(int(c)) for c in BY_LAST_BITS.classes(last)] == [
        "in +[2^0, 2^1), ending in the bits 000",
        "in +[2^0, 2^1), ending in the bits 001",
        "in -[2^0, 2^1), ending in the bits 011",
    ]
    assert [BY_VALUE.told(int(c)) for c in BY_VALUE.classes(x)] == ["1.5", "-1.5", "0.0", "5e-324"]


def test_events_are_counted() -> None:
    seen = views([np.array([0.0, 1.0, 1.5, -0.75, 3.0, -1.25])], [1.0])
    assert Event("x", LOWEST, np.array([-2, -1]), "").count(seen) == 3
    assert Event("x - 1.0", LOWEST, np.array([ZERO]), "").count(seen) == 1


def halves(first: float, second: float, n: int = 1000) -> Any:
    return [np.array([first] * n + [second] * n)]


def test_the_event_is_chosen_on_one_half_and_judged_on_the_other() -> None:
    """Kills a check that judges on the draws that it chose by, which alarms on right
    implementations.
    """
    other = halves(1.0, 1.0)
    changed = check([halves(0.25, 1.0), other], PAIR, ONE, ERROR)
    assert (changed.alarm, changed.share) == (False, changed.neighbor_share)
    for both in ([halves(0.25, 0.25), other], [other, halves(0.25, 0.25)]):
        same = check(both, PAIR, ONE, ERROR)
        assert (same.alarm, same.share, same.neighbor_share) == (True, 1.0, 0.0)
        assert {
            k: same.evidence[k] for k in ("type", "event", "epsilon", "share", "neighbor_share")
        } == {
            "type": "leak",
            "event": same.event,
            "epsilon": "1",
            "share": 1.0,
            "neighbor_share": 0.0,
        }
        assert same.evidence["factor"] == pytest.approx(2.718281828)
        assert "delta" not in same.evidence
        assert sorted((b["input"], b["neighbor"]) for b in same.evidence["lowest_bits"]) == [
            (0.0, 1.0),
            (1.0, 0.0),
        ]
        assert [b["exponent"] for b in same.evidence["lowest_bits"]] == [-2, 0]


def test_a_claim_is_said_in_few_digits() -> None:
    """Kills the end of an enclosure that is printed as a fraction of a hundred digits, or rounded
    down.
    """
    assert approximate(Fraction(1), Fraction(1, 100000)).words == "epsilon = 1, delta = 1/100000"
    end = Fraction(10**40 + 1, 3 * 10**40)
    assert approximate(Fraction(1), end).words == "epsilon = 1, delta = 0.333334"


def test_only_neighbours_are_compared() -> None:
    """Kills a check that compares inputs that are farther apart than the claim speaks of."""
    batches = [halves(1.0, 1.0), halves(1.0, 1.0), halves(0.25, 0.25)]
    assert not check(batches, PAIR, ONE, ERROR).alarm
    found = check(batches, ((0, 1), (1, 2)), ONE, ERROR)
    assert found.alarm
    assert set(found.pair) == {1, 2}


@pytest.mark.parametrize(("delta", "alarm"), [("0", True), ("1/50", True), ("1/10", False)])
def test_delta_is_allowed_and_no_more(delta: str, alarm: bool) -> None:
    """An output of probability 1/20 that the neighbour never has."""
    ours = [np.array(([0.25] + [1.0] * 19) * 1000)]
    found = check(
        [ours, [np.full(20000, 1.0)]], PAIR, approximate(Fraction(1), Fraction(delta)), ERROR
    )
    assert found.alarm is alarm
    assert ("delta" in found.evidence) is (delta != "0")


@pytest.mark.parametrize(("count", "alarm"), [(40, False), (60, True)])
def test_an_alarm_is_beyond_both_confidence_bounds(count: int, alarm: bool) -> None:
    """Of 1000 draws the neighbour's none may be up to about 2 %: so 4 % are no contradiction and 6
    % are.
    """
    ours = np.array([0.25] * count + [1.0] * (1000 - count))
    found = check(
        [[np.concatenate([ours, ours])], [np.full(2000, 1.0)]],
        PAIR,
        approximate(Fraction(1, 100)),
        ERROR,
    )
    assert found.alarm is alarm


@pytest.mark.parametrize(
    ("claim", "q"),
    [
        (ONE, "1/4"),
        (approximate(Fraction(1), Fraction(1, 8)), "1/8"),
        (concentrated(Fraction(1, 2)), "1/8"),
        (approximate(Fraction(0)), "1/2"),
    ],
)
def test_a_false_alarm_is_as_rare_as_it_should_be_exactly(claim: Claim, q: str) -> None:
    """Summed over all pairs of counts, where an event has just what is allowed; not a
    simulation.
    """
    n, error, other = 30, Fraction(1, 20), Fraction(q)
    share = claim.allows(other)
    chance = Fraction(0)
    for j in range(n + 1):
        first = next(
            (k for k in range(n + 1) if contradicts(Seen(k, n, j, n), claim, error)), n + 1
        )
        tail = sum(
            (comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(first, n + 1)),
            Fraction(0),
        )
        chance += comb(n, j) * other**j * (1 - other) ** (n - j) * tail
    assert chance <= error


def test_the_upper_bound_is_little_above_the_sharp_one() -> None:
    for count, n in ((0, 10), (0, 2048), (3, 2048), (800, 2048), (2048, 2048)):
        sharp = clopper_pearson(n, count, ERROR, upper=True)
        found = at_most(count, n, ERROR)
        assert sharp - Fraction(1, 1 << 39) <= found <= sharp + (sharp - Fraction(count, n)) / 20


def test_what_a_rho_allows_is_between_the_gaussian_and_the_simple_conversion() -> None:
    """No event of Gaussian noise has more, and rho + 2 sqrt(rho log(1/delta)) does not allow
    less.
    """
    for rho, shift in ((Fraction(1, 2), 1), (Fraction(2), 2)):
        levels = concentrated(rho).levels
        assert len(levels) == 24
        for level in levels:
            exact = value(
                "gaussian.hockey_stick",
                {
                    "sigma_squared": "1",
                    "sensitivity": "4",
                    "shift": str(shift),
                    "at_epsilon": str(level.epsilon),
                },
            ).values[0]
            assert float(level.delta) >= float(exact_float(exact))
            simple = exp(-float((level.epsilon - rho) ** 2 / (4 * rho)))
            assert float(level.delta) <= max(simple * 1.0001, 1e-9)
            assert (
                exp(float(level.epsilon))
                <= float(level.factor)
                <= exp(float(level.epsilon)) * (1 + 2e-9)
            )


def exact_float(number: Any) -> float:
    from dpmean.exact.digits import binary64

    return float(number) if isinstance(number, Fraction) else binary64(number)


def test_rare_bits_are_not_shown() -> None:
    """A bit that is the lowest in one of 4,000 outputs says nothing in a picture; one in 1,000
    does.
    """
    common, rare = np.ones(3995), np.array([0.5, 0.25, 0.25, 0.25, 0.25])
    shown = lowest_bits(np.concatenate([common, rare]), np.ones(4000))
    assert [(s["exponent"], s["input"], s["neighbor"]) for s in shown] == [
        (-2, 0.001, 0.0),
        (0, 0.99875, 1.0),
    ]
