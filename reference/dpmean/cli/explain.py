"""`dpmean explain`: which evidence entails which statement, which draws are made, what a word means."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .options import emit, instead, json_option
from .terminal import say

TOPICS = {
    "verdicts": "what was seen, when, what follows from it, assuming what, and how grave that is",
    "draws": "which draws are made for a vector, who looks at them, and what each look may err",
    "exits": "the exit codes of all commands",
    "outcomes": "what can become of a check",
}


@click.command(
    "explain", epilog="Examples:  dpmean explain verdicts  |  dpmean explain draws --json"
)
@click.argument("topic", type=click.Choice([*TOPICS]), required=False)
@json_option("the table")
def explain_command(topic: str | None, as_json: Path | None) -> None:
    """Print a table that verdicts are made from: verdicts, draws, exits, outcomes.

    These are the tables that decide, and not a description of them.
    """
    if topic is None:
        say("\n".join(f"  {name:10} {text}" for name, text in TOPICS.items()))
        return
    rows = {"verdicts": verdicts, "draws": draws, "exits": exits, "outcomes": outcomes}[topic]()
    if as_json is not None:
        emit(as_json, {"topic": topic, "rows": rows})
    if not instead(as_json):
        say("\n".join(_table(rows)))


def verdicts() -> list[dict[str, str]]:
    """Return the rows of the table of evidence."""
    from ..judging.evidence import ASSUMED, TABLE, Assuming
    from ..judging.sentences import MEANS

    return [
        {
            "seen": rule.seen,
            "when": rule.when,
            "follows": rule.follows,
            "assuming": " or ".join(ASSUMED[a] for a in rule.assuming if a is not Assuming.NOTHING),
            "severity": rule.severity,
            "says": MEANS[rule.follows],
        }
        for rule in TABLE
    ]


def draws() -> list[dict[str, str]]:
    """Return the rows of the table of looks."""
    from ..judging.draws.plan import LOOKS

    return [
        {
            "look": look.name,
            "draws": look.drawn,
            "by": look.by,
            "at": look.at,
            "may err": f"{look.share} of alpha" if look.share else "decides nothing",
        }
        for look in LOOKS
    ]


def exits() -> list[dict[str, str]]:
    """Return the rows of the table of exit codes."""
    from ..exits import MEANINGS

    return [{"code": str(int(code)), "means": text} for code, text in MEANINGS.items()]


def outcomes() -> list[dict[str, str]]:
    """Return the rows of the table of outcomes."""
    from ..judging.evidence import BECAME

    return [{"outcome": outcome, "means": text} for outcome, text in BECAME.items()]


def _table(rows: list[dict[str, Any]]) -> list[str]:
    """Return rows as lines, with a line of names on top; the last column is not padded."""
    names = list(rows[0])
    wide = {n: max(len(n), *(len(row[n]) for row in rows)) for n in names[:-1]}
    every = [{n: n for n in names}, *rows]
    return [
        "  ".join([*(f"{row[n]:{wide[n]}}" for n in names[:-1]), row[names[-1]]]) for row in every
    ]
