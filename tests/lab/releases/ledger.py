"""`python -m tests.lab.releases.ledger`: the digest of the lines of every suite in the ledger of ids,
and which are pinned.

A released suite has its digest in `RELEASED` of `suite/history.py`; the one in the making has none.
`fill` refuses a change of what is pinned, so this is what is copied there, last of all, when a
suite is released.
"""

from __future__ import annotations

import sys

from dpmean.suite import history
from dpmean.suite.files import root
from dpmean.suite.vectors import SUITE


def rows(text: str, pinned: dict[str, str]) -> list[str]:
    """One line a version: the version, how many lines it has, their digest, and whether that is the
    pinned one.
    """
    lines = history.parse(text)
    found = []
    for version in sorted({e.version for e in lines}, key=lambda v: [*map(int, v.split("."))]):
        digest = history.digest(lines, version)
        state = (
            "not pinned"
            if version not in pinned
            else "pinned"
            if pinned[version] == digest
            else "PINNED OTHERWISE"
        )
        found.append(
            f"{version}  {sum(e.version == version for e in lines):,} lines  {digest}  {state}"
        )
    return found


def main() -> int:
    """0 if every digest is pinned or belongs to the suite in the making."""
    found = rows((root() / history.LEDGER).read_text(encoding="utf-8"), history.RELEASED)
    print(*found, sep="\n")
    return int(
        any(
            line.endswith("OTHERWISE")
            or (line.endswith("not pinned") and not line.startswith(f"{SUITE} "))
            for line in found
        )
    )


if __name__ == "__main__":
    sys.exit(main())
