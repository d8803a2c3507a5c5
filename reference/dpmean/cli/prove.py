"""`dpmean prove`: check the proofs about the shipped formulas.

They live beside the package in a checkout, not in the wheel.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

from .options import instead, json_option, write


def checkout(package: Path) -> Path | None:
    """Return the checkout whose code is running, if it has the proofs."""
    root = package.parents[1]
    return root if (root / "proofs" / "kernel" / "rules.py").is_file() else None


@click.command(
    "prove",
    epilog="Example:  dpmean prove hourglass_is_private   (every step of one theorem, and the rows "
    "of the paper that rest on it)",
)
@click.argument("theorems", nargs=-1, metavar="[ID]...")
@click.option("--list", "list_only", is_flag=True, help="List the theorems; check nothing.")
@click.option("--rows", is_flag=True, help="Print the statement of every row too.")
@json_option("what was checked")
def prove_command(
    theorems: tuple[str, ...], list_only: bool, rows: bool, as_json: Path | None
) -> None:
    """Check every proof (a minute or two on two cores), print the ledger of claims and what is
    trusted.

    ID is a theorem (hourglass_is_private) or a statement of the paper ('Lemma 8'). Exit 0: all
    green; 1: a step is red, or a generated file is stale; 2: no such name, or the solvers are
    missing; 130: interrupted.
    """
    root = checkout(Path(__file__).parents[1])
    if root is None:
        raise click.UsageError(
            "this dpmean was installed without the proofs: in a checkout, `pip install -e "
            "'.[prove]'`, then `dpmean prove`"
        )
    options = [
        flag
        for flag, on in (("--list", list_only), ("--rows", rows), ("--json", as_json is not None))
        if on
    ]
    command = [sys.executable, "-m", "proofs", *options, *theorems]
    if as_json is None or instead(as_json):
        sys.exit(subprocess.run(command, cwd=root, check=False).returncode)  # noqa: S603
    done = subprocess.run(command, cwd=root, check=False, stdout=subprocess.PIPE)  # noqa: S603
    if done.stdout:
        write(as_json, done.stdout)
    sys.exit(done.returncode)
