"""The shuffle model: exact noise, budgets, and users that cannot see each other."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.finite import UniformInteger
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval
from dpmean.exact.rotation import back
from dpmean.mechanisms.instance import models as instance_models
from dpmean.mechanisms.instance.shuffle_budget import LATTICE, Phase, epsilon_of_one, sum_delta
from dpmean.mechanisms.instance.shuffle_dropouts import left_over
from dpmean.mechanisms.instance.shuffle_security import security
from dpmean.mechanisms.instance.shuffle_sum import (
    OVERFLOW,
    SplitSum,
    Uniforms,
    analysed,
    recentred,
    shuffled,
    split,
)
from dpmean.mechanisms.instance.shuffled_clipped_mean import ShuffledClippedMean, ShuffleUser
from dpmean.mechanisms.instance.users import owner, separately
from dpmean.privacy.composition import advanced_epsilon
from dpmean.privacy.guarantees import ApproximateDP, Scope
from dpmean.programs.interpret import release
from dpmean.programs.release import release as made
from dpmean.programs.run import Transcript, run
from dpmean.randomness.bits import Shake128ForTesting
from tests.helpers.exploring import paths

HALF = Decay.from_epsilon("1/2")
SMALL = ShuffledClippedMean(Decay.from_epsilon("40"), F(1, 1000), 3, 2, 8)
DATA = [[0, 3], [1, 2], [3, 3], [2, 0], [1, 1], [2, 2], [0, 0], [3, 1]]


@pytest.mark.parametrize("n", [2, 3])
def test_the_noise_of_all_users_together_is_discrete_laplace(n: int) -> None:
    """The law of the sum of n shipped shares, each without what 12 terms leave out: below the
    discrete Laplace probability by at most what is lost. Kills Polya(1/(n - 1)), and a share
    without its negative part.
    """
    decay, terms, reach = Decay.from_decay("1/9"), 12, 7
    polya = SplitSum(decay, n, 1, 1, 2).noise.polya
    single = [polya.pmf(j) for j in range(terms + reach)]
    share: dict[int, Any] = {
        x: reals.balanced_sum([single[j] * single[j + abs(x)] for j in range(terms)])
        for x in range(-reach, reach + 1)
    }
    total: dict[int, Any] = {0: F(1)}
    for _ in range(n):
        fresh: dict[int, list[Any]] = {}
        for (x, p), (y, s) in product(total.items(), share.items()):
            fresh.setdefault(x + y, []).append(p * s)
        total = {x: reals.balanced_sum(terms_) for x, terms_ in fresh.items()}
    lost = 1 - interval(reals.balanced_sum(list(total.values()))).lower
    assert 0 < lost < F(1, 10**5)
    law = DiscreteLaplace(decay)
    for x in range(-2, 3):
        gap = interval(law.pmf(x) - total[x])
        assert -F(1, 10**20) < gap.lower
        assert gap.upper < F(1, 10**6)


@pytest.mark.parametrize("q", [2, 5, 8])
def test_sums_come_back_modulo_q(q: int) -> None:
    """Kills a window [-q/2, q/2), and a missing reduction."""
    assert [recentred(v, q) for v in range(-q, 2 * q)] == [
        min((w for w in range(-q, q) if (w - v) % q == 0 and -q < 2 * w <= q), key=abs)
        for v in range(-q, 2 * q)
    ]
    for values in product(range(-2, 3), repeat=2):
        parts = shuffled(split(v, (3 % q, 1), q) for v in values)
        assert parts == sorted(parts)
        assert (analysed(parts, q) - sum(values)) % q == 0


def test_the_modulus_is_the_least_power_of_two_that_is_wide_enough() -> None:
    """Kills a modulus for n instead of 2 n + noise, and one that ignores the scale of the noise."""
    for most, sensitivity in ((1, 1), (1000, 2000)):
        for dropouts, copies in ((0, 1), (5, 2), (8, 5)):
            s = SplitSum(HALF, 10, most, sensitivity, 3, dropouts)
            law, q = DiscreteLaplace(HALF, F(sensitivity)), s.modulus
            factor = 1 if copies == 1 else 2 * copies
            assert q & (q - 1) == 0
            assert compare(factor * law.tail((q // 2 - 10 * most) // copies), OVERFLOW) <= 0
            assert (
                q // 4 <= 10 * most
                or compare(factor * law.tail((q // 4 - 10 * most) // copies), OVERFLOW) > 0
            )
    assert SplitSum(HALF, 10, 1, 1, 3, 0, 1 << 9).modulus == 1 << 9


def test_uniform_parts_are_drawn_as_integers_are() -> None:
    """Powers of two and others, outcome by outcome and bit by bit."""
    for q in (2, 5, 1 << 6):
        mine, theirs = Shake128ForTesting(b"u"), Shake128ForTesting(b"u")
        assert Uniforms(q, 20).sample(mine) == tuple(
            UniformInteger(q).sample(theirs) for _ in range(20)
        )
        assert mine.used == theirs.used


@pytest.mark.parametrize(
    ("epsilon", "delta", "count"),
    [
        (F(1), F(1, 10**6), 1),
        (F(1), F(1, 10**6), 8),
        (F(1), F(1, 10**6), 100),
        (F(10), F(1, 100), 500),
        (F(1, 100), F(1, 10**9), 10**4),
    ],
)
def test_the_greatest_epsilon_of_one_sum(epsilon: F, delta: F, count: int) -> None:
    """By one of the two compositions it fits, the next multiple by neither. Kills log(1/delta), and
    a rounding up.
    """
    e = epsilon_of_one(epsilon, delta, count)
    root = reals.root(2 * count * reals.log(2 / delta), 2)

    def fits(x: F) -> bool:
        return (
            x * count <= epsilon
            or compare(advanced_epsilon(x, reals.exp(x), count, root), epsilon) <= 0
        )

    assert (e * LATTICE).denominator == 1
    assert fits(e)
    assert not fits(e + F(1, LATTICE))
    assert (e > epsilon / count) == (count >= 100)


@pytest.mark.parametrize(
    ("epsilon", "delta", "d"),
    [(F(1), F(1, 10**6), 8), (F(1), F(1, 10**6), 128), (F(3, 7), F(1, 100), 64)],
)
def test_the_range_of_a_coordinate_is_the_proved_one(epsilon: F, delta: F, d: int) -> None:
    """The range of a coordinate is the least integer that mechanisms/instance/models.py allows."""
    m = ShuffledClippedMean(Decay.from_epsilon(epsilon), delta, 3, d, 50)
    bound = instance_models.coordinate_bound(F(9), 50, d, m.beta, "exact")
    assert compare(bound, F(m.clip(F(81)) - 1)) > 0 >= compare(bound, F(m.clip(F(81))))


def test_the_printed_split_spends_more_than_delta() -> None:
    """d deltas of delta/d leave nothing for the slack of advanced composition: whatever delta' > 0,
    the total is above delta.
    """
    d, delta = 4, F(1, 100)
    assert all(d * (delta / d) + slack > delta for slack in (F(1, 10**9), delta))


@pytest.mark.parametrize("epsilon", ["1", "40"])
def test_all_sums_together_cost_the_budget(epsilon: str) -> None:
    """Three parts: their epsilons and deltas add up, and each part's sums, shuffled with the number
    of messages that is sent, fit. Kills thirds that do not add up, and a delta without 1 +
    e^epsilon.
    """
    m = ShuffledClippedMean(Decay.from_epsilon(epsilon), F(1, 1000), 3, 3, 50)
    assert sum(p.epsilon for p in m.phases) == F(epsilon)  # type: ignore[misc]
    assert sum(p.delta for p in m.phases) == F(1, 1000)
    assert [p.count for p in m.phases] == [4 * 5, 11, 4]
    widest = m.clip(F(m.high))
    for p, most in zip(m.phases, (1, 1, widest), strict=True):
        one = SplitSum(p.decay, m.n, most, 2 * most if most > 1 else 1, m.sent)
        spent = p.delta / 2 + p.count * sum_delta(
            reals.exp(p.decay.epsilon), security(m.n, m.sent, one.modulus)
        )  # type: ignore[arg-type]
        assert compare(spent, p.delta) <= 0
    assert m.guarantee.measure == ApproximateDP(F(epsilon), F(1, 1000))
    assert m.guarantee.scope == Scope.SHUFFLE
    with pytest.raises(InvalidInput):
        ShuffledClippedMean(m.decay, m.delta, 3, 3, 50, m.needed - 1)
    assert ShuffledClippedMean(m.decay, m.delta, 3, 3, 50, m.needed + 2).sent == m.needed + 2


def test_a_phase_pays_for_its_distance() -> None:
    p = Phase(F(1), F(1, 1000), 7)
    assert compare(p.count * sum_delta(reals.exp(p.decay.epsilon), p.distance), p.delta / 2) <= 0  # type: ignore[arg-type]
    assert (
        compare(
            p.count * sum_delta(reals.exp(p.decay.epsilon), p.distance), p.delta / 2 * F(999, 1000)
        )
        > 0
    )  # type: ignore[arg-type]


def test_the_range_of_a_coordinate() -> None:
    """C' = ceil(C K steps); exact: no rotated vector of the grid leaves it, and some reach it."""
    m = ShuffledClippedMean(
        Decay.from_epsilon("40"), F(1, 1000), 3, 2, 8, steps=2, constants="exact"
    )
    assert m.squared_spread == 2
    for squared in (F(1), F(5), F(18)):
        found = []
        for x in product(range(-5, 6), repeat=2):
            user = ShuffleUser(1, x)
            user.clip(squared, 2)
            user.rotate([1, -1])
            found += [abs(v) for v in user.vector]
        assert max(found) <= m.clip(squared)
    assert m.clip(F(18)) == 12
    paper = SMALL.clip(F(9))
    spread = 2 * reals.log(F(2 * 8 * 2 * 10))
    assert compare(9 * spread, F((paper - 1) ** 2)) > 0 >= compare(9 * spread, F(paper**2))


