"""The pytest plugin: one item per vector, with the runner's own verdicts, and nothing at all
without its option.

Killed here: a plugin that passes a wrong implementation, hides what is unsupported, excuses a
finding that is gone or of another version, hangs or explodes with a broken adapter, swallows the
suite's own tests, or costs those who do not use it.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy  # noqa: F401 - can be loaded once in a process only, and pytester forgets what its runs load
import pytest

from dpmean.cli.adapter import TEMPLATES
from dpmean.suite.files import load

pytest_plugins = ["pytester"]
HOSTILE = f"{sys.executable} {Path(__file__).parents[1] / 'helpers/adapters_for_tests.py'}"
TOY = (TEMPLATES / "python" / "adapter.py").read_text()
ALL = [v for v in load() if v.id.startswith("laplace-variance-")]
VARIANCES = [v.id for v in ALL if "epsilon" in v.params and not v.requires]  # what the toy answers
N, OTHERS = len(VARIANCES), len(ALL) - len(VARIANCES)


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """A user's suite: one test of its own, the toy adapter, and one that forgets the factor 2 of
    the variance.
    """
    pytester.makepyfile(test_mine="def test_mine():\n    pass\n")
    (pytester.path / "toy.py").write_text(TOY)
    assert "return 2 * self.scale**2" in TOY
    (pytester.path / "wrong.py").write_text(
        TOY.replace("return 2 * self.scale**2", "return self.scale**2")
    )
    return pytester


def adapter(name: str) -> str:
    """The option for an adapter of that suite."""
    return f"--dpmean-adapter={sys.executable} {name}.py"


def test_one_item_per_vector_beside_the_suites_own_tests(suite: pytest.Pytester) -> None:
    result = suite.runpytest(
        adapter("toy"),
        "--dpmean-run=laplace-variance-*",
        "--dpmean-run=reject/laplace-*",
        "-rs",
        "-v",
    )
    ids = [
        v.id
        for v in load()
        if v.id.startswith("laplace-variance-") or (v.kind == "reject" and v.object == "laplace")
    ]
    result.stdout.fnmatch_lines(
        ["*test_mine.py::test_mine PASSED*", *(f"dpmean::{name} *" for name in ids)]
    )
    result.stdout.fnmatch_lines(
        ["SKIPPED*unsupported: numbers:rational not declared", "SKIPPED*unsupported: no quantile"]
    )
    counts = result.parseoutcomes()
    assert counts["passed"] > 1 + N
    assert counts["passed"] + counts["skipped"] == 1 + len(ids)
    assert set(counts) == {"passed", "skipped"}


def test_a_wrong_implementation_fails_where_it_is_wrong_and_says_how(
    suite: pytest.Pytester,
) -> None:
    result = suite.runpytest(
        adapter("wrong"), "--dpmean-run=laplace-variance-*", "--dpmean-kind=exact", "-rf"
    )
    result.assert_outcomes(passed=1, failed=N, skipped=OTHERS)
    result.stdout.fnmatch_lines(
        [
            "seen    got 1.0, want 2, *",
            "asked   exact laplace variance epsilon=1",
            "means   wrong result: another number than the right one",
            "repeat  dpmean conform -a *",
        ]
    )
    result.stdout.fnmatch_lines([f"FAILED dpmean::{name} - seen    got *" for name in VARIANCES])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*pytest_plugin.py:*Error*")


def test_draws_are_judged_too(suite: pytest.Pytester) -> None:
    result = suite.runpytest(
        adapter("toy"),
        "--dpmean-kind=support",
        "--dpmean-kind=stat",
        "--dpmean-run=laplace-support",
        "--dpmean-run=laplace-stat-epsilon1-0",
    )
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "asked   support laplace epsilon=1",
            "means   breaks the guarantee: these outputs tell two neighbouring inputs apart "
            "beyond the claimed guarantee",
        ]
    )


@pytest.mark.parametrize(
    ("name", "ids", "more", "outcome"),
    [
        ("wrong", VARIANCES, "", {"xfailed": N}),
        ("wrong", VARIANCES[:2], "", {"xfailed": 2, "failed": N - 2}),
        ("wrong", ["laplace-variance-*"], "", {"xfailed": N}),
        ("wrong", VARIANCES, "versions = ['0.1']", {"xfailed": N}),
        ("wrong", VARIANCES, "versions = ['0.0']", {"failed": N}),
        ("toy", VARIANCES, "", {"failed": N}),  # the list is stale
        ("toy", VARIANCES, "strict = false", {"xpassed": N}),
    ],
)
def test_known_findings_are_expected_to_fail(
    name: str, ids: list[str], more: str, outcome: dict[str, int], suite: pytest.Pytester
) -> None:
    head, tail = (more, "") if more.startswith("versions") else ("", more)
    known = suite.path / "known.toml"
    known.write_text(
        f"{head}\n[[finding]]\nids = {ids}\nreason = 'no factor 2'\nrepro = 'repro.py'\n{tail}\n"
    )
    result = suite.runpytest(
        adapter(name),
        "--dpmean-run=laplace-variance-*",
        "--dpmean-kind=exact",
        f"--dpmean-known-failing={known}",
        "-rx",
    )
    result.assert_outcomes(passed=1, skipped=OTHERS, **outcome)
    if "xfailed" in outcome:
        result.stdout.fnmatch_lines(["XFAIL dpmean::laplace-variance-epsilon1 - no factor 2*"])


def test_items_can_be_chosen_by_marker_name_and_last_failure(suite: pytest.Pytester) -> None:
    choice = ("--dpmean-run=laplace-variance-*", "--strict-markers")
    suite.runpytest(adapter("toy"), *choice, "-m", "dpmean").assert_outcomes(
        passed=N, skipped=OTHERS, deselected=1
    )
    suite.runpytest(adapter("toy"), *choice, "-m", "not dpmean").assert_outcomes(
        passed=1, deselected=N + OTHERS
    )
    suite.runpytest(adapter("wrong"), *choice, "-k", "epsilon700").assert_outcomes(
        failed=1, deselected=N + OTHERS
    )
    suite.runpytest(adapter("wrong"), *choice, "--lf").assert_outcomes(
        failed=1, deselected=N + OTHERS
    )


@pytest.mark.parametrize(
    "mode",
    ["/no/such/program", f"{HOSTILE} early-exit", f"{HOSTILE} crash", "direct:no.such.module"],
)
def test_a_broken_adapter_fails_every_item_at_once_and_in_one_line(
    mode: str, suite: pytest.Pytester
) -> None:
    start = time.monotonic()
    result = suite.runpytest(f"--dpmean-adapter={mode}", "--dpmean-run=laplace-reject-*")
    count = sum(v.id.startswith("laplace-reject-") for v in load())
    result.assert_outcomes(passed=1, failed=count)
    result.stdout.no_fnmatch_line("*Traceback*")
    assert time.monotonic() - start < 60


def test_an_adapter_that_does_not_start_is_tried_once(suite: pytest.Pytester) -> None:
    (suite.path / "dead.py").write_text("open('starts', 'a').write('x')\n")
    suite.runpytest(adapter("dead"), "--dpmean-run=laplace-variance-*").assert_outcomes(
        passed=1, failed=N + OTHERS
    )
    assert (suite.path / "starts").read_text() == "x"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--dpmean-run=nothing-*"], "*no vector matches*"),
        (["--dpmean-known-failing=absent.toml"], "*absent.toml*"),
        (["--dpmean-kind=vibes"], "*invalid choice*"),
    ],
)
def test_a_wrong_option_is_a_usage_error(
    words: list[str], message: str, suite: pytest.Pytester
) -> None:
    result = suite.runpytest(adapter("toy"), *words)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])
    result.stderr.no_fnmatch_line("*Traceback*")


def test_without_the_option_nothing_is_collected_and_nothing_imported(
    suite: pytest.Pytester,
) -> None:
    suite.makeconftest(
        "import sys\n\ndef pytest_unconfigure():\n    print('imported', sorted(m for m in "
        "sys.modules if m.startswith(('dpmean', 'flint', 'click', 'mpmath'))))\n"
    )
    result = suite.runpytest_subprocess("-W", "error", "-p", "no:hypothesispytest")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["imported ['dpmean', 'dpmean.cli', 'dpmean.cli.pytest_plugin']"])


def test_the_plugin_comes_with_the_package(suite: pytest.Pytester) -> None:
    result = suite.runpytest_subprocess(
        "-W", "error", adapter("toy"), "--dpmean-run=laplace-variance-*"
    )
    result.assert_outcomes(passed=1 + N, skipped=OTHERS)


def test_a_run_in_which_nothing_was_judged_is_no_success(suite: pytest.Pytester) -> None:
    """Kills a plugin that is green when the adapter says `unsupported` to everything."""
    for how, more in (
        (suite.runpytest, ()),
        (suite.runpytest_subprocess, ("-p", "xdist", "-n", "1")),
    ):
        result = how(
            f"--dpmean-adapter={HOSTILE} unsupported", "--dpmean-run=laplace-variance-*", *more
        )
        result.stdout.fnmatch_lines(["dpmean: nothing was judged*"])
        assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    some = suite.runpytest(adapter("toy"), "--dpmean-run=laplace-variance-*")
    assert some.ret == pytest.ExitCode.OK
    assert "nothing was judged" not in some.stdout.str()
    assert suite.runpytest().ret == pytest.ExitCode.OK
