"""What an audit says of a claim, as words of an enumeration: set from evidence, and never read from
a sentence.

Status  what follows for a claim
Lack    why the outputs of a black box say nothing of a claim: each makes the status inconclusive
Stop    why no more outputs were made
"""

from __future__ import annotations

from enum import StrEnum

from ..exits import Exit


class Status(StrEnum):
    """What the evidence says of a claim. Of outputs there are the first four words; those of exact
    laws speak of all data sets of a small domain.
    """

    REFUTED = "refuted"
    # there is evidence, and not as much as the error of an audit asks for
    SUSPICIOUS = "suspicious"
    NOT_REFUTED = "not refuted"
    INCONCLUSIVE = "inconclusive"
    HOLDS = "holds on this domain"
    ALMOST = "holds on this domain to within 2^-40 of delta"
    # a curve is asked at some levels of epsilon, and a claim of more than those
    WITHIN = "not refuted on this domain"
    UNDECIDED = "undecided"

    @classmethod
    def _missing_(cls, value: object) -> Status | None:
        """Reads the word that 1.0.0 had for what is inconclusive."""
        return cls.INCONCLUSIVE if value == "no evidence" else None


class Lack(StrEnum):
    """What was not seen, without which outputs that refute nothing say nothing."""

    OUTPUTS = "too few outputs"
    WORKING = "the program only broke"
    RELEASE = "no release"
    PARTS = "a part was not looked at"
    FRESHNESS = "not fresh"


class Without(StrEnum):
    """What is left out of an audit: records that are not handed in, or outputs that are not told
    apart.
    """

    MISSING = "missing"
    EMPTY = "empty"
    INFINITE = "infinite"
    BITS = "bits"

    @property
    def words(self) -> str:
        """Returns what that means."""
        return LEFT_OUT[self]


LEFT_OUT = {
    Without.MISSING: "no data set with a missing record was searched",
    Without.EMPTY: "no data set without records was searched",
    Without.INFINITE: "no infinite record was searched, and infinite outputs were looked at by no event",
    Without.BITS: "outputs were not told apart by their last bits",
}


class Stop(StrEnum):
    """Why an audit made no more outputs."""

    DRAWN = "all draws were made"
    TIME = "the time was over"
    ENDED = "there are no more outputs"
    BROKE = "every start failed"
    INTERRUPTED = "interrupted"


def exit_of(statuses: list[Status], lacks: list[Lack], stop: Stop | None = None) -> Exit:
    """Returns how the command ends: what is certain comes first, then why it is not."""
    if Status.REFUTED in statuses:
        return Exit.FAILED
    if Lack.WORKING in lacks:
        return Exit.BROKE
    if stop is Stop.INTERRUPTED:
        return Exit.INTERRUPTED
    open_ = {Status.INCONCLUSIVE, Status.SUSPICIOUS, Status.UNDECIDED} & set(statuses)
    return Exit.INCONCLUSIVE if open_ else Exit.OK
