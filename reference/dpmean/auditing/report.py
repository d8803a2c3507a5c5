"""What an audit says: a status for each claim, set from typed evidence; then words and plain data.
It says what was seen, and never that something is private. What is too little to say anything is in
`enough.py`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InvalidInput
from ..exits import Exit
from ..judging.draws.claims import Level
from ..judging.evidence import ASSUMED, Assuming, Follows, Seen, Statement
from ..privacy.neighbors import Neighbors
from .bounds import level_of
from .causes import Seen as Cause
from .causes import causes
from .claims import Claimed
from .coverage import Coverage
from .durations import duration_in_words
from .enough import Sight
from .exact import Judged
from .hunting import plainest
from .page import Page
from .rows import Row
from .run import A_LOOK, LOOK, NUMBER, Audit
from .shown import Shown, Verdict
from .status import Lack, Status, exit_of
from .told import cause_data, cause_lines, reason

FINE = 1 << 14  # steps of a bound of epsilon
BEYOND_REACH = (
    "it allows so much that no number of outputs within reach would show even a gross leak"
)
SILENT = (
    "no epsilon is given: the evidence supposes that every output is a fresh, independent release"
)
INSTEAD = "release a number, or a list or dict of numbers and of words that come again"


@dataclass(frozen=True, repr=False)
class Report(Shown):
    """The report of an audit of outputs: `refuted`, `causes`, `number`, `headline`. `str()` is its
    text, `data` what a machine reads; `save`, `json`, `html` and `picture` show it otherwise.
    """

    audit: Audit

    @cached_property
    def _sights(self) -> dict[str, Sight]:
        return {claim.words: Sight(self.audit, claim) for claim in self.audit.claims}

    def status(self, claim: Claimed) -> Status:
        """Returns what the evidence says of a claim."""
        if claim.words in self.audit.refuted and self.audit.stale is None:
            return Status.REFUTED
        if self._sights[claim.words].lacks:
            return Status.INCONCLUSIVE
        return Status.SUSPICIOUS if claim.words in self.audit.suspected else Status.NOT_REFUTED

    def lacks(self, claim: Claimed) -> tuple[Lack, ...]:
        """Returns why a claim is inconclusive."""
        if self.status(claim) is not Status.INCONCLUSIVE:
            return ()
        return self._sights[claim.words].lacks

    @property
    def verdicts(self) -> list[Verdict]:
        """Returns what is said of each claim, in the order in which they were given."""
        return [Verdict(c.words, self.status(c), self._told(c)) for c in self.audit.claims]

    @property
    def exit(self) -> Exit:
        """Returns how the command ends."""
        claims = self.audit.claims
        lacks = [lack for claim in claims for lack in self.lacks(claim)]
        return exit_of([self.status(c) for c in claims], lacks, self.audit.stopped)

    @cached_property
    def epsilon(self) -> float:
        """Returns the lower bound of epsilon, at the delta of the first claim; 0 says nothing."""
        return 0.0 if self.audit.stale or not self.audit.growth else self.audit.growth[-1][2]

    @cached_property
    def number(self) -> float:
        """Returns the lower bound of epsilon of 95 % confidence, at the delta of the first claim,
        valid whenever an audit stops; 0 says nothing.
        """
        return 0.0 if self.audit.stale else max(self.epsilon, self.audit.number.epsilon)

    @cached_property
    def causes(self) -> list[Cause]:
        """Returns why the claim that was refuted first does not hold, the gravest cause first, then
        hypotheses.
        """
        return causes(self.audit)

    @cached_property
    def curve(self) -> list[tuple[Fraction, float]]:
        """Returns lower bounds of epsilon at some deltas, each by itself with the error of the
        audit.
        """
        return [] if self.audit.stale else [(d, b.epsilon) for d, b in self.audit.curve()]

    @cached_property
    def evidence(self) -> dict[str, Any]:
        """Returns the event that speaks most against the first claim: its words, its half line where
        it is one, its pair, how often it was seen.
        """
        audit = self.audit
        bound = audit.bound(audit.claims[0].delta)
        book, pair = audit.books[bound.pair], audit.pairs[bound.pair]
        positions = book.positions
        if positions is None or not bound.epsilon or audit.stale:
            return {}
        row = plainest(book, positions, self._level)
        return {
            "event": book.told(row),
            "half_line": book.half_line(row),
            "place": bound.pair,
            "pair": [list(pair.one), list(pair.other)],
            "pair_in_words": str(pair),
            "hits": int(positions.hits[row]),
            "misses": int(positions.misses[row]),
            "draws": int(positions.draws[row]),
        }

    @cached_property
    def half_line(self) -> tuple[str, float] | None:
        """Returns the half line that speaks most against the first claim at the pair of the evidence,
        as a sign and a number, whatever else speaks more; None where none does.
        """
        audit = self.audit
        if not self.evidence:
            return None
        book, positions = (
            audit.books[self.evidence["place"]],
            audit.positions()[self.evidence["place"]],
        )
        assert positions is not None
        won, logs = positions.hits > positions.misses, positions.log_shares(self._level)
        for row in np.argsort(-logs, kind="stable").tolist():
            if won[row] and (found := book.half_line(row)) is not None:
                return found
        return None

    @cached_property
    def _level(self) -> Level:
        """Returns the level at the bound of epsilon, against which evidence is the strongest."""
        delta = self.audit.claims[0].delta
        return level_of(Fraction(int(self.audit.bound(delta).epsilon * FINE), FINE), delta)

    def _evidence_data(self) -> dict[str, Any]:
        """Returns the evidence as JSON's types, where a record or an end may be infinite."""
        found = dict(self.evidence)
        if found:
            found["pair"] = [_records(records) for records in found["pair"]]
            found["half_line"] = found["half_line"] and _records(found["half_line"])
        return found

    @property
    def follows(self) -> list[tuple[Claimed | None, Statement]]:
        """Returns what follows from the evidence, each statement with the claim that it refutes."""
        audit = self.audit
        if audit.stale is not None:
            return [(None, Statement(audit.stale.way.seen, Follows.NOT_FRESH))]
        refuted = [c for c in audit.claims if self.status(c) is Status.REFUTED]
        return [(c, self._statement(c)) for c in refuted]

    def _statement(self, claim: Claimed) -> Statement:
        """Returns what refutes a claim: of the first one, how large the loss is at least."""
        first, error = claim is self.audit.claims[0], float(self.audit.alpha)
        if first and self.epsilon:
            return Statement(
                Seen.TOLD_APART, Follows.LOSS, Assuming.FRESH, epsilon=self.epsilon, error=error
            )
        return Statement(Seen.TOLD_APART, Follows.LEAKS, Assuming.FRESH, error=error)

    @property
    def could(self) -> dict[str, float]:
        """Returns what a run of this size would have shown against the first claim: a loss, and how
        rare a leak may be.
        """
        return self._sights[self.audit.claims[0].words].could

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
                    "status": self.status(c).value,
                    "lacks": [lack.value for lack in self.lacks(c)],
                    **(
                        {
                            "draws": audit.refuted[c.words][0],
                            "log_wealth": audit.refuted[c.words][1],
                        }
                        if self.status(c) is Status.REFUTED
                        else {}
                    ),
                }
                for c in audit.claims
            ],
            "follows": [
                {"claim": None if c is None else c.words} | s.data for c, s in self.follows
            ],
            "stale": "" if audit.stale is None else str(audit.stale),
            "not_fresh": None if audit.stale is None else audit.stale.data,
            "headline": self.headline,
            "notes": audit.notes,
            "draws": audit.draws,
            "search": self.search,
            "pairs": len(audit.pairs),
            "seconds": round(audit.seconds, 2),
            "stopped": "" if audit.stopped is None else audit.stopped.value,
            "epsilon_at_least": self.epsilon,
            "number": {"epsilon_at_least": self.number, "confidence": str(1 - NUMBER)},
            "causes_against": audit.claims[audit.hunted].words if self.causes else None,
            "causes": [cause_data(audit, cause) for cause in self.causes],
            "without": sorted(audit.without),
            "never": self.never,
            "curve": [{"delta": str(d), "epsilon_at_least": e} for d, e in self.curve],
            "evidence": self._evidence_data(),
            "would_have_shown": {k: v if math.isfinite(v) else None for k, v in self.could.items()},
            "kinds": audit.reader.words,
            "growth": [
                {"draws": n, "log_wealth": w, "epsilon_at_least": e} for n, w, e in audit.growth
            ],
        }

    def __str__(self) -> str:
        """Returns the report in words."""
        audit = self.audit
        lines = [
            f"{audit.source}: {audit.draws:,} outputs for {_pairs(audit)} of neighbours "
            f"({audit.relation}), "
            f"{audit.seconds:.1f} s" + (f"; {audit.stopped.value}" if audit.stopped else "")
        ]
        lines += [f"  {verdict.claim}: {verdict.told}" for verdict in self.verdicts]
        if audit.stale:
            return "\n".join([*lines, f"  not fresh: {audit.stale}", f"  {SILENT}"])
        lines += [f"  without {line}" for line in self._left_out()]
        lines += [f"  {line}" for line in self._numbers()]
        if self.causes and len(audit.claims) > 1:
            lines.append(f"  causes are against {audit.claims[audit.hunted].words}")
        for i, cause in enumerate(self.causes, 1):
            lines += [f"  {line}" for line in cause_lines(audit, cause, i)]
        if not self.causes:
            lines += [f"  strongest evidence: {line}" for line in self._strongest()]
        if self.status(audit.claims[0]) in (Status.NOT_REFUTED, Status.SUSPICIOUS):
            lines += [f"  {line}" for line in self._could()]
        lines += [f"  search: {line}" for line in self._searched()]
        lines += [f"  never: {words}" for words in self.never]
        lines += [f"  note: {note}" for note in audit.notes]
        return "\n".join(lines)

    @property
    def headline(self) -> str:
        """Returns the one sentence of the report: every claim with its status, and the number."""
        if self.audit.stale is not None:
            return "inconclusive: the outputs are not fresh, so nothing is said of a claim"
        told = "; ".join(f"{c.words} is {self.status(c).value}" for c in self.audit.claims)
        if not self.number:
            return told
        delta = self.audit.claims[0].delta
        at = f" at delta = {float(delta):g}" if delta else ""
        return f"{told}; epsilon{at} is at least {self.number:.3f} (confidence {float(1 - NUMBER):.0%})"

    @property
    def search(self) -> dict[str, int]:
        """Returns what the search for pairs cost: how many outputs the first look at the `first`
        pairs took, and at the `others`, and how many the pair has that was looked at most.
        """
        audit, draws = self.audit, [book.draws for book in self.audit.books]
        first = [i for i in audit.first if draws[i]]
        others = [i for i, n in enumerate(draws) if n and i not in set(audit.first)]
        return {
            "first": len(first),
            "first_draws": sum(min(LOOK, draws[i]) for i in first),
            "others": len(others),
            "others_draws": sum(min(A_LOOK, draws[i]) for i in others),
            "most_draws": max(draws, default=0),
        }

    def _searched(self) -> list[str]:
        """Returns in words what the search cost; nothing where there was none."""
        cost = self.search
        if len(self.audit.pairs) == 1 or not self.audit.draws:
            return []
        told = f"{cost['first_draws']:,} outputs for the first look at {_count(cost['first'])}"
        if cost["others"]:
            told += f", {cost['others_draws']:,} for that at {cost['others']:,} others"
        return [f"{told}; the pair that was looked at most has {cost['most_draws']:,}"]

    def _left_out(self) -> list[str]:
        return [f"{word}: {word.words}" for word in sorted(self.audit.without)]

    def _strongest(self) -> list[str]:
        """Returns in words what speaks most against the first claim."""
        seen = self.evidence
        if not seen:
            return []
        return [
            f"{seen['event']}; for {seen['pair_in_words']}: {seen['hits']:,} times for the likelier "
            f"input and {seen['misses']:,} for the other, in {seen['draws']:,} outputs of both"
        ]

    def _drawn(self, kind: str) -> bytes:
        from .picture import of_outputs

        most = max(range(len(self.audit.books)), key=lambda i: self.audit.books[i].draws)
        return of_outputs(self.audit, self.evidence.get("place", most), kind)

    def _page(self) -> Page:
        audit = self.audit
        left_out = [f"without {line}" for line in self._left_out()]
        stale = [] if audit.stale is None else [f"not fresh: {audit.stale}", SILENT]
        return Page(
            f"Audit of {audit.source}",
            self.headline,
            [(verdict.claim, verdict.told) for verdict in self.verdicts],
            f"Three pictures: how often {audit.source} gave which output for either data set; how the "
            "evidence against the claim grew with the outputs; and the lower bound of epsilon, which "
            f"is {self.epsilon:.3f} at the end",
            [reason(audit, cause) for cause in self.causes],
            self._numbers(),
            [] if self.causes else self._strongest(),
            self.never,
            [
                f"{audit.draws:,} outputs for {_pairs(audit)} of neighbours ({audit.relation}), "
                f"{audit.seconds:.1f} s",
                *stale,
                *left_out,
                *(f"search: {line}" for line in self._searched()),
                *audit.notes,
            ],
        )

    def _record(self, path: Path) -> None:
        from .store import save

        save(self.audit, path)

    @property
    def never(self) -> list[str]:
        """Returns what was not tried, in words; nothing where the pairs were given."""
        audit = self.audit
        if len(audit.pairs) == 1 or all(self.status(c) is Status.REFUTED for c in audit.claims):
            return []
        relation = next((n for n in Neighbors if n.value == audit.relation), None)
        books = zip(audit.pairs, audit.books, strict=True)
        return Coverage.of(pair.moved for pair, book in books if book.draws).words(relation)

    def _numbers(self) -> list[str]:
        """Returns the lower bounds of epsilon in words."""
        audit, delta = self.audit, self.audit.claims[0].delta
        if not self.number:
            return []
        at = f" at delta = {float(delta):g}" if delta else ""
        lines = [
            f"epsilon{at} is at least {self.number:.4f} (confidence {float(1 - NUMBER):.0%}, whenever "
            f"one stops, {ASSUMED[Assuming.FRESH]}); the truth may be larger"
        ]
        if self.epsilon:
            lines.append(
                f"epsilon{at} is at least {self.epsilon:.4f} (wrong with probability at most "
                f"{float(audit.alpha):g})"
            )
        shown = [f"{e:.3f} at delta {float(d):g}" for d, e in self.curve if e and d != delta]
        if shown:
            lines.append(f"with the same error, epsilon is at least {', '.join(shown)}")
        return lines

    def _could(self) -> list[str]:
        """Returns in words what so many outputs would have shown."""
        could = self.could
        if not could or not math.isfinite(could["loss"]):
            return []
        told = (
            f"the {could['draws']:,.0f} outputs of the pair looked at most would have shown, 9 times "
            f"in 10, a loss of {could['loss']:.3f} or more (of noise like Laplace's)"
        )
        if could["rarest"] < 1:
            rare = f"{1 / could['rarest']:,.0f}"
            told += f", and no leak that comes less often than once in {rare} outputs"
        return [told]

    def _told(self, claim: Claimed) -> str:
        """Returns the status of a claim in words, with its reason."""
        audit, status, lacks = self.audit, self.status(claim), self.lacks(claim)
        if status is Status.REFUTED:
            draws, won = audit.refuted[claim.words]
            return (
                f"refuted after {draws:,} outputs: the evidence against it is {odds(won)} to 1, "
                f"where {1 / float(audit.alpha):,.0f} to 1 is enough, {ASSUMED[Assuming.FRESH]}"
            )
        if status is Status.NOT_REFUTED:
            return "not refuted by these outputs"
        if status is Status.SUSPICIOUS:
            return (
                f"suspicious: with {float(1 - NUMBER):.0%} confidence it does not hold, and "
                f"{1 / float(audit.alpha):,.0f} to 1 is asked for, so that no right program is accused: "
                "go on with more outputs"
            )
        if lacks[0] is not Lack.PARTS:  # of what is nothing there are not too few
            lacks = lacks[:1]
        return f"inconclusive: {'; '.join(self._why(claim, lack) for lack in lacks)}"

    def _why(self, claim: Claimed, lack: Lack) -> str:
        """Returns what was not seen in words, and what to do."""
        audit, reader, sight = self.audit, self.audit.reader, self._sights[claim.words]
        if lack is Lack.FRESHNESS:
            return "the outputs are no independent draws"
        if lack is Lack.WORKING:
            return f"the program only broke ({reader.words[0]}), so there is nothing to judge a claim by"
        if lack is Lack.RELEASE:
            return (
                f"every output was the same and has no number ({reader.alike}), so there is "
                f"nothing to judge a claim by; {INSTEAD}"
            )
        if lack is Lack.PARTS:
            return (
                f"of {sight.partial:.0%} of the outputs a part was not looked at"
                f"{f', such as {example}' if (example := reader.example) else ''}; {INSTEAD}"
            )
        if not sight.applies:
            return "there is no pair of data sets to which it applies"
        if sight.hopeless:
            return BEYOND_REACH
        if audit.pace is None or not audit.draws:
            more = ""
        else:
            more = f", about {duration_in_words(sight.missing * audit.seconds / audit.draws)} at this speed"
        return (
            f"{audit.draws:,} outputs for {_count(len(audit.first))} are too few to show even a gross leak; "
            f"{sight.missing:,} more would{more}"
        )


