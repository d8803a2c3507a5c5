"""`python -m tests.mutants` writes the kill matrix; with names of mutants it shows their rows and writes nothing.

`--check` judges every mutant by a few vectors that the committed matrix says it fails and as many that it passes, and
prints what has changed (the test runs it).
"""

from __future__ import annotations

import argparse
import sys
import time

from . import MUTANTS, pages
from .check import differences
from .criteria import complaints
from .matrix import Row, everything, matrix
from .mutant import Mutant


def main() -> int:
    """0 when all criteria hold, or nothing has changed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", help="mutants to show (a part of the name is enough); none: all, and write the matrix")
    parser.add_argument("--check", action="store_true", help="compare a part of the matrix with the committed one")
    given = parser.parse_args()
    vectors = everything()
    if given.check:
        changed = differences(MUTANTS, pages.read(), vectors)
        print("\n".join(changed))
        return int(bool(changed))
    chosen = [m for m in MUTANTS if not given.names or any(name in m.id for name in given.names)]
    start = time.monotonic()

    def progress(mutant: Mutant, row: Row) -> None:
        judged, failed = row.unrelated
        print(f"{time.monotonic() - start:6.0f} s  {mutant.id:48} fails {len(row.fails):4}, of {judged} without its flags {failed}", flush=True)
        for id_ in list(row.fails)[:20] if given.names else ():
            print(f"          {id_}  {' '.join(row.fails[id_])}")

    rows = matrix(chosen, vectors, progress)
    if given.names:
        return 0
    pages.write(MUTANTS, rows, vectors)
    found = complaints(MUTANTS, rows, vectors)
    print("\n".join(found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
