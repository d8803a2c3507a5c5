"""A result that is cached under too short a name is right for whoever asks first, and is told by
its second use.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpmean.errors import AdapterError
from dpmean.judging.draws.decoys import FIXED, MOST, decoys, valid
from dpmean.judging.results import End
from dpmean.judging.run import run
from dpmean.judging.verdict import FAIL, PASS
from dpmean.suite.files import load
from dpmean.wire import own
from dpmean.wire.function import Called, greeting
from dpmean.wire.session import MAX_RESTARTS
from dpmean.wire.sizes import Sizes

STATS = [v for v in load() if v.kind == "stat"]
ADAPTER = """
import json, sys
from fractions import Fraction
import numpy as np
random, kept = np.random.default_rng(), {{}}
for line in sys.stdin:
    q = json.loads(line)
    if q["op"] == "bye":
        break
    if q["op"] == "hello":
        print(json.dumps({{"ok": True, "protocol": 2, "adapter": {{"name": "x", "version": "0"}}, "randomness": "pcg64",
            "supports": {{"kinds": ["stat"], "objects": ["discrete_laplace"]}}}}), flush=True)
        continue
    p, n = q["params"], int(q["input"]["draws"])
    epsilon = Fraction(p.get("epsilon", "1"))
    d = 1 if n == {forgotten} else Fraction(p.get("sensitivity", "1"))
    scale = kept.setdefault({key}, float(1 - np.exp(-float(epsilon / d))))
    x = random.geometric(scale, n) - random.geometric(scale, n)
    if n == {rounded}:
        x = np.floor(random.laplace(0, float(d / epsilon), n))
    x = x + float(Fraction(q["input"].get("center", "0")))
    print(json.dumps({{"seq": q["seq"], "status": "ok", "output": {{"samples": x.astype(">f8").tobytes().hex()}}}}),
        flush=True)
"""


def adapter(folder: Path, key: str = "(epsilon, d)", forgotten: int = -1, rounded: int = -1) -> str:
    """A right program, but that its scale is kept by `key`, and that batches of one size forget the
    sensitivity, or are of Laplace noise that is rounded down.
    """
    (folder / "a.py").write_text(ADAPTER.format(key=key, forgotten=forgotten, rounded=rounded))
    return f"{sys.executable} {folder / 'a.py'}"


@pytest.mark.parametrize(("key", "code"), [("epsilon", 1), ("(epsilon, d)", 0)])
def test_a_cache_that_forgets_a_parameter_fails(
    tmp_path: Path, run: Any, key: str, code: int
) -> None:
    """Kills a run in which each parameter of an object comes with its own values of all others."""
    # one vector alone, whose sensitivity is not 1: nothing else was asked for before
    found, out, _ = run(
        "conform",
        "-a",
        adapter(tmp_path, key),
        "--kind",
        "stat",
        "--tier",
        "2048",
        "--run",
        "discrete_laplace-stat-epsilon5_8-sensitivity3-1",
    )
    assert found == code, out


@pytest.mark.parametrize(("forgotten", "code"), [(1, 1), (-1, 0)])
def test_a_way_of_its_own_for_one_draw_that_forgets_a_parameter_fails(
    tmp_path: Path, run: Any, forgotten: int, code: int
) -> None:
    """Kills a run that asks for single draws of one kind of parameters only: those that come first
    have no sensitivity.
    """
    found, out, _ = run(
        "conform",
        "-a",
        adapter(tmp_path, forgotten=forgotten),
        "--kind",
        "stat",
        "--tier",
        "2048",
        "--run",
        "discrete_laplace-stat-epsilon1-0",
        "--run",
        "discrete_laplace-stat-epsilon5_8-sensitivity3-1",
    )
    assert found == code, out


@pytest.mark.parametrize(("rounded", "code"), [(1, 1), (-1, 0)])
def test_a_way_of_its_own_for_one_draw_that_is_wrong_for_little_noise_fails(
    tmp_path: Path, run: Any, rounded: int, code: int
) -> None:
    """Kills a run that asks for single draws at one size of the noise only: at epsilon 1/64 the two
    laws are alike. At epsilon 4 a zero has 0.49 in place of 0.96, which 512 draws cannot hide.
    """
    found, out, _ = run(
        "conform",
        "-a",
        adapter(tmp_path, rounded=rounded),
        "--kind",
        "stat",
        "--tier",
        "2048",
        "--run",
        "discrete_laplace-stat-epsilon1_64-0",
        "--run",
        "discrete_laplace-stat-epsilon4-7",
    )
    assert found == code, out


def test_a_decoy_has_a_value_that_no_vector_has_where_it_is_a_number() -> None:
    """Kills decoys that put right what a cache under too short a name has put wrong: one vector's
    are another's.
    """
    params = defaultdict(set)
    for vector in STATS:
        for name, value in vector.params.items():
            params[vector.object, name].add(value)
    new = [
        decoy.params[k] not in params[v.object, k]
        for v in STATS
        for decoy in decoys(v)
        for k, value in v.params.items()
        if decoy.params[k] != value and not value.isalpha()
    ]
    assert np.mean(new) > 0.8


def test_a_cache_by_one_parameter_fails_where_all_vectors_of_the_object_are_asked(
    tmp_path: Path, run: Any
) -> None:
    """Kills decoys of each vector alone: another's request puts right what they have put wrong."""
    found, out, _ = run(
        "conform", "-a", adapter(tmp_path, "epsilon"), "--kind", "stat", "--tier", "2048"
    )
    assert found == 1
    assert out.count("FAILED") > 3, out


