"""`dpmean list`, `show`, `copy`, `diff`, `verify`: the vectors as data."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..exits import Exit
from ..judging import CHECKS
from ..judging.selecting import counted, fits, nearest
from .completion import ids_of_vectors, names_of_objects
from .options import emit, instead, json_option
from .terminal import say

if TYPE_CHECKING:
    from ..suite.vectors import Vector


@click.command(
    "list",
    epilog="Examples:  dpmean list hourglass  |  dpmean list 'hourglass-*' --kind exact --flag "
    "NegativeK",
)
@click.argument("pattern", default="*", shell_complete=names_of_objects)
@click.option("--kind", type=click.Choice(CHECKS), help="Only this kind.")
@click.option("--flag", help="Only vectors with this flag.")
@json_option("the list")
def list_command(pattern: str, kind: str | None, flag: str | None, as_json: Path | None) -> None:
    """List the vectors, and the support checks made from them, whose id matches PATTERN: a glob, or
    an object's name.
    """
    from ..errors import InvalidInput

    every = judged()
    chosen = [
        v
        for v in every
        if fits(v, pattern) and kind in (None, v.kind) and (flag is None or flag in v.flags)
    ]
    if not chosen:
        raise InvalidInput(
            "unknown_name",
            f"no vector matches{_narrowed(kind, flag)} {nearest(pattern, every)}",
            argument="pattern",
        )
    emit(
        as_json,
        [
            {"id": v.id, "kind": v.kind, "object": v.object, "flags": v.flags, "why": v.why}
            for v in chosen
        ],
    )
    if instead(as_json):
        return
    for v in chosen:
        say(f"{v.kind:10} {v.id}")
    click.echo(counted(chosen), err=True)


def judged() -> list[Vector]:
    """Return everything that `dpmean conform` may judge: the vectors, and the support checks made
    from them.
    """
    from ..judging.support import support_vectors
    from ..suite.files import load

    everything = load()
    return [*everything, *support_vectors(everything)]


def _narrowed(kind: str | None, flag: str | None) -> str:
    """Return what else was asked of a vector."""
    parts = [f"kind {kind}" if kind else "", f"flag {flag[:40]}" if flag else ""]
    return "".join(f" {part}" for part in parts if part)


@click.command("show", epilog="Example:  dpmean show staircase-density-epsilon1-gamma1_2-x1_2")
@click.argument("vector_id", shell_complete=ids_of_vectors)
def show_command(vector_id: str) -> None:
    """Show one vector or support check: what is asked, what is expected, why it exists and which
    bugs it catches.
    """
    from ..errors import InvalidInput, near_name
    from ..suite.flags import FLAGS

    vectors = {v.id: v for v in judged()}
    vector_id = vector_id.rpartition("/")[2]
    if vector_id not in vectors:
        near = near_name(vector_id, vectors, 60)
        hint = f"did you mean {near}?" if near else "`dpmean list 'laplace-*'` lists ids"
        raise InvalidInput("unknown_name", f"no vector '{vector_id[:100]}'; {hint}", argument="id")
    v = vectors[vector_id]
    click.echo(json.dumps({"kind": v.kind, "object": v.object, **v.to_json()}, indent=2))
    for flag in v.flags:
        say(
            f"{flag}: catches an implementation in which {FLAGS[flag][0]}. Effect: "
            f"{FLAGS[flag][1]}.",
            err=True,
        )


@click.command("copy")
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
def copy_command(directory: Path) -> None:
    """Copy the vectors, schemas and their pages into DIRECTORY, to vendor them."""
    from .. import written
    from ..suite.files import root

    for path in sorted(root().rglob("*")):
        if path.is_file():
            target = directory / path.relative_to(root())
            target.parent.mkdir(parents=True, exist_ok=True)
            written.whole(target, path.read_bytes())
    click.echo(f"copied to {directory}")


@click.command(
    "diff", epilog="Example:  dpmean diff vendored/vectors vectors   (exit 1 when they differ)"
)
@click.argument("old", type=click.Path(path_type=Path, file_okay=False))
@click.argument("new", type=click.Path(path_type=Path, file_okay=False))
@json_option("the comparison")
def diff_command(old: Path, new: Path, as_json: Path | None) -> None:
    """Compare the vectors in two folders, file by file: what NEW added, retired, fixed (another
    content), and judges otherwise (another rule, level or flag).

    What counts is what lies in the files, whatever a manifest says; a file of a manifest that a
    folder lacks is named. Exit 0 when nothing, else 1.
    """
    from ..errors import printable
    from ..suite.files import manifest_of
    from ..suite.soundness import compare, contents, missing

    before, after = manifest_of(old), manifest_of(new)
    lacking = {"old": missing(old, before), "new": missing(new, after)}
    found = compare(contents(old), contents(new))
    parts = {i: part for of in found.values() for i, part in of.items() if part}
    emit(
        as_json,
        {
            "old": before["suite"],
            "new": after["suite"],
            **{what: [*ids] for what, ids in found.items()},
            "parts": parts,
            "missing": lacking,
        },
    )
    if not instead(as_json):
        for which, files in lacking.items():
            for name in files:
                say(f"missing  {printable(name)} (of the manifest of {which.upper()})")
        for what, ids in found.items():
            for i, part in ids.items():
                say(f"{what:8} {printable(i)}{' (' + ', '.join(part) + ')' if part else ''}")
        counts = ", ".join(f"{len(ids)} {what}" for what, ids in found.items())
        suites = f"{printable(before['suite'])} -> {printable(after['suite'])}"
        say(f"suite {suites}: {counts}", err=True)
    differ = any(found.values()) or any(lacking.values())
    sys.exit(Exit.FAILED if differ else Exit.OK)


@click.command("verify", epilog="Example:  dpmean verify third_party/vectors")
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@json_option("what is wrong")
def verify_command(folder: Path | None, as_json: Path | None) -> None:
    """Check the shipped vectors, or a copy of them in FOLDER: files against the manifest's hashes,
    schemas, unique ids, contents against hashes, and the ledger of ids.

    Twins, flags and the false-alarm budget are checked too, where FOLDER has the suite of this
    installation. Exit 5 when something is wrong.
    """
    from ..errors import printable
    from ..suite.files import manifest_of, root
    from ..suite.soundness import problems

    found = [printable(line) for line in problems(folder)]
    suite = printable(manifest_of(folder or root())["suite"])
    listed = len(manifest_of(folder or root())["vectors"])
    emit(
        as_json,
        {
            "folder": str(folder or root()),
            "suite": suite,
            "vectors": listed,
            "problems": found,
        },
    )
    if not instead(as_json):
        for line in found:
            say(line)
        if not found:
            of = f"{listed:,} vectors of suite {suite}" if folder else counted(judged())
            say(f"{of} are sound")
    if found:
        sys.exit(Exit.DAMAGED)