def test_the_rank_of_the_threshold() -> None:
    """tau is the least integer for its failure; the rank is what the larger of tau and floor(w)
    leaves.
    """
    m = ShuffledClippedMean(Decay.from_epsilon("4"), F(1, 10**6), 255, 2, 300)
    law, count = DiscreteLaplace(m.phases[1].decay), m.phases[1].count
    assert (
        compare(count * law.tail(m.error + 1), m.beta)
        <= 0
        < compare(count * law.tail(m.error), m.beta)
    )
    assert m.rank == 300 - m.error == 150
    noisy = ShuffledClippedMean(Decay.from_epsilon("1000"), F(1, 10**6), 1, 64, 300)
    weight_squared = 8 * noisy.squared_spread / noisy.phases[2].decay.epsilon ** 2
    w = 300 - noisy.rank
    assert w > noisy.error
    assert compare(weight_squared, F(w**2)) >= 0 > compare(weight_squared, F((w + 1) ** 2))


def transcript_of(
    data: Any, seed: bytes = b"seed", mechanism: ShuffledClippedMean = SMALL
) -> Transcript:
    return run(mechanism.program(data), separately(Shake128ForTesting(seed)))


def test_a_user_does_not_see_the_others() -> None:
    """With each user's randomness fixed, the first message of a user is the same whatever the
    others have; on her own machine too. Kills a randomiser that looks at the table.
    """
    here = dict(transcript_of(DATA).steps)
    first = "user_2_median_1_1"
    for other in ([[3, 3], DATA[1], *DATA[:6]], [DATA[7], DATA[1], *DATA[2:7], DATA[0]]):
        assert dict(transcript_of(other).steps)[first] == here[first]
    signs = [int(o) for d, o in transcript_of(DATA).draws if d.label.startswith("sign")]
    alone, stream = ShuffleUser(2, DATA[1]), Shake128ForTesting(b"seed").child("user-2")
    alone.rotate(signs)
    protocol = SplitSum(SMALL.phases[0].decay, 8, 1, 1, SMALL.sent)
    sent = run(alone.below(protocol, 0, -1, "median_1_1"), lambda d: d.law.sample(stream)).output
    assert [F(v) for v in sent] == here[first]
    flipped = [DATA[0], [3, 0], *DATA[2:]]
    assert any(
        dict(transcript_of(flipped, s).steps)[first] != dict(transcript_of(DATA, s).steps)[first]
        for s in (b"a", b"b", b"c", b"d", b"e")
    )


