"""The runner from outside: exit codes, our own adapter over stdio and in process, wrong modules,
budgets, records.

Most runs are made in the process of the tests; that of adapters that misbehave has one of its own
(`wire/test_hostile_adapters.py`).
"""

from __future__ import annotations

import json
import sys
from fnmatch import fnmatch
from fractions import Fraction
from pathlib import Path
from subprocess import CompletedProcess
from unittest import mock

import pytest

from dpmean.exits import Exit
from dpmean.judging.results import Run
from dpmean.suite.files import load
from tests.helpers.command import dpmean

HERE = Path(__file__).parents[1]
VECTORS = {v.id: v for v in load()}


def conform(*words: str) -> CompletedProcess[str]:
    return dpmean("conform", *words)


def test_a_program_that_does_not_start_is_exit_3_and_a_pattern_without_vectors_is_usage() -> None:
    assert conform("-a", "/no/such/program").returncode == 3
    assert conform("-a", "direct:no.such.module").returncode == 3
    assert conform("-a", "dpmean", "--run", "nothing-*").returncode == 2


KINDS = ("exact", "transcript", "tape", "reject")


def over_stdio(tmp_path: Path, *patterns: str) -> int:
    """Conform our own adapter as a program to the vectors without draws of these patterns; return
    how many there are.
    """
    report = tmp_path / "report.json"
    named = {
        v.id
        for v in VECTORS.values()
        if v.kind in KINDS and any(fnmatch(v.id, p) for p in patterns)
    }
    chosen = [
        v
        for v in VECTORS.values()
        if v.id in named or (v.kind == "reject" and v.expect["twin"] in named)
    ]
    done = conform(
        "-a",
        f"{sys.executable} -m dpmean.wire.own",
        *(w for k in KINDS for w in ("--kind", k)),
        *(w for p in patterns for w in ("--run", p)),
        "--json",
        str(report),
    )
    assert done.returncode == 0, done.stdout
    for made in json.loads(report.read_text())["runs"]:
        assert made["counts"] == {
            kind: {"pass": sum(v.kind == kind for v in chosen)} for kind in KINDS
        }
    return len(chosen)


def test_our_own_adapter_passes_over_stdio(tmp_path: Path) -> None:
    """More than a tenth of the vectors without draws, of all kinds and nearly all objects; `make
    nightly` asks all.

    In process test_own_answers.py asks all of them in every run.
    """
    assert over_stdio(tmp_path, "*00", "*t") > 1200


@pytest.mark.slow
def test_our_own_adapter_passes_over_stdio_on_all_vectors(tmp_path: Path) -> None:
    assert over_stdio(tmp_path, "*") > 9000


def test_our_own_draws_pass_the_statistical_and_support_checks() -> None:
    # `make conform` runs them all
    chosen = ("discrete_laplace-stat-epsilon1*", "hourglass-stat-epsilon1-*", "laplace-support")
    done = conform("-a", "dpmean", *(w for p in chosen for w in ("--run", p)))
    assert done.returncode == 0, done.stdout
    assert "FAILED" not in done.stdout


def module(tmp_path: Path, body: str, patterns: str) -> CompletedProcess[str]:
    """Conform a `direct:` module that wraps our own adapter with `body` against the vectors of
    `patterns`.
    """
    (tmp_path / "mine.py").write_text(
        "import sys\nfrom dpmean.wire import own\nfrom dpmean.exact.digits import bits_of\n" + body
    )
    words = [
        "conform",
        "-a",
        "direct:mine",
        "--timeout",
        "2" if "sleep" in body else "10",
        "--tier",
        "16384",
        *(w for p in patterns.split() for w in ("--run", p)),
    ]
    with mock.patch.dict("os.environ", PYTHONPATH=str(tmp_path)):
        return dpmean(*words, cwd=tmp_path)


DIRECT = {
    "exits": ("def answer(r):\n    sys.exit(0)\n", "laplace-s*", 3),
    "exits at import": ("sys.exit(0)\n", "laplace-s*", 3),
    "ends its process when greeted": (
        "import os\ndef answer(r):\n    os._exit(0)\n",
        "laplace-s*",
        3,
    ),
    "ends its process when asked": (
        "import os\ndef answer(r):\n    return own.answer(r) if r['op'] == 'hello' else "
        "os._exit(0)\n",
        "laplace-scale-epsilon1",
        1,
    ),
    "never answers": (
        "import time\ndef answer(r):\n    return own.answer(r) if r['op'] == 'hello' else "
        "time.sleep(999)\n",
        "laplace-scale-epsilon1",
        1,
    ),
    "no dict": ("def answer(r):\n    return None\n", "laplace-s*", 3),
    "half the noise": (
        "def answer(r):\n"
        "    if r.get('kind') == 'stat' and r['object'].endswith('_mean'):\n"
        "        r['params']['epsilon'] = '2'\n"
        "    return own.answer(r)\n",
        "sized_mean-stat-epsilon1-lower0-upper1-n8-noiselaplace",
        1,
    ),
    "constant release": (
        "def answer(r):\n"
        "    if r.get('kind') == 'stat' and r['object'].endswith('_mean'):\n"
        "        return {'seq': r['seq'], 'status': 'ok', 'output': {'samples': bits_of(0.5) * "
        "int(r['input']['draws'])}}\n"
        "    return own.answer(r)\n",
        "shifted_mean-stat-epsilon1-lower0-upper1",
        1,
    ),
    "a generator seeded anew in each request": (
        "import random\n"
        "def answer(r):\n"
        "    if r.get('kind') == 'stat' and r['object'] == 'laplace':\n"
        "        g = random.Random(5)\n"
        "        s = ''.join(bits_of(float(r['input']['center']) + g.choice((-1, 1)) * "
        "g.expovariate(float(__import__('fractions').Fraction(r['params']['epsilon'])) / "
        "float(r['params'].get('sensitivity', 1)))) for _ in range(int(r['input']['draws'])))\n"
        "        return {'seq': r['seq'], 'status': 'ok', 'output': {'samples': s}}\n"
        "    return own.answer(r)\n",
        "laplace-stat-epsilon1-0",
        1,
    ),
    "valid requests answered with nothing": (
        "def answer(r):\n"
        "    return own.answer(r) | ({'output': {}} if r.get('kind') == 'reject' else {})\n",
        "laplace-reject-epsilon0*",
        1,
    ),
    "errors on support inputs": (
        "def answer(r):\n    n = r.get('input', {}).get('draws')\n    if r.get('kind') == "
        "'stat' and r['input'].get('center') == '1' and r['params'] == {'epsilon': '1'}:\n     "
        "   return {'seq': r['seq'], 'status': 'error', 'traceback': 'x'}\n    return "
        "own.answer(r)\n",
        "laplace-support",
        1,
    ),
}


