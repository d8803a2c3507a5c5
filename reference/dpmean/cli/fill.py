"""`dpmean fill`: regenerate the vectors, or check that the committed ones are what the code
gives.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .. import written
from ..exits import Exit


@click.command(
    "fill",
    epilog="Example:  dpmean fill --check   (exit 1 and a list of files when a byte differs)",
)
@click.option("--check", is_flag=True, help="Write nothing; compare byte for byte.")
@click.option(
    "--oracle",
    metavar="CMD",
    help="Write only what a second derivation confirms (over the runner's protocol).",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    help="The vectors folder. Default: that of this installation.",
)
def fill_command(check: bool, oracle: str | None, into: Path | None) -> None:
    """Regenerate every vector from the shipped formulas (some minutes)."""
    from ..suite.files import generate, root

    where = into or root()
    files = generate(lambda kind: click.echo(f"generating {kind} ...", err=True), where)
    if oracle is not None and not _confirm(oracle, files):
        sys.exit(Exit.FAILED)
    present = {str(p.relative_to(where)) for p in (where / "v1").rglob("*.json")}
    different = sorted(
        name
        for name, body in files.items()
        if not (where / name).is_file() or (where / name).read_bytes() != body
    )
    stale = sorted(present - set(files))
    if check:
        for name in different:
            click.echo(f"differs: {name}")
        for name in stale:
            click.echo(f"stale:   {name}")
        if different or stale:
            sys.exit(Exit.FAILED)
        click.echo(f"{len(files)} files are byte-identical to what the code gives")
        return
    for name in different:
        target = where / name
        target.parent.mkdir(parents=True, exist_ok=True)
        written.whole(target, files[name])
        click.echo(f"wrote {name}")
    for name in stale:
        (where / name).unlink()
        click.echo(f"removed {name}")
    click.echo(f"{len(files)} files, {len(different)} written")


def _confirm(command: str, files: dict[str, bytes]) -> bool:
    """Ask the second route for every number in every vector, and tell whether it confirms them
    all.
    """
    import json

    from ..judging.second_route import CONFIRMED, disagreements
    from ..suite.files import from_json

    vectors = []
    for name, body in files.items():
        content = json.loads(body) if name.endswith(".json") else {}
        if content.get("kind") in CONFIRMED:
            vectors += [
                from_json(content["object"], content["kind"], item) for item in content["vectors"]
            ]
    click.echo(f"asking the second route for {len(vectors)} vectors ...", err=True)
    asked, found = disagreements(command, vectors)
    for line in found:
        click.echo(line)
    click.echo(
        f"second route: {asked} of {len(vectors)} vectors confirmed, {len(found)} not", err=True
    )
    return not found
