"""`dpmean.assert_private`: what fails a test and what does not, with which probability, and the
example of the page.
"""

from __future__ import annotations

import os
import pickle
import random
import signal
import warnings
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction as F
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import dpmean
from dpmean.auditing import Inconclusive, Report, Suspicious, asserting
from dpmean.auditing.asserting import share
from dpmean.auditing.report import ExactReport
from dpmean.errors import InvalidInput
from tests.helpers.pages import fences

PAGE = Path(asserting.__file__).parent / "README.md"
GIVEN: dict[str, Any] = {"data": ([0.0, 1.0], [0.0]), "seconds": 60}


@pytest.fixture(autouse=True)
def first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins a run of its own, in one process."""
    monkeypatch.setattr(asserting, "_calls", count(1))
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)


def leaky(records: list[float]) -> float:
    return round(len(records) + random.gauss(0, 0.2), 3)


def innocent(records: list[float]) -> float:
    return round(random.gauss(0, 1), 3)


def test_a_refuted_claim_fails_with_its_causes() -> None:
    """Kills an assertion that passes, one without a cause or a repair, and one that accuses what is
    right.
    """
    with pytest.raises(AssertionError) as seen:
        dpmean.assert_private(leaky, "epsilon=1", draws=1500, **GIVEN)
    told = str(seen.value)
    assert told.startswith("epsilon=1 is refuted; epsilon is at least ")
    for words in (
        "cause 1: too little noise",
        "  why: ",
        "  to mend it: take noise of a scale of",
        "wrong with probability at most 1e-06, all calls of this run together",
    ):
        assert words in told, words
    made = dpmean.assert_private(innocent, "epsilon=1", draws=1500, **GIVEN)
    assert isinstance(made, Report) and not made.refuted
    assert made.audit.draws == 1500


def test_one_refuted_claim_of_several_fails() -> None:
    """Kills an assertion that asks for the first claim alone."""
    with pytest.raises(AssertionError, match="epsilon=9 is inconclusive; epsilon=1 is refuted"):
        dpmean.assert_private(leaky, ["epsilon=9", "epsilon=1"], draws=3000, **GIVEN)


def test_what_says_nothing_is_no_pass() -> None:
    """Kills a green test of a function that only raises, or of a handful of outputs."""

    def broken(records: list[float]) -> float:
        raise RuntimeError("no")

    for function, draws, told in (
        (innocent, 20, "too few to show even a gross leak"),
        (broken, 200, "the program only broke"),
        (lambda r: "none", 2000, "every output was the same"),
    ):
        with pytest.raises(Inconclusive, match=told) as seen:
            dpmean.assert_private(function, draws=draws, **GIVEN)
        assert "inconclusive='pass'" in str(seen.value) and "\n" not in str(seen.value)
        assert isinstance(seen.value.report, Report)
        again = pickle.loads(pickle.dumps(seen.value))
        assert (type(again), str(again), again.report) == (Inconclusive, str(seen.value), None)
        assert not isinstance(seen.value, AssertionError)
        made = dpmean.assert_private(function, draws=draws, inconclusive="pass", **GIVEN)
        assert not made.refuted


def test_what_is_suspicious_warns() -> None:
    """Kills a failure at 95 %, which one right function in twenty would have, and silence."""

    def mild(records: list[float]) -> float:
        return round(len(records) + random.choice((-1, 1)) * random.expovariate(2), 3)

    given = {"draws": 8000, "false_alarm": "1e-300", **GIVEN}
    with pytest.warns(Suspicious, match="epsilon=1 is suspicious; epsilon is at least") as seen:
        made = dpmean.assert_private(mild, "epsilon=1", **given)
    assert not made.refuted and seen[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dpmean.assert_private(innocent, "epsilon=1", draws=1500, **GIVEN)


def test_a_function_that_is_judged_exactly_is_asserted_too() -> None:
    def fair(records: list[Any], random: Any) -> Any:
        return random.bernoulli("1/2")

    assert isinstance(dpmean.assert_private(fair, size=1), ExactReport)
    with pytest.raises(AssertionError, match="epsilon=1: refuted"):
        dpmean.assert_private(lambda r, random: len(r), size=1)


def test_an_interrupt_ends_the_test() -> None:
    """Kills a run of tests that goes on after Ctrl-C, with a pass."""
    calls = iter(range(10**6))

    def f(records: list[float]) -> float:
        if next(calls) == 1500:
            signal.raise_signal(signal.SIGINT)
        return innocent(records)

    with pytest.raises(KeyboardInterrupt):
        dpmean.assert_private(f, "epsilon=1", **GIVEN)


@pytest.mark.parametrize("workers", [1, 2, 3, 7])
def test_the_shares_of_all_calls_are_at_most_one(workers: int) -> None:
    """Kills shares that add up to more than the run's probability: 200 calls of each worker, and of
    30 that came for workers which died. For each call it is what is left of a telescope.
    """
    calls, replaced = 200, 30 if workers > 1 else 0
    whole = sum(
        share(k, w, workers) for w in range(workers + replaced) for k in range(1, calls + 1)
    )
    part = F(calls, calls + 1)
    assert whole == (part if workers == 1 else part * (1 + F(replaced, replaced + 1)) / 2)
    assert whole < 1
    assert share(1, 0, 1) == F(1, 2) and share(1, 0, 2) == share(1, 1, 2) == F(1, 8)


def alphas(calls: int) -> list[F]:
    made = [
        dpmean.assert_private(innocent, draws=1, inconclusive="pass", false_alarm=f, **GIVEN)
        for f in (1e-6, "1e-6", F(1, 10**6))[:calls]
    ]
    return [report.audit.alpha for report in made if isinstance(report, Report)]


def test_each_call_has_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills a share that is worked out and not handed on, and workers that know nothing of each
    other. A double is the number that is written.
    """
    million = F(1, 10**6)
    assert alphas(3) == [million / 2, million / 6, million / 12]
    for name, of, expected in (
        ("gw0", "2", million / 12 / 4 * F(12, 20)),
        ("gw1", "2", million / 30 / 4),
        ("gw2", "2", million / 42 / 4),
        ("gw3", "2", million / 56 / 12),
        ("gw0", "x", million / 72),
        ("master", "", million / 90),
    ):
        monkeypatch.setenv("PYTEST_XDIST_WORKER", name)
        monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", of)
        assert alphas(1) == [expected], name


