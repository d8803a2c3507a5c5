"""MUTATION.md: how many planted changes turn a proof red, by theorem, and every one that does
not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from dpmean import written

from ..ledger import HERE, places
from .run import UNDECIDED, Outcome

PAGE = HERE / "MUTATION.md"
HEAD = """# What a change of the shipped code does to the proofs

Written by `python -m proofs --mutate`, which keeps what it has judged before: what was red is not planted again
while the file of its step is unchanged. In every function that runs between an entry point that a theorem
covers (a name of the catalogue, or a mechanism's program) and its formula, small changes are planted mechanically:
operators, constants, arguments, indices, comparisons, words, a dropped term or guard, a result that is doubled. Each is
judged by the steps in which the function runs, of the theorems that cover it and of those that they rest on: one of
them has to turn red. {sampled}

A change is *equivalent* if the entry points give the same at 10,000 random points of their domain; of a mechanism, its
guarantee and the whole transcript of its program. That is tested at the end of a run: of a change that was judged in a
run that was cut short it is not known, and it counts as not seen. *Not decided* means that the steps did not end in
their time with the change. What is not red and not equivalent is what 'covers' does not say, and is listed below.
Theorems that are not in the table were not run.

| theorem | functions | changes | red | equivalent | not decided | not seen | red of those that are not equivalent |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def page(outcomes: Iterable[Outcome], equivalent: set[tuple[str, str, str]], at_most: int) -> str:
    """Return the page."""
    by_theorem: dict[str, list[Outcome]] = defaultdict(list)
    for o in outcomes:
        by_theorem[o.theorem].append(o)
    sampled = (
        f"Of each function at most {at_most} changes were tried, spread over it." if at_most else ""
    )
    text = HEAD.format(sampled=sampled)
    folders = places_of(by_theorem)
    for folder in sorted(set(folders.values())):
        inside = {name: own for name, own in sorted(by_theorem.items()) if folders[name] == folder}
        for name, own in [
            *inside.items(),
            (f"**all of {folder}**", [o for part in inside.values() for o in part]),
        ]:
            text += _row(name, own, equivalent)
    text += _row("**all**", [o for own in by_theorem.values() for o in own], equivalent)
    text += "\n## Not seen\n"
    for name, own in sorted(by_theorem.items()):
        alive = [o for o in own if not o.red and _key(o) not in equivalent]
        if alive:
            text += f"\n### {name}\n\n"
        for function in dict.fromkeys(o.function for o in alive):
            mine = [o for o in alive if o.function == function]
            where = "" if mine[0].ran else " (runs in no step)"
            text += f"- `{function}`{where}: " + "; ".join(f"`{o.what}`" for o in mine) + "\n"
    return text


def places_of(names: Iterable[str]) -> dict[str, str]:
    """Return the folder of each theorem's file: the paper that it is about, or laws."""
    known = places()
    return {name: known[name].split("/")[1] if name in known else "laws" for name in names}


def _key(o: Outcome) -> tuple[str, str, str]:
    return o.function, o.where, o.what


def _row(name: str, own: list[Outcome], equivalent: set[tuple[str, str, str]]) -> str:
    undecided = sum(1 for o in own if o.red == UNDECIDED)
    red = sum(1 for o in own if o.red) - undecided
    same = sum(1 for o in own if not o.red and _key(o) in equivalent)
    alive = len(own) - red - same - undecided
    share = f"{100 * red / (red + alive):.1f} %" if red + alive else "-"
    return (
        f"| {name} | {len({o.function for o in own})} | {len(own)} | {red} | {same} | "
        f"{undecided} | {alive} | {share} |\n"
    )


def write(outcomes: Iterable[Outcome], equivalent: set[tuple[str, str, str]], at_most: int) -> None:
    """Write the page."""
    written.whole(PAGE, page(outcomes, equivalent, at_most))
