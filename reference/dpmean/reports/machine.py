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
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..errors import InvalidInput
from ..exact.digits import decimals
from ..judging import judge_of
from ..judging.evidence import JUDGED, SEVERITIES, Follows, Outcome, in_order
from ..judging.known import CLASSES
from ..judging.outcome import Judged
from ..judging.results import End, Run
from ..judging.sentences import guesses, meaning
from ..judging.severity import severity_of
from ..judging.verdict import (
    DECLARED,
    FAIL,
    INCONCLUSIVE,
    KNOWN,
    NOT_ASKED,
    PASS,
    UNSUPPORTED,
    Verdict,
)
from ..strict_json import parse
from ..suite.files import root
from ..suite.power import tolerant_power
from ..suite.schemas import breaches
from ..suite.vectors import SUITE
from ..wire.protocol import Hello
from ..wire.sizes import BATCH, FEWER, SINGLE, Sizes

FORMAT, READ = "1.2", ("1.1", "1.2")  # what is written, and what is read
SECURE = ("os", "csprng")
CORRECTED = "corrected"  # the edition of who declares none
POLICY = (
    "the adapter says so when it is greeted, in the fixed words of the protocol, and does "
    "exactly that"
)
OLD_ENDS = {130: End.INTERRUPTED, 3: End.BROKE}
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
        "declared": _declared(run),
        "in_doubt": _in_doubt(run),
        "provenance": judged.provenance
        | ({} if judged.sandboxed is None else {"sandboxed": judged.sandboxed}),
        "counts": {kind: dict(c) for kind, c in counts.items()},
        "unsupported": _reasons(run, UNSUPPORTED),
        "not_asked": _reasons(run, NOT_ASKED),
        "inconclusive": _reasons(run, INCONCLUSIVE),
        "draws": run.draws,
        "false_alarm_bound": str(run.false_alarm),
        "weak": _weak(run),
        "power": _power(run),
        "tier": _tier(run),
        "seconds": round(run.seconds, 2),
        "stopped": run.stopped,
        "end": run.end if judged.run else End.BROKE,
        "list_complaints": judged.complaints,
        "list_warnings": judged.warnings,
        "verdicts": [verdict_json(v) for v in run.verdicts],
    }


def _reasons(run: Run, outcome: Outcome) -> list[dict[str, Any]]:
    """Return why checks have this outcome, each reason with how many have it."""
    reasons = Counter(v.detail for v in run.verdicts if v.status is outcome)
    return [{"reason": reason, "count": n} for reason, n in reasons.most_common()]


def _declared(run: Run) -> dict[str, Any]:
    """Return what the adapter declares that checks take it at its word for, with what came of it:
    tolerances by object, upper bounds by quantity with the worst excess that was seen, policies and
    the edition.
    """
    objects = {v.vector.object for v in run.verdicts if v.status in JUDGED}
    quantities = {v.vector.quantity for v in run.verdicts if v.status in JUDGED}
    return {
        "tolerance": {o: str(t) for o, t in run.hello.tolerance.items() if o in objects and t},
        "upper_bounds": {
            quantity: {"allowed": str(most), "worst": decimals(_worst(run, quantity), 6)[1]}
            for quantity, most in run.hello.upper_bounds.items()
            if quantity in quantities
        },
        "policies": dict(run.hello.policies),
        "edition": run.hello.edition if run.hello.edition != CORRECTED else "",
    }


def _worst(run: Run, quantity: str) -> Fraction:
    """Return how far above the truth an accepted upper bound was at most."""
    found = (v.excess for v in run.verdicts if v.vector.quantity == quantity)
    return max((excess for excess in found if excess is not None), default=Fraction(0))


def _in_doubt(run: Run) -> list[str]:
    """Return what puts the guarantee of all draws in doubt, by the adapter's own words: no such
    thing fails a run.
    """
    source = run.hello.randomness
    undecided = [v for v in run.verdicts if v.doubt]
    found = []
    if undecided:
        found.append(
            "checks whose draws have not the law that was asked for, and by the adapter's own "
            f"policies need not have it: {len(undecided)}; whether these draws are private and "
            "right was not decided"
        )
    if not run.draws or source in SECURE:
        return found
    if not source and "stat" not in run.hello.kinds:  # samples of a file: nobody was greeted
        return found
    if not source:
        return [
            *found,
            "the adapter does not say where its draws come from (protocol 1 does not ask): from a "
            "generator that is not cryptographically secure, who sees enough outputs may know the "
            "others",
        ]
    return [
        *found,
        f"the adapter declares draws from '{source}' (declared, not verified), which is not "
        "known to be cryptographically secure: who sees enough outputs may know the others",
    ]


