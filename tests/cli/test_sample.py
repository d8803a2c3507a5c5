"""Counts of very many draws: the same whoever draws, none drawn twice, none lost on Ctrl-C."""

from __future__ import annotations

import json
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.distributions.bulk import ShakeStreamForTesting, bulk
from dpmean.distributions.bulk import counts as room
from dpmean.distributions.bulk.counts import TASK, counts, tally
from dpmean.errors import InvalidInput
from tests.conftest import Run


@given(
    st.lists(
        st.tuples(st.integers(-40, 40), st.integers(-(2**30), 2**30)), min_size=1, max_size=30
    ),
    st.booleans(),
)
def test_a_tally_counts(outcomes: list[tuple[int, int]], plane: bool) -> None:
    columns = tuple(
        np.array(c, np.int64)
        for c in (
            zip(*outcomes, strict=True) if plane else zip(*((x,) for x, _ in outcomes), strict=True)
        )
    )
    assert tally(columns) == Counter(outcomes if plane else [(x,) for x, _ in outcomes])


def test_a_tally_of_nothing_and_of_outcomes_too_far_apart_for_one_number() -> None:
    far = (np.array([0, 2**44 - 1, 5]), np.array([0, 2**20 + 3, 7]))
    assert tally(far) == {(0, 0): 1, (2**44 - 1, 2**20 + 3): 1, (5, 7): 1}
    assert tally((np.array([], np.int8),)) == {}


def test_no_draws_are_refused() -> None:
    with pytest.raises(InvalidInput, match="at least 1"):
        list(counts("discrete_laplace", {"epsilon": "1"}, -1))


@pytest.mark.parametrize(
    ("name", "given"),
    [("discrete_laplace", {"epsilon": "1"}), ("hourglass", {"epsilon": "1", "gamma": "1/2"})],
)
def test_counts_are_those_of_the_tasks_in_order(name: str, given: dict[str, str]) -> None:
    """Two tasks and a rest: children 0, 1 and 2 of the seed, each from its beginning."""
    draws, sampler, expected = (
        2 * TASK + 5,
        bulk(name, given, Fraction(1, 4)),
        Counter[tuple[int, ...]](),
    )
    for i, size in enumerate((TASK, TASK, 5)):
        drawn = sampler.draw(ShakeStreamForTesting(b"s").child(str(i)), size)
        expected.update(zip(*(c.tolist() for c in drawn), strict=True))
    steps = [
        (done, total.total())
        for done, total in counts(name, given, draws, seed_for_testing=b"s", grid=Fraction(1, 4))
    ]
    assert steps == [(TASK, TASK), (2 * TASK, 2 * TASK), (draws, draws)]
    *_, (_, total) = counts(name, given, draws, seed_for_testing=b"s", grid=Fraction(1, 4))
    assert total == expected


def test_counts_do_not_depend_on_the_number_of_workers() -> None:
    found = [
        list(
            counts(
                "discrete_staircase",
                {"epsilon": "1", "gamma": "1/2", "m": "4"},
                3 * TASK,
                workers=w,
                seed_for_testing=b"s",
            )
        )[-1]
        for w in (1, 2)
    ]
    assert found[0] == found[1]


def test_system_draws_are_never_the_same() -> None:
    one, two = (
        list(counts("discrete_laplace", {"epsilon": "1/100"}, 10_000))[-1][1] for _ in range(2)
    )
    assert one != two


def test_the_command_prints_outcomes_and_counts(run: Run) -> None:
    words = (
        "sample",
        "discrete_hourglass",
        "epsilon=2",
        "gamma=1/2",
        "m=2",
        "--draws",
        "5000",
        "--seed-for-testing",
        "x",
    )
    code, out, _ = run(*words)
    rows = [tuple(map(int, line.split(","))) for line in out.splitlines()]
    assert (code, sum(r[-1] for r in rows), rows == sorted(rows)) == (0, 5000, True)
    report = json.loads(run(*words, "--json")[1])
    assert (report["draws"], report["units"]) == ("5000", ["1/2", "1/2"])
    assert [(*map(int, o), int(n)) for o, n in report["counts"]] == rows


def test_columns_are_explained_on_a_terminal_only(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (
        "sample",
        "hourglass",
        "epsilon=1",
        "gamma=1/2",
        "--draws",
        "5",
        "--seed-for-testing",
        "x",
    )
    _, out, err = run(*words)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert err == "" and run(*words) == (
        0,
        out,
        "each line: an outcome (in units of 1/1048576 and 1), then how often it came\n",
    )
    assert run(*words, "--json")[2] == ""


def test_the_command_refuses_before_it_draws(run: Run) -> None:
    assert "no bulk sampler of 'laplace'" in run("sample", "laplace", "epsilon=1")[2]
    assert (
        "grid: must be a power of 2"
        in run("sample", "staircase", "epsilon=1", "gamma=1/2", "--grid", "1/3")[2]
    )
    assert run("sample", "discrete_laplace", "epsilon=0")[0] != 0
    assert (
        "--workers or --scheduler, not both"
        in run(
            "sample", "discrete_laplace", "epsilon=1", "--workers", "2", "--scheduler", "tcp://x"
        )[2]
    )


def test_what_was_counted_is_printed_on_ctrl_c(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> Any:
        yield TASK, Counter({(0,): TASK})
        raise KeyboardInterrupt

    monkeypatch.setattr(room, "counts", interrupted)
    code, out, err = run("sample", "discrete_laplace", "epsilon=1", "--draws", "9000000")
    assert (code, out) == (130, f"0,{TASK}\n")
    assert "these are the first 1,048,576 of 9,000,000 draws" in err
