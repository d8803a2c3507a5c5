"""The report for machines: one JSON object, from which every other report is made, now or later
(`dpmean report`).

This file says how a run becomes that object, and how such a file is read back and checked against
vectors/schema/report.schema.json. Whatever a report wants to say must be in the object; no other
file here sees a Run.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..errors import InvalidInput
from ..judging import judge_of
from ..judging.known import CLASSES
from ..judging.outcome import Judged
from ..judging.policies import UNDECIDED
from ..judging.results import Run
from ..judging.severity import guesses, meaning, seen_in, severity_of
from ..judging.verdict import DECLARED, FAIL, KNOWN, PASS, UNSUPPORTED, Verdict
from ..suite.files import root
from ..suite.schemas import breaches
from ..suite.vectors import SUITE
from ..wire.protocol import Hello

FORMAT = "1.1"
SECURE = ("os", "csprng")
POLICY = (
    "the adapter says so when it is greeted, in the fixed words of the protocol, and does "
    "exactly that"
)
PUBLISHED = (
    "1e-9"  # the false-alarm probability of a check at which powers are published: `pvalues.CHECK`
)
POWERFUL = 0.99  # a known bug that a batch finds with less probability than this is named
LONGEST_FILE = 1 << 28  # bytes; a run of everything against a dozen libraries has some 2^24


def report_json(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the object of a report file, which may hold several runs."""
    return {"format": FORMAT, "suite": SUITE, "runs": runs}


def run_json(judged: Judged) -> dict[str, Any]:
    """Return one adapter as an object; one that did not start has no verdicts, and `stopped` says
    why.
    """
    run = judged.run or Run(Hello(judged.adapter[:80], ""), stopped=judged.reason)
    counts: dict[str, Counter[str]] = {}
    for v in run.verdicts:
        counts.setdefault(v.vector.kind, Counter())[v.status] += 1
    reasons = Counter(v.detail for v in run.verdicts if v.status == UNSUPPORTED)
    return {
        "adapter": {
            "name": run.hello.name,
            "version": run.hello.version,
            "language": run.hello.language,
            "command": judged.adapter,
        },
        "suite": SUITE,
        "finished": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "exit_code": judged.code,
        "severity": judged.severity,
        "randomness": run.hello.randomness,
        "in_doubt": _in_doubt(run),
        "provenance": judged.provenance,
        "counts": {kind: dict(c) for kind, c in counts.items()},
        "unsupported": [{"reason": reason, "count": n} for reason, n in reasons.most_common()],
        "draws": run.draws,
        "false_alarm_bound": str(run.false_alarm),
        "weak": _weak(run),
        "power": _power(run),
        "seconds": round(run.seconds, 2),
        "stopped": run.stopped,
        "list_complaints": judged.complaints,
        "list_warnings": judged.warnings,
        "verdicts": [verdict_json(v) for v in run.verdicts],
    }


def _in_doubt(run: Run) -> list[str]:
    """Return what puts the guarantee of all draws in doubt, by the adapter's own words: no such
    thing fails a run.
    """
    source = run.hello.randomness
    undecided = [
        v for v in run.verdicts if v.status == UNSUPPORTED and v.detail.startswith(UNDECIDED)
    ]
    found = []
    if undecided:
        found.append(
            "checks whose draws have not the law that was asked for, and by the adapter's own "
            f"policies need not have it: {len(undecided)}; whether these draws are private and "
            "right was not decided"
        )
    if not run.draws or not source or source in SECURE:
        return found
    return [
        *found,
        f"the adapter declares draws from '{source}' (declared, not verified), which is not "
        "known to be cryptographically secure: who sees enough outputs may know the others",
    ]


def _powers(v: Verdict, draws: int) -> list[tuple[str, float]]:
    """Return the named wrong implementations of a check and the least probability with which such a
    batch shows each.

    A batch larger than every published one shows them at least as often as the largest of those.
    """

    def least(published: dict[str, str]) -> float:
        return (
            float(published[str(max(sizes))])
            if (sizes := [n for n in map(int, published) if n <= draws])
            else 0.0
        )

    return [(known["bug"], least(known["at_least"])) for known in v.vector.expect.get("power", ())]


