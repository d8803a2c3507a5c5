"""Words that the reports share: what was asked, how to repeat it, the verdict in one sentence;
harmless text.

This file holds functions from the JSON object of a run, or of a verdict, to plain text. Everything
that an adapter said goes through `tidy` before a report shows it. What a run amounts to is in
`headline.py`.
"""

from __future__ import annotations

import shlex
from typing import Any

from ..errors import printable
from ..judging.evidence import ASSUMED, Assuming, Follows, Outcome, Severity

WORDS: dict[str, str] = {
    Outcome.PASS: "passed",
    Outcome.FAIL: "failed",
    Outcome.KNOWN: "known",
    Outcome.UNSUPPORTED: "unsupported",
    Outcome.NOT_ASKED: "not asked",
    Outcome.INCONCLUSIVE: "inconclusive",
}
# colour is never the only carrier
SYMBOLS: dict[str, str] = {
    Outcome.PASS: "✓",
    Outcome.FAIL: "✗",
    Outcome.KNOWN: "◆",
    Outcome.UNSUPPORTED: "–",
    Outcome.NOT_ASKED: "–",
    Outcome.INCONCLUSIVE: "?",
}
LONGEST = 2000  # characters of one text that a report shows


def tidy(value: Any, longest: int = LONGEST) -> Any:
    """Return the same JSON value with every string in it made printable and cut; what was cut is
    counted.
    """
    if isinstance(value, str):
        cut = len(value) - longest
        return (
            printable(value)
            if cut <= 0
            else f"{printable(value[:longest])} ... ({cut} more characters)"
        )
    if isinstance(value, list):
        return [tidy(item, longest) for item in value]
    if isinstance(value, dict):
        return {tidy(key, longest): tidy(item, longest) for key, item in value.items()}
    return value


def probability(p: float) -> str:
    """Return a p-value for people; a double that underflowed is not shown as 0."""
    return "< 1e-300" if p < 1e-300 else f"= {p:.1e}" if p < 0.001 else f"= {p:.2g}"


def title(run: dict[str, Any]) -> str:
    """Return the name and the version of the implementation that was judged."""
    return f"{run['adapter']['name']} {run['adapter']['version']}".strip() or "(no name)"


def asked(v: dict[str, Any]) -> str:
    """Return what was asked: object, quantity and parameters."""
    what = f"{v['object']}.{v['quantity']}" if v["quantity"] else v["object"]
    return " ".join([what, *(f"{key}={value}" for key, value in v["params"].items())])


def given(v: dict[str, Any]) -> str:
    """Return the input beside the parameters: records, draws, bits; empty when there is none."""
    return "; ".join(f"{key}: {_plain(value)}" for key, value in v.get("input", {}).items())


def _plain(value: object) -> str:
    if isinstance(value, list):
        return (
            ", ".join(
                f"({_plain(item)})" if isinstance(item, list) else _plain(item) for item in value
            )
            or "(none)"
        )
    if isinstance(value, dict):
        return ", ".join(f"{key} = {_plain(item)}" for key, item in value.items())
    return str(value)


def repeat(run: dict[str, Any], v: dict[str, Any]) -> str:
    """Return the command that judges this vector again."""
    command = run["adapter"]["command"]
    if command.startswith("--from-csv "):  # samples from a file, which have no adapter
        return f"dpmean conform {command} -v"
    return f"dpmean conform -a {shlex.quote(command)} --run {shlex.quote(v['id'])} -v"


def of_status(run: dict[str, Any], status: str) -> list[dict[str, Any]]:
    """Return the verdicts of one status, the gravest first, and in the order of the run where they
    are alike.
    """
    order = (*Severity, "")
    return sorted(
        (v for v in run["verdicts"] if v["status"] == status),
        key=lambda v: order.index(v.get("severity", "")),
    )


def got(v: dict[str, Any]) -> str:
    """Return what came back, without the word that the label beside it says."""
    return str(v["detail"]).removeprefix("got ")


def gravity(v: dict[str, Any]) -> str:
    """Return the severity of a failure or a known finding in words, with what it assumes."""
    assumed = assumption(v)
    return Severity(v["severity"]).words + (f", {assumed}" if assumed else "")


def follows(v: dict[str, Any]) -> Follows:
    """Return what follows from a failure or a known finding: the statement that is told."""
    return Follows(v["follows"][0]["what"])


def assumption(v: dict[str, Any]) -> str:
    """Return what the statement that is told of a failure assumes, in words; empty if nothing."""
    told = v["follows"][0] if v.get("follows") else {}
    if told.get("severity") != v["severity"]:  # a list says otherwise
        return ""
    return ASSUMED.get(Assuming(told.get("assuming", "")), "")


def declares(run: dict[str, Any]) -> str:
    """Return all that the adapter declares and that checks take it at its word for."""
    told, words = run["declared"], []
    if run["randomness"]:
        words.append(f"randomness {run['randomness']}")
    if told["edition"]:
        words.append(f"edition {told['edition']}")
    words += [f"{name} = {value}" for name, value in told["policies"].items()]
    words += [f"draws of {o} within {t} of the law" for o, t in told["tolerance"].items()]
    words += [
        f"{q} at most {b['allowed']} above the truth" for q, b in told["upper_bounds"].items()
    ]
    return "; ".join(words)


def sources(run: dict[str, Any]) -> list[str]:
    """Return what is declared, how much was asked, whether the program was shut in, and what a
    record says of the run, a line each.
    """
    lines = [f"declared, not verified: {told}"] if (told := declares(run)) else []
    if tier := run["tier"]:
        fewer = len(tier["fewer"])
        told = f", fewer in {fewer:,} check{'s' if fewer != 1 else ''}" if fewer else ""
        lines.append(
            f"tier {tier['draws']}: so many draws in a batch{told}, {tier['single']:,} one by one for "
            "each sampler"
        )
    about = run["provenance"]
    if "sandboxed" in about:
        lines.append(
            "sandboxed: no network, read-only files, a temporary folder of its own (but your sockets "
            "and pipes outside /run)"
            if about["sandboxed"]
            else "unsandboxed: the adapter had your files and your network (see --sandbox)"
        )
    if about.get("vectors"):
        lines.append(
            f"record: vectors {about['vectors'][:16]}, replies {about['replies'][:16]}, made by "
            f"dpmean {about['dpmean']} at {about['started']}"
        )
        lines += [
            f"adapter file {name}: sha256 {digest[:16]}"
            for name, digest in about["adapter"].items()
        ]
    return [*lines, *(f"note: {note}" for note in about.get("notes", ()))]
