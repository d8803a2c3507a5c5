"""What an audit says, in words and as plain data. It says what was seen, and never that something
is private.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from . import power
from .claims import Claimed
from .exact import ALMOST, HOLDS, OPEN, REFUTED, WITHIN, Judged
from .run import Audit

COMPATIBLE, NO_EVIDENCE = "not refuted", "no evidence"
SILENT = (
    "no epsilon is given: the evidence supposes that every output is a fresh, independent release"
)


@dataclass(frozen=True)
class Report:
    """The report of an audit of a black box. `str()` is its text, `data` what a machine reads."""

    audit: Audit

    def __repr__(self) -> str:
        return str(self)

    @property
    def refuted(self) -> bool:
        """Whether any claim is refuted."""
        return bool(self.audit.refuted) and not self.audit.stale

    @property
    def alike(self) -> str:
        """Returns the one kind that every output had, where none had a number: such as an error;
        else nothing.
        """
        return self.audit.reader.alike

    def status(self, claim: Claimed) -> str:
        """Returns what the evidence says of a claim."""
        if self.audit.stale or not self.audit.draws or self.alike:
            return NO_EVIDENCE
        return REFUTED if claim.words in self.audit.refuted else COMPATIBLE

    @cached_property
    def epsilon(self) -> float:
        """Returns the lower bound of epsilon, at the delta of the first claim; 0 says nothing."""
        return 0.0 if self.audit.stale or not self.audit.growth else self.audit.growth[-1][2]

    @cached_property
    def curve(self) -> list[tuple[Fraction, float]]:
        """Returns lower bounds of epsilon at some deltas, each by itself with the error of the
        audit.
        """
        return [] if self.audit.stale else [(d, b.epsilon) for d, b in self.audit.curve()]

    @cached_property
    def evidence(self) -> dict[str, Any]:
        """Returns the event that speaks most against the first claim: its words, its pair, how
        often it was seen.
        """
        audit = self.audit
        bound = audit.bound(audit.claims[0].delta)
        book, pair = audit.books[bound.pair], audit.pairs[bound.pair]
        positions = book.positions
        if positions is None or not bound.epsilon:
            return {}
        row = bound.row
        return {
            "event": book.told(row),
            "pair": [list(pair.one), list(pair.other)],
            "pair_in_words": str(pair),
            "hits": int(positions.hits[row]),
            "misses": int(positions.misses[row]),
            "draws": int(positions.draws[row]),
        }

    @cached_property
    def could(self) -> dict[str, float]:
        """Returns what a run of this size would have shown: a loss, and how rare a leak may be."""
        audit = self.audit
        most = max((b.draws for b in audit.books), default=0)
        levels = audit.main(audit.pairs[0])
        if not most or not levels:
            return {}
        level, count = levels[0], len(audit.pairs)
        return {
            "draws": most,
            "loss": power.shown(
                most, count, float(level.epsilon), float(level.delta), float(audit.alpha)
            ),
            "rarest": power.rarest(most, count, level, audit.alpha),
        }

    @property
    def data(self) -> dict[str, Any]:
        """Returns everything as JSON's types."""
        audit = self.audit
        return {
            "kind": "evidence",
            "source": audit.source,
            "neighbors": audit.relation,
            "alpha": str(audit.alpha),
            "claims": [
                {
                    "claim": c.words,
                    "status": self.status(c),
                    **(
                        {
                            "draws": audit.refuted[c.words][0],
                            "log_wealth": audit.refuted[c.words][1],
                        }
                        if self.status(c) == REFUTED
                        else {}
                    ),
                }
                for c in audit.claims
            ],
            "stale": audit.stale,
            "notes": audit.notes,
            "draws": audit.draws,
            "pairs": len(audit.pairs),
            "seconds": round(audit.seconds, 2),
            "stopped": audit.stopped,
            "epsilon_at_least": self.epsilon,
            "curve": [{"delta": str(d), "epsilon_at_least": e} for d, e in self.curve],
            "evidence": {
                k: v if k != "pair" else [_records(r) for r in v] for k, v in self.evidence.items()
            },
            "would_have_shown": {k: v if math.isfinite(v) else None for k, v in self.could.items()},
            "kinds": audit.reader.words,
            "growth": [
                {"draws": n, "log_wealth": w, "epsilon_at_least": e} for n, w, e in audit.growth
            ],
        }

    def __str__(self) -> str:
        """Returns the report in words."""
        audit = self.audit
        sure = f"{float(audit.alpha):g}"
        lines = [
            f"{audit.source}: {audit.draws:,} outputs for {len(audit.pairs)} "
            f"{'pair' if len(audit.pairs) == 1 else 'pairs'} of neighbours ({audit.relation}), "
            f"{audit.seconds:.1f} s" + (f"; {audit.stopped}" if audit.stopped else "")
        ]
        if audit.stale:
            return "\n".join([*lines, f"  not fresh: {audit.stale}", f"  {SILENT}"])
        if self.alike:
            return "\n".join(
                [
                    *lines,
                    f"  every output was the same and has no number: {self.alike}; there is "
                    "nothing to judge a claim by",
                ]
            )
        for claim in audit.claims:
            if self.status(claim) == REFUTED:
                draws, won = audit.refuted[claim.words]
                lines.append(
                    f"  {claim.words}: refuted after {draws:,} outputs; bets that gain nothing "
                    f"on average if it holds had multiplied their capital by {_power(won)}"
                )
            else:
                lines.append(
                    f"  {claim.words}: not refuted by these outputs, with which it is compatible"
                )
        delta = audit.claims[0].delta
        at = f" at delta = {float(delta):g}" if delta else ""
        if self.epsilon:
            lines.append(
                f"  epsilon{at} is above {self.epsilon:.4f} (wrong with probability at most "
                f"{sure}, whenever one stops)"
            )
            if all(self.status(claim) == REFUTED for claim in audit.claims):
                lines.append(
                    "  it may be far larger: an audit stops when all its claims are refuted, "
                    "and goes on with a weaker one beside them, such as epsilon=10"
                )
        if seen := self.evidence:
            lines.append(
                f"  what speaks most: {seen['event']}; for {seen['pair_in_words']}: "
                f"{seen['hits']:,} times for the likelier input and {seen['misses']:,} for the "
                f"other, in {seen['draws']:,} outputs of both"
            )
        shown = [f"{e:.3f} at delta {float(d):g}" for d, e in self.curve if e and d != delta]
        if shown:
            lines.append(f"  epsilon is above {', '.join(shown)}")
        if could := self.could:
            loss = f"{could['loss']:.3f}" if math.isfinite(could["loss"]) else "nothing"
            lines.append(
                f"  the {could['draws']:,.0f} outputs of the pair looked at most would have "
                f"shown a loss of {loss} or more with probability 0.9 (as of Laplace noise), "
                f"and no leak that comes less often than once in {1 / could['rarest']:,.0f} "
                "outputs"
                if could["rarest"] < 1
                else "  these are too few outputs "
                "to show anything but what is wrong with nearly every output"
            )
        lines += [f"  note: {note}" for note in audit.notes]
        return "\n".join(lines)


