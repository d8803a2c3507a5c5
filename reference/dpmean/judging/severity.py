"""How severe a failure is: the one rule, from what was seen, which verdicts, exit codes and all
reports use.

What was seen is one word of SEEN. A judge says it, or it follows from the evidence of draws
(`shown.py`), and never from the bugs at which a vector is aimed. A list of known findings may say
that a behaviour is documented, or a choice, or how severe it is; what two neighbouring inputs were
seen to give is beyond such words.
"""

from __future__ import annotations

import re

from ..suite.flags import FLAGS
from .draws.hypotheses import told
from .shown import WRONG, shown
from .verdict import ADAPTER, DECLARED, KNOWN, Verdict

GUARANTEE, RESULT, CONTRACT, POLICY = "guarantee", "result", "contract", "policy"
SEVERITIES = {  # the gravest first
    GUARANTEE: "breaks the guarantee",
    RESULT: "wrong result",
    CONTRACT: "breaks the contract",
    POLICY: "differs by a documented policy",
}
SEEN: dict[str, tuple[str, str]] = {
    "leak": (
        GUARANTEE,
        "these outputs tell two neighbouring inputs apart beyond the claimed guarantee",
    ),
    "status": (GUARANTEE, "one record decides whether there is a finite answer, without any noise"),
    "reused": (
        GUARANTEE,
        "the noise is not fresh: who knows some releases knows the noise of others",
    ),
    "loss": (GUARANTEE, "the draws themselves exceed the claimed epsilon"),
    "less noise": (GUARANTEE, "less noise than the law has: less privacy than stated"),
    "below": (
        GUARANTEE,
        "the stated number is below the real one, and promises more privacy than there is",
    ),
    "unclipped": (
        GUARANTEE,
        "a record beyond the bounds was used as it is: its influence is not bounded",
    ),
    "more noise": (RESULT, "more noise than the law has: estimates are worse than stated"),
    "bias": (RESULT, "the draws are moved to one side: estimates are biased"),
    "law": (
        RESULT,
        "another law than the one asked for; whether its guarantee holds is not decided by "
        "these draws",
    ),
    "value": (RESULT, "another number than the right one"),
    "not finite": (RESULT, "the answer is no finite number"),
    "grid": (CONTRACT, "the draws lie on a grid that the reply does not declare"),
    "accepted": (CONTRACT, "a request that makes no sense was answered"),
    "refused": (CONTRACT, "a request that makes sense was refused"),
    "gave up": (CONTRACT, "a request that was answered before was not answered again"),
    "crash": (CONTRACT, "the program ended instead of answering; its numbers are not known"),
    "slow": (CONTRACT, "no answer came within the time limit; its numbers are not known"),
    "error": (
        CONTRACT,
        "the adapter reported an error of its own; the implementation's numbers are not known",
    ),
    "protocol": (
        CONTRACT,
        "the reply could not be read; the implementation's numbers are not known",
    ),
}
# no bug's effect
SILENT = ("crash", "slow", "error", "protocol", "refused", "gave up", "not finite", "accepted")
EXPLAINED = ("documented", "convention", DECLARED)
ENDED = re.compile(r"the program (ended|closed its input)|the module ended")
LATE = re.compile(r"no reply within|did not read its input within")
UNREADABLE = re.compile(
    r'^(step \w+: |output: )?(a value is "p/q"|expected \d+ values|steps must|a rational must|lo (and|is)|f64 must)'
)
NOT_A_NUMBER = re.compile(r"\b(a draw was|got|answered with) -?(nan|inf)\b")


def broken(detail: str) -> str:
    """Return what was seen of a program that did not answer, from the sentence that says so."""
    return "crash" if ENDED.search(detail) else "slow" if LATE.search(detail) else "protocol"


def seen_in(v: Verdict) -> str:
    """Return what was seen in a failure, or a known one: a word of SEEN."""
    evidence = (v.evidence or {}).get("type", "")
    if v.seen:
        return v.seen
    if evidence == "leak":
        return "leak"
    if ADAPTER in v.flags:
        return broken(v.detail)
    for flag, word in (("NoiseReused", "reused"), ("StatusLeak", "status")):
        if flag in v.flags:
            return word
    if evidence == "law":
        return shown(v.vector, v.evidence or {}).word
    if NOT_A_NUMBER.search(v.detail):
        return "not finite"
    if v.detail.startswith("answered once"):
        return "gave up"
    unread = v.vector.kind in ("stat", "support") or UNREADABLE.search(v.detail)
    return "protocol" if unread else "value"


def severity_of(v: Verdict) -> str:
    """Return the severity of a failure or a known finding."""
    word = seen_in(v)
    if word == "leak" or v.breaks:
        return GUARANTEE
    if v.facts.get("severity"):
        return v.facts["severity"]
    return POLICY if v.status == KNOWN and v.category in EXPLAINED else SEEN[word][0]


def meaning(v: Verdict) -> str:
    """Return what a failure means, as far as it was seen: never the effect of a bug that is only
    guessed.
    """
    word = seen_in(v)
    sentence = v.matters or SEEN[word][1]
    if word == "loss" and v.evidence:
        least = shown(v.vector, v.evidence).epsilon
        return (
            f"{sentence}: no better than {least:.3g}-DP where epsilon "
            f"{v.vector.params['epsilon']} was claimed (this is wrong with probability at most "
            f"{WRONG:.0e})"
        )
    return sentence


def guesses(v: Verdict) -> list[str]:
    """Return the hypotheses about a failure, the likeliest first: from counts where there are some,
    else from flags.
    """
    if (v.evidence or {}).get("type") == "law":
        return told(v.vector, v.evidence or {})
    if seen_in(v) in SILENT or v.vector.kind not in ("exact", "transcript", "tape"):
        return []
    return [f"this vector is aimed at a known bug: {FLAGS[f][0]}" for f in v.vector.flags[:2]]


def at_least(severity: str, threshold: str) -> bool:
    """Tell whether a severity is as grave as the threshold, or graver."""
    order = tuple(SEVERITIES)
    return order.index(severity) <= order.index(threshold)
