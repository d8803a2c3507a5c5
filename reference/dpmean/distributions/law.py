"""What a law is: everything that programs, interpreters, the catalogue and the suite may ask of
one.

`Law` is whatever a program may draw. `NoiseLaw` is one that stands in the catalogue under its own
name: its class says how it is asked for, where it lives and in which profile it takes its bits, and
nobody keeps a list of that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, ClassVar, Self

from ..exact.loss import Loss
from ..exact.reals import Number, Scalar
from ..parameters.signature import Signature
from ..randomness.bits import Bits


class Law(ABC):
    """The law of a random outcome, which is a number or a tuple of numbers."""

    @abstractmethod
    def sample(self, bits: Bits) -> Any:
        """Returns one exact draw: rational numbers, or affine forms of continuous variables that
        further bits refine.
        """

    @property
    def lattice(self) -> Fraction | None:
        """Returns a number of which every outcome is a multiple; None where there is none, or where
        it is of no use.
        """
        return None

    def support(self) -> list[tuple[Any, Number]]:
        """Returns all outcomes with their probabilities, where they are few; raises LookupError for
        other laws.
        """
        raise LookupError(f"{type(self).__name__} is not listed outcome by outcome")


class NoiseLaw(Law):
    """A symmetric law around 0 that noise is drawn from, in the catalogue under its name.

    `PARSED` are the names of the constructor; `REQUIRED` and `OPTIONAL` the parameters of a
    request. The quantities that only some laws have (hockey_stick, moment, covariance, ...) are
    rows of `ENTRIES` beside the class.
    """

    name: ClassVar[str] = ""  # its name in requests and vectors
    # the profile in which `sample` takes its bits (vectors/tape-profiles.md)
    profile: ClassVar[str]
    further_profiles: ClassVar[
        tuple[str, ...]
    ] = ()  # those of other samplers of the law, such as ddg-1
    PARSED: ClassVar[tuple[str, ...]]
    REQUIRED: ClassVar[tuple[str, ...]]
    OPTIONAL: ClassVar[tuple[str, ...]] = ()
    on_lattice: ClassVar[bool] = False  # whether its outcomes lie on a lattice, which is `lattice`
    integers: ClassVar[bool] = False  # whether a point of it is an integer, the parameter k
    plane: ClassVar[bool] = False  # whether an outcome is a pair

    # the largest change of the query between neighbours; Student's t law has a scale instead
    sensitivity: Fraction

    @classmethod
    def usage(cls) -> str:
        """Returns the name and the parameters, with those in brackets that may be left out."""
        return " ".join((cls.name, *cls.REQUIRED, *(f"[{p}]" for p in cls.OPTIONAL)))

    @classmethod
    def given(cls, **parameters: object) -> Self:
        """Returns the law with these exact parameters of a request: integers, Fractions, Decimals
        or spellings.

        Raises InvalidInput for a parameter that is unknown, missing, a float, or out of range.
        """
        make: Any = cls
        made: Self = make(**Signature(cls.name, cls.REQUIRED, cls.OPTIONAL).parse(parameters))
        return made

    @abstractmethod
    def variance(self) -> Number:
        """Returns the variance of each coordinate."""


class LineLaw(NoiseLaw):
    """A law on the line, with its distribution function; x is an integer for a law on the
    integers.
    """

    @abstractmethod
    def cdf(self, x: Scalar) -> Number:
        """Returns P(Z <= x)."""

    @abstractmethod
    def quantile(self, p: Fraction) -> Number:
        """Returns the least x with cdf(x) >= p, for 0 < p < 1."""

    def privacy_loss(self, shift: Fraction) -> Loss:
        """Returns the largest log-ratio of densities under a shift; raises LookupError where it is
        not finite.
        """
        del shift
        raise LookupError(f"{self.name} has no largest loss")

    def hockey_stick(self, shift: Fraction, ratio: Number) -> Number:
        """Returns the hockey-stick divergence between the law and its shift at the ratio e^h.

        Raises LookupError where no formula for it is known.
        """
        del shift, ratio
        raise LookupError(f"{self.name} has no hockey-stick divergence")


class PlaneLaw(NoiseLaw):
    """A law on the plane, of which both coordinates have the same law."""

    plane = True

    @abstractmethod
    def tail(self, x: Fraction) -> Number:
        """Returns P(|X| >= x) for x >= 0."""

    @abstractmethod
    def privacy_loss(self, shift_x: Fraction, shift_y: Fraction) -> Loss:
        """Returns the largest log-ratio of densities under a shift."""

    @abstractmethod
    def hockey_stick(self, shift_x: Fraction, shift_y: Fraction, ratio: Number) -> Number:
        """Returns the hockey-stick divergence between the law and its shift at the ratio e^h."""
