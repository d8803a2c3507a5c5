"""The badge, the verdict and the effects of a report: none is calm about a leak, and a guess is
called one.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from dpmean.judging.evidence import Follows, Seen, only
from dpmean.judging.judge import failure
from dpmean.judging.outcome import Judged
from dpmean.judging.policies import undecided
from dpmean.judging.results import Run
from dpmean.judging.verdict import Problem, Verdict
from dpmean.reports import machine
from dpmean.reports.badge import badge
from dpmean.reports.headline import headline
from dpmean.reports.html import page
from dpmean.reports.junit import junit
from dpmean.reports.markdown import markdown
from dpmean.reports.text import table, text
from dpmean.suite.pvalues import CHECK
from dpmean.wire.protocol import Hello
from tests.helpers.reports_for_tests import (
    ABSENT,
    FAILED,
    PASSED,
    RECORDED,
    SKIPPED,
    VECTORS,
    read_html,
    run_of,
    statement,
)


@pytest.fixture
def recorded() -> dict[str, Any]:
    return machine.read(RECORDED)


STAT = failure(VECTORS["laplace-stat-epsilon1-0"], Problem("error: KeyError", Seen.RAISED))
NOISE = replace(STAT, follows=(statement(Follows.LESS_NOISE),))
LEAK = replace(
    STAT,
    vector=replace(STAT.vector, kind="support", flags=("FloatLeak",)),
    follows=(statement(Follows.LEAKS),),
    evidence={"type": "leak"},
)
STATUS = failure(
    VECTORS["sized_mean-reject-laplace-neighbours-nan"],
    Problem("refused a valid request", Seen.STATUS),
)
# a valid request that was refused
REFUSED = replace(STATUS, follows=(only(Seen.REFUSED),))
SOME = [
    replace(PASSED, vector=v)
    for v in VECTORS.values()
    if v.object == "laplace" and v.kind == "exact"
][:12]


def known(
    category: str, failure: Verdict = FAILED, breaks: bool = False, why: str = "it does so"
) -> Verdict:
    """A failure that a list knows."""
    return replace(
        failure, status="known", known=why, repro="r.py", category=category, breaks=breaks
    )


def in_doubt(**made: Any) -> dict[str, Any]:
    return (
        run_of(*SOME)
        | {"randomness": "mersenne", "in_doubt": ["the adapter declares draws from 'mersenne'"]}
        | made
    )


BADGES = [
    ([ABSENT], "not judged", "lightgrey"),
    ([run_of(*SOME), ABSENT], "1/2 conform", "brightgreen"),
    ([run_of(*SOME, SKIPPED)], "conforms: 1 object, 12 checks", "brightgreen"),
    ([run_of(PASSED, SKIPPED)], "too little judged: 1 object, 1 check", "lightgrey"),
    (
        [run_of(*(replace(STATUS, status="pass") for _ in range(12)))],
        "too little judged: 1 object, 12 checks",
        "lightgrey",
    ),
    (
        [run_of(*SOME, known("documented"))],
        "conforms: 1 object, 13 checks, differences documented",
        "green",
    ),
    ([run_of(*SOME, known("convention")), run_of(*SOME)], "2/2 conform", "green"),
    (
        [run_of(PASSED, known("defect"), known("adapter"))],
        "wrong results: 1 known, 1 object, 3 checks",
        "orange",
    ),
    (
        [run_of(PASSED, known("defect"), known("defect", why="and so"))],
        "wrong results: 2 known, 1 object, 3 checks",
        "orange",
    ),
    (
        [run_of(PASSED, known("documented", breaks=True))],
        "leaks: 1 known, 1 object, 2 checks",
        "red",
    ),
    (
        [run_of(PASSED, known("documented", LEAK), known("documented", LEAK))],
        "leaks: 1 known, 1 object, 3 checks",
        "red",
    ),
    ([run_of(PASSED, known("defect", STATUS))], "leaks: 1 known, 2 objects, 2 checks", "red"),
    (
        [run_of(*SOME, known("documented", STATUS))],
        "conforms: 2 objects, 13 checks, differences documented",
        "green",
    ),
    ([run_of(PASSED, known("defect", NOISE))], "leaks: 1 known, 1 object, 2 checks", "red"),
    ([run_of(PASSED, known("defect", STAT))], "contract: 1 known, 1 object, 2 checks", "yellow"),
    (
        [run_of(PASSED, known("defect", REFUSED))],
        "contract: 1 known, 2 objects, 2 checks",
        "yellow",
    ),
    ([in_doubt()], "guarantee in doubt: 1 known, 1 object, 12 checks", "orange"),
    ([run_of(*SOME), run_of(PASSED, known("control", LEAK))], "1/2 conform, 1 leaking", "red"),
    ([run_of(PASSED, FAILED, exit_code=1)], "wrong result: 1 of 2 checks", "red"),
    ([run_of(PASSED, LEAK, FAILED, exit_code=1)], "breaks the guarantee: 1 of 3 checks", "red"),
    ([run_of(*SOME, STAT, exit_code=1)], "breaks the contract: 1 of 13 checks", "yellow"),
    (
        [run_of(*SOME, STAT) | {"severity": "result"}],
        "breaks the contract: 1 of 13 checks",
        "yellow",
    ),
    ([run_of(*SOME, FAILED) | {"severity": "guarantee"}], "wrong result: 1 of 13 checks", "red"),
    ([run_of(SKIPPED, exit_code=4)], "nothing judged", "lightgrey"),
    ([run_of(PASSED, exit_code=3, stopped="x")], "not judged to the end", "orange"),
    (
        [run_of(*SOME), run_of(PASSED, FAILED, exit_code=1), run_of(exit_code=3, stopped="x")],
        "1/3 conform",
        "red",
    ),
    ([run_of(*SOME), run_of(exit_code=3, stopped="x")], "1/2 conform", "orange"),
    ([], "0/0 conform", "lightgrey"),
]


@pytest.mark.parametrize(
    ("runs", "message", "colour"), BADGES, ids=[b[1] + " " + b[2] for b in BADGES]
)
def test_the_badge_is_an_endpoint_object(
    runs: list[dict[str, Any]], message: str, colour: str
) -> None:
    """Kills a badge that counts unsupported vectors, or takes the mildest of several colours."""
    assert badge(machine.report_json(runs)) == {
        "schemaVersion": 1,
        "label": "dpmean",
        "message": message,
        "color": colour,
    }


def test_no_report_is_calm_about_a_known_leak(recorded: dict[str, Any]) -> None:
    """Kills a table, page, summary or sentence that says "nothing new" or "conforms" of a library
    that is known to leak.
    """
    leaking = next(run for run in recorded["runs"] if run["exit_code"] == 0)
    assert any(v.get("evidence", {}).get("type") == "leak" for v in leaking["verdicts"])
    report = machine.report_json([leaking])
    row = table([leaking]).splitlines()[-1]
    for shown in (
        row,
        headline(leaking).sentence,
        text(leaking),
        markdown(report),
        read_html(page(report)).text,
        json.dumps(badge(report)),
    ):
        assert "leaks: 1 known" in shown.lower()
        assert "nothing new" not in shown and "conforms" not in shown
    assert 'class="card leaks"' in page(report)


def test_a_new_leak_is_named_in_the_verdict(recorded: dict[str, Any]) -> None:
    """Kills a table in which a leak looks like any other failure."""
    failing = next(run for run in recorded["runs"] if run["exit_code"] == 1)
    assert headline(failing).claim == "does not conform: it breaks the guarantee;"
    assert "it breaks the guarantee" in table([failing]).splitlines()[-1]


def test_a_known_finding_has_its_class_and_no_guess() -> None:
    """Kills a flag of the vector that is printed as what happened."""
    vector = VECTORS["discrete_laplace-reject-sensitivity3_2"]
    fresh = failure(vector, Problem("accepted", Seen.ACCEPTED))
    (failed,) = run_of(fresh, exit_code=1)["verdicts"]
    assert (failed["seen"], failed["severity"], failed["guesses"]) == ("accepted", "contract", [])
    assert "infinite loss" not in failed["matters"]
    (listed,) = run_of(known("documented", fresh))["verdicts"]
    assert listed["matters"].startswith("documented: ") and listed["guesses"] == []
    assert (listed["class"], listed["breaks"], listed["severity"]) == (
        "documented",
        False,
        "policy",
    )


def test_all_reports_agree_on_what_decides() -> None:
    """Kills a report with a rule of its own: a failure below the chosen severity is red in one and
    green in another.
    """
    for severity, code in (("contract", 1), ("result", 1), ("guarantee", 0)):
        run = run_of(*SOME, FAILED, STAT, exit_code=code) | {"severity": severity}
        report = machine.report_json([run])
        tree = ET.fromstring(junit(report))
        assert [suite.get("failures") for suite in tree] == [
            {"contract": "2", "result": "1"}.get(severity, "0")
        ]
        shown = (text(run), markdown(report), read_html(page(report)).text)
        assert all((headline(run).claim.rstrip(";:").lower() in s.lower()) for s in shown), severity
        assert headline(run).state == ("fail" if code else "minor")
        assert text(run).count("\nLESSER") == {"contract": 0, "result": 1}.get(severity, 2)
        assert badge(report)["color"] == "red"


def test_a_source_of_draws_that_is_not_secure_is_told_and_never_fails() -> None:
    """Kills a finding that only one report shows, or that decides the exit code."""
    silent = Run(Hello("acme", "1", kinds=("stat",)), list(SOME), draws=5)  # protocol 1
    assert "does not say where its draws come from" in text(
        machine.run_json(Judged("a", 0, silent))
    )
    result = Run(Hello("acme", "1", protocol=2, randomness="mersenne"), list(SOME), draws=5)
    run = machine.run_json(Judged("acme", 0, result))
    assert len(run["in_doubt"]) == 1 and headline(run).state == "doubtful"
    report = machine.report_json([run])
    for shown in (text(run), markdown(report), read_html(page(report)).text, junit(report)):
        assert "mersenne" in shown and "declared, not verified" in shown
    for source, draws in (("os", 5), ("csprng", 5), ("mersenne", 0)):
        other = Run(replace(result.hello, randomness=source), list(SOME), draws=draws)
        run = machine.run_json(Judged("acme", 0, other))
        assert (run["in_doubt"], headline(run).state) == ([], "pass")


def test_draws_that_a_policy_leaves_open_put_the_guarantee_in_doubt() -> None:
    """Kills `conforms` over a mean whose noise nobody has judged."""
    hello = Hello("a", "1", protocol=2, policies={"output": "as_drawn"})
    mean = VECTORS["independent_mean-stat-epsilon1-lower0-upper1"]
    fails = replace(NOISE, vector=mean)
    made = machine.run_json(Judged("a", 0, Run(hello, [*SOME, undecided(fails, hello)])))
    assert (headline(made).state, len(made["in_doubt"])) == ("doubtful", 1)
    assert "not have it: 1; whether" in made["in_doubt"][0]
    assert badge({"runs": [made]})["color"] == "orange"


def test_a_verdict_says_how_large_the_batches_were_and_what_they_would_have_shown() -> None:
    """Kills power taken from another size, and one of 0 for a batch larger than every published
    one.
    """
    powers = [
        {"bug": "half", "flag": "WrongScale", "at_least": {"2048": "0.9", "16384": "0.9999"}},
        {"bug": "tail", "flag": "TailCut", "at_least": {"2048": "0.1", "16384": "0.5"}},
    ]
    passed = replace(
        STAT,
        status="pass",
        vector=replace(STAT.vector, expect={**STAT.vector.expect, "power": powers}),
    )
    other = replace(passed, vector=replace(passed.vector, id="another"))

    def made(**tiers: int) -> dict[str, Any]:
        of = {STAT.vector.id: tiers["first"], "another": tiers["second"]}
        return machine.run_json(
            Judged(
                "a",
                0,
                Run(Hello("a", "1"), [*SOME, passed, other], draws=9, tiers=of),
            )
        )

    small, large = made(first=256, second=2048), made(first=1 << 20, second=16384)
    assert small["power"] == {
        "least": 256,
        "most": 2048,
        "bugs": 4,
        "probability": 0.99,
        "error": "1e-9",
        "shown": 0,
    }
    assert [w["power"] for w in small["weak"]] == [0.0, 0.0, 0.9, 0.1]
    assert large["power"] == {
        "least": 16384,
        "most": 1 << 20,
        "bugs": 4,
        "probability": 0.99,
        "error": "1e-9",
        "shown": 2,
    }
    assert headline(large).sentence == (
        "conforms in the 14 checks of 1 object that it answered; batches of 16,384 to "
        "1,048,576 draws are enough to see 2 of 4 bugs that these checks name, counted check "
        "by check, with probability 0.99 or more where a check may err with 1e-9"
    )
    assert Fraction(machine.PUBLISHED) == CHECK
    assert "are enough" not in headline(made(first=256, second=256) | {"power": None}).sentence
    assert "are enough" not in headline(run_of(*SOME, FAILED, exit_code=1)).sentence