@pytest.mark.parametrize(
    ("seed", "fine"), [(b"seed", 1), (b"a", 3), (b"b", 3), (b"c", 1), (b"d", 3)]
)
def test_the_estimate_is_made_of_shuffled_messages_alone(seed: bytes, fine: int) -> None:
    """Shuffled parts are the users' parts in rising order, sums come from them, the estimate from
    the sums.

    Kills signs that are undone in another order.
    """
    m = ShuffledClippedMean(SMALL.decay, SMALL.delta, 3, 2, 8, steps=fine)
    t = transcript_of(DATA, seed, m)
    steps = dict(t.steps)
    sums = [
        name.removesuffix("_sum") for name in steps if name.endswith("_sum") and name != "noisy_sum"
    ]
    assert 8 < len(sums) <= sum(p.count for p in m.phases)
    protocols = {"median": (m.phases[0], 1, 1), "thresh": (m.phases[1], 1, 1)}
    most = m.clip(steps["threshold_squared"])
    for name in sums:
        phase, size, sensitivity = protocols.get(name[:6], (m.phases[2], most, 2 * most))
        q = SplitSum(phase.decay, 8, size, sensitivity, m.sent).modulus
        assert steps[f"{name}_shuffled"] == sorted(
            v for i in range(1, 9) for v in steps[f"user_{i}_{name}"]
        )
        assert len(steps[f"{name}_shuffled"]) == 8 * m.sent
        assert steps[f"{name}_sum"] == analysed([int(v) for v in steps[f"{name}_shuffled"]], q)
    assert steps["noisy_sum"] == [steps["mean_1_sum"] / fine, steps["mean_2_sum"] / fine]
    spins, signs = (
        [int(o) for d, o in t.draws if d.label.startswith(word)] for word in ("spin", "sign")
    )
    mean = back([v / 8 for v in steps["noisy_sum"]], spins, 2)
    assert t.output == tuple(
        back([a + b for a, b in zip(mean, steps["center"], strict=True)], signs, 2)
    )
    assert {owner(d.label) for d, _ in t.draws} == {None, *(f"user_{i}" for i in range(1, 9))}
    labels = [d.label for d, _ in t.draws]
    assert len(labels) == len(set(labels))