def _powers(run: Run, v: Verdict, draws: int) -> list[tuple[str, float]]:
    """Return the named wrong implementations of a check and the least probability with which such a
    batch shows each.

    A batch larger than every published one shows them at least as often as the largest of those. A
    declared tolerance makes every event wider, and the power is worked out for it.
    """
    known = v.vector.expect.get("power", ())
    tolerance = run.hello.tolerance.get(v.vector.object, Fraction(0))
    if tolerance:
        return [
            (bug["bug"], float(tolerant_power(v.vector.expect, bug, draws, tolerance)))
            for bug in known
        ]

    def least(published: dict[str, str]) -> float:
        sizes = [n for n in map(int, published) if n <= draws]
        return float(published[str(max(sizes))]) if sizes else 0.0

    return [(bug["bug"], least(bug["at_least"])) for bug in known]


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
        for bug, power in _powers(run, v, n)
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
        [power for v, n in batches for _, power in _powers(run, v, n)],
    )
    return {
        "least": min(sizes),
        "most": max(sizes),
        "bugs": len(powers),
        "probability": POWERFUL,
        "error": PUBLISHED,
        "shown": sum(power >= POWERFUL for power in powers),
    }


def _tier(run: Run) -> dict[str, Any] | None:
    """Return the tier of a run: the draws of a batch, single draws of a sampler, and in which checks
    a batch had fewer draws, because they take long. None where nothing asked for draws.
    """
    if BATCH not in run.tiers:
        return None
    fewer = {k.removesuffix(FEWER): n for k, n in run.tiers.items() if k.endswith(FEWER)}
    return {"draws": run.tiers[BATCH], "single": run.tiers[SINGLE], "fewer": fewer}


def sizes_of(report: dict[str, Any], adapter: str) -> Sizes:
    """Return the sizes that an adapter's run had, so that another run asks for the same."""
    told = next(
        (run["tier"] for run in report["runs"] if run["adapter"]["command"] == adapter), None
    )
    if told is None:
        raise InvalidInput(
            "unknown_name",
            f"tier: the report has no run of '{adapter[:80]}' with draws",
            argument="tier",
        )
    return Sizes(tier=told["draws"], single=told["single"], fewer=told["fewer"])


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
            "seen": v.statement.seen if v.statement else "",
            "follows": [s.data for s in in_order(v.follows)],
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


def upgraded(report: dict[str, Any]) -> dict[str, Any]:
    """Return a report of an earlier format as one of this: what a report of 1.0.0 calls seen is what
    follows.
    """
    for run in report["runs"]:
        told = run.setdefault("declared", {"tolerance": {}, "upper_bounds": {}})
        run["declared"] = {"policies": {}, "edition": ""} | told
        run.setdefault("not_asked", [])
        run.setdefault("inconclusive", [])
        run.setdefault("tier", None)
        run.setdefault(
            "end", OLD_ENDS.get(run["exit_code"], End.DONE) if run["stopped"] else End.DONE
        )
        for v in run["verdicts"]:
            if "seen" in v and "follows" not in v:
                what = v["seen"] if v["seen"] in [*Follows] else Follows.ANOTHER_NUMBER
                v["follows"] = [
                    {
                        "what": what,
                        "seen": "",
                        "severity": SEVERITIES[Follows(what)],
                        "assuming": "",
                    }
                ]
    return report


def read(path: Path) -> dict[str, Any]:
    """Read a report file and check it against its schema; what is wrong is named by place and rule,
    never by value.
    """
    if path.exists() and not path.is_file():  # a device or a pipe may never end
        raise InvalidInput(
            "file_format", f"{path.name}: no plain file, so no report", argument="report"
        )
    if path.exists() and path.stat().st_size > LONGEST_FILE:
        raise InvalidInput(
            "file_format",
            f"{path.name}: larger than {LONGEST_FILE} bytes, so no report",
            argument="report",
        )
    try:
        content = parse(path.read_bytes())
    except OSError as error:
        raise InvalidInput(
            "file_not_found", f"{path.name}: cannot be read ({error.strerror})", argument="report"
        ) from error
    except ValueError as error:
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
            f"{path.name}: not a report of format {' or '.join(READ)} ({place}, rule {rule}); give "
            "a file that `dpmean conform --json` wrote",
            argument="report",
        )
    return upgraded(content)
