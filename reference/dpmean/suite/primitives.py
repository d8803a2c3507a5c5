"""The primitives below every sampler, as objects of `tape` vectors: raw bits, uniform variables, a
small finite law.

An implementation that fails here needs not look at its samplers. They are objects of the vectors
only: nothing in the package draws from them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..distributions.law import Law
from ..distributions.samplers.inversion import Inversion
from ..distributions.samplers.refine import Affine, identity, single
from ..errors import InvalidInput
from ..exact.numbers import integer, rational
from ..programs.interpret import Output, release
from ..programs.program import Draw, Program
from ..randomness.bits import Bits

PRIMITIVES = {"bits": "bits-1", "uniform": "uniform-1", "categorical": "inversion-1"}
OWN_PARAMETERS = ("dimensions", "weights", "width")  # nothing but primitives has them
MOST = 4096


class Uniform(Law):
    """Independent uniform variables on [0, 1), refined in turn."""

    def __init__(self, dimensions: int) -> None:
        """Declare how many variables there are."""
        self.dimensions = dimensions

    def sample(self, bits: Bits) -> tuple[Affine, ...]:
        """Return the variables themselves, from which no bit has been taken yet."""
        del bits
        return tuple(single(identity) for _ in range(self.dimensions))


def primitive(
    object_: str, params: dict[str, str], grid: Fraction | None, rounding: str
) -> Callable[[Bits], Output]:
    """Return a function that draws one outcome of a primitive per call."""
    if object_ == "bits":
        width = _count(params, "width")
        return lambda bits: (Fraction(_read(bits, width)),)
    if object_ == "uniform":
        law = Uniform(_count(params, "dimensions"))

        def program() -> Program:
            return (yield Draw("uniform", law))

        return lambda bits: release(program(), bits, grid, rounding)
    inversion = Inversion(_cumulative(params), least=0)
    return lambda bits: (Fraction(inversion.draw(bits)),)


def _count(params: dict[str, str], name: str) -> int:
    value = integer(params.get(name, ""), name)
    if not 1 <= value <= MOST:
        raise InvalidInput(
            "count_not_positive", f"{name}: must lie between 1 and {MOST}", argument=name
        )
    return value


def _read(bits: Bits, width: int) -> int:
    value = bits.peek(width)
    bits.skip(width)
    return value


def _cumulative(params: dict[str, str]) -> Callable[[int], Fraction]:
    """Return the distribution function of the law with the given weights, which are separated by
    single spaces.
    """
    weights = [rational(w, "weights") for w in params.get("weights", "").split(" ")]
    if min(weights) < 0 or sum(weights) == 0:
        raise InvalidInput(
            "out_of_range", "weights: must not be negative, nor all 0", argument="weights"
        )
    total = sum(weights, Fraction(0))
    return lambda k: sum(weights[: k + 1], Fraction(0)) / total
