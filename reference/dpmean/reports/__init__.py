"""Reports of a run: text on the terminal, and files, all of them functions of one JSON object
(`machine.py`).

This file says which formats there are, and how their files are written. Each format has a file;
what several formats say in the same words is in `wording.py`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .. import written
from ..errors import InvalidInput

STANDARD = "-"  # the file that is standard output
FORMATS = {
    "json": "the whole report, from which `dpmean report` makes the others later",
    "junit": "JUnit XML for a CI system",
    "markdown": "a summary in GitHub Markdown for a job's page",
    "html": "one self-contained page, all adapters together (with pictures where dpmean[pictures] "
    "is installed)",
    "badge": "a shields.io endpoint badge",
}


def writable(files: Mapping[str, Path | None], source: Path | None = None) -> dict[str, Path]:
    """Return the files that were asked for, by format.

    One that cannot be written is an error now, not after the run.
    """
    # JSON first: the others can be made from it
    chosen = {name: path for name in FORMATS if (path := files.get(name)) is not None}
    places = [path.resolve() for path in (*chosen.values(), *([source] if source else []))]
    if len(set(places)) < len(places):
        raise InvalidInput(
            "unsupported_combination",
            "the same file is given twice; give each report a file of its own",
            argument="report",
        )
    for path in chosen.values():
        if str(path) != STANDARD:
            written.possible(path)
    return chosen


def write(report: dict[str, Any], files: Mapping[str, Path]) -> None:
    """Write the report in each format to its file; where one cannot be written, the others are, and
    then it is said.
    """
    failed: list[OSError] = []
    for name, path in files.items():
        if str(path) == STANDARD:
            sys.stdout.write(_maker(name)(report))
            continue
        try:
            written.whole(path, _maker(name)(report))
        except OSError as error:
            failed.append(error)
    if failed:
        raise failed[0]


def _maker(name: str) -> Callable[[dict[str, Any]], str]:
    """Return the function that makes a format, imported when it is asked for: the pictures need a
    heavy library.
    """
    if name == "html":
        from .html import page

        return page
    if name == "junit":
        from .junit import junit

        return junit
    if name == "markdown":
        from .markdown import markdown

        return markdown
    if name == "badge":
        from .badge import badge

        return lambda report: json.dumps(badge(report)) + "\n"
    return lambda report: json.dumps(report, indent=1, allow_nan=False) + "\n"
