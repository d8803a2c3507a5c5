"""Verdicts: one reply against one vector. Pure functions; nothing here talks to an implementation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...catalogue.mechanisms import MECHANISMS
from ...errors import InvalidInput
from ...exact.numbers import rational, spell
from ...suite.flags import FLAGS
from ...suite.vectors import Vector
from .answers import NO_ANSWER, judge_value, parse
from .batch import doubles

PASS, FAIL, UNSUPPORTED, KNOWN = "pass", "fail", "unsupported", "known"
MAY_NOT_ANSWER = tuple(name for name, m in MECHANISMS.items() if m.may_not_answer)
ADAPTER = "Adapter"  # marks failures of the adapter, not of what it adapts


@dataclass(frozen=True)
class Verdict:
    """What became of one vector: status, what was seen, what was wanted, why that matters.

    `known` is the reason of a known finding and `repro` how to see it with the library alone; `evidence` is the figures
    behind a statistical finding, for pictures (its shapes are in vectors/schema/report.schema.json). `matters` is what
    was
    seen to be wrong where that is not the bug at which the failed test is aimed.
    """

    vector: Vector
    status: str
    detail: str = ""
    flags: tuple[str, ...] = ()
    known: str = ""
    repro: str = ""
    evidence: dict[str, Any] | None = None
    matters: str = ""

    @property
    def effect(self) -> str:
        """Why it matters: the effect of the bugs at which the vector is aimed."""
        if self.matters:
            return self.matters
        flags = self.flags or self.vector.flags
        if ADAPTER in flags:
            return "the adapter itself failed here, so this says nothing about the implementation's formulas"
        return "; ".join(f"{FLAGS[f][0]}: {FLAGS[f][1]}" for f in flags[:2]) or self.vector.why


def judge(vector: Vector, reply: dict[str, Any]) -> Verdict:
    """The verdict on a reply, for every kind but stat."""
    status = reply["status"]
    if status == "unsupported":
        return Verdict(vector, UNSUPPORTED, str(reply.get("reason", "no reason given"))[:200])
    if status == "error":
        trace = str(reply.get("traceback", "")).strip()
        return Verdict(vector, FAIL, "error: " + (trace.splitlines()[-1][:200] if trace else "no traceback"))
    wanted = vector.expect.get("status", "ok")
    if vector.kind == "reject":
        return _judge_reject(vector, reply)
    if status != wanted:
        refused = f" ({reply.get('code', '')} {str(reply.get('message', ''))[:100]})" if status == "rejected" else ""
        return Verdict(vector, FAIL, f"got {status}{refused}, want {wanted}")
    if status == "rejected":
        return Verdict(vector, PASS)
    output = reply["output"]
    problem = {"exact": _exact, "transcript": _transcript, "tape": _tape}[vector.kind](vector, output)
    return Verdict(vector, PASS if problem is None else FAIL, problem or "")


def _judge_reject(vector: Vector, reply: dict[str, Any]) -> Verdict:
    wanted = vector.expect["status"]
    if reply["status"] == wanted:
        silent = vector.object in MAY_NOT_ANSWER and reply.get("output", {}).get("value") == NO_ANSWER
        if wanted == "ok" and not silent and (bad := _not_finite(reply["output"])):
            return Verdict(vector, FAIL, f"a valid request was answered with {bad}")
        return Verdict(vector, PASS)
    if wanted == "rejected":
        bad = _not_finite(reply["output"])
        return Verdict(vector, FAIL, f"accepted: {vector.why}" + (f"; it answered {bad}" if bad else ""))
    return Verdict(vector, FAIL,
        f"refused a valid request: {reply.get('code', '')} {str(reply.get('message', ''))[:120]}".strip())


def _not_finite(output: dict[str, Any]) -> str:
    """What is wrong with the answer to a valid request: nothing in it, or something that is not a finite number."""
    samples = output.get("samples")
    if isinstance(samples, str):
        values = doubles(samples)
        if values is None or not len(values):
            return "malformed samples"
        bad = values[~np.isfinite(values)]
        return "" if not len(bad) else str(bad[0])
    counts = output.get("counts")
    if isinstance(counts, list):
        given = [v for row in counts if isinstance(row, list) and row
            for v in (row[0] if isinstance(row[0], list) else [row[0]])]
    else:
        given = output["values"] if isinstance(output.get("values"), list) else [output[k]
            for k in ("value",) if k in output]
    problems = [p for p in map(parse, given) if isinstance(p, str)]
    return problems[0].removeprefix("got ") if problems else "" if given else "nothing"


def _exact(vector: Vector, output: dict[str, Any]) -> str | None:
    expected = vector.expect.get("values") or [vector.expect["value"]]
    given = output.get("values") if "values" in vector.expect else [output.get("value")]
    if not isinstance(given, list) or len(given) != len(expected):
        return f"expected {len(expected)} values"
    rule, ulps = vector.accept["rule"], vector.accept["ulps"]
    for want, got in zip(expected, given, strict=True):
        problem = judge_value(got, want, rule, ulps)
        if problem is not None:
            return problem
    return None


def _transcript(vector: Vector, output: dict[str, Any]) -> str | None:
    """Steps that the implementation names are compared in the vector's order; the first divergence is reported."""
    ulps = vector.accept["ulps"]
    steps = output.get("steps", [])
    if not isinstance(steps, list) or not all(isinstance(s, list) and len(s) == 2 for s in steps):
        return "steps must be a list of [name, value]"
    given = {str(name): value for name, value in steps}
    for name, want in vector.expect["steps"]:
        if name not in given:
            continue
        got = given[name]
        problem = _same(got, want, ulps)
        if problem is not None:
            return f"step {name}: {problem}"
    key = "values" if "values" in vector.expect else "value"
    problem = _same(output.get(key), vector.expect[key], ulps)
    return None if problem is None else f"output: {problem}"


def _same(got: Any, want: Any, ulps: str) -> str | None:
    """What differs between two values, or lists of them of any depth; None when nothing does."""
    if not isinstance(want, list):
        return judge_value(got, want, "within", ulps)
    if not isinstance(got, list) or len(got) != len(want):
        return f"expected {len(want)} values"
    return next((p for p in (_same(g, w, ulps) for g, w in zip(got, want, strict=True)) if p), None)


def _reduced(value: Any) -> Any:
    """Rationals in lowest terms, as vectors spell them; what is none stays as it is."""
    if isinstance(value, list):
        return [_reduced(v) for v in value]
    try:
        return spell(rational(value, "value")) if isinstance(value, str) and "/" in value else value
    except InvalidInput:
        return value


def _tape(vector: Vector, output: dict[str, Any]) -> str | None:
    for key in ("values", "shake128_of_lines", "bits"):
        if key in vector.expect and _reduced(output.get(key)) != vector.expect[key]:
            return f"{key}: got {str(output.get(key))[:120]}, want {str(vector.expect[key])[:120]}"
    return None
