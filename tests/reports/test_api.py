"""`dpmean.conform(answer)`: a function judged where it stands, with its report, whatever it
does.
"""

from __future__ import annotations

import os
import time
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean import InvalidInput, conform
from dpmean.wire import own

CHOSEN: dict[str, Any] = {"objects": "laplace", "kinds": "exact", "run": "laplace-variance-*"}


def right(request: dict[str, Any]) -> dict[str, Any]:
    return own.answer(request)


def test_a_right_function_conforms_in_what_it_was_asked() -> None:
    found = conform(right, kinds="exact", run="laplace-variance-*")
    assert found.ok and bool(found) and found.data["runs"][0]["adapter"]["name"] == "dpmean"
    assert "RESULT: conforms" in str(found) == repr(found)
    apart = conform(right, kinds="exact", run="laplace-variance-*", apart=False)
    assert [v["status"] for v in apart.data["runs"][0]["verdicts"]] == ["pass"] * len(
        found.data["runs"][0]["verdicts"]
    )


def test_a_wrong_one_does_not_and_its_report_shows_in_a_notebook() -> None:
    """Kills a report whose style reaches the notebook's, or that holds the answer unescaped."""

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        scale = 1 / Fraction(request["params"]["epsilon"]) if "epsilon" in request["params"] else 1
        return {"status": "ok", "output": {"value": str(2 * scale)}}

    found = conform(answer, **CHOSEN, name="<b>mine")
    assert not found.ok and found.data["runs"][0]["counts"]["exact"]["fail"] > 0
    shown = found._repr_html_()
    assert shown.startswith("<iframe sandbox") and shown.count("<") == 2 and "wrong result" in shown
    assert (
        "<!DOCTYPE html>" in found.html()
        and "<b>mine" not in found.html()
        and "&lt;b&gt;mine" in found.html()
    )


def test_a_function_can_neither_end_nor_hang_nor_change_the_caller() -> None:
    """Kills a function that is called here: the variable would change, and the process end."""
    seen: list[str] = []

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        seen.append(request["op"])
        if request["params"].get("epsilon") == "50":
            os._exit(3)
        if request["params"].get("sensitivity"):
            time.sleep(30)
        raise LookupError("no")

    found = conform(answer, **CHOSEN, timeout=0.3)
    details = {v["detail"] for v in found.data["runs"][0]["verdicts"]}
    assert any("exit code 3" in d for d in details) and any(
        "no reply within 0.3 s" in d for d in details
    )
    assert any("answer() raised LookupError: no" in d for d in details) and seen == []


def test_nothing_chosen_is_refused() -> None:
    for words, told in (
        ({"run": "hourglas-*"}, "no vector matches"),
        ({"kinds": "exat"}, "did you mean exact?"),
        ({"alpha": "1/2"}, "alpha"),
    ):
        with pytest.raises(InvalidInput, match=told.replace("?", r"\?")):
            conform(right, **words)  # type: ignore[arg-type]


def test_a_function_with_draws_says_where_they_come_from() -> None:
    """Kills a greeting without a source of randomness, at which every judgement of draws stops."""

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        reply = own.answer(request)
        return reply if isinstance(reply, dict) else {}

    for given, said in (({}, "other"), ({"randomness": "os"}, "os")):
        found = conform(
            answer,
            objects="discrete_laplace",
            run="discrete_laplace-stat-epsilon4-7",
            draws=256,
            **given,
        )
        (run,) = found.data["runs"]
        assert run["counts"]["stat"]["pass"] == 1 and said in str(run["randomness"])


@pytest.mark.parametrize(
    ("share", "severity", "seen"), [(1.0, "contract", "grid"), (0.5, "guarantee", "loss")]
)
def test_a_grid_that_is_not_declared_hides_no_graver_fault(
    share: float, severity: str, seen: str
) -> None:
    """Kills a verdict that stops at the grid: half of the noise, rounded, would be a matter of the
    contract.
    """

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        n, rng = int(request["input"]["draws"]), np.random.default_rng()
        center = float(Fraction(request["input"].get("center", "0")))
        draws = center + np.round(share * rng.laplace(size=n) * 1024) / 1024
        return {"status": "ok", "output": {"samples": draws.astype(">f8").tobytes().hex()}}

    found = conform(
        answer, objects="laplace", kinds="stat", run="laplace-stat-epsilon1-0", draws=16384
    )
    (verdict,) = found.data["runs"][0]["verdicts"]
    what = verdict["follows"][0]["what"]
    assert (verdict["status"], verdict["severity"], what) == ("fail", severity, seen), verdict[
        "detail"
    ]
