"""Name and shame: (0, delta)-DP and without bias for every law (trilemma Proposition 3.6).

It publishes records with a small probability. Private on paper, useless in practice: whoever is
named has no protection at all. It is here because proofs use it, and as a *negative control*: no
pure guarantee holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ...distributions.finite import Bernoulli, UniformInteger
from ...errors import InvalidInput
from ...privacy.guarantees import ApproximateDP, Guarantee
from ...privacy.neighbors import Neighbors
from ...programs.mechanism import Mechanism
from ...programs.program import Draw, Program, Step
from .public_size import proper, sized

_ZERO = Fraction(0)
VARIANTS = ("independent", "single")


@dataclass(frozen=True)
class NameAndShame(Mechanism):
    """The sum of the named records over n delta.

    Each record is named with probability delta, independently, or (`single`) at most one is.

    Definition.  With variant = independent: the sum of named_i x_i/(n delta), named_i Bernoulli(delta). With variant =
                 single: x_I/(n delta) for a uniform I with probability n delta <= 1, otherwise 0.
    Neighbors.   replace one record; n is public; a missing or infinite record is 0.
    Guarantee.   (0, delta)-DP, and no pure guarantee.
    Source.      trilemma Proposition 3.6; Section 1.4 (single).
    """

    name = "name_and_shame"
    summary = (
        "records published with probability delta: no real privacy; variant = independent, single"
    )
    required = ("delta", "n")
    optional = ("variant",)

    delta: Fraction
    n: int = 1
    variant: str = "independent"

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "zero"
    clips_to_bounds: ClassVar[bool] = False

    @property
    def probes(self) -> tuple[Any, ...]:
        """Returns three numbers: there are no bounds."""
        return "0", "1/3", "7"

    def __post_init__(self) -> None:
        proper(self.delta)
        if self.variant == "single" and self.n * self.delta > 1:
            raise InvalidInput(
                "out_of_range",
                "delta: n delta must be at most 1 with variant=single",
                argument="delta",
            )

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: (0, delta)-DP when one record is replaced."""
        return Guarantee(ApproximateDP(_ZERO, self.delta), self.relation)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what this mechanism publishes."""
        return (
            "a record that is named is published: nothing protects that person",
            "the estimate is exact, and most often 0",
        )

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the n records; another number of them is refused."""
        return sized(data, self.n)

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps named_sum, mean; draws named_1, ..., named_n, or named and pick (0, ...,
        n - 1).
        """
        records = self.records(data)
        total = _ZERO
        if self.variant == "single":
            if (yield Draw("named", Bernoulli(self.n * self.delta))):
                total = records[int((yield Draw("pick", UniformInteger(self.n))))]
        else:
            for i, x in enumerate(records, 1):
                total = total + (yield Draw(f"named_{i}", Bernoulli(self.delta))) * x
        yield Step("named_sum", total)
        mean = total / (self.n * self.delta)
        yield Step("mean", mean)
        return mean
