"""`python -m proofs [ID or item ...]`: check the proofs, print the ledger, and say what is trusted.

Exit codes: 0 all green, 1 a step is red, a generated file is stale or a status is not founded, 2 an unknown name, a bad
theorem file, missing solvers or another copy of the package than this checkout's, 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time

NEEDED = {
    "rich": "rich",
    "z3": "z3-solver",
    "cvc5": "cvc5",
    "flint": "python-flint",
    "dpmean": "dpmean",
}
missing = [
    package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None
]
if missing:
    print(
        f"error: not installed: {', '.join(missing)}; run: make prove   (or: pip install -e "
        "'.[prove]')",
        file=sys.stderr,
    )
    sys.exit(2)

from dpmean import written  # noqa: E402

from . import arithmetic, generated, ledger, programs, show  # noqa: E402
from .theorem import Theorem  # noqa: E402


def main(argv: list[str] | None = None) -> int:
    """Check what was asked for, print it, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m proofs",
        description="Check the proofs about the shipped formulas, and print the ledger of claims.",
    )
    parser.add_argument(
        "id",
        nargs="*",
        help="theorems (hourglass_is_private) or statements of the paper ('Lemma 8') to check; "
        "default: all",
    )
    parser.add_argument(
        "--list", action="store_true", help="list the theorems and what they state; check nothing"
    )
    parser.add_argument(
        "--rows",
        action="store_true",
        help="print the statement of every row too, and what is wrong with it",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.add_argument(
        "--write",
        action="store_true",
        help="if all is green: regenerate claims.toml, README.md, ERRATA.md, errata/, smt/",
    )
    parser.add_argument(
        "--mutate",
        action="store_true",
        help="plant small changes in all functions that the theorems cover, see which turn a "
        "step red, and write MUTATION.md; hours for all (goes on where it was interrupted)",
    )
    parser.add_argument(
        "--at-most",
        type=int,
        default=0,
        metavar="N",
        help="with --mutate: N changes of each function",
    )
    options = parser.parse_args(argv)
    try:
        ledger.require_own_package()
        found = ledger.load()
        chosen, items = ledger.choose(found, options.id)
    except (ValueError, KeyError) as error:
        print(f"error: {error.args[0] if error.args else error}", file=sys.stderr)
        return 2
    if options.list:
        show.listing(found, options.json)
        return 0
    if options.mutate:
        return mutated(found, [t.id for t in chosen] if options.id else [], options.at_most)
    started = time.perf_counter()
    checked = show.check_all(chosen, bool(options.id), to_stderr=options.json)
    red = [o for o in checked if o.error]
    if options.write and not red:
        if options.id:
            checked = show.check_all(found, False, to_stderr=True)
            red = [o for o in checked if o.error]
        if not red:
            written.whole(arithmetic.FILE, arithmetic.text_of(arithmetic.without_code(checked)))
            written.whole(programs.FILE, programs.text_of(programs.of_run(checked)))
            generated.write(found)
    stale = [] if options.id or red else generated.stale(found)
    if not options.id and not red and arithmetic.without_code(checked) != arithmetic.recorded():
        stale.append("arithmetic.json")
    if not options.id and not red and programs.of_run(checked) != programs.recorded():
        stale.append("programs.json")
    unfounded = arithmetic.unfounded(found, arithmetic.recorded())
    seconds = time.perf_counter() - started
    if options.json:
        print(json.dumps(show.summary(found, chosen, checked, stale, seconds), ensure_ascii=False))
    else:
        show.rows(found, chosen, items, red, options.rows or bool(options.id))
        show.end(found, checked, red, seconds)
    if red and options.write:
        print("error: nothing was written, because a step is red", file=sys.stderr)
    if stale:
        print(
            f"error: {len(stale)} generated file(s) differ from what the theorem files and "
            f"vectors give, first proofs/{stale[0]}; run: {sys.executable} -m proofs --write",
            file=sys.stderr,
        )
    if unfounded:
        print(
            f"error: {len(unfounded)} row(s) say 'proved by steps' and no shipped code runs in their "
            f"general steps, first {unfounded[0]}; name a step that runs it, or say 'argument read'",
            file=sys.stderr,
        )
    return 1 if red or stale or unfounded else 0


def mutated(found: list[Theorem], names: list[str], at_most: int) -> int:
    """Plant changes, print what no step sees, write the page, and return the exit code."""
    from .mutate import page, run

    outcomes = []
    for outcome in run.run(found, names, at_most):
        outcomes.append(outcome)
        if not outcome.red:
            print(
                f"not seen: {outcome.theorem}: {outcome.function}, {outcome.where}: {outcome.what}",
                flush=True,
            )
    latest = run.latest(found)
    page.write(latest, run.survivors(found, outcomes, latest), at_most)
    red = sum(1 for o in outcomes if o.red and o.red != run.UNDECIDED)
    print(f"{red} of {len(outcomes)} changes turn a step red; the table is {page.PAGE}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("interrupted: what is printed above was checked, the rest was not", file=sys.stderr)
        sys.exit(130)