def test_threads_have_shares_of_their_own() -> None:
    """Kills two calls at once with the share of one."""
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: alphas(1)[0], range(24)))
    assert len({*made}) == 24


@pytest.mark.parametrize(
    ("given", "told"),
    [
        *(
            ({"false_alarm": f}, "false_alarm: ")
            for f in (0, 1, -1e-6, 0.6, "x", None, float("nan"))
        ),
        *(({"inconclusive": w}, "inconclusive: one of raise, pass") for w in ("skip", None, True)),
        ({"seconds": "soon"}, "seconds: "),
        ({"claim": "private"}, "claim: one of"),
        ({"lower": 1}, "lower must be smaller"),
    ],
)
def test_what_is_no_argument_is_refused_in_one_line(given: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidInput) as seen:
        dpmean.assert_private(innocent, **given)
    assert told in str(seen.value) and "\n" not in str(seen.value)


@pytest.mark.parametrize("name", ["alpha", "record", "resume", "first", "nothing"])
def test_an_option_of_no_test_is_refused(name: str) -> None:
    """Kills an error probability of one's own, which no run of tests would add up."""
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{name}'"):
        dpmean.assert_private(innocent, **{name: "1e-6"})


def test_the_example_of_the_page_passes_and_would_fail() -> None:
    """Kills an example that is wrong, or that cannot fail: with less noise it does."""
    ((_, text),) = [f for f in fences(PAGE) if f[0] == "python"]
    space: dict[str, Any] = {}
    exec(text, space)
    space["test_a_noisy_count_is_private"]()
    assert text.count("expovariate(0.5)") == 1
    exec(text.replace("expovariate(0.5)", "expovariate(20)"), space)
    with pytest.raises(AssertionError, match="epsilon=1 is refuted"):
        space["test_a_noisy_count_is_private"]()
    assert os.fspath(PAGE).endswith("auditing/README.md")
