"""The page of libraries in HTML: one file, without a script and without the network, that holds
what it speaks of.

It says what the Markdown page says, and shows the scripts themselves. Everything that comes from a
report or a script is escaped by the template.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..judging.evidence import EFFECTS
from ..judging.known import CLASSES
from ..reports.html import rendered
from ..reports.questions import EXPLAINED, QUESTIONS
from ..reports.wording import SYMBOLS
from .bundled import ADAPTERS
from .page import GROUPS, IN_THE_REPOSITORY, MOST, not_judged, rows
from .page_markdown import anchor


def page(reports: list[dict[str, Any]]) -> str:
    """Return the whole document."""
    found = rows(reports)
    groups = [
        (heading, chosen)
        for group, heading in GROUPS.items()
        if (chosen := [row for row in found if row.group == group])
    ]
    dates = sorted(row.finished[:10] for row in found)
    return rendered(
        "libraries.html",
        groups=groups,
        found=found,
        dates=dates,
        suites=sorted({report["suite"] for report in reports}),
        absent=not_judged(found),
        questions=QUESTIONS,
        explained=EXPLAINED,
        severities=EFFECTS,
        classes=CLASSES,
        symbols=SYMBOLS,
        anchor=anchor,
        script=_script,
        most=MOST,
    )


def _script(path: str) -> str:
    """Return the source of a bundled library's script; `path` is its path in the repository, as
    `rows` gives it.
    """
    return (ADAPTERS / Path(path).relative_to(IN_THE_REPOSITORY)).read_text(encoding="utf-8")
