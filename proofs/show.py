"""How a run is shown: a line each theorem, the rows of the ledger, what is trusted, and at the end
what is red.
"""

from __future__ import annotations

import json
import os
import sys
from typing import NoReturn

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from . import ledger, processes
from .ledger import Checked
from .theorem import PAPERS, Claim, Status, Theorem

DETAILS = (
    "domain",
    "finite",
    "severity",
    "entry",
    "counterexample",
    "order",
    "corrected",
    "survives",
    "note",
    "experiment",
)


class _Console(Console):
    """A console whose reader may stop listening (`| head`), which is no error."""

    def on_broken_pipe(self) -> NoReturn:
        """Leave quietly when the reader has stopped listening."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


OUT = _Console(highlight=False, soft_wrap=True)
ERR = _Console(stderr=True, highlight=False, soft_wrap=True)


def count(number: int, thing: str) -> str:
    """Return a number with its noun, such as '1 step' or '2 steps'."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def listing(found: list[Theorem], as_json: bool) -> None:
    """Print the theorems and what they state."""
    if as_json:
        print(
            json.dumps(
                [
                    {
                        "theorem": t.id,
                        "statement": t.statement,
                        "source": t.source,
                        "steps": len(t.steps),
                        "depends_on": t.depends_on,
                    }
                    for t in found
                ],
                ensure_ascii=False,
            )
        )
        return
    for t in found:
        OUT.print(f"[bold]{t.id}[/bold]  {escape(t.statement)}")


def check_all(chosen: list[Theorem], detailed: bool, to_stderr: bool) -> list[Checked]:
    """Run the theorems and print one line for each as it finishes; red steps always show."""
    console = ERR if to_stderr else OUT
    checked: list[Checked] = []
    for theorem, own in zip(chosen, processes.checked(chosen), strict=True):
        checked += own
        bad = [o for o in own if o.error]
        mark = "[red]RED[/red]  " if bad else "[green]green[/green]"
        console.print(f"{mark} {theorem.id}: {escape(theorem.title)} ({count(len(own), 'step')})")
        for o in own if detailed else bad:
            console.print(
                f"      {'[red]RED[/red]  ' if o.error else '[green]green[/green]'} {o.step.rule}: "
                f"{escape(o.step.name)}"
            )
            console.print(f"            {o.error or o.account}", markup=False)
            console.print(f"            {ran(o)}", markup=False)
    return checked


def ran(o: Checked) -> str:
    """Return in words which functions of the package ran in a step."""
    if not o.ran:
        return "no shipped code ran: arithmetic of the text"
    return f"ran {', '.join(o.ran[:6])}" + (f" and {len(o.ran) - 6} more" if len(o.ran) > 6 else "")


def established(found: list[Theorem], theorem: Theorem, claim: Claim, red: list[Checked]) -> bool:
    """Tell whether all steps of the row check, and all of the theorems that its file rests on."""
    below = resting_upon(found, theorem)
    return not any(
        (o.theorem is theorem and o.step.name in claim.by) or o.theorem.id in below for o in red
    )


def resting_upon(found: list[Theorem], theorem: Theorem) -> set[str]:
    """Return the theorems that a theorem depends on, directly or not."""
    by_id, reached, pending = {t.id: t for t in found}, set[str](), list(theorem.depends_on)
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += by_id[name].depends_on
    return reached


