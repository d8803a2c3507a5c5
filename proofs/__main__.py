"""`python -m proofs [ID ...]`: check the proofs, print the ledger, and say what is trusted.

Exit codes: 0 all green, 1 a step is red or a generated file is stale, 2 an unknown theorem or an unusable command line.
"""

from __future__ import annotations

import argparse
import difflib
import importlib.util
import json
import sys
import time

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from . import ledger
from .theorem import STATUSES, V1, V2, WRONG, Theorem


def main(argv: list[str] | None = None) -> int:
    """Check what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m proofs", description="Check the proofs about the shipped formulas, and print the ledger of claims.")
    parser.add_argument("id", nargs="*", help="theorems to check (default: all)")
    parser.add_argument("--list", action="store_true", help="list the theorems and what they state; check nothing")
    parser.add_argument("--rows", action="store_true", help="print the statement of every row too, and what is wrong with it")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--write", action="store_true", help="regenerate claims.toml, README.md, ERRATA.md and smt/")
    options = parser.parse_args(argv)
    console = Console(highlight=False, soft_wrap=True)
    found = ledger.load()
    by_id = {t.id: t for t in found}
    for name in options.id:
        if name not in by_id:
            near = difflib.get_close_matches(name, by_id, n=1)
            print(f"error: no theorem is called {name}{f'; did you mean {near[0]}?' if near else ''} (--list shows all)", file=sys.stderr)
            return 2
    if options.list:
        for t in found:
            console.print(f"[bold]{t.id}[/bold]  {t.statement}")
        return 0
    missing = [package for package, module in (("z3-solver", "z3"), ("cvc5", "cvc5")) if importlib.util.find_spec(module) is None]
    if missing:
        print(f"error: {' and '.join(missing)} not installed; run: pip install -e '.[prove]'   (or: make prove)", file=sys.stderr)
        return 2
    if options.write:
        ledger.write(found)
    chosen = [by_id[n] for n in options.id] or found
    started = time.perf_counter()
    outcomes = check_all(chosen, Console(stderr=True, highlight=False, soft_wrap=True) if options.json else console, bool(options.id))
    stale = [] if options.id else ledger.stale(found)
    seconds = time.perf_counter() - started
    red = [o for o in outcomes if o.error]
    if options.json:
        print(json.dumps(summary(chosen, outcomes, stale, seconds), ensure_ascii=False))
    else:
        show(console, found, chosen, options.rows, bool(options.id))
        console.print(f"{len(outcomes) - len(red)} of {len(outcomes)} steps green in {len(chosen)} theorems, {seconds:.1f} s")
    if stale:
        more = f" and {len(stale) - 1} more files are" if stale[1:] else " is"
        print(f"error: proofs/{stale[0]}{more} not what the theorem files (and vectors) give; run: {ledger.COMMAND}", file=sys.stderr)
    return 1 if red or stale else 0


def check_all(chosen: list[Theorem], console: Console, detailed: bool) -> list[ledger.Outcome]:
    """Run the theorems, one line each as they finish; red steps always show."""
    outcomes: list[ledger.Outcome] = []
    for theorem in chosen:
        own = list(ledger.check(theorem))
        outcomes += own
        bad = [o for o in own if o.error]
        mark = "[red]RED[/red]  " if bad else "[green]green[/green]"
        console.print(f"{mark} {theorem.id}: {theorem.title} ({len(own)} steps)")
        for o in own if detailed else bad:
            console.print(f"      {'[red]RED[/red]  ' if o.error else '[green]green[/green]'} {o.step.rule}: {o.step.name}", markup=True)
            console.print(f"            {o.error or o.account}", markup=False)
    return outcomes


def show(console: Console, found: list[Theorem], chosen: list[Theorem], every: bool, partial: bool) -> None:
    """The ledger: a line each row (its statement too if asked), counts by status, what is trusted."""
    rows = [(t, c) for t, c in ledger.rows(found) if t in chosen]
    for t, c in rows:
        mark = f"[red]{c.status}[/red]" if c.status == WRONG else c.status
        console.print(f"{c.paper:<13} [bold]{escape(c.item)}[/bold]: {mark} ({t.id})")
        if every or partial:
            console.print(f"{'':<13} {c.statement}", markup=False)
            for name in ("finite", "counterexample", "corrected", "survives", "note"):
                if getattr(c, name):
                    console.print(f"{'':<15} {name}: {getattr(c, name)}", markup=False)
    if partial:
        return
    table = Table("status", V2, V1)
    for status in STATUSES:
        table.add_row(status, *(str(sum(1 for _, c in rows if (c.paper, c.status) == (p, status))) for p in (V2, V1)))
    console.print(table)
    lemmas, citations = ledger.trust(found)
    console.print("Trusted: proofs/kernel.py and the five files it names; python-flint; that z3 and cvc5 do not err together; and")
    for name, what in lemmas.items():
        console.print(f"  lemma {name}: {what}", markup=False)
    for name, what in citations.items():
        console.print(f"  cited {name}: {what} (rows only; no theorem uses it)", markup=False)


def summary(chosen: list[Theorem], outcomes: list[ledger.Outcome], stale: list[str], seconds: float) -> dict[str, object]:
    """The same for machines."""
    return {
        "green": not stale and not any(o.error for o in outcomes),
        "seconds": round(seconds, 1),
        "stale": stale,
        "steps": [{"theorem": o.theorem.id, "step": o.step.name, "rule": o.step.rule, "green": not o.error, "account": o.account or o.error} for o in outcomes],
        "rows": [{"paper": c.paper, "item": c.item, "status": c.status, "theorem": t.id} for t, c in ledger.rows(chosen)],
    }


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("interrupted: what is printed above was checked, the rest was not", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
