"""Records that come again are read once, and sums over few denominators are exact: nobody can
tell.
"""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dpmean.programs.records import Repeated, each, prepare, summed


def test_a_function_of_each_record_is_asked_once_for_one_spelling() -> None:
    asked: list[object] = []

    def told(x: object) -> object:
        asked.append(x)
        return len(asked)

    shared = F(1, 3)
    assert each(told, ["1", "2", "1", shared, shared, "2"]) == [1, 2, 1, 3, 3, 2]
    assert asked == ["1", "2", shared]


def test_objects_that_are_gone_lend_nobody_their_number() -> None:
    """Kills a memory by address that does not keep what it remembers: new objects come to old
    addresses.
    """
    numbers = [1000.5 + i for i in range(5000)]
    assert each(F, (x + 0.25 for x in numbers)) == [F(x + 0.25) for x in numbers]
    assert each(F, np.array(numbers)) == [F(x) for x in numbers]


def test_prepared_records_are_those_that_are_prepared_alone() -> None:
    data = ["1/3", "x", "2", "1/3", None, 0.1, float("nan"), "inf", "-inf", "x", F(1, 7), 5, "1/3"]
    for missing in ("drop", "midpoint"):
        alone = [x for cell in data for x in prepare([cell], F(0), F(3, 2), missing)]
        assert prepare(data, F(0), F(3, 2), missing) == alone
    assert prepare(["x"], F(0), F(3, 2), "midpoint") == [F(3, 4)]


def test_sums_are_exact() -> None:
    random = Random(1)
    numbers = [
        F(random.randint(-(10**30), 10**30), random.choice((1, 3, 7, 10**9, 2**80)))
        for _ in range(300)
    ]
    assert summed(numbers) == sum(numbers, F(0))
    assert summed([]) == 0
    assert summed([numbers[0]] * 7 + numbers[1:3]) == 7 * numbers[0] + numbers[1] + numbers[2]


@given(
    st.lists(
        st.tuples(
            st.one_of(st.sampled_from(["3/4", "nan", "-inf", "7"]), st.fractions(0, 2)),
            st.integers(0, 4),
        ),
        max_size=6,
    ),
    st.sampled_from(["drop", "midpoint"]),
)
def test_runs_of_records_are_the_records(runs: list[tuple[object, int]], missing: str) -> None:
    """Kills a run that is counted once, a missing one that stays, and a run of none that counts."""
    repeated = Repeated(runs)
    plain = [x for x, count in runs for _ in range(count)]
    assert (
        list(repeated) == plain and len(repeated) == len(plain) and list(repeated[:2]) == plain[:2]
    )
    ours, theirs = (prepare(data, F(0), F(1), missing) for data in (repeated, plain))
    assert list(ours) == list(theirs) and summed(ours) == summed(theirs)
    assert list(each(lambda x: x + 1, ours)) == [x + 1 for x in theirs]


def test_runs_cost_what_their_number_costs() -> None:
    many = prepare(Repeated([("1/4", 10**15), ("3", 10**15)]), F(0), F(1), "drop")
    assert summed(each(lambda x: 2 * x, many)) == 10**15 * F(5, 2) and len(many) == 2 * 10**15
