"""The catalogue: the guilty in the order of the page, and innocents that look guilty."""

from __future__ import annotations

from . import innocents, mistakes, sparse
from .row import Row

GUILTY: dict[str, Row] = {r.name: r for r in (*mistakes.ROWS, *sparse.ROWS)}
INNOCENT: dict[str, Row] = {r.name: r for r in innocents.ROWS}
ALL = {**GUILTY, **INNOCENT}
