"""Records of audits: what goes on from one is the same audit, damaged ones are refused in one line,
and those of 1.0.0 are read.
"""

from __future__ import annotations

import json
import random
import secrets
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpmean.auditing.claims import claimed
from dpmean.auditing.described import Missed
from dpmean.auditing.outputs import MOST_KINDS, Outputs
from dpmean.auditing.pairs import Pair
from dpmean.auditing.report import Report
from dpmean.auditing.run import Audit, Step, proceed
from dpmean.auditing.sources.function import Function
from dpmean.auditing.status import Status
from dpmean.auditing.store import load, save
from dpmean.errors import InvalidInput

PAIRS = [Pair((0.0, 1.0), (0.0,), 1), Pair((0.0, float("nan")), (0.0,), 1)]


def audited(function: Any, draws: int = 600) -> Audit:
    state = Audit("f", [claimed("epsilon=1")], "add-or-remove-one", PAIRS, Fraction(1, 10**6))
    state.key = "f of this test"
    proceed(state, Function(function), draws, 60)
    return state


@pytest.mark.parametrize(
    "function",
    [
        lambda r: round(random.random(), 1),
        lambda r: f"id {secrets.token_hex(8)}",
        lambda r: {secrets.choice("ab"): random.random(), "n": f"{random.random():.1f}"},
        lambda r: [random.random()] * secrets.choice([1, 2, 3]),
        lambda r: {"n": 3, "handle": object()},
        lambda r: secrets.choice(["yes", "no", None, 2.5, [1.0, 2.0], object()]),
        lambda r: 1 / 0,
        lambda r: (random.random(), random.random()),
        lambda r: "stale",
    ],
)
def test_a_record_says_what_the_audit_said(function: Any, tmp_path: Path) -> None:
    """Kills a record without what was not looked at, what broke, or whose program it was."""
    state = audited(function, 2600)
    save(state, tmp_path / "a.npz")
    again = load(tmp_path / "a.npz")
    one, other = Report(state).data, Report(again).data
    assert {k: v for k, v in other.items() if k not in ("growth", "stopped")} == {
        k: v for k, v in one.items() if k not in ("growth", "stopped")
    }
    assert (again.key, again.ordered) == (state.key, state.ordered)
    assert again.reader == state.reader


def test_a_record_that_is_not_fresh_stays_so(tmp_path: Path) -> None:
    turns = iter(np.repeat(np.random.default_rng(3).random(9000), 2).tolist())
    state = audited(lambda r: next(turns), 2000)
    assert state.stale is not None
    save(state, tmp_path / "a.npz")
    assert load(tmp_path / "a.npz").stale == state.stale


def test_a_damaged_record_is_refused_in_one_line(tmp_path: Path) -> None:
    """Kills the traceback of zlib, of zipfile, of NumPy or of JSON; 400 damages with a fixed seed."""
    whole = tmp_path / "whole.npz"
    save(audited(lambda r: secrets.choice(["yes", 1.5, None]), 60), whole)
    content, damaged, rng, refused = whole.read_bytes(), tmp_path / "a.npz", random.Random(5), 0
    for _ in range(400):
        changed = bytearray(content)
        for _ in range(rng.choice([1, 1, 3, 40])):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        if rng.random() < 0.2:
            del changed[rng.randrange(len(changed)) :]
        damaged.write_bytes(changed)
        try:
            load(damaged)
        except InvalidInput as error:
            assert (error.code, "\n" in str(error)) == ("file_format", False)
            assert "a.npz" in str(error) and "--record" in str(error)
            refused += 1
    assert refused > 200  # zip does not guard all of its bytes


HEADER: dict[str, Any] = {
    "format": 1,
    "source": "f",
    "claims": ["epsilon=1"],
    "relation": "add-or-remove-one",
    "alpha": "1/1000000",
    "words": ["number", "text 'mean = 2'"],
    "width": 1,
    "seconds": 1.0,
    "notes": [],
    "law": None,
    "pairs": [[[0.0, 1.0], [0.0], 1]],
}


def written(path: Path, header: dict[str, Any], **more: Any) -> Path:
    arrays = {
        "steps": np.array([[0, 200, 200]]),
        "kinds": np.zeros(400, np.int64),
        "column0": np.random.default_rng(1).laplace(size=400),
        **more,
    }
    np.savez_compressed(path, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)
    return path


SECOND = HEADER | {
    "format": 2,
    "words": ["number", "list of 2 numbers"],
    "sorts": ["value", "value"],
    "whole": [True, True],
    "worked": True,
    "numbered": True,
    "width": 2,
    "ordered": [],
    "stale": None,
    "key": "f of this test",
}
THIRD = SECOND | {
    "format": 3,
    "leaves": [["n", "value"], ["n", "written"]],
    "lengths": {"x": 2.0},
    "missed": ["a", "an object of type socket"],
    "widest": 1,
}


