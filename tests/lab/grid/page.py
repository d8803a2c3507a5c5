"""The page of the grid: how many parameters of each object are asked at each class, and the same for
all kinds of vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.suite.classes import CLASSES
from dpmean.suite.files import root
from dpmean.suite.vectors import Vector

from .cells import exact, filled, parsed, rows_of

PAGE = root() / "classes.md"
KINDS = ("exact", "transcript", "stat", "tape")
TEXT = """# Classes of numbers

Implementations go wrong by kinds of numbers: a denominator that 32 bits do not hold, a half below 0, a number next
to 0. So every parameter of every object is asked at every class that it can have, by one of the object's exact
quantities at least, and epsilon next to 0 by each of them. Where a cell of the first table says 3/4, the object has
four parameters that may be of this class by their type; three are asked at it. For the fourth no example of the class
was answered in the questions that were tried: it is refused (a bias that no law has, bounds that would cross), or its
value is one that no double or no reply can spell. Whoever reads doubles and no fractions is asked at least six
questions of each quantity, and each class that has doubles.

A class and an example of it:

{classes}

Parameters with an exact value at the class, of those of which the type allows it; a dot: no parameter's type does.

{table}

In runs with a record (transcripts) the records of every mechanism are asked at every class, and far below every bound
(but for `dpucoarse` beyond 709, whose draws are named by the bins that the records are in).
The parameters of draws, tapes and runs are asked at fewer classes: how many pairs of an object and a parameter each
kind asks at each class.

{kinds}
"""
SHORT = {
    "zero": "0",
    "whole": "1, 2",
    "unit fraction": "1/k",
    "fraction": "p/q",
    "negative": "-1",
    "negative half": "-1/2",
    "denominator beyond 2^31": "q>2^31",
    "denominator beyond 2^53": "q>2^53",
    "double": "double",
    "beyond 709": ">709",
    "beyond 2^31": ">2^31",
    "beyond 2^53": ">2^53",
    "beyond 2^63": ">2^63",
    "tiny": "tiny",
}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of Markdown."""
    return "\n".join(
        f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *(list(r) for r in rows))
    )


def page(vectors: Sequence[Vector]) -> str:
    """Return the page of the grid of these vectors."""
    full = filled(exact(vectors))
    names = [SHORT[c.name] for c in CLASSES]
    objects = dict.fromkeys(name.partition(".")[0] for name in CATALOGUE)
    rows = []
    for object_ in objects:
        cells = []
        for number in CLASSES:
            allowed = [p for p in rows_of(object_) if parsed(p, number)]
            asked = sum((object_, p, number.name) in full for p in allowed)
            cells.append(f"{asked}/{len(allowed)}" if allowed else ".")
        rows.append([object_, *cells])
    kinds = []
    for kind in KINDS:
        cells_of = filled((v.object, v.params) for v in vectors if v.kind == kind)
        pairs = len({cell[:2] for cell in cells_of})
        kinds.append(
            [f"{kind}, of {pairs}", *(str(sum(c[2] == n.name for c in cells_of)) for n in CLASSES)]
        )
    classes = ([SHORT[c.name], c.why, f"{c.examples[0]:.40}"] for c in CLASSES)
    return TEXT.format(
        classes=table(("in the table", "class", "example"), classes),
        table=table(("object", *names), rows),
        kinds=table(("kind", *names), kinds),
    )
