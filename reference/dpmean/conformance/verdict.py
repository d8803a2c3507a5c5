"""Verdicts: one reply against one vector. Pure functions; nothing here talks to an implementation."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..digits import from_bits
from ..suite.flags import FLAGS
from ..suite.vectors import Vector
from .answers import judge_value, parse
from .statistics import Finding, Outcome, findings

PASS, FAIL, UNSUPPORTED, KNOWN, INCONCLUSIVE = "pass", "fail", "unsupported", "known", "inconclusive"
FIRST_LOOK, SECOND_LOOK = Fraction(1, 1000), Fraction(1, 100_000)  # their product is a stat vector's alpha


@dataclass(frozen=True)
class Verdict:
    """What became of one vector: status, what was seen, what was wanted, why that matters."""

    vector: Vector
    status: str
    detail: str = ""
    flags: tuple[str, ...] = ()
    reply: dict[str, Any] = field(default_factory=dict)

    @property
    def effect(self) -> str:
        """Why it matters: the effect of the bugs at which the vector is aimed."""
        flags = self.flags or self.vector.flags
        return "; ".join(f"{FLAGS[f][0]}: {FLAGS[f][1]}" for f in flags[:2]) or self.vector.why


def judge(vector: Vector, reply: dict[str, Any]) -> Verdict:
    """The verdict on a reply, for every kind but stat."""
    status = reply["status"]
    if status == "unsupported":
        return Verdict(vector, UNSUPPORTED, str(reply.get("reason", "no reason given"))[:200], reply=reply)
    if status == "error":
        trace = str(reply.get("traceback", "")).strip()
        return Verdict(vector, FAIL, "error: " + (trace.splitlines()[-1][:200] if trace else "no traceback"), reply=reply)
    wanted = vector.expect.get("status", "ok")
    if vector.kind == "reject":
        return _judge_reject(vector, reply)
    if status != wanted:
        refused = f" ({reply.get('code', '')} {str(reply.get('message', ''))[:100]})" if status == "rejected" else ""
        return Verdict(vector, FAIL, f"got {status}{refused}, want {wanted}", reply=reply)
    if status == "rejected":
        return Verdict(vector, PASS, reply=reply)
    output = reply["output"]
    problem = {"exact": _exact, "transcript": _transcript, "tape": _tape}[vector.kind](vector, output)
    return Verdict(vector, PASS if problem is None else FAIL, problem or "", reply=reply)


def _judge_reject(vector: Vector, reply: dict[str, Any]) -> Verdict:
    wanted = vector.expect["status"]
    if reply["status"] == wanted:
        if wanted == "ok" and (bad := _not_finite(reply["output"])):
            return Verdict(vector, FAIL, f"a valid request was answered with {bad}", reply=reply)
        return Verdict(vector, PASS, reply=reply)
    if wanted == "rejected":
        bad = _not_finite(reply["output"])
        return Verdict(vector, FAIL, f"accepted: {vector.why}" + (f"; it answered {bad}" if bad else ""), reply=reply)
    return Verdict(vector, FAIL, f"refused a valid request: {reply.get('code', '')} {str(reply.get('message', ''))[:120]}".strip(), reply=reply)


def _not_finite(output: dict[str, Any]) -> str:
    """NaN or an infinity anywhere in an output, or nothing."""
    samples = output.get("samples")
    if isinstance(samples, str):
        values = [from_bits(samples[i : i + 16]) for i in range(0, len(samples) - len(samples) % 16, 16)]
        return next((repr(v) for v in values if v != v or v in (float("inf"), float("-inf"))), "")
    given = output.get("value")
    answer = parse(given) if given is not None else None
    return answer if isinstance(answer, str) and "got" in answer else ""


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
        if isinstance(want, list):
            if not isinstance(got, list) or len(got) != len(want):
                return f"step {name}: expected {len(want)} values"
            problems = [judge_value(g, w, "within", ulps) for g, w in zip(got, want, strict=True)]
            problem = next((p for p in problems if p), None)
        else:
            problem = judge_value(got, want, "within", ulps)
        if problem is not None:
            return f"step {name}: {problem}"
    problem = judge_value(output.get("value"), vector.expect["value"], "within", ulps)
    return None if problem is None else f"output: {problem}"


def _tape(vector: Vector, output: dict[str, Any]) -> str | None:
    for key in ("values", "shake128_of_lines", "bits"):
        if key in vector.expect and output.get(key) != vector.expect[key]:
            return f"{key}: got {str(output.get(key))[:120]}, want {str(vector.expect[key])[:120]}"
    return None


def outcomes(vector: Vector, output: dict[str, Any]) -> list[tuple[Outcome, int]] | str:
    """The batch of a stat reply as (outcome, count), or what is wrong with it."""
    n, two = int(vector.input["n"]), any(e["on"] in ("y", "abs_y", "sum", "abs_sum", "norm", "product") for e in vector.expect["events"])
    width = 2 if two else 1
    if isinstance(output.get("samples"), str):
        text = output["samples"]
        if len(text) != 16 * n * width:
            return f"expected {n} draws of {16 * width} hexadecimal digits"
        try:
            values = [from_bits(text[i : i + 16]) for i in range(0, len(text), 16)]
        except Exception:
            return "samples must be hexadecimal"
        bad = next((v for v in values if v != v or v in (float("inf"), float("-inf"))), None)
        if bad is not None:
            return f"a draw was {bad}"
        exact = [Fraction(v) for v in values]
        return [(tuple(exact[i : i + width]), 1) for i in range(0, len(exact), width)]
    if isinstance(output.get("counts"), list):
        batch: list[tuple[Outcome, int]] = []
        for row in output["counts"]:
            if not isinstance(row, list) or len(row) != 2 or not str(row[1]).isdigit():
                return "counts must be a list of [value, count]"
            given = row[0] if isinstance(row[0], list) else [row[0]]
            answers = [parse(v) for v in given]
            if len(given) != width or any(isinstance(a, str) for a in answers):
                return "counts: a value is not a rational"
            batch.append((tuple(a.low for a in answers if not isinstance(a, str)), int(row[1])))
        return batch if sum(c for _, c in batch) == n else f"the counts do not sum to {n}"
    return "expected samples or counts"


def look(vector: Vector, output: dict[str, Any]) -> tuple[list[Finding], str | None]:
    """The tests of one batch, or what is wrong with the batch."""
    batch = outcomes(vector, output)
    if isinstance(batch, str):
        return [], batch
    return findings(vector.expect, batch, Fraction(vector.input.get("center", "0"))), None
