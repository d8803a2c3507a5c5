"""`python -m tests.lab.audits NAME...` judges rows (a part of the name is enough; none: all) and writes
AUDITS.md; `--page` writes the page only.
"""

from __future__ import annotations

import argparse
import sys
import time

from . import pages
from .judge import library, own
from .rows import LIBRARIES, OWN, Own


def main() -> int:
    """0 when every row has been judged."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.audits", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--page", action="store_true", help="write the page only")
    parser.add_argument("--missing", action="store_true", help="only rows that were not judged yet")
    given = parser.parse_args()
    kept, start = pages.read(), time.monotonic()
    rows = [row for group in (*OWN.values(), LIBRARIES) for row in group]
    for row in rows if not given.page else ():
        if (given.names and not any(name in row.name for name in given.names)) or (
            given.missing and row.name in kept
        ):
            continue
        found = (
            own(row)
            if isinstance(row, Own)
            else library(row, lambda text: print(text, file=sys.stderr))
        )
        kept[row.name] = found
        pages.keep(kept)
        told = ", ".join(f"{c['claim']}: {c['status']}" for c in found["claims"])
        print(f"{time.monotonic() - start:6.0f} s  {row.name}: {told}", flush=True)
    pages.PAGE.write_text(pages.page(pages.read()))
    return int(any(name not in kept for name in pages.names()))


if __name__ == "__main__":
    sys.exit(main())
