"""What a step of a program shows, as if it were the output: a message of a user, a noisy count, a
threshold.

A program is run until it comes to the step of that name, whose numbers are returned in place of the
estimate, in their order, one after the other. What comes later is not drawn. A run that ends
without the step returns None.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from ..distributions.finite import Uniforms
from ..distributions.law import Law
from ..distributions.polya import NoiseShare, Polya
from ..exact.enclosure import compare
from ..exact.reals import Number, balanced_sum
from ..exact.search import least_integer
from ..randomness.bits import Bits
from .laws import CUT
from .program import Draw, Program, Step, whole


def numbers(value: Any) -> Iterator[Any]:
    """Yield the numbers of a step: one, or those of its lists, one after the other."""
    if isinstance(value, list | tuple):
        for part in value:
            yield from numbers(part)
    else:
        yield value


def observed(program: Program, step: str) -> Program:
    """Return the program that ends at the step of this name, with the numbers of the step as its
    output.
    """
    reply: Any = None
    while True:
        try:
            request = program.send(reply)
        except StopIteration:
            return None
        if isinstance(request, Step) and request.name == step:
            program.close()
            return tuple(numbers(request.value))
        reply = yield request


@dataclass(frozen=True)
class ShareResidue(Law):
    """The law of a share of noise modulo q: of the difference of two Polya variables, of which each
    has a residue.
    """

    polya: Polya
    modulus: int

    lattice = Fraction(1)

    @cached_property
    def _residues(self) -> list[Number]:
        """The probability of each residue of one Polya variable; what lies beyond the cut is at
        most CUT.
        """
        end = least_integer(lambda k: compare(1 - self.polya.cdf(k), CUT) <= 0)
        masses = [self.polya.pmf(k) for k in range(max(end, self.modulus) + 1)]
        return [balanced_sum(masses[r :: self.modulus]) for r in range(self.modulus)]

    @cached_property
    def _support(self) -> list[tuple[int, Number]]:
        one, q = self._residues, self.modulus
        return [(r, balanced_sum([one[(r + k) % q] * one[k] for k in range(q)])) for r in range(q)]

    def support(self) -> list[tuple[int, Number]]:
        """Returns the residues with their probabilities."""
        return self._support

    def sample(self, bits: Bits) -> int:
        """Returns one exact draw."""
        return int(NoiseShare(self.polya).sample(bits)) % self.modulus


@lru_cache(maxsize=64)
def residue_of(law: NoiseShare, modulus: int) -> ShareResidue:
    """Returns the law of a share modulo q; equal ones are one object, so that what is known of it
    is found again.
    """
    return ShareResidue(law.polya, modulus)


def parted(program: Program, modulus: int) -> Program:
    """Return the same program with every number of a message an outcome of its own.

    `law_of` lets the parts of a split sum cancel, which is right for the sum and says nothing of a
    single message. Here each part is drawn by itself, as `sample` draws them, and a share of noise
    as its residue modulo q: a message depends on no more of it.
    """
    reply: Any = None
    while True:
        try:
            request = program.send(reply)
        except StopIteration as end:
            return end.value
        if isinstance(request, Draw) and isinstance(request.law, Uniforms):
            found = []
            for i in range(1, request.law.count + 1):
                found.append(whole((yield Draw(f"{request.label}_{i}", request.law.one))))
            reply = tuple(found)
        elif isinstance(request, Draw) and isinstance(request.law, NoiseShare):
            reply = yield Draw(request.label, residue_of(request.law, modulus))
        else:
            reply = yield request
