"""Pages of Markdown as tests read them: their links, their headings as GitHub names them, their
lines and commands.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

WIDE = 120
PROGRAMS = {"dpmean", "make", "pip", "pytest", "python", "python3"}
ROOT = Path(__file__).parents[2]


@cache
def anchors(page: Path) -> set[str]:
    """The names that GitHub gives to the headings of a page."""
    tokens = MarkdownIt().parse(page.read_text(encoding="utf-8"))
    titles = [
        b.content for a, b in zip(tokens, tokens[1:], strict=False) if a.type == "heading_open"
    ]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def fences(page: Path) -> list[tuple[str, str]]:
    """The blocks of code of a page: the language of each, and its text."""
    return [
        (t.info, t.content)
        for t in MarkdownIt().parse(page.read_text(encoding="utf-8"))
        if t.type == "fence"
    ]


def links(page: Path) -> list[str]:
    """The links of a page that lead to no file, or to no heading of it; links to the web are not
    followed.
    """
    inside = [
        child
        for token in MarkdownIt().enable("table").parse(page.read_text(encoding="utf-8"))
        for child in token.children or []
    ]
    targets = [str(c.attrs[a]) for c in inside for a in ("href", "src") if a in c.attrs]
    broken = []
    for target in targets:
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and (file.suffix != ".md" or anchor not in anchors(file))):
            broken.append(target)
    return broken


def longest_lines(page: Path, wide: int = WIDE) -> list[str]:
    """The lines of a page that are wider; rows of tables are not broken in Markdown, so they are
    not counted.
    """
    return [
        line
        for line in page.read_text(encoding="utf-8").split("\n")
        if len(line) > wide and not line.startswith("|")
    ]


def commands(page: Path) -> list[str]:
    """The commands in the blocks of code of a page that have no language, without what a comment
    says of them.
    """
    found = []
    for language, text in fences(page):
        lines = text.replace("\\\n", " ").splitlines() if not language else []
        if lines and lines[0].split(" ")[0] in PROGRAMS:
            found += [
                re.sub(r"\s+", " ", re.sub(r"\s+# .*", "", line)).strip()
                for line in lines
                if line.strip()
            ]
    return found


def mentioned(page: Path) -> list[str]:
    """The commands that the text of a page mentions in passing, in code."""
    inside = [
        child
        for token in MarkdownIt().enable("table").parse(page.read_text(encoding="utf-8"))
        for child in token.children or []
        if child.type == "code_inline"
    ]
    return [c.content for c in inside if c.content.split(" ")[0] in PROGRAMS and " " in c.content]
