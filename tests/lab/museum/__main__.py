"""`python -m tests.lab.museum NAME...` has exhibits judged (none: all) and keeps what was seen;
`--page` writes the page from what was kept.
"""

from __future__ import annotations

import argparse
import sys
import time

from . import BUGS, pages
from .judge import row, with_audit


def main() -> int:
    """0 when every repair passes and every bug is seen."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.museum", description=__doc__)
    parser.add_argument(
        "names", nargs="*", help="exhibits to judge (a part of the name is enough); none: all"
    )
    parser.add_argument("--page", action="store_true", help="write the page only")
    parser.add_argument(
        "--audit", action="store_true", help="only what the audit sees, and keep the rest as it was"
    )
    given = parser.parse_args()
    kept, start = pages.read(), time.monotonic()
    named = [
        b for b in BUGS.values() if not given.names or any(name in b.name for name in given.names)
    ]
    for bug in () if given.page else named:
        kept[bug.name] = with_audit(bug, kept[bug.name]) if given.audit else row(bug)
        pages.keep(kept)
        seen = {
            kind: f"{k['draws']} draws {k['seconds']} s"
            for kind, k in kept[bug.name]["kills"].items()
        }
        print(f"{time.monotonic() - start:6.0f} s  {bug.name:28} {seen}", flush=True)
    pages.keep(kept)
    kept = pages.read()  # in the order of the museum
    pages.PAGE.write_text(pages.page(kept))
    found = pages.complaints(kept)
    print("\n".join(found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
