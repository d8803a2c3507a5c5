"""What a law is: everything that programs, interpreters, the catalogue and the suite may ask of one.

`Law` is whatever a program may draw. `NoiseLaw` is one that stands in the catalogue under its own name: its class says
how it is asked for, where it lives and in which profile it takes its bits, and nobody keeps a list of that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, ClassVar

from ..exact.loss import Loss
from ..exact.reals import Number
from ..randomness.bits import Bits


class Law(ABC):
    """A random outcome: a number, or a tuple of numbers."""

    @abstractmethod
    def sample(self, bits: Bits) -> Any:
        """One exact draw: rational numbers, or affine forms of continuous variables that are refined when asked for."""

    @property
    def lattice(self) -> Fraction | None:
        """Every outcome is a multiple of it; None: there is no such number, or it is of no use."""
        return None

    def support(self) -> list[tuple[Any, Number]]:
        """All outcomes with their probabilities, where there are few; LookupError for other laws."""
        raise LookupError(f"{type(self).__name__} is not listed outcome by outcome")


class NoiseLaw(Law):
    """A symmetric law around 0 that noise is drawn from, in the catalogue under its name.

    `PARSED` are the names of the constructor; `REQUIRED` and `OPTIONAL` the parameters of a request. The quantities
    that only some laws have (hockey_stick, moment, covariance, ...) are rows of `ENTRIES` beside the class.
    """

    name: ClassVar[str] = ""  # its name in requests and vectors
    profile: ClassVar[str]  # the profile in which `sample` takes its bits (vectors/README.md)
    further_profiles: ClassVar[tuple[str, ...]] = ()  # those of other samplers of the law, such as ddg-1
    PARSED: ClassVar[tuple[str, ...]]
    REQUIRED: ClassVar[tuple[str, ...]]
    OPTIONAL: ClassVar[tuple[str, ...]] = ()
    on_lattice: ClassVar[bool] = False  # whether its outcomes lie on a lattice, which is `lattice`
    integers: ClassVar[bool] = False  # whether a point of it is an integer, the parameter k
    plane: ClassVar[bool] = False  # whether an outcome is a pair

    sensitivity: Fraction  # the largest change of the query between neighbours; Student's t law has a scale instead

    @classmethod
    def usage(cls) -> str:
        """Name and parameters, those that may be left out in brackets."""
        return " ".join((cls.name, *cls.REQUIRED, *(f"[{p}]" for p in cls.OPTIONAL)))

    @abstractmethod
    def variance(self) -> Number:
        """The variance, of each coordinate."""


class LineLaw(NoiseLaw):
    """A law on the line, with its distribution function; x is an integer for a law on the integers."""

    @abstractmethod
    def cdf(self, x: Any) -> Number:
        """P(Z <= x)."""

    @abstractmethod
    def quantile(self, p: Fraction) -> Number:
        """The least x with cdf(x) >= p, 0 < p < 1."""

    def privacy_loss(self, shift: Fraction) -> Loss:
        """The largest log-ratio of densities under a shift; LookupError where there is no finite one."""
        del shift
        raise LookupError(f"{self.name} has no largest loss")

    def hockey_stick(self, shift: Fraction, ratio: Number) -> Number:
        """The hockey-stick divergence between the law and its shift at the ratio e^h; LookupError if it is not known.
        """
        del shift, ratio
        raise LookupError(f"{self.name} has no hockey-stick divergence")


class PlaneLaw(NoiseLaw):
    """A law on the plane with equal marginals."""

    plane = True

    @abstractmethod
    def tail(self, x: Fraction) -> Number:
        """P(|X| >= x), x >= 0."""

    @abstractmethod
    def privacy_loss(self, shift_x: Fraction, shift_y: Fraction) -> Loss:
        """The largest log-ratio of densities under a shift."""

    @abstractmethod
    def hockey_stick(self, shift_x: Fraction, shift_y: Fraction, ratio: Number) -> Number:
        """The hockey-stick divergence between the law and its shift at the ratio e^h."""
