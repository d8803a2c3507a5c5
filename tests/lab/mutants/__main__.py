"""`python -m tests.lab.mutants` writes the kill matrix; with names of mutants it shows their rows and
writes nothing, or with `--write` these rows over the committed ones. `--since REVISION` writes it
too, where only vectors have changed since that commit: each mutant is judged by the new ones
(`further.py`).

`--check part` and `--check whole` compare with the committed matrix, write nothing, and print what
has changed; `--check planting` only tries whether every bug can be planted.
"""

from __future__ import annotations

import argparse
import sys
import time

from . import MUTANTS, pages
from .check import all_differences, differences, share
from .criteria import complaints
from .further import Vectors, further, vectors_at
from .matrix import Row, everything, matrix
from .mutant import Mutant
from .planting import stale


def main() -> int:
    """0 when all criteria hold, or nothing has changed."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.mutants", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        help="mutants to show (a part of the name is enough); none: all, and write the matrix",
    )
    parser.add_argument(
        "--check",
        choices=("part", "whole", "planting"),
        help="compare with the committed matrix; planting: only whether every bug can be planted",
    )
    parser.add_argument(
        "--since",
        metavar="REVISION",
        help="the committed matrix is of the vectors of that commit: judge by the others only",
    )
    parser.add_argument(
        "--write", action="store_true", help="with names: write these rows over the committed ones"
    )
    given = parser.parse_args()
    vectors = everything()
    chosen = [m for m in MUTANTS if not given.names or any(name in m.id for name in given.names)]
    start = time.monotonic()

    def progress(mutant: Mutant, row: Row) -> None:
        judged, failed = row.unrelated
        print(
            f"{time.monotonic() - start:6.0f} s  {mutant.id:48} fails {len(row.fails):4}, of "
            f"{judged} without its flags {failed}",
            flush=True,
        )
        for id_ in list(row.fails)[:20] if given.names else ():
            print(f"          {id_}  {' '.join(row.fails[id_])}")

    if given.check == "planting":
        changed = stale(MUTANTS)
        print("\n".join(changed))
        return int(bool(changed))
    if given.check:
        old = pages.read()
        changed = (
            differences(share(MUTANTS), old, vectors)
            if given.check == "part"
            else all_differences(MUTANTS, old, vectors, lambda _m, _r: None)
        )
        print("\n".join(changed))
        return int(bool(changed))
    rows = (
        further(chosen, pages.read(), Vectors(vectors_at(given.since), vectors), progress)
        if given.since
        else matrix(chosen, vectors, progress)
    )
    if given.names and not given.write:
        return 0
    rows = {**pages.read(), **rows} if given.names else rows
    pages.write(MUTANTS, rows, vectors)
    found = complaints(MUTANTS, rows, vectors)
    print("\n".join(found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
