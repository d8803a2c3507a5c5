"""The loaders that vectors/format-and-protocol.md shows, run as they stand there: they judge as the
runner does.

Killed here: a variance without its factor 2, NaN and infinity, a loader that tolerates more or less
than the runner, forgets the one-sided rule or its upper end, or reads nothing.
"""

from __future__ import annotations

import json
import math
import re
import shutil
import struct
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpmean.exact.digits import bits_of
from dpmean.judging.answers import Asked, judge_value
from dpmean.suite.files import load, root

EXACT = [v for v in load() if v.kind == "exact"]
# as JSON.stringify spells it
KEYED = {json.dumps([v.object, v.quantity, v.params], separators=(",", ":")): v for v in EXACT}
VARIANCES = {
    v.id
    for v in EXACT
    if v.object == "laplace" and v.quantity == "variance" and "epsilon" in v.params
}


def block(language: str) -> str:
    """The one block of that language in the section."""
    section = (
        (root() / "format-and-protocol.md")
        .read_text()
        .split("## Without the runner")[1]
        .split("\n## ")[0]
    )
    (code,) = re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)
    return str(code)


def python_loader() -> Callable[..., Any]:
    names: dict[str, Any] = {}
    exec(block("python"), names)
    return names["wrong"]  # type: ignore[no-any-return]


def wanted(v: Any) -> list[dict[str, str]]:
    return v.expect.get("values") or [v.expect["value"]]


def test_the_python_loader_has_15_lines_and_tells_right_from_wrong() -> None:
    code = block("python")
    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    asked = []

    def variance(factor: float) -> Callable[..., list[float] | None]:
        def answer(object_: str, quantity: str, params: dict[str, str]) -> list[float] | None:
            if (object_, quantity) != ("laplace", "variance") or "epsilon" not in params:
                return None
            asked.append(params)
            return [
                factor
                * (
                    float(Fraction(params.get("sensitivity", "1")))
                    / float(Fraction(params["epsilon"]))
                )
                ** 2
            ]

        return answer

    wrong = python_loader()
    assert list(wrong(root(), variance(2))) == []
    assert len(asked) == len(VARIANCES) > 0
    for factor in (1, 1.99999999999, math.nan, math.inf):
        assert {found[0] for found in wrong(root(), variance(factor))} == VARIANCES
    for change in (lambda x: [*x, 0.0], lambda x: []):
        with pytest.raises(ValueError, match="zip"):
            list(wrong(root(), lambda *of: (found := variance(2)(*of)) and change(found)))


@pytest.mark.parametrize(
    "ulps",
    [
        -17,
        -16,
        0,
        16,
        17,
        *(
            pytest.param(ulps, marks=pytest.mark.slow)
            for ulps in (-18, -2, -1, 1, 2, 18, 1000, 1 << 48, 1 << 50)
        ),
    ],
)
def test_the_python_loader_judges_doubles_as_the_runner_does(ulps: int) -> None:
    """Every exact vector, answered with the correctly rounded value moved by a few doubles."""
    moved = {
        key: [struct.unpack(">d", bytes.fromhex(w["f64"]))[0] for w in wanted(v)]
        for key, v in KEYED.items()
    }
    moved = {key: [x + ulps * math.ulp(x) for x in xs] for key, xs in moved.items()}
    runner = {
        v.id
        for key, v in KEYED.items()
        if any(
            judge_value({"f64": bits_of(x)}, w, Asked(**v.accept))
            for x, w in zip(moved[key], wanted(v), strict=True)
        )
    }
    assert {
        found[0]
        for found in python_loader()(
            root(), lambda *asked: moved[json.dumps(asked, separators=(",", ":"))]
        )
    } == runner
    assert abs(ulps) < 17 or runner


JAVASCRIPT = """
import { wrong } from "./loader.mjs";
const number = (text) => { const [p, q = "1"] = text.split("/"); return Number(p) / Number(q); };
const asked = (factor) => (object, quantity, { epsilon, sensitivity = "1" }) =>
  object === "laplace" && quantity === "variance" && epsilon ? [factor * (number(sensitivity) / number(epsilon)) ** 2] : null;
const ids = (answer) => [...new Set([...wrong(process.argv[2], answer)].map(([id]) => id))];
const lengths = [(x) => [...x, 0], () => []].map((change) => {
  try { ids((...of) => { const found = asked(2)(...of); return found && change(found); }); return "taken"; }
  catch (error) { return error.name; }
});
console.log(JSON.stringify([...[2, 1, NaN, Infinity].map((factor) => ids(asked(factor))), lengths]));
"""


def test_the_javascript_loader_tells_right_from_wrong(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not on this machine, so the JavaScript loader cannot be run")
    (tmp_path / "loader.mjs").write_text(block("javascript"))
    (tmp_path / "main.mjs").write_text(JAVASCRIPT)
    done = subprocess.run(
        ["node", "main.mjs", str(root())],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    right, *others, lengths = json.loads(done.stdout)
    assert right == []
    # a list that is too long or too short is no answer, as it is none for the Python loader
    assert lengths == ["RangeError"] * 2
    assert [set(other) for other in others] == [VARIANCES] * 3


def test_the_javascript_loader_judges_doubles_as_the_runner_does_up_to_half_a_unit(
    tmp_path: Path,
) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not on this machine, so the JavaScript loader cannot be run")
    (tmp_path / "loader.mjs").write_text(block("javascript"))
    true = {key: [w["f64"] for w in wanted(v)] for key, v in KEYED.items()}
    (tmp_path / "true.json").write_text(json.dumps(true))
    (tmp_path / "main.mjs").write_text("""
        import { readFileSync } from "node:fs";
        import { wrong } from "./loader.mjs";
        const known = JSON.parse(readFileSync("true.json"));
        const unit = (hex) => 2 ** (Math.max(parseInt(hex.slice(0, 3), 16) & 0x7ff, 1) - 1075);
        const moved = (ulps) => (...asked) => known[JSON.stringify(asked)].map((hex) => Buffer.from(hex, "hex").readDoubleBE() + ulps * unit(hex));
        console.log(JSON.stringify([-18, -15, -2, 0, 15, 18, 2 ** 47, 2 ** 50].map((ulps) => [ulps, [...wrong(process.argv[2], moved(ulps))].map(([id]) => id)])));
    """)
    done = subprocess.run(
        ["node", "main.mjs", str(root())],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    for ulps, ids in json.loads(done.stdout):
        exceeded = {
            v.id
            for v in EXACT
            if (abs(ulps) if v.accept["rule"] == "within" or ulps == 2**50 else -ulps)
            > int(v.accept["ulps"])
        }
        assert set(ids) == exceeded, ulps