def test_a_missing_record_is_zeros() -> None:
    assert (
        transcript_of([[None, None], *DATA[1:]]).steps == transcript_of([[0, 0], *DATA[1:]]).steps
    )


def test_too_few_users_get_zeros_and_spend_nothing() -> None:
    m = ShuffledClippedMean(HALF, F(1, 10**6), 3, 2, 8)
    assert m.rank < 1
    t = transcript_of(DATA, mechanism=m)
    assert (t.output, t.draws) == ((0, 0), [])


def test_a_release_is_near_the_mean() -> None:
    """Ninety users around 100, much budget: kills a rotation that is not undone, a sum that is not
    divided by n, a modulus that wraps.
    """
    given = {
        "epsilon": "200",
        "delta": "1/1000",
        "u": "255",
        "d": "3",
        "n": "90",
        "steps": "2",
        "constants": "exact",
        "dropouts": "3",
    }
    found = release(
        build("shuffled_clipped_mean", given).program(
            [[100 + i % 5, 90, i % 2] for i in range(90)]
        ),
        Shake128ForTesting(b"r"),
        None,
    )
    for value, expected in zip(found, (102, 90, F(1, 2)), strict=True):
        assert value is not None
        assert abs(value - expected) < 4


def test_a_release_says_what_it_is() -> None:
    found = made(SMALL, DATA, bits=Shake128ForTesting(b"c"))
    assert isinstance(found.estimate, tuple)
    assert len(found.estimate) == 2
    assert "shuffle model" in str(found.guarantee)
    assert any("sees every record" in line for line in found.policies)


def test_refusals() -> None:
    good = {"epsilon": "40", "delta": "1/1000", "u": "3", "d": "2", "n": "8"}
    bad = [
        {"d": "0"},
        {"n": "0"},
        {"epsilon": "0"},
        {"epsilon": "-1"},
        {"delta": "0"},
        {"delta": "1"},
        {"messages": "1"},
        {"messages": "2"},
        {"beta": "0"},
        {"dropouts": "8"},
        {"modulus": "1"},
        {"constants": "best"},
        {"epsilon": "1/1000000000000"},
    ]
    for change in bad:
        with pytest.raises(InvalidInput):
            _ = build("shuffled_clipped_mean", {**good, **change}).sent
    m = build("shuffled_clipped_mean", good)
    for data in (DATA[:7], [*DATA[:7], [1]], [*DATA, [1, 1]]):
        with pytest.raises(InvalidInput) as e:
            next(paths(lambda data=data: m.program(data), 1))
        assert e.value.code == "size_mismatch"
    with pytest.raises(InvalidInput):
        SplitSum(HALF, 2, 1, 1, 1)
    with pytest.raises(InvalidInput):
        left_over(HALF, 2, 2, 1)
