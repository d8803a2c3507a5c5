"""The audit's view of an exhibit: what `dpmean audit -a 'python -m tests.lab.museum.adapter NAME'
OBJECT ...` says.

The claim is the guarantee of the mechanism that the exhibit is judged as, under its own
neighbouring relation, with the parameters of the first stat vector that the exhibit answers; for a
law, that of its noise for one unit of sensitivity. An audit looks for too large an epsilon only:
noise that is too large, or a wrong mean, is none of its business. It looks at data sets of a few
records, at their bounds, far outside and missing, and at no large ones.
"""

from __future__ import annotations

import sys
from contextlib import chdir
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from dpmean.auditing import api
from dpmean.auditing.claims import Claimed, claimed
from dpmean.auditing.pairs import Pair, candidates, first
from dpmean.auditing.report import Report
from dpmean.auditing.run import Audit, proceed
from dpmean.auditing.sources.adapter import Adapter
from dpmean.auditing.sources.buffered import Buffered
from dpmean.catalogue.laws import LAWS
from dpmean.catalogue.mechanisms import build
from dpmean.libraries.bundled import connector
from dpmean.privacy.neighbors import Neighbors
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector

from .adapter import has
from .bug import Bug

ROOT = Path(__file__).parents[3]
ALPHA, DRAWS, SECONDS, SIZE = Fraction(1, 10**6), 200_000, 300.0, 4
BOUNDS = (("lower", "upper"), ("low", "high"), ("", "u"))


@cache
def _vectors() -> list[Vector]:
    return [v for v in load() if v.kind == "stat"]


def asked(bug: Bug) -> dict[str, str] | None:
    """The parameters that an exhibit is audited with; None where it makes no release."""
    if bug.quantity or bug.step:
        return None
    return next(
        (
            dict(v.params)
            for v in _vectors()
            if v.object == bug.object and has(bug, v.params) and "observe" not in v.input
        ),
        None,
    )


def setting(bug: Bug, params: dict[str, str]) -> tuple[Claimed, Neighbors, list[Pair]]:
    """The claim, the relation, and the pairs that are looked at."""
    if bug.object in LAWS:
        moved = Fraction(params.get("sensitivity", "1"))
        claim = (
            f"epsilon={params['epsilon']}"
            if "epsilon" in params
            else (f"rho={moved**2 / (2 * Fraction(params['sigma_squared']))}")
        )
        return claimed(claim), Neighbors.REPLACE_ONE, [Pair((0.0,), (float(moved),), 0)]
    mechanism = build(bug.object, dict(params))
    relation = mechanism.guarantee.neighbors
    lower, upper = next(
        (
            (float(Fraction(params.get(a, "0"))), float(Fraction(params[b])))
            for a, b in BOUNDS
            if b in params
        ),
        (0.0, 4.0),
    )
    return (
        api.own_claim(mechanism),
        relation,
        first(candidates(relation, lower, upper, api.public_size(mechanism) or SIZE)),
    )


def audited(bug: Bug, how: tuple[str, ...] = ()) -> dict[str, Any] | None:
    """What the audit saw of an exhibit, wrong or ("repaired",): {} for nothing, None where it
    cannot be asked.
    """
    if (params := asked(bug)) is None:
        return None
    claim, relation, pairs = setting(bug, params)
    command = " ".join([sys.executable, "-m", "tests.lab.museum.adapter", bug.name, *how])
    with chdir(ROOT):
        source = Buffered(
            Adapter(
                connector(command, lambda _: None), bug.object, params, bug.object in LAWS, 60.0
            )
        )
    audit = Audit(bug.name, [claim], relation.value, pairs, ALPHA)
    try:
        proceed(audit, source, DRAWS, SECONDS, lambda _: None)
    finally:
        source.close()
    return found(audit, " ".join([bug.object, *(f"{k}={v}" for k, v in params.items())]))


def found(audit: Audit, words: str) -> dict[str, Any]:
    """What a finished audit saw, as it is kept; {} for nothing."""
    claim = audit.claims[0].words
    kept = {"id": words, "draws": audit.draws, "seconds": round(audit.seconds, 2)}
    if audit.stale:
        return {**kept, "seen": f"outputs are not fresh: {audit.stale}"}
    if not audit.refuted:
        return {}
    report = Report(audit)
    event = report.evidence.get("event", "")
    return {
        **kept,
        "draws": audit.refuted[claim][0],
        "seen": f"{claim} is refuted; epsilon is above "
        f"{report.epsilon:.2f}, most by: {event}, for {report.evidence.get('pair_in_words')}",
    }
