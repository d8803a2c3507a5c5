"""Reports of a run: text for people, JSON for machines. A failure says what was asked, got and wanted, why, and how to repeat it."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import Any

from ..suite.vectors import KINDS, SUITE
from .session import Run
from .verdict import FAIL, KNOWN, PASS, UNSUPPORTED, Verdict

SHOWN = 12  # failures printed in full; the rest by id


def counts(result: Run) -> dict[str, Counter[str]]:
    """Per kind (and `support`), how many verdicts of each status."""
    table: dict[str, Counter[str]] = {}
    for v in result.verdicts:
        table.setdefault(kind_of(v), Counter())[v.status] += 1
    return table


def kind_of(v: Verdict) -> str:
    """The kind of a verdict's vector; a support check is a kind of its own."""
    return v.vector.kind


def text(result: Run, adapter: str, complaints: list[str], exit_code: int, verbose: bool = False) -> str:
    """The report for people."""
    h = result.hello
    lines = [f"{h.name} {h.version}".strip() + (f" ({h.language})" if h.language else "") + f"  |  dpmean vectors {SUITE}"]
    table = counts(result)
    for kind in [*KINDS, "support"]:
        if kind in table:
            lines.append(_row(kind, table[kind]))
    stat = f"{result.draws:,} draws, false-alarm bound {float(result.false_alarm):.1e}, " if result.draws else ""
    lines.append(f"  {stat}{result.seconds:.1f} s")
    lines += _lost_power(result)
    lines += _unsupported(result)
    failures = [v for v in result.verdicts if v.status == FAIL]
    known = [v for v in result.verdicts if v.status == KNOWN]
    shown = len(failures) if verbose else SHOWN
    for title, chosen in (("FAILED", failures), ("KNOWN", known)):
        for v in chosen[:shown]:
            lines += ["", *_failure(title, v, adapter)]
        if len(chosen) > shown:
            lines += ["", f"... and {len(chosen) - shown} more {title.lower()}: " + ", ".join(v.vector.id for v in chosen[shown : shown + 8]) + (" ..." if len(chosen) > shown + 8 else "") + "  (-v shows all)"]
    lines += [f"LIST: {c}" for c in complaints]
    if result.stopped:
        lines.append(f"STOPPED: {result.stopped}")
    if result.draws:
        lines.append("Passing the statistical checks is no evidence of privacy: they refute named bugs, and exact and tape checks carry the rest.")
    answered = sum(v.status != UNSUPPORTED for v in result.verdicts)
    lines.append(_verdict(exit_code, len(failures), len(known), f"{answered} of {len(result.verdicts)}"))
    return "\n".join(_printable(line) for line in lines)


def _lost_power(result: Run) -> list[str]:
    """The known bugs that batches of the size chosen for this adapter may miss, though the largest batches find them."""
    weak = []
    for v in result.verdicts:
        n = str(result.tiers.get(v.vector.id, ""))
        for known in v.vector.expect.get("power", ()) if v.vector.kind == "stat" and v.status == PASS else ():
            if float(known["at_least"].get(n, "1")) < 0.99:
                weak.append(f"  at {n} draws {v.vector.id} finds '{known['bug']}' with probability {known['at_least'][n]} or more only")
    return [*weak[:6], *([f"  ... and {len(weak) - 6} more known bugs that batches of this size may miss"] if len(weak) > 6 else [])]


def _printable(line: str) -> str:
    """What an adapter said, without control characters: a report must not drive the terminal."""
    return "".join(c if c.isprintable() else " " for c in line)


def _verdict(exit_code: int, failures: int, known: int, answered: str) -> str:
    if exit_code == 0:
        if known:
            return f"RESULT: nothing new; of the {answered} vectors it answered it does not conform in {known}, known findings listed above"
        return f"RESULT: conforms in the {answered} vectors that it answered"
    if exit_code == 4:
        return "RESULT: nothing failed, but nothing was judged"
    return f"RESULT: does not conform ({failures} failed)" if failures else "RESULT: not complete, see above"


def _row(kind: str, c: Counter[str]) -> str:
    parts = [f"{c[PASS]:5} passed"] + [f"{c[s]:4} {word}" for s, word in ((FAIL, "FAILED"), (KNOWN, "known findings"), (UNSUPPORTED, "unsupported")) if c[s]]
    return f"  {kind:11}" + "  ".join(parts)


def _unsupported(result: Run) -> list[str]:
    reasons = Counter(v.detail for v in result.verdicts if v.status == UNSUPPORTED)
    return [f"  unsupported: {n} x {reason}" for reason, n in reasons.most_common(6)] + ([f"  unsupported: {len(reasons) - 6} more reasons"] if len(reasons) > 6 else [])


def _failure(title: str, v: Verdict, adapter: str) -> list[str]:
    params = " ".join(f"{k}={x}" for k, x in v.vector.params.items())
    what = f"{v.vector.object}.{v.vector.quantity}" if v.vector.quantity else v.vector.object
    lines = [f"{title} {kind_of(v)}/{v.vector.id}", f"  asked   {what} {params}".rstrip()]
    if "data" in v.vector.input:
        lines.append(f"  data    {', '.join(v.vector.input['data']) or '(none)'}")
    return [
        *lines,
        f"  result  {v.detail}",
        f"  case    {v.vector.why}",
        f"  matters {v.effect}",
        f"  repeat  dpmean conform -a {shlex.quote(adapter)} --run '{v.vector.id}' -v",
    ]


def as_json(result: Run, adapter: str, complaints: list[str], exit_code: int) -> dict[str, Any]:
    """The report for machines."""
    h = result.hello
    return {
        "adapter": {"name": h.name, "version": h.version, "command": adapter},
        "suite": SUITE,
        "exit_code": exit_code,
        "counts": {kind: dict(c) for kind, c in counts(result).items()},
        "draws": result.draws,
        "false_alarm_bound": str(result.false_alarm),
        "seconds": round(result.seconds, 2),
        "stopped": result.stopped,
        "list_complaints": complaints,
        "verdicts": [
            {"id": v.vector.id, "kind": kind_of(v), "status": v.status, "detail": v.detail, "why": v.vector.why, "flags": list(v.flags or v.vector.flags)} | ({"evidence": v.evidence} if v.evidence else {})
            for v in result.verdicts
        ],
    }
