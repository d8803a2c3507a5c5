"""`dpmean list`, `show`, `copy`, `diff`, `verify`: the vectors as data."""

from __future__ import annotations

import json
import shutil
import sys
from fnmatch import fnmatch
from pathlib import Path

import click

from ..suite.kinds import KINDS


@click.command("list", epilog="Example:  dpmean list 'hourglass-*' --kind exact --flag NegativeK")
@click.argument("pattern", default="*")
@click.option("--kind", type=click.Choice(KINDS), help="Only this kind.")
@click.option("--flag", help="Only vectors with this flag.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def list_command(pattern: str, kind: str | None, flag: str | None, as_json: bool) -> None:
    """List the vectors whose id matches PATTERN (a glob)."""
    from ..suite.files import load

    chosen = [v for v in load() if fnmatch(v.id, pattern) and kind in (None, v.kind)
        and (flag is None or flag in v.flags)]
    if as_json:
        click.echo(json.dumps([{"id": v.id, "kind": v.kind, "object": v.object, "flags": v.flags, "why": v.why}
            for v in chosen]))
        return
    for v in chosen:
        click.echo(f"{v.kind:10} {v.id}")
    click.echo(f"{len(chosen)} vectors" + ("" if chosen else "; PATTERN is a glob such as 'hourglass-*'"), err=True)


@click.command("show", epilog="Example:  dpmean show staircase-density-epsilon1-gamma1_2-x1_2")
@click.argument("vector_id")
def show_command(vector_id: str) -> None:
    """Show one vector or support check: what is asked, what is expected, why it exists and which bugs it catches."""
    from ..conformance.judging.support import support_vectors
    from ..errors import InvalidInput, near_name
    from ..suite.files import load
    from ..suite.flags import FLAGS

    everything = load()
    vectors = {v.id: v for v in [*everything, *support_vectors(everything)]}
    vector_id = vector_id.rpartition("/")[2]
    if vector_id not in vectors:
        near = near_name(vector_id, vectors, 60)
        hint = f"did you mean {near}?" if near else "`dpmean list 'laplace-*'` lists ids"
        raise InvalidInput("unknown_name", f"no vector '{vector_id[:100]}'; {hint}", argument="id")
    v = vectors[vector_id]
    click.echo(json.dumps({"kind": v.kind, "object": v.object, **v.to_json()}, indent=2))
    for flag in v.flags:
        click.echo(f"{flag}: catches an implementation in which {FLAGS[flag][0]}. Effect: {FLAGS[flag][1]}.", err=True)


@click.command("copy")
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
def copy_command(directory: Path) -> None:
    """Copy the vectors, schemas and their pages into DIRECTORY, to vendor them."""
    from ..suite.files import root

    shutil.copytree(root(), directory, dirs_exist_ok=True)
    click.echo(f"copied to {directory}")


@click.command("diff", epilog="Example:  dpmean diff vendored/vectors vectors   (exit 1 when they differ)")
@click.argument("old", type=click.Path(path_type=Path, file_okay=False))
@click.argument("new", type=click.Path(path_type=Path, file_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def diff_command(old: Path, new: Path, as_json: bool) -> None:
    """Compare two folders of vectors by id and content: what NEW added, retired and fixed.

    Exit 0 when nothing, else 1.
    """
    from ..suite.files import manifest_of
    from ..suite.history import compare

    before, after = manifest_of(old), manifest_of(new)
    found = compare(before["vectors"], after["vectors"])
    if as_json:
        click.echo(json.dumps({"old": before["suite"], "new": after["suite"], **found}))
    else:
        for what, ids in found.items():
            for id_ in ids:
                click.echo(f"{what:8} {id_}")
        counts = ", ".join(f"{len(ids)} {what}" for what, ids in found.items())
        click.echo(f"suite {before['suite']} -> {after['suite']}: {counts}", err=True)
    sys.exit(1 if any(found.values()) else 0)


@click.command("verify")
def verify_command() -> None:
    """Check the shipped vectors: manifest hashes, schemas, unique ids, twins, flags, and the ledger of ids.

    The false-alarm budget is checked too.
    """
    from ..suite.files import load, problems

    found = problems()
    for line in found:
        click.echo(line)
    if found:
        sys.exit(5)
    click.echo(f"{len(load())} vectors are sound")