def rows(
    found: list[Theorem], chosen: list[Theorem], items: set[str], red: list[Checked], every: bool
) -> None:
    """Print the ledger: a line for each row, with its statement if asked."""
    for t, c in ledger.rows(found):
        if t not in chosen or (items and c.item not in items):
            continue
        status = f"[red]{c.status}[/red]" if c.status == Status.WRONG else c.status.value
        if not established(found, t, c, red):
            status = f"[red]NOT ESTABLISHED[/red] (would be: {c.status})"
        unchecked = resting_upon(found, t) - {u.id for u in chosen}
        given = (
            f"; given {', '.join(sorted(unchecked))}, not checked in this run" if unchecked else ""
        )
        OUT.print(f"{c.paper:<13} [bold]{escape(c.item)}[/bold]: {status} ({t.id}{given})")
        if every:
            OUT.print(f"{'':<13} {c.statement}", markup=False)
            for name in DETAILS:
                if getattr(c, name):
                    OUT.print(f"{'':<15} {name}: {getattr(c, name)}", markup=False)
    if len(chosen) == len(found):
        table = Table("status", *PAPERS)
        for status in Status:
            table.add_row(
                status,
                *(
                    str(sum(1 for _, c in ledger.rows(found) if (c.paper, c.status) == (p, status)))
                    for p in PAPERS
                ),
            )
        OUT.print(table)
        lemmas, citations = ledger.trust(found)
        OUT.print(
            "Trusted: the folder proofs/kernel; python-flint; that z3 and cvc5 do not "
            "err together; and"
        )
        for name, what in lemmas.items():
            OUT.print(f"  lemma {name}: {what}", markup=False)
        for name, what in citations.items():
            OUT.print(f"  cited {name}: {what} (rows only; no theorem uses it)", markup=False)


def end(found: list[Theorem], checked: list[Checked], red: list[Checked], seconds: float) -> None:
    """Print the last lines: what is red, and what rests on it."""
    broken = list(dict.fromkeys(o.theorem.id for o in red))
    for o in red:
        OUT.print(f"[red]RED[/red] {o.theorem.id}: {escape(o.step.name)}")
    if red:
        above = resting_on(found, set(broken))
        lost = [c.item for t, c in ledger.rows(found) if not established(found, t, c, red)]
        OUT.print(f"rows not established: {'; '.join(lost) or 'none'}", markup=False)
        OUT.print(f"theorems that rest on a red one: {', '.join(above) or 'none'}", markup=False)
    theorems = len({o.theorem.id for o in checked})
    shipped = sum(1 for o in checked if o.ran)
    share = 100 * shipped // max(len(checked), 1)
    OUT.print(
        f"shipped code ran in {shipped} of {count(len(checked), 'step')} ({share} %); the "
        "others are arithmetic of the text",
        markup=False,
    )
    OUT.print(
        f"{len(checked) - len(red)} of {count(len(checked), 'step')} green in "
        f"{count(theorems, 'theorem')} about {ledger.package()}, {seconds:.1f} s",
        markup=False,
    )


def resting_on(found: list[Theorem], broken: set[str]) -> list[str]:
    """Return the theorems that depend, directly or not, on one of these."""
    reached = set(broken)
    for t in found:  # in the order in which each comes after what it depends on
        if reached & set(t.depends_on):
            reached.add(t.id)
    return [t.id for t in found if t.id in reached - broken]


def summary(
    found: list[Theorem],
    chosen: list[Theorem],
    checked: list[Checked],
    stale: list[str],
    seconds: float,
) -> dict[str, object]:
    """Return the result of a run as an object for machines."""
    red = [o for o in checked if o.error]
    return {
        "green": not stale and not red,
        "package": ledger.package(),
        "seconds": round(seconds, 1),
        "stale": stale,
        "steps": [
            {
                "theorem": o.theorem.id,
                "step": o.step.name,
                "rule": o.step.rule,
                "green": not o.error,
                "account": o.account or o.error,
                "ran": o.ran,
                "programs": o.programs,
            }
            for o in checked
        ],
        "rows": [
            {
                "paper": c.paper,
                "item": c.item,
                "statement": c.statement,
                "status": c.status,
                "theorem": t.id,
                "established": established(found, t, c, red),
                "rests_on_unchecked": sorted(
                    resting_upon(found, t) - {o.theorem.id for o in checked}
                ),
            }
            | {name: getattr(c, name) for name in DETAILS if getattr(c, name)}
            for t, c in ledger.rows(chosen)
        ],
    }
