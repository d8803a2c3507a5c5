"""The runner: nothing that misbehaves conforms, everything ends in time, and lists of known findings are strict."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpmean.conformance import own
from dpmean.conformance.answers import judge_value
from dpmean.conformance.known import Known, apply, read
from dpmean.conformance.run import Run, neighbor_inputs, run, support_vectors
from dpmean.conformance.statistics import binomial_p, clopper_pearson, dkw_p, findings
from dpmean.conformance.support import check, feature
from dpmean.conformance.verdict import FAIL, PASS, judge, look
from dpmean.digits import bits_of
from dpmean.enclosure import binomial_tail
from dpmean.errors import InvalidInput
from dpmean.suite.files import load

HERE = Path(__file__).parent
VECTORS = {v.id: v for v in load()}


def conform(*words: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "dpmean.cli.main", "conform", *words], capture_output=True, text=True, check=False, timeout=timeout)


HOSTILE = {
    # mode: (exit code, seconds it may take); a few vectors, a limit of 0.5 s for each
    "reject-all": (1, 20), "accept-all": (1, 20), "crash": (1, 30), "hang": (1, 30), "garbage": (1, 30), "wrong-seq": (1, 30),
    "wide": (1, 20), "huge-number": (1, 20), "nan": (1, 20), "no-output": (1, 20), "unsupported": (4, 20), "long-line": (1, 60),
    "early-exit": (3, 10), "babble": (3, 20), "deaf": (3, 20), "child": (1, 30), "grandchild": (1, 40),
}  # fmt: skip


@pytest.mark.parametrize("mode", HOSTILE)
def test_no_hostile_adapter_conforms_or_outlives_the_run(mode: str) -> None:
    code, limit = HOSTILE[mode]
    start = time.monotonic()
    patterns = ["--run", "laplace-variance-*", "--run", "laplace-reject-epsilon0*"]
    done = conform("-a", f"{sys.executable} {HERE / 'adapters_for_tests.py'} {mode}", "--timeout", "1.5", *patterns, timeout=limit + 60)
    assert done.returncode == code, done.stdout + done.stderr
    assert time.monotonic() - start < limit
    assert "Traceback" not in done.stderr


def test_a_program_that_does_not_start_is_exit_3_and_a_pattern_without_vectors_is_usage() -> None:
    assert conform("-a", "/no/such/program").returncode == 3
    assert conform("-a", "direct:no.such.module").returncode == 3
    assert conform("-a", "dpmean", "--run", "nothing-*").returncode == 2


def test_our_own_adapter_passes_over_stdio_and_in_process(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    command = f"{sys.executable} -m dpmean.conformance.own"
    done = conform("-a", command, "-a", "dpmean", "--kind", "exact", "--kind", "transcript", "--kind", "tape", "--kind", "reject", "--json", str(report), timeout=200)
    assert done.returncode == 0, done.stdout
    for made in json.loads(report.read_text())["runs"]:
        assert {k: c for k, c in made["counts"].items()} == {kind: {"pass": sum(v.kind == kind for v in VECTORS.values())} for kind in made["counts"]}
        assert set(made["counts"]) == {"exact", "transcript", "tape", "reject"}


def test_our_own_draws_pass_the_statistical_and_support_checks() -> None:
    chosen = ("discrete_*-stat-*", "hourglass-stat-epsilon1-*", "laplace-support")  # `make conform` runs them all
    done = conform("-a", "dpmean", *(w for p in chosen for w in ("--run", p)), timeout=400)
    assert done.returncode == 0, done.stdout
    assert "FAILED" not in done.stdout


def module(tmp_path: Path, body: str, patterns: str) -> subprocess.CompletedProcess[str]:
    """Conform a `direct:` module that wraps our own adapter with `body` against the vectors of `patterns`."""
    (tmp_path / "mine.py").write_text("import sys\nfrom dpmean.conformance import own\nfrom dpmean.digits import bits_of\n" + body)
    words = ["conform", "-a", "direct:mine", *(w for p in patterns.split() for w in ("--run", p))]
    return subprocess.run([sys.executable, "-m", "dpmean.cli.main", *words], capture_output=True, text=True, check=False, timeout=200, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)})


DIRECT = {
    "exits": ("def answer(r):\n    sys.exit(0)\n", "laplace-s*", 3),
    "exits at import": ("sys.exit(0)\n", "laplace-s*", 3),
    "no dict": ("def answer(r):\n    return None\n", "laplace-s*", 3),
    "whole budget on both noises": (
        "def answer(r):\n"
        "    if r.get('kind') == 'stat' and r['object'].endswith('_mean'):\n"
        "        r['params']['epsilon'] = '2'\n"
        "    return own.answer(r)\n", "independent_mean-stat-* transformed_mean-stat-*", 1),
    "constant release": (
        "def answer(r):\n"
        "    if r.get('kind') == 'stat' and r['object'].endswith('_mean'):\n"
        "        return {'seq': r['seq'], 'status': 'ok', 'output': {'samples': bits_of(0.5) * int(r['input']['n'])}}\n"
        "    return own.answer(r)\n", "shifted_mean-stat-*", 1),
    "a generator seeded anew in each request": (
        "import random\n"
        "def answer(r):\n"
        "    if r.get('kind') == 'stat' and r['object'] == 'laplace':\n"
        "        g = random.Random(5)\n"
        "        s = ''.join(bits_of(float(r['input']['center']) + g.choice((-1, 1)) * g.expovariate(float(__import__('fractions').Fraction(r['params']['epsilon'])) / float(r['params'].get('sensitivity', 1)))) for _ in range(int(r['input']['n'])))\n"
        "        return {'seq': r['seq'], 'status': 'ok', 'output': {'samples': s}}\n"
        "    return own.answer(r)\n", "laplace-stat-*", 1),
    "valid requests answered with nothing": (
        "def answer(r):\n"
        "    return own.answer(r) | ({'output': {}} if r.get('kind') == 'reject' else {})\n", "laplace-reject-epsilon0*", 1),
    "errors on support inputs": (
        "def answer(r):\n"
        "    n = r.get('input', {}).get('n')\n"
        "    if r.get('kind') == 'stat' and r['input'].get('center') == '1' and r['params'] == {'epsilon': '1'}:\n"
        "        return {'seq': r['seq'], 'status': 'error', 'traceback': 'x'}\n"
        "    return own.answer(r)\n", "laplace-support", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", DIRECT)
def test_wrong_modules_do_not_conform(name: str, tmp_path: Path) -> None:
    body, patterns, code = DIRECT[name]
    done = module(tmp_path, body, patterns)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_control_characters_of_an_adapter_do_not_reach_the_report() -> None:
    from dpmean.conformance.outcome import Outcome
    from dpmean.conformance.protocol import Hello
    from dpmean.conformance.reports import machine, text

    shown = text.text(machine.run_json(Outcome("a", 1, Run(Hello("x\nRESULT: conforms\n\x1b[31m\ud800", "1")))))
    assert "\x1b" not in shown
    assert "\nRESULT: conforms\n" not in shown
    shown.encode()


# ---- verdict rules ----

TWO = {"lo": "1.99999999999999999", "hi": "2.00000000000000001"}


def test_values_are_judged_by_distance_from_the_enclosure() -> None:
    assert judge_value("2", TWO) is None
    assert judge_value({"f64": bits_of(2.0)}, TWO) is None
    assert judge_value({"lo": "1.9999999999999999999", "hi": "2"}, TWO) is None
    assert judge_value("3", TWO) is not None
    assert judge_value({"f64": bits_of(2.0 + 2**-51 * 9)}, TWO, ulps="4") is not None
    assert judge_value({"f64": bits_of(2.0 + 2**-51 * 3)}, TWO, ulps="4") is None
    for junk in (2, None, "two", {"f64": "xyz"}, {"f64": bits_of(float("nan"))}, {"lo": "0", "hi": "5"}, {"lo": "3", "hi": "1"}, [], "9" * 10**6, {"lo": 1, "hi": 2}, "1e4999", "9" * 4999, {"f64": "7fefffffffffffff"}, {"f64": "ffefffffffffffff"}):
        assert judge_value(junk, TWO) is not None, junk


def test_privacy_relevant_quantities_may_only_err_upwards() -> None:
    assert judge_value({"f64": bits_of(2.5)}, TWO, "at_least", "2") is None
    assert judge_value({"f64": bits_of(1.999)}, TWO, "at_least", "2") is not None
    assert judge_value({"f64": bits_of(2 - 2**-52)}, TWO, "at_least", "0") is not None
    assert judge_value({"lo": "1.999999", "hi": "2"}, TWO, "at_least", "2") is not None
    assert judge_value({"lo": "0", "hi": "1e-40"}, {"lo": "1e-60", "hi": "1.1e-60"}) is not None
    assert judge_value({"lo": "-1e-30", "hi": "1e-30"}, {"lo": "0", "hi": "0", "exact": "0"}) is None
    assert judge_value("1", TWO, "at_least", "2") is not None


def test_the_first_diverging_step_is_reported() -> None:
    vector = next(v for v in VECTORS.values() if v.kind == "transcript" and v.object == "shifted_mean" and len(v.input["data"]) == 3)
    steps = [list(s) for s in vector.expect["steps"]]
    good: dict[str, Any] = {"seq": "1", "status": "ok", "output": {"steps": steps, "value": vector.expect["value"]}}
    assert judge(vector, good).status == PASS
    wrong = json.loads(json.dumps(good))
    wrong["output"]["steps"][1][1] = "1/7"
    verdict = judge(vector, wrong)
    assert verdict.status == FAIL
    assert steps[1][0] in verdict.detail
    assert judge(vector, good | {"output": {"value": "99"}}).status == FAIL


# ---- statistics ----


def exact_tail(n: int, k: int, p: Fraction) -> Fraction:
    from math import comb

    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1)), Fraction(0))


@pytest.mark.parametrize(("n", "k", "p"), [(1, 1, "1/3"), (10, 0, "1/2"), (10, 7, "1/5"), (60, 31, "1/2"), (60, 60, "9/10"), (200, 3, "1/1000")])
def test_binomial_tails_are_upper_bounds_and_sharp(n: int, k: int, p: str) -> None:
    bound, truth = binomial_tail(n, k, Fraction(p)), exact_tail(n, k, Fraction(p))
    assert truth <= bound <= truth * (1 + Fraction(1, 10**12))


def test_p_values_are_valid_for_every_count() -> None:
    """P(p <= a) <= a exactly, by summing over all counts of a small binomial."""
    n, p = 40, Fraction(3, 10)
    mass = [exact_tail(n, k, p) - exact_tail(n, k + 1, p) for k in range(n + 1)]
    values = [binomial_p(n, k, p, p) for k in range(n + 1)]
    for a in sorted(set(values)):
        assert sum(m for m, v in zip(mass, values, strict=True) if v <= a) <= a


def test_confidence_bounds_cover() -> None:
    n, error = 30, Fraction(1, 50)
    for p in (Fraction(1, 10), Fraction(1, 2), Fraction(19, 20)):
        mass = [exact_tail(n, k, p) - exact_tail(n, k + 1, p) for k in range(n + 1)]
        below = sum(m for k, m in enumerate(mass) if clopper_pearson(n, k, error, upper=True) < p)
        above = sum(m for k, m in enumerate(mass) if clopper_pearson(n, k, error, upper=False) > p)
        assert below <= error
        assert above <= error


def test_dkw_is_rounded_towards_no_alarm() -> None:
    import math

    for n, d in ((1000, Fraction(1, 20)), (65536, Fraction(1, 100))):
        assert float(dkw_p(n, d)) >= 2 * math.exp(-2 * n * float(d) ** 2) * (1 - 1e-9)
        assert float(dkw_p(n, d)) <= 2 * math.exp(-2 * n * float(d) ** 2) * 1.01


def draws(vector_id: str, n: int, sampler: Any) -> Fraction:
    """The least Bonferroni p-value of n seeded draws on a vector."""
    vector = replace(VECTORS[vector_id], input={**VECTORS[vector_id].input, "n": str(n)})
    rng = random.Random(20260101)
    samples = "".join(bits_of(sampler(rng)) for _ in range(n))
    found, problem = look(vector, {"samples": samples})
    assert problem is None, problem
    return min(f.p for f in found)


def laplace(rng: random.Random, scale: float) -> float:
    return rng.choice((-1, 1)) * rng.expovariate(1 / scale)


WRONG_LAPLACE = {
    "scale 5 % small": lambda r: laplace(r, 0.95),
    "sign bias 0.53": lambda r: abs(laplace(r, 1)) * (1 if r.random() < 0.53 else -1),
    "rounded": lambda r: float(round(laplace(r, 1))),
    "scale of a halved sensitivity": lambda r: laplace(r, 0.5),
    "normal of the same variance": lambda r: r.gauss(0, 2**0.5),
    "constant": lambda _: 0.25,
}


@pytest.mark.parametrize("name", WRONG_LAPLACE)
def test_wrong_samplers_are_seen(name: str) -> None:
    assert draws("laplace-stat-epsilon1-0", 1 << 15, WRONG_LAPLACE[name]) < Fraction(1, 10**5)


def test_a_right_sampler_is_not() -> None:
    assert draws("laplace-stat-epsilon1-0", 1 << 15, lambda r: laplace(r, 1)) > Fraction(1, 1000)


def test_double_zero_and_tail_cut_are_seen_in_counts() -> None:
    vector = VECTORS["discrete_laplace-stat-epsilon1-0"]
    request = vector.prompt() | {"seq": "1"}
    output = own.answer(request)["output"]
    assert min(f.p for f in look(vector, output)[0]) > Fraction(1, 10**6)
    counts = {k: int(c) for k, c in output["counts"]}
    double = dict(counts)
    moved = counts["1"] // 8
    double["0"], double["1"] = double["0"] + moved, double["1"] - moved
    assert min(f.p for f in look(vector, {"counts": [[k, str(c)] for k, c in double.items()]})[0]) < Fraction(1, 10**5)
    cut = {k: c for k, c in counts.items() if abs(int(k)) < 6}
    cut["0"] += sum(counts.values()) - sum(cut.values())
    assert min(f.p for f in look(vector, {"counts": [[k, str(c)] for k, c in cut.items()]})[0]) < Fraction(1, 10**5)


@pytest.mark.parametrize("output", [{}, {"samples": "00"}, {"samples": "zz" * 8 * 65536}, {"counts": [["0", "1"]]}, {"counts": "x"}, {"counts": [["a", "65536"]]}, {"counts": [["0", "²"]]}, {"counts": [["0", "9" * 5000]]}, {"samples": bits_of(float("nan")) * 65536}])
def test_malformed_batches_are_failures_not_crashes(output: dict[str, Any]) -> None:
    assert look(VECTORS["laplace-stat-epsilon1-0"], output)[1] is not None


# ---- support ----


def test_support_check_fires_on_naive_noise_and_not_on_a_grid() -> None:
    rng = random.Random(7)
    error = Fraction(1, 10**8)
    naive = [[c + laplace(rng, 1) for _ in range(20000)] for c in (0.0, 1.0)]
    assert check(naive[0], naive[1], Fraction(1), Fraction(0), error).alarm
    grid = [[round((c + laplace(rng, 1)) * 2**30) / 2**30 for _ in range(20000)] for c in (0.0, 1.0)]
    assert not check(grid[0], grid[1], Fraction(1), Fraction(0), error).alarm
    clipped = [[min(1.0, max(0.0, round((c + laplace(rng, 1)) * 2**30) / 2**30)) for _ in range(20000)] for c in (0.25, 0.5)]
    assert not check(clipped[0], clipped[1], Fraction(1), Fraction(0), error).alarm


def test_support_check_fires_on_an_atom_that_only_one_input_has() -> None:
    rng = random.Random(8)
    ours = [0.0 if rng.random() < 0.3 else round(laplace(rng, 1) * 2**20) / 2**20 for _ in range(20000)]
    other = [round((1 + laplace(rng, 1)) * 2**20) / 2**20 for _ in range(20000)]
    leak = check(ours, other, Fraction(1, 4), Fraction(0), Fraction(1, 10**8))
    assert leak.alarm
    assert feature(0.0)[0] == 2000


def test_support_inputs_are_neighbours() -> None:
    for vector in support_vectors(VECTORS.values()):
        one, other = neighbor_inputs(vector, 16)
        if "data" in one:
            assert sum(a != b for a, b in zip(one["data"], other["data"], strict=True)) == 1
        else:
            assert abs(Fraction(one["center"]) - Fraction(other["center"])) == Fraction(vector.params.get("sensitivity", "1"))


# ---- lists of known findings ----


def failing_run() -> Run:
    def connect() -> Any:
        from dpmean.conformance.process import Process

        return Process([sys.executable, str(HERE / "adapters_for_tests.py"), "accept-all"])

    return run(connect, [VECTORS["laplace-reject-epsilon0"], VECTORS["laplace-reject-epsilon0-twin"]], seconds=5)


def entry(*ids: str, strict: bool = True) -> Known:
    return Known(ids, "because", "repro", strict, ())


def test_a_known_failure_is_marked_and_a_stale_entry_complains() -> None:
    result = failing_run()
    assert [v.status for v in result.verdicts] == ["fail", "pass"]
    assert apply(result, [entry("laplace-reject-epsilon0")], complete=True) == []
    assert [v.status for v in result.verdicts] == ["known", "pass"]
    assert len(apply(failing_run(), [entry("laplace-reject-epsilon0-twin")], complete=True)) == 1
    assert len(apply(failing_run(), [entry("no-such-vector-*")], complete=True)) == 1
    assert apply(failing_run(), [entry("no-such-vector-*")], complete=False) == []


def test_a_finding_of_another_version_does_not_excuse() -> None:
    result = failing_run()
    apply(result, [replace(entry("laplace-reject-epsilon0"), versions=("0.0.0",))], complete=False)
    assert result.verdicts[0].status == FAIL


def test_bundled_lists_name_existing_vectors_and_have_repros() -> None:
    ids = set(VECTORS) | {v.id for v in support_vectors(VECTORS.values())}
    for path in (Path(own.__file__).parent / "adapters").glob("*/known.toml"):
        for known in read(path):
            assert known.reason
            assert known.repro
            assert set(known.ids) <= ids


@pytest.mark.parametrize("text", ["ids = 'laplace*'", "ids = [5]", "ids = ['x']\nstrict = 'false'"])
def test_a_list_of_the_wrong_type_silences_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "k.toml").write_text(f"[[finding]]\n{text}\nreason = 'r'\nrepro = 'p'\n")
    with pytest.raises(InvalidInput):
        read(tmp_path / "k.toml")


def test_a_strict_glob_that_only_covers_passes_is_stale() -> None:
    result = failing_run()
    result.verdicts = result.verdicts[1:]
    assert len(apply(result, [entry("laplace-reject-*")], complete=False)) == 1


def test_a_damaged_list_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "k.toml").write_text("[[finding]]\nids = ['x']\n")
    with pytest.raises(InvalidInput, match="lacks reason, repro"):
        read(tmp_path / "k.toml")


def test_findings_carry_the_flag_of_the_worst_event() -> None:
    vector = VECTORS["laplace-stat-epsilon1-0"]
    found = findings(vector.expect, [((Fraction(1),), 4096)], Fraction(0))
    assert {f.flag for f in found if f.p < Fraction(1, 10**5)} >= {"SignBias", "RoundedContinuous"}
