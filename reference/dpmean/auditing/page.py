"""The report of an audit as a page, or as a part of one: headings, tables, a picture with words for
who does not see it. No script and no other file; whatever came from a program is escaped.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ..errors import printable

LEFT = 'style="text-align:left;vertical-align:top"'
HEAD = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>{title}</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
table {{ border-collapse: collapse }}
th, td {{ padding: .3rem .8rem .3rem 0 }}
img {{ max-width: 100%; background: #fff }}
</style>
</head>
<body>
<main>
"""


@dataclass(frozen=True)
class Reason:
    """A cause: its name, what was seen, why that leaks, and how to mend it."""

    name: str
    seen: tuple[str, ...]
    why: str
    fix: str


@dataclass(frozen=True)
class Page:
    """What a page says. `alt` says in words what its picture shows."""

    title: str
    headline: str
    claims: Sequence[tuple[str, str]]
    alt: str
    reasons: Sequence[Reason] = ()
    numbers: Sequence[str] = ()
    evidence: Sequence[str] = ()
    never: Sequence[str] = ()
    more: Sequence[str] = ()


def fragment(page: Page, svg: bytes | None) -> str:
    """Returns a part of a page, which has no style of its own that others would take."""
    parts = [
        f"<h2>{_text(page.title)}</h2>",
        f"<p><strong>{_text(page.headline)}</strong></p>",
        _table("Claims", ("claim", "what the outputs say"), page.claims),
    ]
    if page.reasons:
        rows = [(r.name, "; ".join(r.seen), r.why, r.fix) for r in page.reasons]
        parts.append(_table("Causes", ("cause", "what was seen", "why", "to mend it"), rows))
    parts += [
        _list("Numbers", page.numbers),
        _list("Evidence", page.evidence),
        _picture(svg, page.alt),
        _list("Never tried", page.never),
        _list("Notes", page.more),
    ]
    body = "\n".join(part for part in parts if part)
    return f'<section aria-label="{_text(page.title)}">\n{body}\n</section>\n'


def document(page: Page, svg: bytes | None) -> str:
    """Returns a whole page."""
    return f"{HEAD.format(title=_text(page.title))}{fragment(page, svg)}</main>\n</body>\n</html>\n"


def _text(text: str) -> str:
    """Returns a text that is only text to a browser."""
    return escape(printable(text))


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col" {LEFT}>{name}</th>' for name in columns)
    lines = []
    for first, *others in rows:
        cells = "".join(f"<td {LEFT}>{_text(cell)}</td>" for cell in others)
        lines.append(f'<tr><th scope="row" {LEFT}>{_text(first)}</th>{cells}</tr>')
    body = "\n".join(lines)
    return (
        f"<h3>{title}</h3>\n<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n"
        "</table>"
    )


def _list(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    items = "\n".join(f"<li>{_text(line)}</li>" for line in lines)
    return f"<h3>{title}</h3>\n<ul>\n{items}\n</ul>"


def _picture(svg: bytes | None, alt: str) -> str:
    """Returns a picture that brings nothing with it but itself: of an image no script runs."""
    if svg is None:
        return "<p>The picture needs matplotlib: pip install 'dpmean[pictures]'</p>"
    return (
        f'<p><img alt="{_text(alt)}" src="data:image/svg+xml;base64,{b64encode(svg).decode()}"></p>'
    )
