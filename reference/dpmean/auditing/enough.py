"""When outputs that do not refute a claim say something of it: what is too little, in one place.

A claim that outputs do not refute is *not refuted* only where they could have refuted it, and else
*inconclusive*, for a `Lack`. Enough was seen where

- each pair of data sets to which the claim applies had its first look: LOOK outputs, or as many as
  show a gross leak, where no output is possible for both data sets (`power.least`), if these are
  fewer. A gross leak is then known, and its pair gets what is left;
- the pair that was looked at most had as many as show such a leak;
- some output was more than a failure, a refusal, or one and the same word;
- what was not looked at (`Reader.partial`) is rarer than the rarest leak that so many outputs show
  (`power.rarest`);
- and nothing shows that outputs are not fresh.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..judging.draws.claims import Level
from . import power
from .claims import Claimed
from .described import Role
from .pairs import Tier
from .run import LOOK, Audit
from .status import Lack


@dataclass(frozen=True)
class Sight:
    """What the outputs of an audit could have shown against one claim."""

    audit: Audit
    claim: Claimed

    @cached_property
    def _looked(self) -> list[tuple[int, tuple[Level, ...]]]:
        """Returns for every first pair to which the claim applies its draws, and the claim's
        levels.
        """
        audit = self.audit
        first = [i for i, p in enumerate(audit.pairs) if p.moved.tier is Tier.FIRST]
        first = [i for i in first if audit.shares[i]]  # two orders of records refute nothing
        each = [(audit.books[i].draws, self.claim.levels(audit.pairs[i].user)) for i in first]
        return [(draws, levels) for draws, levels in each if levels]

    @property
    def applies(self) -> bool:
        """Tells whether there is any pair to which the claim applies."""
        return bool(self._looked)

    def _least(self, levels: Sequence[Level]) -> tuple[int, Level, int]:
        """Returns how many draws of a pair show a gross leak, at the level at which they are
        fewest, and among how many pairs and levels it is sought.
        """
        first = [self.audit.shares[i] for i in self.audit.first] or self.audit.shares
        share, alpha = min(s for s in first if s), float(self.audit.alpha)
        among = round(len(levels) / share)
        return min(
            (power.least(among, float(lv.epsilon), float(lv.delta), alpha), lv, among)
            for lv in levels
        )

    @cached_property
    def missing(self) -> int:
        """Returns how many more outputs show a gross leak at least; 0 where these did."""
        if not self.applies:
            return 1
        needed = [(draws, self._least(levels)[0]) for draws, levels in self._looked]
        first = sum(max(0, min(LOOK, least) - draws) for draws, least in needed)
        return first + min(max(0, least - max(min(LOOK, least), draws)) for draws, least in needed)

    @property
    def hopeless(self) -> bool:
        """Tells whether the claim allows so much that no number of outputs within reach is enough."""
        return self.missing > power.HOPELESS

    @cached_property
    def could(self) -> dict[str, float]:
        """Returns what these outputs would have shown at the pair that was looked at most: a loss,
        and how rare a leak may be.
        """
        draws, levels = max(self._looked, key=lambda one: one[0], default=(0, ()))
        if not draws:
            return {}
        _, level, among = self._least(levels)
        alpha = self.audit.alpha
        loss = power.shown(draws, among, float(level.epsilon), float(level.delta), float(alpha))
        return {
            "draws": draws,
            "loss": loss,
            "rarest": power.rarest(draws, among, level, alpha),
        }

    @cached_property
    def partial(self) -> float:
        """Returns of what share of the outputs a part was not looked at."""
        kinds = [o.kinds for step in self.audit.steps for o in (step.one, step.other)]
        if not self.audit.draws:
            return 0.0
        seen = self.audit.reader.partial(np.concatenate(kinds)) + self._late
        return min(1.0, seen / self.audit.draws)

    @property
    def _late(self) -> int:
        """Returns how many outputs have a number at a place that came after the first bets on their
        pair, and so has none.
        """
        count, leaves = 0, self.audit.reader.leaves
        for step in self.audit.steps:
            book = self.audit.books[step.pair]
            later = [j for j in range(book.covered, len(leaves)) if leaves[j].role is Role.VALUE]
            for outputs in (step.one, step.other) if book.parts and later else ():
                there = [~np.isnan(outputs.columns[j]) for j in later if j < len(outputs.columns)]
                count += int(np.any(there, axis=0).sum()) if there else 0
        return count

    @cached_property
    def lacks(self) -> tuple[Lack, ...]:
        """Returns what was not seen; nothing where enough was."""
        reader = self.audit.reader
        lacking = {
            Lack.FRESHNESS: self.audit.stale is not None,
            Lack.WORKING: reader.failing,
            Lack.RELEASE: bool(reader.alike) and not reader.failing,
            Lack.PARTS: self.partial > min(1.0, self.could.get("rarest", 0.0)),
            Lack.OUTPUTS: self.missing > 0,
        }
        return tuple(lack for lack, is_so in lacking.items() if is_so)
