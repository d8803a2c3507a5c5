"""`python -m tests.lab.releases.public`: what CONTRIBUTING.md calls public, one name a line, written to
public.txt.

It is written when a version is released, and from then on a test says which public names a change
has taken away, narrowed, or made more demanding: what a version that is not a MAJOR one may not do.
New names may come at any time.
"""

from __future__ import annotations

from pathlib import Path

import click

import dpmean
from dpmean.catalogue.mechanisms import MECHANISMS
from dpmean.catalogue.quantities import CATALOGUE
from dpmean.cli.main import COMMANDS, cli
from dpmean.errors import CODES

PAGE = Path(__file__).with_name("public.txt")


def _commands(name: str, command: click.Command) -> dict[str, str]:
    """The options of a command, each spelling apart, and those of the commands below it."""
    options = sorted(
        o
        for p in command.params
        if isinstance(p, click.Option)
        for o in (*p.opts, *p.secondary_opts)
    )
    found = {f"command {name}": " ".join(f"[{o}]" for o in options)}
    for below, inner in getattr(command, "commands", {}).items():
        found |= _commands(f"{name} {below}", inner)
    return found


def public() -> dict[str, str]:
    """Every public name, with its parameters or options: the optional ones in brackets, the
    required ones without.
    """
    found = {f"python dpmean.{name}": "" for name in dpmean.__all__}
    found |= {
        f"python dpmean.{room}.{name}": ""
        for room in ("laws", "mechanisms")
        for name in dir(getattr(dpmean, room))
        if not name.startswith("_") and name[0].isupper()
    }
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None, name
        found |= _commands(name, command)
    for kind, entries in (
        ("value", CATALOGUE),
        ("mechanism", {n: m.signature() for n, m in MECHANISMS.items()}),
    ):
        found |= {
            f"{kind} {name}": " ".join(
                [*sorted(e.required), *(f"[{p}]" for p in sorted(e.optional))]
            )
            for name, e in entries.items()
        }
    return found | {f"error {code}": "" for code in CODES}


def rendered(found: dict[str, str]) -> str:
    """The lines of public.txt."""
    return "".join(f"{name}: {words}".rstrip() + "\n" for name, words in sorted(found.items()))


def parsed(text: str) -> dict[str, str]:
    """What stands in public.txt."""
    return {
        name: words.strip()
        for name, _, words in (line.partition(":") for line in text.splitlines())
    }


def broken(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """Say what worked before and does not now: names and parameters that are gone, parameters that
    must be given.
    """
    found = []
    for name, words in before.items():
        if name not in now:
            found.append(f"{name} is gone")
            continue
        old, new = words.split(), now[name].split()
        kept = {w.strip("[]") for w in new}
        found += [f"{name}: {w} is gone" for w in old if w.strip("[]") not in kept]
        found += [
            f"{name}: {w} has to be given" for w in new if not w.startswith("[") and w not in old
        ]
    return found


if __name__ == "__main__":
    PAGE.write_text(rendered(public()), encoding="utf-8")
    print(f"wrote {PAGE.name}: {len(public())} names")