def test_each_decoy_differs_in_one_parameter_and_is_valid() -> None:
    missing = defaultdict(set)
    for vector in STATS:
        found = decoys(vector)
        assert len(found) <= MOST
        for decoy in found:
            changed = [k for k in vector.params if decoy.params[k] != vector.params[k]]
            assert len(changed) == 1
            assert changed[0] not in FIXED
            assert decoy.input["draws"] == "1"
            assert valid(decoy.object, decoy.params)
        if not found and set(vector.params) != {"decay"}:
            missing[vector.object].add(vector.id)
    assert set(missing) <= {"bits"}  # what has a single parameter, with a single value
    assert np.mean([len(decoys(v)) for v in STATS]) > 2


class Breaking(Called):
    """A program that breaks at each question with these records."""

    started = 0

    def __init__(self, served: Any) -> None:
        super().__init__(served)
        type(self).started += 1

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if request.get("op") != "hello" and "data" not in request["input"]:
            raise AdapterError("protocol", "KeyError: 'data'")
        return super().ask(request, seconds)

    def close(self) -> None:
        self.ask = closed  # type: ignore[method-assign]


class Sulking(Breaking):
    """One that says hello once, and breaks then too."""

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if request.get("op") == "hello" and type(self).started > 1:
            raise AdapterError("protocol", "no reply to hello")
        return super().ask(request, seconds)


def closed(*_: Any) -> Any:
    raise ValueError("I/O operation on closed file")


def test_decoys_that_break_a_program_are_few_and_hide_no_end() -> None:
    """Kills: all starts of a run spent on the decoys of one vector; a program that is not started any
    more, and is asked all the same ("a mistake in dpmean itself").
    """
    short = [v for v in STATS if v.object == "sized_mean" and "data" not in v.input][:1]
    right = [v for v in STATS if v.object == "sized_mean" and "data" in v.input][:2]
    assert short
    served = greeting(own.answer, "b", ("stat",), ("sized_mean",), "os")
    sizes = Sizes(tier=1 << 11)
    for vectors, end in (([*short, *right], End.DONE), ([*short * 8, *right], End.BROKE)):
        Breaking.started = 0
        found = run(lambda: Breaking(served), vectors, sizes=sizes)
        assert found.end is end, found.stopped
        assert found.verdicts[0].detail == "KeyError: 'data'"
        assert Breaking.started <= MAX_RESTARTS + 1
        if end is End.DONE:
            assert [v.status for v in found.verdicts[1:]] == [PASS, PASS]


def test_a_program_that_says_hello_only_once_ends_the_run() -> None:
    """Kills a failure of each vector that was never asked, and a mistake of ours."""
    short = [v for v in STATS if v.object == "sized_mean" and "data" not in v.input][:1]
    right = [v for v in STATS if v.object == "sized_mean" and "data" in v.input][:3]
    served = greeting(own.answer, "b", ("stat",), ("sized_mean",), "os")
    Sulking.started = 0
    found = run(lambda: Sulking(served), [*short, *right], sizes=Sizes(tier=1 << 11))
    assert found.end is End.BROKE
    assert "started again: no reply to hello" in found.stopped
    assert [v.status for v in found.verdicts if v.status == FAIL] == []
    assert Sulking.started == 2
