"""What an implementation may be of: the objects, a line each, a chooser, and a page that says what
one is asked for.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from ..errors import InvalidInput, did_you_mean
from .terminal import say

TOY = "laplace"  # the object of the templates
SHAPES = {
    "stat": '"output": {"samples": "16 hexadecimal digits a draw"}, or for integers '
    '"output": {"counts": [["-1", "250"], ["0", "500"]]}',
    "tape": "as for the other kinds, with the bits of the tape used",
}


def objects() -> dict[str, str]:
    """Return every object that vectors ask for, with one line on what it is: laws, then mechanisms,
    then the rest.
    """
    from ..catalogue.laws import LAWS
    from ..catalogue.mechanisms import MECHANISMS
    from ..suite.files import load

    lines = {
        name: f"noise; parameters {law.usage().partition(' ')[2]}" for name, law in LAWS.items()
    }
    lines |= {name: made.summary for name, made in MECHANISMS.items()}
    asked = dict.fromkeys(v.object for v in load())
    return {
        name: lines.get(name, "values: " + _values(name))
        for name in sorted(asked, key=lambda n: (n not in LAWS, n not in MECHANISMS))
    }


def _values(name: str) -> str:
    from ..catalogue.quantities import of_object

    return (
        ", ".join(of.partition(".")[2] for of in of_object(name)[:6]) or "draws of a building block"
    )


def chosen(name: str | None) -> str:
    """Return the object that was named, or is chosen at a terminal; else list them all, and take
    the toy's.
    """
    known = objects()
    if name is not None:
        if name not in known:
            raise InvalidInput(
                "unknown_name",
                "no object "
                f"'{name[:40]}'{did_you_mean(name, known, '`dpmean adapter objects` lists them')}",
                argument="object",
            )
        return name
    listed(known, err=True)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        click.echo(
            f"these are the objects; --object NAME chooses one, and {TOY} is taken", err=True
        )
        return TOY
    answer: str = click.prompt(
        "Which of these is yours?",
        default=TOY,
        type=click.Choice(list(known)),
        show_choices=False,
        err=True,
    )
    return answer


def listed(known: dict[str, str], err: bool = False) -> None:
    """Print the objects, a line each."""
    wide = max(map(len, known))
    say("\n".join(f"{name:{wide}}  {line}" for name, line in known.items()), err=err)


def page(name: str) -> str:
    """Return what an adapter of an object is asked for, in Markdown: parameters, values, a request
    of each kind.
    """
    from ..catalogue.quantities import CATALOGUE, of_object
    from ..parameters.declared import PARAMETERS
    from ..suite.files import load
    from ..wire import own

    vectors = [v for v in load() if v.object == name]
    values = [CATALOGUE[n] for n in of_object(name)]
    lines = [
        f"# {name}: what your adapter is asked for",
        "",
        objects()[name] + ".",
        "",
        f"`dpmean list {name}` lists its vectors, `dpmean show ID` explains one.",
        "",
        "## Parameters",
        "",
    ]
    lines += [
        f"- `{p}`: {PARAMETERS[p].meaning if p in PARAMETERS else 'see vectors/README.md'}"
        for p in dict.fromkeys(p for v in vectors for p in v.params)
    ]
    if values:
        lines += [
            "",
            "## Values (kind exact)",
            "",
            *(f"- `{e.name.partition('.')[2]}`: {e.summary}; {e.formula}" for e in values),
        ]
    lines += ["", "## A request of each kind, and the reply"]
    for kind in dict.fromkeys(v.kind for v in vectors):
        those = [v for v in vectors if v.kind == kind]
        telling = [
            v for v in those if "code" in v.expect
        ] or those  # of the refusals one that is refused
        first: dict[str, Any] = min((v.prompt() for v in telling), key=lambda p: len(json.dumps(p)))
        asked = {"op": "run", "seq": "1", **first}
        reply = SHAPES.get(kind) or json.dumps(own.answer(asked))
        lines += ["", f"{kind}, {len(those)} vectors:", "", "```", json.dumps(asked), reply, "```"]
    return "\n".join(lines) + "\n"