@pytest.mark.parametrize("name", DIRECT)
def test_wrong_modules_do_not_conform(name: str, tmp_path: Path) -> None:
    body, patterns, code = DIRECT[name]
    done = module(tmp_path, body, patterns)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_control_characters_of_an_adapter_do_not_reach_the_report() -> None:
    from dpmean.judging.outcome import Judged
    from dpmean.reports import machine, text
    from dpmean.wire.protocol import Hello

    shown = text.text(
        machine.run_json(Judged("a", 1, Run(Hello("x\nRESULT: conforms\n\x1b[31m\ud800", "1"))))
    )
    assert "\x1b" not in shown
    assert "\nRESULT: conforms\n" not in shown
    shown.encode()


def test_many_failures_of_one_check_hide_no_other_check() -> None:
    """Killed: the first twelve failures printed in full, all of one quantity, while the draws'
    failure is only counted.
    """
    from dpmean.judging.evidence import Seen
    from dpmean.judging.judge import failure
    from dpmean.judging.outcome import Judged
    from dpmean.judging.verdict import Problem
    from dpmean.reports import machine, text
    from dpmean.wire.protocol import Hello

    density = [v for v in VECTORS.values() if v.object == "laplace" and v.quantity == "density"]
    draws = next(v for v in VECTORS.values() if v.object == "laplace" and v.kind == "stat")
    wrong = [failure(v, Problem("wrong")) for v in density]
    wrong.append(failure(draws, Problem("wrong", Seen.UNREADABLE)))
    shown = text.text(machine.run_json(Judged("a", Exit.FAILED, Run(Hello("x", "1"), wrong))))
    assert [line for line in shown.splitlines() if line.startswith("FAILED")] == [
        *(f"FAILED exact/{v.id}: wrong result" for v in density[:11]),
        f"FAILED stat/{draws.id}: breaks the contract",
    ]
    assert f"... and {len(density) - 11} more failed: {density[11].id}, " in shown


# ---- records ----


def test_a_record_gives_the_same_verdicts_without_the_adapter(tmp_path: Path) -> None:
    chosen = [
        "--run",
        "discrete_laplace-stat-epsilon1-0",
        "--run",
        "laplace-support",
        "--run",
        "laplace-variance-*",
        "--run",
        "laplace-reject-*",
    ]
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    done = conform("-a", "dpmean", *chosen, "--record", str(tmp_path / "r"), "--json", str(first))
    assert done.returncode == 0, done.stdout + done.stderr
    record = tmp_path / "r"
    judge = ("judge", str(record), *chosen, "--json", str(second))
    again = dpmean(*judge)
    assert again.returncode == 0, again.stdout + again.stderr
    one, two = (json.loads(p.read_text())["runs"][0] for p in (first, second))
    assert one["verdicts"] == two["verdicts"]
    assert (one["draws"], one["false_alarm_bound"]) == (two["draws"], two["false_alarm_bound"])
    # a record is never overwritten
    assert conform("-a", "dpmean", *chosen[:2], "--record", str(tmp_path / "r")).returncode == 2
    record.write_bytes(b"damaged")
    broken = dpmean(*judge)
    assert broken.returncode == 2
    assert "not a whole record" in broken.stderr


def test_a_failure_is_a_failure_in_the_record_too(tmp_path: Path) -> None:
    adapter = f"{sys.executable} {HERE / 'helpers/adapters_for_tests.py'} wrong-seq"
    chosen = ["--run", "laplace-variance-epsilon1"]
    assert conform("-a", adapter, *chosen, "--record", str(tmp_path / "r")).returncode == 1
    assert dpmean("judge", str(tmp_path / "r"), *chosen).returncode == 1


@pytest.mark.parametrize("alpha", ["0", "1", "x", "-1e-6", "nan"])
def test_a_budget_that_is_none_is_a_usage_error(alpha: str) -> None:
    done = conform("-a", "dpmean", "--alpha-total", alpha, "--run", "laplace-variance-*")
    assert done.returncode == 2
    assert "alpha-total" in done.stderr


def test_the_budget_is_shared_by_all_adapters(tmp_path: Path) -> None:
    chosen = ["--run", "laplace-support", "--run", "discrete_laplace-stat-epsilon4-7"]
    report = tmp_path / "r.json"
    wrong = f"{sys.executable} {HERE / 'helpers/adapters_for_tests.py'} reject-all"
    conform("-a", "dpmean", "-a", wrong, *chosen, "--alpha-total", "1e-9", "--json", str(report))
    spent = [Fraction(r["false_alarm_bound"]) for r in json.loads(report.read_text())["runs"]]
    assert 0 < sum(spent) <= Fraction(1, 10**9)