@dataclass(frozen=True, repr=False)
class ExactReport(Shown):
    """The report of an exact audit over all pairs of neighbours of a small domain: `refuted`,
    `epsilon`, `judged`, `headline`. It is shown and saved as a `Report` is, but has no outputs.
    """

    source: str
    relation: str
    judged: tuple[Judged, ...]
    epsilon: float | None
    curve: tuple[tuple[Fraction, Fraction, Fraction], ...]
    domain: str

    @property
    def verdicts(self) -> list[Verdict]:
        """Returns what is said of each claim, in the order in which they were given."""
        return [Verdict(j.claim.words, j.status, self._told(j)) for j in self.judged]

    @property
    def exit(self) -> Exit:
        """Returns how the command ends."""
        return exit_of([j.status for j in self.judged], [])

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
                    "status": j.status.value,
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
            "follows": [
                {"claim": j.claim.words} | Statement(Seen.TOLD_APART, Follows.LEAKS).data
                for j in self.judged
                if j.status is Status.REFUTED
            ],
            "epsilon": None if self.epsilon is None or math.isinf(self.epsilon) else self.epsilon,
            "curve": [{"epsilon": str(e), "delta": [float(a), float(b)]} for e, a, b in self.curve],
        }

    def __str__(self) -> str:
        """Returns the report in words."""
        lines = [f"{self.source}: exact laws of all outputs over {self.domain} ({self.relation})"]
        lines += [f"  {verdict.claim}: {verdict.told}" for verdict in self.verdicts]
        return "\n".join([*lines, *(f"  {line}" for line in self._least())])

    @property
    def headline(self) -> str:
        """Returns the one sentence of the report: every claim with its status."""
        return "; ".join(f"{j.claim.words}: {j.status.value}" for j in self.judged)

    def _told(self, j: Judged) -> str:
        """Returns the status of a claim in words, with its reason."""
        assert j.pair is not None
        assert j.level is not None
        low, high = float(j.worst.lower), float(j.worst.upper)
        seen = f"{low:.6g}" if low == high else f"between {low:.6g} and {high:.6g}"
        at = f"at epsilon = {float(j.level.epsilon):.6g} the divergence is {seen} for {j.pair}"
        more = f"; {j.worst.event}" if j.worst.event else ""
        return {
            Status.REFUTED: f"refuted: {at}, where the claim allows {float(j.level.delta):.6g}{more}",
            Status.HOLDS: f"holds for all {j.looked:,} pairs of this domain; most {at}",
            Status.ALMOST: f"holds for all {j.looked:,} pairs of this domain, to within "
            f"{float(j.worst.upper - j.level.delta):.2g} of delta (tails cut, ends "
            f"rounded); most {at}",
            Status.WITHIN: f"not refuted by any of {j.looked:,} pairs of this domain, at the levels of "
            f"epsilon that were asked; most {at}",
            Status.UNDECIDED: f"undecided: {at}, where the claim allows {float(j.level.delta):.6g}{more}",
        }[j.status]

    def _least(self) -> list[str]:
        """Returns the least epsilon in words, where it is known."""
        if self.epsilon is None:
            return []
        told = (
            "infinite: an output of one data set is impossible for its neighbour"
            if math.isinf(self.epsilon)
            else f"exactly the logarithm of a rational, {self.epsilon:.6f}"
        )
        return [f"the least epsilon on this domain is {told}"]

    def _drawn(self, kind: str) -> bytes:
        from .picture import of_curve

        return of_curve(self.curve, kind)

    def _page(self) -> Page:
        return Page(
            f"Exact audit of {self.source}",
            self.headline,
            [(verdict.claim, verdict.told) for verdict in self.verdicts],
            "One picture: the exact divergence, a delta, of the worst pair of data sets for each epsilon",
            numbers=self._least(),
            more=[f"exact laws of all outputs over {self.domain} ({self.relation})"],
        )

    def _record(self, path: Path) -> None:
        del path
        raise InvalidInput(
            "unsupported_combination",
            "path: exact laws have no outputs that a record (.npz) could keep",
            argument="path",
        )


def _pairs(audit: Audit) -> str:
    return _count(len(audit.pairs))


def _count(pairs: int) -> str:
    return "1 pair" if pairs == 1 else f"{pairs:,} pairs"


def odds(log_wealth: float) -> str:
    """Returns how many times the bets against a claim multiplied their capital, in words."""
    if log_wealth < 0:
        return f"{math.exp(max(log_wealth, -99.0)):.2g}"
    return (
        f"{math.exp(log_wealth):,.0f}" if log_wealth < 30 else f"10^{log_wealth / math.log(10):.0f}"
    )


def _records(records: Any) -> list[Any]:
    """Returns records as JSON can hold them: what is no finite number is a string."""
    return [
        dict(zip(x.columns, _records(x.values), strict=True))
        if isinstance(x, Row)
        else x
        if x is None
        or isinstance(x, str | int | list)
        or (isinstance(x, float) and math.isfinite(x))
        else str(x)
        for x in records
    ]