def _batches(run: Run) -> list[tuple[Verdict, int]]:
    """Return the checks that draws passed, and the size of the batch that each was chosen."""
    return [
        (v, run.tiers[v.vector.id])
        for v in run.verdicts
        if v.vector.kind == "stat" and v.status == PASS and v.vector.id in run.tiers
    ]


def _weak(run: Run) -> list[dict[str, Any]]:
    """Return the known bugs that a batch of the size chosen for this adapter may miss."""
    return [
        {"id": v.vector.id, "draws": n, "bug": bug, "power": power}
        for v, n in _batches(run)
        for bug, power in _powers(v, n)
        if power < POWERFUL
    ]


def _power(run: Run) -> dict[str, Any] | None:
    """Return how large the batches were in which nothing was seen, and how many named bugs they
    would have shown.
    """
    batches = _batches(run)
    if not batches:
        return None
    sizes, powers = (
        [n for _, n in batches],
        [power for v, n in batches for _, power in _powers(v, n)],
    )
    return {
        "least": min(sizes),
        "most": max(sizes),
        "bugs": len(powers),
        "probability": POWERFUL,
        "error": PUBLISHED,
        "shown": sum(power >= POWERFUL for power in powers),
    }


def verdict_json(v: Verdict) -> dict[str, Any]:
    """Return one verdict: always what was asked and what came of it.

    For a failure or a known finding it holds all that a reader wants.
    """
    body: dict[str, Any] = {
        "id": v.vector.id,
        "kind": v.vector.kind,
        "object": v.vector.object,
        "quantity": v.vector.quantity,
        "params": v.vector.params,
        "level": v.vector.level,
        "status": v.status,
        "detail": v.detail,
        "why": v.vector.why,
        "flags": list(v.flags or v.vector.flags),
    }
    if v.status in (FAIL, KNOWN):
        body |= {
            "input": v.vector.input,
            "wanted": judge_of(v.vector.kind).wanted(v.vector),
            "matters": meaning(v),
            "severity": severity_of(v),
            "seen": seen_in(v),
            "guesses": guesses(v) if v.status == FAIL else [],
        }
    if v.status == KNOWN and v.category:  # it has a reason, so that nothing is guessed about it
        body["matters"] = (
            f"{v.category}: {POLICY if v.category == DECLARED else CLASSES[v.category]}"
        )
    if v.status == KNOWN:
        body |= {"known": v.known, "repro": v.repro, "class": v.category, "breaks": v.breaks}
        body |= {"finding": v.facts} if v.facts else {}
    if v.evidence is not None:
        body["evidence"] = v.evidence
    return body


def read(path: Path) -> dict[str, Any]:
    """Read a report file and check it against its schema; what is wrong is named by place and rule,
    never by value.
    """
    try:
        if path.stat().st_size > LONGEST_FILE:
            raise InvalidInput(
                "file_format",
                f"{path.name}: larger than {LONGEST_FILE} bytes, so no report",
                argument="report",
            )
        content = json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_constant)
    except OSError as error:
        raise InvalidInput(
            "file_not_found", f"{path.name}: cannot be read ({error.strerror})", argument="report"
        ) from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput(
            "file_format",
            f"{path.name}: not JSON; give a file that `dpmean conform --json` wrote",
            argument="report",
        ) from error
    schema = json.loads((root() / "schema" / "report.schema.json").read_text(encoding="utf-8"))
    if found := breaches(schema, content):
        place, rule, _ = found[0]
        raise InvalidInput(
            "file_format",
            f"{path.name}: not a report of format {FORMAT} ({place}, rule {rule}); give "
            "a file that `dpmean conform --json` wrote",
            argument="report",
        )
    report: dict[str, Any] = content
    return report


def _no_constant(name: str) -> float:
    raise ValueError(name)  # NaN and Infinity are no JSON
