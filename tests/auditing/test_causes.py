"""Which cause an audit tells, for programs of which it is known; and what is set aside for the next."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import log
from typing import Any

import numpy as np
import pytest

import dpmean
from dpmean.auditing.book import Book
from dpmean.auditing.cause import Cause
from dpmean.auditing.claims import claimed
from dpmean.auditing.looks import NOTHING, Aside, Look
from dpmean.auditing.outputs import Outputs, Reader
from dpmean.auditing.pairs import Pair
from dpmean.auditing.report import Report
from dpmean.auditing.run import Audit, Step
from dpmean.auditing.status import Status
from dpmean.exits import Exit

RANDOM = np.random.default_rng()
KEPT = RANDOM.laplace(0, 1, 16)
ADDED = ([0.0, 1.0], [0.0])


def grid(x: float) -> float:
    return round(x * 1024) / 1024


def fine(scale: float = 1.0) -> float:
    """Noise on so fine a grid that hardly any outcome comes twice."""
    return round(RANDOM.laplace(0, scale) * 2**20) / 2**20


def noise(scale: float = 1.0) -> float:
    return grid(RANDOM.laplace(0, scale))


def clipped(records: list[float]) -> list[float]:
    return [min(max(r, 0.0), 1.0) for r in records if r == r]


def audited(function: Callable[[list[float]], Any], **more: Any) -> Report:
    found = dpmean.audit(
        function, more.pop("claim", "epsilon=1"), **{"draws": 3000, "seconds": 300, **more}
    )
    assert isinstance(found, Report)
    return found


def told(found: Report) -> list[Cause]:
    return [seen.cause for seen in found.causes if not seen.hypothesis]


def fails(records: list[float]) -> float:
    if 1.0 in records:
        raise ValueError("a record is 1")
    return noise()


def twice(records: list[float]) -> list[float]:
    same = noise(2)
    return [sum(records) + same, len(records) + same]


def shared(records: list[float]) -> list[float]:
    counts = [sum(x == value for x in records) for value in (0.0, 1.0)]
    drawn = {count: noise() for count in counts}
    return [count + drawn[count] for count in counts]


def filled(records: list[float]) -> float:
    total = last = 0.0
    for r in records:
        last = clipped([r])[0] if r == r else last
        total += last
    return total + noise()


# the program, the two data sets, and what is wrong with it; in each the pair shows it
GIVEN: dict[str, tuple[Callable[[list[float]], Any], Any, Cause]] = {
    "exact": (lambda r: sum(r), ADDED, Cause.NO_NOISE),
    "exact beside noise": (
        lambda r: {"n": len(r), "sum": sum(r) + noise()},
        ADDED,
        Cause.EXACT_PART,
    ),
    "exact beside noise in JSON": (
        lambda r: json.dumps({"sum": sum(r) + noise(), "n": len(r)}),
        ADDED,
        Cause.EXACT_PART,
    ),
    "the same noise": (twice, ([0.0, 0.0], [0.0]), Cause.SAME_NOISE),
    "one noise for equal counts": (shared, ADDED, Cause.SAME_NOISE),
    "a word without noise": (lambda r: "high" if sum(r) > 0.5 else "low", ADDED, Cause.NO_NOISE),
    "a word by too little noise": (
        lambda r: "high" if sum(r) + noise(0.3) > 0.5 else "low",
        ADDED,
        Cause.TOO_LITTLE,
    ),
    "two answers for one noise": (
        lambda r: (lambda limit: (sum(r) > limit, len(r) > limit))(0.5 + noise(0.5)),
        ADDED,
        Cause.TOO_LITTLE,
    ),
    "half the noise": (lambda r: sum(r) + noise(0.4), ADDED, Cause.TOO_LITTLE),
    "half the noise in a text": (
        lambda r: f"the sum is {sum(r) + noise(0.4):.4f}",
        ADDED,
        Cause.TOO_LITTLE,
    ),
    "two cells of which the sum is exact": (
        lambda r: (lambda z: (sum(r) + z, len(r) - z))(noise()),
        ([0.0, 0.0], [0.0]),
        Cause.SAME_NOISE,
    ),
    "the exact answer in place of a negative one": (
        lambda r: (lambda y: y if y >= 0 else sum(r))(sum(r) + fine()),
        ([1.0, 1.0], [1.0]),
        Cause.NOW_AND_THEN,
    ),
    "noise left out once in thirty": (
        lambda r: sum(r) + (fine() if RANDOM.random() < 29 / 30 else 0.0),
        ([0.5, 1.0], [0.5]),
        Cause.NOW_AND_THEN,
    ),
    "decimals by the size of the answer": (
        lambda r: round(sum(r) + RANDOM.laplace(0, 10), 2 if sum(r) < 10 else 1),
        ([9.0, 4.0], [9.0]),
        Cause.WRITING,
    ),
    "one-sided": (lambda r: sum(r) + abs(noise()), ADDED, Cause.ONE_SIDED),
    "uniform": (lambda r: sum(r) + grid(RANDOM.uniform(-2, 2)), ADDED, Cause.BOUNDED),
    "range of the data": (
        lambda r: sum(r) + noise(max(r) - min(r) + 0.01),
        ADDED,
        Cause.DATA_RANGE,
    ),
    "no noise for a sum of zero": (
        lambda r: sum(r) + (noise() if sum(r) else 0.0),
        ADDED,
        Cause.NO_NOISE,
    ),
    "divided by the count": (
        lambda r: noise(1 / len(r)),
        ([0.5, 0.5], [0.5]),
        Cause.PRIVATE_COUNT,
    ),
    "an error": (fails, ADDED, Cause.ERRORS),
    "another form": (
        lambda r: noise() if len(r) == 2 else [noise(), noise()],
        ADDED,
        Cause.FORM,
    ),
    "digits": (lambda r: f"{noise(10):.{len(r)}f}", ADDED, Cause.WRITING),
    "no record, a bare zero": (
        lambda r: len(r) + noise(1) if r else 0.0,
        ([0.0], []),
        Cause.EMPTY,
    ),
    "no record, an error": (lambda r: noise(1) + 0 / len(r), ([0.0], []), Cause.EMPTY),
    "a missing record": (
        lambda r: sum(r) + noise(2),
        ([0.0, float("nan")], [0.0]),
        Cause.MISSING,
    ),
    "an infinite output": (
        lambda r: float("inf") if len(r) == 2 and RANDOM.random() < 0.3 else noise(),
        ADDED,
        Cause.INFINITE,
    ),
    "noise of a few kept numbers": (
        lambda r: sum(r) + KEPT[RANDOM.integers(16)],
        ADDED,
        Cause.CACHED,
    ),
    "64 seeds, and six decimals": (
        lambda r: round(sum(r) + float(np.random.default_rng(RANDOM.integers(64)).laplace()), 6),
        ADDED,
        Cause.CACHED,
    ),
    "whole noise beside fractions": (
        lambda r: sum(r) + float(RANDOM.geometric(0.3) - RANDOM.geometric(0.3)),
        ([0.0, 0.5], [0.0]),
        Cause.GRID,
    ),
    "last bits": (lambda r: sum(r) + RANDOM.laplace(0, 1), ADDED, Cause.BITS),
}


@pytest.mark.parametrize("name", list(GIVEN))
def test_the_cause_of_what_a_pair_shows(name: str) -> None:
    """Kills a cause that is told of another one's outputs, a sentence without a repair, and a cause
    without what was seen.
    """
    function, data, cause = GIVEN[name]
    claim = "epsilon=1/4" if cause is Cause.PRIVATE_COUNT else "epsilon=1"
    found = audited(function, data=data, claim=claim)
    assert told(found)[:1] == [cause], (name, str(found))
    for line in (cause.why, cause.fix):
        assert line in str(found)
    seen = found.data["causes"][0]
    assert (seen["cause"], seen["fix"], seen["hypothesis"]) == (cause.word, cause.fix, False)
    assert seen["seen"][0]["hits"] > seen["seen"][0]["misses"]


def colleague(records: list[float]) -> float:
    x = [min(max(r, 0.0), 1.0) for r in records]
    return sum(x) / len(x) + RANDOM.laplace(0, 1 / len(x))


SEARCHED: dict[str, tuple[Callable[[list[float]], Any], list[Cause]]] = {
    "four faults at once": (
        colleague,
        [Cause.PRIVATE_COUNT, Cause.EMPTY, Cause.MISSING, Cause.BITS],
    ),
    "no clipping": (lambda r: sum(x for x in r if x == x) + noise(), [Cause.NO_CLIPPING]),
    "exact from ten records on": (
        lambda r: len(r) + (noise(2) if len(r) < 10 else 0.0),
        [Cause.SWITCH],
    ),
    "the first record": (
        lambda r: clipped(r)[0] if clipped(r) else 0.0,
        [Cause.NO_NOISE],
    ),
    "whole numbers of eight bits": (
        lambda r: float(np.int64(50 * sum(clipped(r))).astype(np.int8)) + noise(50),
        [Cause.OVERFLOW],
    ),
    "an output that is a record": (
        lambda r: min(clipped(r), key=lambda x: abs(x - 0.5 - noise())) if clipped(r) else 0.0,
        [Cause.RECORDS],
    ),
    "missing records that take the value of the last": (filled, [Cause.MISSING]),
    "a mean of those that are valid": (
        lambda r: (lambda v: sum(v) / max(1, len(v)) + noise(2 / max(1, len(v))))(
            [x for x in r if 0 <= x <= 1]
        ),
        [Cause.DATA_RANGE],
    ),
    "too little noise": (lambda r: sum(clipped(r)) + noise(0.4), [Cause.TOO_LITTLE]),
}


@pytest.mark.share(5)
@pytest.mark.parametrize("name", list(SEARCHED))
def test_the_causes_that_are_found_without_a_hint(name: str) -> None:
    """Kills an audit that ends with its first cause, one that calls what all data sets show a matter
    of unusual ones, and a size or a place that is told for nothing.
    """
    function, causes = SEARCHED[name]
    found = audited(function, draws=60_000)
    assert told(found)[: len(causes)] == causes if len(causes) == 1 else True, str(found)
    assert {*causes} <= {*told(found)}, str(found)


LEFT, RIGHT = (0.685, 0.02, 0.295), (0.4, 0.01, 0.59)  # ln 2; without the first outcome 1.34


def kinds_of(law: tuple[float, ...], count: int, random: np.random.Generator) -> Outputs:
    return Outputs(random.choice(3, count, p=law).astype(np.int64), ())


def test_what_is_set_aside_renormalises_nothing() -> None:
    """Kills outputs that are dropped, and with them the law that is conditioned on the rest: this one
    keeps ln 2, and breaks 1.3 once its first outcome is left out of the count.
    """
    random, refuted = np.random.default_rng(5), {True: 0, False: 0}
    for _ in range(8):
        one, other = kinds_of(LEFT, 40_000, random), kinds_of(RIGHT, 40_000, random)
        for dropped in (True, False):
            book = Book(2.0, ["a", "b", "c"], aside=Aside(kinds=frozenset({0})))
            asked = [Outputs(o.kinds[o.kinds != 0], ()) if dropped else o for o in (one, other)]
            for i in range(0, min(map(len, asked)), 1000):
                book.add(*(o.part(i, i + 1000) for o in asked))
            assert book.positions is not None
            level = claimed("epsilon=7/10").levels(None)[0]
            refuted[dropped] += book.positions.log_mixture(level) > log(10**6)
    assert refuted == {True: 8, False: 0}


def test_an_output_of_which_a_part_is_set_aside_belongs_to_no_event() -> None:
    """Kills a mask that leaves the kind, or one of the numbers, or other outputs out."""
    kinds = np.array([0, 1, 0, 2], np.int64)
    outputs = Outputs(kinds, (np.array([1.0, np.nan, np.inf, 3.0]), np.array([1.0, 2.0, 3.0, 4.0])))
    cases = {
        Aside(kinds=frozenset({1})): [1],
        Aside(infinite=True): [2],
        Aside(values=frozenset({(0, 3.0), (1, 1.0)})): [0, 3],
    }
    for aside, gone in cases.items():
        left = aside.without(outputs)
        assert [i for i, kind in enumerate(left.kinds) if kind == NOTHING] == gone
        for before, column in zip(outputs.columns, left.columns, strict=True):
            assert np.isnan(column[gone]).all()
            kept = [i for i in range(4) if i not in gone]
            assert np.array_equal(before[kept], column[kept], equal_nan=True)
    assert Aside().without(outputs) is outputs


def test_a_way_to_look_that_is_set_aside_wins_no_more() -> None:
    """Kills bits, kinds or one number that go on being bet on."""
    one = np.column_stack([np.arange(400) % 2 + 2.0**-40, RANDOM.random(400)])
    other = np.column_stack([np.arange(400) % 2 + 2.0**-41, RANDOM.random(400)])
    reader = Reader()
    a, b = reader.read(one), reader.read(other)
    for aside, looks in (
        (Aside(bits=True), {Look.BITS}),
        (Aside(looks=frozenset({Look.KIND})), {Look.KIND}),
        (Aside(leaves=frozenset({0})), {Look.SUM, Look.WEIGHTED, Look.LEARNED, Look.WHOLE}),
    ):
        book = Book(2.0, reader.words, aside=aside, leaves=reader.leaves)
        book.add(a, b)
        seen = {family.look for family, _ in book.rows}
        assert seen and not seen & looks
        assert all(family.leaf not in aside.leaves for family, _ in book.rows)


def test_a_book_that_starts_anew_bets_on_later_outputs_alone() -> None:
    """Kills outputs that are learned from and bet on at once."""
    reader = Reader()
    one, other = reader.read(np.zeros(500)), reader.read(np.ones(500))
    book = Book(2.0, reader.words, leaves=reader.leaves)
    book.add(one, other)
    after = book.after(Aside(looks=frozenset({Look.BINS})))
    assert after.positions is not None
    assert not after.positions.hits.any()
    after.add(one, other)
    assert after.draws == 1000
    assert after.positions.hits.max() == 1000


def test_capital_of_the_next_book_is_what_the_last_one_left() -> None:
    """Kills a fresh capital for every cause: with it the hunt may err once a cause."""
    pair = Pair((0.0, 1.0), (0.0,))
    audit = Audit("f", [claimed("epsilon=1")], "add-or-remove-one", [pair], Fraction(1, 10**6))
    random = np.random.default_rng(3)
    for _ in range(40):
        parts = [audit.reader.read(random.integers(0, 2, 20).astype(float)) for _ in range(2)]
        audit.add(Step(0, *parts))
    positions = audit.books[0].positions
    assert positions is not None
    won = positions.log_mixture(audit.levels(0)[0])
    assert won < 0
    audit.hunt.start_anew([0], audit.books, audit.levels)
    assert audit.hunt.left[0] == pytest.approx(won)
    audit.hunt.start_anew([0], audit.books, audit.levels)  # nothing was bet on since
    assert audit.hunt.left[0] == pytest.approx(won)


@pytest.mark.parametrize(("level", "status"), [(8.0, Status.SUSPICIOUS), (20.0, Status.REFUTED)])
def test_evidence_that_is_not_enough_is_suspicious(level: float, status: Status) -> None:
    """Kills an accusation of one right program in twenty, and "not refuted" beside a bound above the
    claim.
    """
    pair = Pair((0.0, 1.0), (0.0,))
    audit = Audit("f", [claimed("epsilon=1")], "add-or-remove-one", [pair], Fraction(1, 10**6))
    while audit.log_wealth() < level:
        a, b = RANDOM.random(6) < 0.8, RANDOM.random(6) < 0.2
        audit.add(Step(0, *(audit.reader.read(x.astype(float)) for x in (a, b))))
    audit.look()
    found = Report(audit)
    assert found.status(audit.claims[0]) is status
    assert found.number > 1
    assert found.exit is (Exit.INCONCLUSIVE if status is Status.SUSPICIOUS else Exit.FAILED)
    assert ("suspicious" in str(found)) is (status is Status.SUSPICIOUS)


def test_two_orders_that_are_given_refute_nothing_and_are_told() -> None:
    """Kills a traceback, and an accusation, where the two data sets are one to the relation."""
    orders = ([0.0, 1.0], [1.0, 0.0])
    found = audited(lambda r: r[0] + noise(0.1), data=orders, neighbors="replace-one")
    assert not found.refuted
    assert [(seen.cause, seen.hypothesis) for seen in found.causes] == [(Cause.ORDER, True)]
    assert found.exit is Exit.INCONCLUSIVE


def test_causes_of_a_later_claim_are_told_where_the_first_one_holds() -> None:
    """Kills a hunt that waits for the first claim, and causes of which nobody knows against what."""
    claims = ["epsilon=3", "epsilon=1"]
    found = audited(lambda r: sum(clipped(r)) + noise(0.4), claim=claims, data=ADDED, draws=9000)
    assert [found.status(claim) for claim in found.audit.claims] == [
        Status.NOT_REFUTED,
        Status.REFUTED,
    ]
    assert told(found) == [Cause.TOO_LITTLE]
    assert "causes are against epsilon=1\n" in str(found)
    assert found.data["causes_against"] == "epsilon=1"


@pytest.mark.slow
def test_further_claims_get_their_outputs_before_further_causes() -> None:
    """Kills a hunt that begins before an audit that ends with its last refutation has ended."""
    claims = ["epsilon=2", "epsilon=1"]
    found = audited(lambda r: sum(clipped(r)) + noise(0.3), claim=claims, first=True, draws=60_000)
    assert len(found.audit.refuted) == 2
    assert found.audit.draws < 30_000


def test_outputs_that_are_known_are_put_together_once() -> None:
    """Kills causes of wide outputs that take longer than their audit, and a reading of old ones."""
    reader = Reader()
    book = Book(2.0, reader.words, leaves=reader.leaves)
    for _ in range(2):
        book.add(reader.read(np.zeros(5)), reader.read(np.ones(5)))
        assert book.known is book.known
    assert [len(outputs) for outputs in book.known] == [10, 10]


def test_a_counter_beside_noise_is_no_noise_that_is_kept() -> None:
    """Kills a repair of noise where a number of the output counts the releases."""
    turns = count(1)
    found = audited(lambda r: {"release": next(turns), "sum": sum(r) + noise()}, data=ADDED)
    assert found.exit is Exit.INCONCLUSIVE
    assert told(found) == [Cause.STATE]
    assert "release" in str(found)


def test_spreads_that_fall_with_the_number_of_records_are_one_cause() -> None:
    """Kills a second cause for pairs whose spreads tell the number of records less exactly."""
    found = audited(
        lambda r: noise(1 / max(1, sum(0.4 <= x <= 0.6 for x in r))),
        claim="epsilon=1/4",
        pairs=[([0.5, 0.5], [0.5]), ([0.5, 0.5, 0.5, 0.0], [0.5, 0.5, 0.0])],
        draws=6000,
    )
    assert told(found) == [Cause.PRIVATE_COUNT]


def test_a_book_that_starts_anew_takes_numbers_near_the_end_of_doubles() -> None:
    """Kills a warning of NumPy, in the middle of an audit, about squares of such numbers."""
    reader = Reader()
    book = Book(2.0, reader.words, leaves=reader.leaves)
    one, other = (RANDOM.choice([1e300, -1e300, 1.0, 2.0], (64, 3)) for _ in range(2))
    book.add(reader.read(one), reader.read(other))
    assert book.after(Aside(bits=True)).parts


def test_clamped_answers_are_no_exact_ones() -> None:
    """Kills an atom at a bound, which is public, that is taken for the exact answer."""
    found = audited(
        lambda r: min(max(sum(r) + fine(0.3), 0.0), 1.0), data=([0.0, 1.0], [0.0]), draws=3000
    )
    assert told(found)
    assert Cause.NOW_AND_THEN not in told(found)


def test_values_of_a_list_are_no_records() -> None:
    """Kills "outputs that are records" of a program that releases one of a public list of values."""
    levels = list(range(7))
    found = audited(
        lambda r: int(min(max(round(sum(r) / 3 + 4 * noise(0.3)), 0), 6)),
        domain=levels,
        draws=20_000,
    )
    assert told(found)
    assert Cause.RECORDS not in told(found)


def test_an_exact_count_is_no_noise_whatever_else_comes_from_a_size_on() -> None:
    """Kills a switch in the place of what has no noise at any size."""
    found = audited(lambda r: [len(r)] if len(r) < 10 else [len(r), 0], draws=20_000)
    assert Cause.NO_NOISE in told(found), str(found)
