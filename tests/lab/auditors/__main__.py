"""`python -m tests.lab.auditors`: how many draws each auditor needs on mechanisms whose guarantee is
known exactly.

Writes build/auditors.json and build/auditors.md after every row, so that a run that is stopped has
shown what it saw; `--only PART` does one part again and keeps the others. `--publish` makes
SCORE.md and score.json of what is there, and `--record` what is shown of other auditors where they
are not installed.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from . import score
from .bounds import bounds_part
from .page import faster, page, verdict

KEPT, SCORE = (Path(__file__).with_name(name) for name in ("score.json", "SCORE.md"))
PARTS = (
    "limits",
    "ours",
    "named",
    "search",
    "peers",
    "bounds",
    "innocents",
    "peers innocents",
)


def main() -> int:
    """0 when every goal is reached."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.auditors", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="few runs, and rows of at most 20,000 draws"
    )
    parser.add_argument("--runs", type=int, default=20, help="runs of ours on a row")
    parser.add_argument(
        "--innocent-runs", type=int, default=5000, help="runs of ours on all innocents together"
    )
    parser.add_argument("--innocent-draws", type=int, default=2000, help="draws of each")
    parser.add_argument("--only", choices=PARTS, action="append", help="one part only; repeatable")
    parser.add_argument(
        "--row",
        action="append",
        default=[],
        help="rows whose names have these words; others are kept",
    )
    parser.add_argument(
        "--peer", action="append", default=[], help="other auditors of this name; others are kept"
    )
    parser.add_argument(
        "--more", action="store_true", help="add to the runs on innocents that were made before"
    )
    parser.add_argument(
        "--into", type=Path, default=Path("build"), help="where auditors.md and auditors.json go"
    )
    parser.add_argument(
        "--publish",
        action="store_true",
        help="write SCORE.md and score.json from build/, and no more",
    )
    parser.add_argument(
        "--record", action="store_true", help="write record.json from build/, and no more"
    )
    given = parser.parse_args()
    if given.record:
        score.RECORD.write_text(
            json.dumps(
                score.record(json.loads((given.into / "auditors.json").read_text())), indent=1
            )
            + "\n"
        )
        return 0
    if given.publish:
        KEPT.write_text((given.into / "auditors.json").read_text())
        SCORE.write_text(page(json.loads(KEPT.read_text())))
        return 0
    given.into.mkdir(parents=True, exist_ok=True)
    path = given.into / "auditors.json"
    data: dict[str, Any] = json.loads(path.read_text()) if path.exists() and given.only else {}
    data["machine"] = (
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, Python "
        f"{platform.python_version()}, NumPy {np.__version__}"
    )

    def keep(part: str) -> Any:
        def write(found: dict[str, Any]) -> None:
            data[part] = found
            path.write_text(json.dumps(data, indent=1) + "\n")
            if "limits" in data:
                (given.into / "auditors.md").write_text(page(data))

        return write

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    runs = 4 if given.quick else given.runs
    wanted = given.only or PARTS

    def before(part: str) -> Any:
        return data.get(part, {}) if given.row or given.peer else {}

    work = {
        "limits": lambda k: score.limits(),
        "ours": lambda k: score.ours_part(given.quick, runs, say, k, before("ours"), given.row),
        "named": lambda k: score.ours_part(
            given.quick, runs, say, k, before("named"), given.row, named=True
        ),
        "search": lambda k: score.ours_part(
            given.quick, max(2, runs // 5), say, k, before("search"), given.row, search=True
        ),
        "peers": lambda k: score.peers_part(
            given.quick, 5, data.get("ours", {}), say, k, before("peers"), given.row, given.peer
        ),
        "bounds": lambda k: bounds_part(score.chosen(given.row), say, k, data.get("bounds", {})),
        "innocents": lambda k: score.innocents_part(
            90 if given.quick else given.innocent_runs,
            given.innocent_draws,
            say,
            k,
            data.get("innocents", {}) if given.more else {},
        ),
        "peers innocents": lambda k: score.peers_innocents(
            2 if given.quick else 20, 20_000, say, k, before("peers innocents"), given.peer
        ),
    }
    for part in PARTS:
        if part in wanted:
            write = keep(part)
            write(work[part](write))
    print(page(data))
    missed = [
        f"{name} at {alpha}"
        for name, limit in data["limits"].items()
        for alpha in limit["goal"]
        if verdict(data.get("ours", {}).get(name, {}).get(alpha), limit["goal"][alpha]) == "no"
    ]
    for line in [*missed, *faster(data)]:
        say(f"misses its goal: {line}")
    return 1 if missed or faster(data) else 0


if __name__ == "__main__":
    sys.exit(main())
