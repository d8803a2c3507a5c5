"""What a law of high precision can be asked: its weight, its mass and moments by cells, and
draws.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from .numbers import MP, Number, Uniforms, number

Draw = tuple[Number, ...]
# where on the scale of probabilities the thresholds of a count lie
LEVELS = tuple(
    MP.mpf(n) / 1000
    for n in (5, 20, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950, 980, 995)
)


class HighLaw(ABC):
    """A law made from the words of its parameters, spelt as `dpmean value` takes them."""

    name: ClassVar[str]
    # what is counted of draws; the first does not fall when the first uniform number rises
    statistics: ClassVar[tuple[str, ...]]
    # how a wrong implementation would differ: a parameter, and what it would be multiplied by
    mistakes: ClassVar[tuple[tuple[str, str], ...]] = ()

    def __init__(self, parameters: Mapping[str, str]) -> None:
        """Takes the parameters."""
        self.parameters = dict(parameters)

    def given(self, word: str, default: str = "1") -> Number:
        """Returns a parameter to 60 digits."""
        return number(self.parameters.get(word, default))

    @property
    @abstractmethod
    def mass(self) -> Number:
        """Returns the integral or the sum of the weight over everything."""

    @abstractmethod
    def weight(self, point: Draw) -> Number:
        """Returns the weight at a point: the density up to a factor."""

    @abstractmethod
    def moment(self, order: int) -> Number:
        """Returns E|X|^order, integrated or summed cell by cell."""

    @abstractmethod
    def draw(self, first: Number, more: Uniforms) -> Draw:
        """Returns the counted numbers of a draw made of a first uniform number and as many more as
        it takes.
        """

    @abstractmethod
    def below(self, statistic: int, threshold: Number) -> Number:
        """Returns the probability that a counted number is not above the threshold, by cells."""

    @abstractmethod
    def thresholds(self, statistic: int) -> Sequence[Number]:
        """Returns where a counted number is counted."""

    def wrong(self) -> Iterator[tuple[str, HighLaw]]:
        """Yields the law as known mistakes would have it, with what the mistake is."""
        for word, factor in self.mistakes:
            top, _, bottom = self.parameters.get(word, "1").partition("/")
            times, _, over = factor.partition("/")
            changed = f"{int(top) * int(times)}/{int(bottom or 1) * int(over or 1)}"
            yield f"{word} times {factor}", type(self)({**self.parameters, word: changed})
