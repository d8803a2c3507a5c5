"""One row judged: what the audit's own report says, as plain data, with the seconds that it
took.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.auditing import api
from dpmean.auditing.pairs import Pair, candidates, first
from dpmean.auditing.report import Report
from dpmean.auditing.run import Audit, proceed
from dpmean.auditing.sources.adapter import Adapter
from dpmean.auditing.sources.buffered import Buffered
from dpmean.catalogue.laws import LAWS
from dpmean.libraries.bundled import connector
from dpmean.privacy.neighbors import Neighbors

from .rows import Library, Own

ALPHA = Fraction(1, 10**6)
SIZE = 4  # records of the data sets that are searched for libraries


def own(row: Own) -> dict[str, Any]:
    """The exact audit of a shipped mechanism."""
    name, *words = row.words.split()
    given: dict[str, object] = dict(word.split("=", 1) for word in words)
    start = time.process_time()
    found = api.shipped(
        name,
        given,
        api.claims_of(row.claims) if row.claims else None,
        [Fraction(x) for x in row.domain],
        row.size,
        None,
    ).data
    return {**found, "seconds": round(time.process_time() - start, 1)}


def library(row: Library, say: Callable[[str], None]) -> dict[str, Any]:
    """The audit of an object of a bundled library by its outputs."""
    name, *words = row.words.split()
    given = dict(word.split("=", 1) for word in words)
    relation = Neighbors(row.neighbors)
    law = name in LAWS
    pairs = (
        [Pair((0.0,), (1.0,), 0)]
        if law
        else first(
            candidates(
                relation,
                0.0,
                1.0,
                SIZE,
                missing="missing" not in row.without,
                empty="empty" not in row.without,
            )
        )
    )
    source = Buffered(Adapter(connector(row.library, say), name, given, law, 60.0))
    audit = Audit(row.name, api.claims_of((row.claim,)), relation.value, pairs, ALPHA)
    start = time.monotonic()
    try:
        proceed(audit, source, row.draws, 600.0, lambda _: None)
    finally:
        source.close()
    return {**Report(audit).data, "seconds": round(time.monotonic() - start, 1)}