def test_leaves_of_records_are_those_of_their_audits(tmp_path: Path) -> None:
    """Kills a record of format 2 that is refused, and one of format 3 whose columns lose their
    names: what is read after it would be in other columns.
    """
    column = np.random.default_rng(1).laplace(size=400)
    for header, names, added in (
        (SECOND, ["[0]", "[1]"], ["[0]", "[1]", "n", "the length of the output"]),
        (THIRD, ["n", "the decimals of n"], ["n", "the decimals of n", "the length of the output"]),
    ):
        reader = load(written(tmp_path / "a.npz", header, column1=column)).reader
        assert reader.names == names
        reader.read([{"n": 1.5}, [1.5] * (2 if header is SECOND else 0)])
        assert reader.names == added
        told = None if header is SECOND else Missed("a", "an object of type socket")
        assert (reader.missed, reader.widest) == (told, 2 if header is SECOND else 1)


def test_records_of_an_earlier_version_are_read_and_what_they_do_not_say_is_not_taken_for_seen(
    tmp_path: Path,
) -> None:
    """Kills a record of 1.0.0 that is refused, and one whose texts become a pass."""
    found = Report(load(written(tmp_path / "a.npz", HEADER)))
    assert found.audit.draws == 400
    assert found.audit.key is None
    assert found.status(found.audit.claims[0]) is Status.NOT_REFUTED
    texts = load(written(tmp_path / "b.npz", HEADER, kinds=np.ones(400, np.int64)))
    assert Report(texts).status(texts.claims[0]) is Status.INCONCLUSIVE


LEAVES: dict[str, dict[str, Any]] = {
    "leaves without a column": {"leaves": [["n", "value"]] * 3},
    "two leaves that are one": {"leaves": [["n", "value"], ["n", "value"]]},
    "a leaf of no role": {"leaves": [["n", "value"], ["n", "x"]]},
    "a leaf that is none": {"leaves": [["n", "value"], {}]},
    "lengths that are none": {"lengths": {"x": "1"}},
    "a missed part that is none": {"missed": ["a"]},
    "a widest output that is none": {"widest": -1},
    "no leaves": {"leaves": None},
}


@pytest.mark.parametrize("name", LEAVES)
def test_leaves_that_do_not_fit_are_refused(name: str, tmp_path: Path) -> None:
    path = written(tmp_path / "a.npz", THIRD | LEAVES[name], column1=np.zeros(400))
    with pytest.raises(InvalidInput, match="no record of an audit, or a damaged one"):
        load(path)


UNFIT: dict[str, dict[str, Any]] = {
    "another pair": {"steps": np.array([[1, 200, 200]])},
    "a negative step": {"steps": np.array([[0, -200, 600]])},
    "more outputs than there are": {"steps": np.array([[0, 200, 201]])},
    "steps of two": {"steps": np.array([[0, 400]])},
    "a kind without a word": {"kinds": np.full(400, 2)},
    "a negative kind": {"kinds": np.full(400, -1)},
    "kinds that are doubles": {"kinds": np.zeros(400)},
    "a short column": {"column0": np.zeros(399)},
    "a column of integers": {"column0": np.zeros(400, np.int64)},
    "objects": {"kinds": np.array([None] * 400)},
}
HEADERS: dict[str, dict[str, Any]] = {
    "an unknown format": {"format": 4},
    "no claim": {"claims": []},
    "claims that are none": {"claims": ["privacy"]},
    "an error of 1": {"alpha": "1"},
    "an error that is none": {"alpha": "1/0"},
    "a width that is none": {"width": "1"},
    "pairs that are none": {"pairs": 5},
    "seconds that are none": {"seconds": "x"},
    "no name": {"source": None},
    "a record that is none": {"pairs": [[[0.0, {}], [0.0], 1]]},
    "a place that is none": {"pairs": [[[0.0, 1.0], [0.0], "1"]]},
    "a law that is none": {"law": ["laplace", 0.0, {}]},
    "a relation that is none": {"relation": "cousins"},
    "an error of years": {"alpha": "1e-999999999"},
    "a note that is none": {"notes": [{}]},
}


@pytest.mark.parametrize("name", [*UNFIT, *HEADERS])
def test_a_record_whose_parts_do_not_fit_is_refused(name: str, tmp_path: Path) -> None:
    path = written(tmp_path / "a.npz", HEADER | HEADERS.get(name, {}), **UNFIT.get(name, {}))
    with pytest.raises(InvalidInput, match="no record of an audit, or a damaged one"):
        load(path)


def test_kinds_that_came_late_are_kept(tmp_path: Path) -> None:
    """Kills codes of late kinds that a record takes for damage, or forgets."""
    state = audited(lambda r: 0.0, 40)
    words = ["w" * (i + 1) for i in range(MOST_KINDS + 9)]
    outputs = state.reader.read(words)
    assert int(outputs.kinds[-1]) > MOST_KINDS
    state.add(Step(0, outputs, Outputs(np.empty(0, np.int64), (np.empty(0),))))
    save(state, tmp_path / "a.npz")
    again = load(tmp_path / "a.npz")
    assert np.array_equal(again.steps[-1].one.kinds, outputs.kinds)
