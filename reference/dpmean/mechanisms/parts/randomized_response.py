"""Randomized response over several categories, as a program over draws."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ...distributions.finite import Bernoulli, UniformInteger
from ...errors import InvalidInput
from ...exact.decay import Decay
from ...exact.reals import Number
from ...privacy.guarantees import Guarantee, PureDP, Scope
from ...privacy.neighbors import Neighbors
from ...programs.mechanism import Mechanism
from ...programs.program import Draw, Program, Step
from ...programs.records import nearest, prepare
from .categories import BETWEEN, require_few
from .one_answer import kept


@dataclass(frozen=True, kw_only=True)
class RandomizedResponse(Mechanism):
    """The answer of one person, who has one of the categories 0, ..., k - 1.

    Definition.  With probability (1 - b)/(1 + (k - 1) b), b = e^-epsilon, her category, else a uniform one: so her own
                 with probability 1/(1 + (k - 1) b) in all, and each other one with b times that.
    Neighbors.   The record is replaced. A record that is no category is made one: clipped, then rounded, ties to even;
                 a missing one is 0.
    Guarantee.   epsilon-DP in the local model.
    Source.      Warner (1965); Kairouz, Oh, Viswanath (2016).
    """

    name = "randomized_response"
    summary = "local model: the category of one person, or a random one"
    required = ("categories", "epsilon")
    estimates_mean = False
    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "nearest_zero"

    categories: int
    decay: Decay

    def __post_init__(self) -> None:
        require_few(self.categories)

    @property
    def guarantee(self) -> Guarantee:
        """Returns what is promised to her: epsilon-DP, whoever sees the answer."""
        return Guarantee(PureDP(self.decay.epsilon), self.relation, scope=Scope.LOCAL)

    @property
    def public_bounds(self) -> tuple[Fraction, ...]:
        """Returns the first and the last category."""
        return Fraction(0), Fraction(self.categories - 1)

    @property
    def probes(self) -> tuple[Any, ...]:
        """Returns three categories, or two and a record that is missing."""
        last = str(self.categories - 1)
        return "0", last, "1" if self.categories > 2 else "nan"

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Returns a sentence for users on records that are no categories."""
        return (BETWEEN,)

    @property
    def kept(self) -> Number:
        """Returns the probability with which the answer is hers and no uniform one."""
        found: Number = kept(self.decay.b, self.categories)
        return found

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the one record as a category; another number of them is refused."""
        first, last = self.public_bounds
        found = prepare(data, first, last, self.missing)
        if len(found) != 1:
            raise InvalidInput(
                "size_mismatch",
                "data: give one record, that of the person who answers",
                argument="data",
            )
        return [Fraction(nearest(x)) for x in found]

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps category, response; draws kept and, where that is 0, answer."""
        (category,) = self.records(data)
        yield Step("category", category)
        response = category
        if not (yield Draw("kept", Bernoulli(self.kept))):
            response = Fraction((yield Draw("answer", UniformInteger(self.categories))))
        yield Step("response", response)
        return response