@dataclass(frozen=True)
class ExactReport:
    """The report of an exact audit over all pairs of neighbours of a small domain."""

    source: str
    relation: str
    judged: tuple[Judged, ...]
    epsilon: float | None
    curve: tuple[tuple[Fraction, Fraction, Fraction], ...]
    domain: str

    @property
    def refuted(self) -> bool:
        """Whether any claim is refuted."""
        return any(j.status == REFUTED for j in self.judged)

    @property
    def data(self) -> dict[str, Any]:
        """Returns everything as JSON's types."""
        return {
            "kind": "exact",
            "source": self.source,
            "neighbors": self.relation,
            "domain": self.domain,
            "claims": [
                {
                    "claim": j.claim.words,
                    "status": j.status,
                    "pairs": j.looked,
                    "worst": {
                        "pair": str(j.pair),
                        "epsilon": str(j.level.epsilon),
                        "delta_claimed": str(j.level.delta),
                        "divergence": [float(j.worst.lower), float(j.worst.upper)],
                        "event": j.worst.event,
                    }
                    if j.pair is not None and j.level is not None
                    else {},
                }
                for j in self.judged
            ],
            "epsilon": None if self.epsilon is None or math.isinf(self.epsilon) else self.epsilon,
            "curve": [{"epsilon": str(e), "delta": [float(a), float(b)]} for e, a, b in self.curve],
        }

    def __str__(self) -> str:
        """Returns the report in words."""
        lines = [f"{self.source}: exact laws of all outputs over {self.domain} ({self.relation})"]
        for j in self.judged:
            assert j.pair is not None
            assert j.level is not None
            low, high = float(j.worst.lower), float(j.worst.upper)
            seen = f"{low:.6g}" if low == high else f"between {low:.6g} and {high:.6g}"
            at = f"at epsilon = {float(j.level.epsilon):.6g} the divergence is {seen} for {j.pair}"
            more = f"; {j.worst.event}" if j.worst.event else ""
            words = {
                REFUTED: f"refuted: {at}, where the claim allows {float(j.level.delta):.6g}{more}",
                HOLDS: f"holds for all {j.looked:,} pairs of this domain; most {at}",
                ALMOST: f"holds for all {j.looked:,} pairs of this domain, to within "
                f"{float(j.worst.upper - j.level.delta):.2g} of delta (tails cut, ends "
                f"rounded); most {at}",
                WITHIN: f"not refuted by any of {j.looked:,} pairs of this domain, at the levels of "
                f"epsilon that were asked; most {at}",
                OPEN: f"undecided: {at}, where the claim allows {float(j.level.delta):.6g}{more}",
            }[j.status]
            lines.append(f"  {j.claim.words}: {words}")
        if self.epsilon is not None:
            told = (
                "infinite: an output of one data set is impossible for its neighbour"
                if math.isinf(self.epsilon)
                else f"exactly the logarithm of a rational, {self.epsilon:.6f}"
            )
            lines.append(f"  the least epsilon on this domain is {told}")
        return "\n".join(lines)


def _power(log_wealth: float) -> str:
    return (
        f"{math.exp(log_wealth):,.0f}" if log_wealth < 30 else f"10^{log_wealth / math.log(10):.0f}"
    )


def _records(records: Any) -> list[Any]:
    """Returns records as JSON can hold them: what is no finite number is a string."""
    return [
        x
        if isinstance(x, str | int | list) or (isinstance(x, float) and math.isfinite(x))
        else str(x)
        for x in records
    ]
