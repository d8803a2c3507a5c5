"""The mechanism A_m: the average of a private mean over m blocks (trilemma Theorem 2.8).

The records have been shuffled between the blocks beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.finite import OrderedSample
from ...distributions.laplace import Laplace
from ...errors import InvalidInput
from ...privacy.guarantees import Guarantee
from ...privacy.neighbors import Neighbors
from ...privacy.shuffling import shuffled
from ...programs.program import Draw, Program, Step
from ..addremove.one_epsilon import OneEpsilon
from .public_size import NOISES, on_lattice, sum_noise

_ZERO = Fraction(0)


@dataclass(frozen=True)
class ShuffledMean(OneEpsilon):
    """The average of `blocks` noisy means of n records each, after the blocks have exchanged their
    records.

    For every i, the i-th records of all blocks are permuted among the blocks.

    Definition.  The records are the blocks one after the other. For i = 1, ..., n a uniform permutation is applied to
                 the i-th records. The estimate is the mean over the blocks of (mean of the block +
                 Lap((u - l)/(n epsilon))).
    Variance.    That of one block over the number of blocks, for independent records.
    Neighbors.   replace one record; n and blocks are public; a missing record is the midpoint.
    Lattice.     With noise = discrete_laplace, lower and upper must be multiples of 1/m, and clipped records are
                 rounded to them; a block's mean is (sum + K/m)/n, K discrete Laplace with D = m (u
                 - l).
    Guarantee.   (epsilon1, delta1)-DP by amplification, delta1 as given; where that is no better, epsilon-DP like each
                 block.
    Source.      trilemma Theorems 2.7, 2.8.
    """

    name = "shuffled_mean"
    summary = "the average over blocks whose records are shuffled"
    required = ("epsilon", "lower", "upper", "n", "blocks")
    optional = ("delta1", "noise", "m")
    noises: ClassVar = NOISES

    n: int = 1
    blocks: int = 1
    delta1: Fraction = Fraction(1, 10**6)
    noise: str = "laplace"
    m: int | None = None

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "midpoint"
    divides_by_count: ClassVar[bool] = False
    rounds: ClassVar[str] = "a record"

    @property
    def probes(self) -> tuple[Any, ...]:
        """Returns nothing: what is published is an average of blocks, each of them private."""
        return ()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_noise(self.noise)
        if (
            self.m is not None
            and (self.lower * self.m).denominator * (self.upper * self.m).denominator != 1
        ):
            raise InvalidInput(
                "off_lattice", "lower, upper: must be multiples of 1/m", argument="m"
            )

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: (epsilon1, delta1)-DP by amplification, or epsilon-DP where the theorem
        says nothing.
        """
        try:
            found = shuffled(self.decay, _ZERO, self.delta1, self.blocks)
        except InvalidInput:
            return super().guarantee
        return super().guarantee if not found.delta else Guarantee(found, self.relation)

    @cached_property
    def law(self) -> tuple[Laplace | DiscreteLaplace, Fraction]:
        """The law of the noise of a block's mean, and its unit."""
        if self.m is None:
            return Laplace(self.decay, self.width / self.n), Fraction(1)
        law, step = sum_noise(self.decay, self.width, Fraction(1, self.m))
        return law, step / self.n

    def records(self, data: Iterable[object]) -> Sequence[Fraction]:
        """Returns the clipped records, on the lattice if there is one."""
        found = super().records(data)
        return found if self.m is None else [on_lattice(x, self.m) for x in found]

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, shuffled, block_means, mean; draws row_1, ..., row_n and
        noise_1, ..., noise_m.

        row_i holds, for each block, the block from which it gets its i-th record.
        """
        records = self.records(data)
        if len(records) != self.n * self.blocks:
            raise InvalidInput(
                "size_mismatch", "data: the number of records is not n times blocks", argument="n"
            )
        yield Step("clipped", records)
        mixed = list(records)
        for i in range(self.n):
            row = yield Draw(f"row_{i + 1}", OrderedSample(self.blocks, self.blocks))
            for j, source in enumerate(row):
                mixed[j * self.n + i] = records[(int(source) - 1) * self.n + i]
        yield Step("shuffled", mixed)
        (law, unit), total, means = self.law, _ZERO, []
        for j in range(self.blocks):
            block = sum(mixed[j * self.n : (j + 1) * self.n], _ZERO) / self.n
            noisy = block + (yield Draw(f"noise_{j + 1}", law)) * unit
            means.append(noisy)
            total = total + noisy
        yield Step("block_means", means)
        mean = total * Fraction(1, self.blocks)
        yield Step("mean", mean)
        return mean
