"""What a law says of itself: everything that programs, interpreters, the catalogue and the suite
may ask of one.

`Law` is whatever a program may draw. What a law cannot say has a default that refuses or says
"unknown" (None); whoever asks then takes another way, or tells that there is none. `NoiseLaw` is one
that stands in the catalogue under its own name: its class says how it is asked for, where it lives
and in which profile it takes its bits. Nobody keeps a list of laws, and nobody asks which law one is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, NamedTuple, Self

from ..errors import InvalidInput
from ..exact.balls import ball
from ..exact.curves import Curve, Unit, unit_of
from ..exact.decay import Decay
from ..exact.enclosure import compare, interval
from ..exact.loss import Loss
from ..exact.reals import Number, Scalar, computed
from ..exact.search import least_integer
from ..parameters.signature import Signature
from ..privacy.guarantees import Measure, PureDP
from ..randomness.bits import Bits
from .samplers import refine
from .samplers.canonne_kamath_steinke import Below
from .samplers.refine import Affine, End

CUT = Fraction(1, 1 << 60)  # a law on a lattice is cut where no more than this lies beyond
DEVIATIONS = 9  # of a discrete Gaussian law: 2.3e-19 lies beyond, less than 2^-60


@dataclass(frozen=True)
class Pair:
    """Two outcomes that are affine forms in independent unknowns: the law of each unknown, and for
    each outcome a constant and the coefficients of the unknowns.
    """

    laws: tuple[Law, ...]
    coordinates: tuple[tuple[Fraction, tuple[Fraction, ...]], ...]


class Analytic(NamedTuple):
    """What of a law is analytic around the real line, as formulas on complex balls: the density, the
    distribution function, and the lifts E (X - t)+ and E (X - t)+^2.

    Each gives a ball that is not finite where it is not analytic on the ball that it is given.
    """

    density: Callable[[Scalar], Scalar]
    cdf: Callable[[Scalar], Scalar]
    lifts: tuple[Callable[[Scalar], Scalar], Callable[[Scalar], Scalar]]


class Law:
    """The law of a random outcome, which is a number or a tuple of numbers.

    `symmetric`: X and -X have one law. `tabled`: its probabilities come from a table one after the
    other, where each alone is long. `cancels`: a program adds up its numbers modulo q such that
    nothing depends on them.
    """

    symmetric: ClassVar[bool] = False
    tabled: ClassVar[bool] = False
    cancels: ClassVar[bool] = False
    # what known bugs put in its place, by the name of what they change
    ALTERED: ClassVar[Mapping[str, Callable[[Any, Fraction], Law]]] = {}

    def sample(self, bits: Bits) -> Any:
        """Returns one exact draw: rational numbers, or affine forms of continuous variables that
        further bits refine.
        """
        del bits
        raise LookupError(f"{type(self).__name__} is never drawn from")

    @property
    def lattice(self) -> Fraction | None:
        """Returns a number of which every outcome is a multiple; None where there is none, or where
        it is of no use.
        """
        return None

    def placed(self, found: Any) -> tuple[Fraction, ...]:
        """Returns the point, coordinate by coordinate, that a sampler of a law on a lattice has
        named by integers.
        """
        assert self.lattice is not None
        return (found * self.lattice,)

    def published(self, below: Below) -> int:
        """Returns a draw by profile cks-1, of laws that name it."""
        del below
        raise LookupError(f"{type(self).__name__} has no published sampler")

    # ---------------------------------------------------------------- its outcomes

    def support(self) -> list[tuple[Any, Number]]:
        """Returns all outcomes with their probabilities, where they are few; raises LookupError for
        other laws.
        """
        raise LookupError(f"{type(self).__name__} is not listed outcome by outcome")

    def outcomes(self) -> list[tuple[Any, Number]] | None:
        """Returns the outcomes of which a program is followed one after the other, with their
        probabilities; None where the outcome is left unknown.
        """
        try:
            return [(o, p) for o, p in self.support() if not isinstance(p, Fraction) or p]
        except LookupError:
            return None

    def cases(self) -> Iterator[tuple[Number, Pair]] | None:
        """Yields the mixture that the law of a pair is, most likely first; None where it is taken
        as it is.
        """
        return None

    def unknown(self) -> tuple[Law, Fraction]:
        """Returns the law of the unknown that stands for an outcome, and its coefficient: on a
        lattice the unknown is an integer.
        """
        return self, Fraction(1)

    def parts(self) -> Sequence[Law]:
        """Returns the laws of the independent numbers of an outcome, where it has several that are
        drawn one after the other.
        """
        return ()

    def modulo(self, modulus: int) -> Law | None:
        """Returns the law of the residue of an outcome, where a message shows no more of it."""
        del modulus
        return None

    # ---------------------------------------------------------------- probabilities on the line

    def cdf(self, x: Any, /) -> Number:
        """Returns P(X <= x)."""
        del x
        raise LookupError(f"the distribution function of {type(self).__name__} is not known")

    def pmf(self, k: Any, /) -> Number:
        """Returns P(X = k) of a law on a lattice."""
        del k
        raise LookupError(f"the probabilities of {type(self).__name__} are not known")

    @property
    def moments(self) -> int | None:
        """Returns how many of its moments are finite; None for all."""
        return None

    def variance(self) -> Number:
        """Returns the variance."""
        raise LookupError(f"the variance of {type(self).__name__} is not known")

    def reach(self, deviations: int = DEVIATIONS) -> tuple[int, int]:
        """Returns the integers between which a law on the integers lies but for a probability of at
        most CUT.

        `deviations` is the reach of a law that is cut in standard deviations.
        """
        del deviations
        low = least_integer(lambda k: compare(self.cdf(k), CUT / 2) > 0)
        high = least_integer(lambda k: compare(1 - self.cdf(k), CUT / 2) <= 0)
        return low, high

    def negligible(self, x: Fraction) -> bool:
        """Returns whether a bound of P(|X| >= x), for x > 0, is less than 2^-1000 at first sight."""
        del x
        return False

    def table(self, low: int, high: int, digits: int) -> list[int]:
        """Returns P(X = low), ..., P(X = high) of a law on the integers in units of 2^-digits,
        rounded down.
        """
        return [
            int(interval(self.pmf(k), 2 * digits).lower * (1 << digits))
            for k in range(low, high + 1)
        ]

    # ---------------------------------------------------------------- its density

    @property
    def exponent(self) -> Decay | None:
        """Returns the decay of the exponentials in its density, where `curve` has such."""
        return None

    def curve(self, unit: Unit) -> Curve | None:
        """Returns the density as a curve with exponents in `unit`; None where it is not one."""
        del unit
        return None

    def between(self, low: Number | None, high: Number | None) -> Curve | None:
        """Returns the density between two ends as a curve; None where it is not one."""
        found = densities([self])
        return None if found is None else found[1][0].within(low, high)

    @property
    def flat(self) -> tuple[Fraction, Fraction] | None:
        """Returns the interval on which the density is constant, and 0 outside; None where it is
        not such.
        """
        return None

    @property
    def half_width(self) -> Number | None:
        """Returns r, where the law is uniform on (-r, r); None where it is not."""
        return None

    @property
    def steepness(self) -> Number | None:
        """Returns the most by which the logarithm of the density changes over a distance of 1; None
        where there is no bound.
        """
        return None

    def lifts(self, t: Number) -> tuple[Number, Number] | None:
        """Returns E (X - t)+ and E (X - t)+^2; None where they are not known."""
        if self.analytic(ball) is None:
            return None
        first, second = (computed(partial(self._lift, i), t) for i in (0, 1))
        return first, second

    def _lift(self, i: int, bits: int, t: Scalar) -> Scalar:
        del bits
        found = self.analytic(ball)
        assert found is not None
        return found.lifts[i](t)

    def analytic(self, of: Callable[[Number], Scalar]) -> Analytic | None:
        """Returns what of the law is analytic; None where its density is not, or that is not known.

        `of` gives the ball of a number at the working precision.
        """
        del of
        return None

    # ---------------------------------------------------------------- other laws that follow

    def mirrored(self) -> Law:
        """Returns the law of -X."""
        if self.symmetric:
            return self
        raise LookupError(f"the mirrored law of {type(self).__name__} is not known")

    @classmethod
    def summed(cls, parts: Sequence[tuple[Any, Fraction]]) -> Sequence[tuple[Law, Fraction]] | None:
        """Returns fewer independent laws with factors that have the same sum as some of this very
        class with factors; None where there are none.
        """
        del parts
        return None

    def times(self, factor: Number) -> Law:
        """Returns the law of noise multiplied by a factor.

        On a lattice, where multiples would leave it, this is the law of the same family that is so
        much wider. Raises InvalidInput where there is none.
        """
        del factor
        raise InvalidInput("unsupported_combination", "this noise cannot be scaled")

    def altered(self, what: str, to: Fraction) -> Law:
        """Returns the law that a known bug puts in its place: another scale, variance, ..."""
        if what == "scale":
            return self.times(to)
        if what not in self.ALTERED:
            raise InvalidInput(
                "unsupported_combination", f"{type(self).__name__} has no '{what}' to change"
            )
        return self.ALTERED[what](self, to)

    # ---------------------------------------------------------------- privacy under a shift

    def divergence(self, shift: Fraction, ratio: Number) -> Number | None:
        """Returns the hockey-stick divergence between the law and its shift at the ratio e^h; None
        where no closed form is known.
        """
        del shift, ratio
        return None

    def loss(self, shift: Fraction) -> Number | None:
        """Returns a bound of the log-ratio of densities under a shift; None where there is none."""
        del shift
        return None


def densities(laws: Sequence[Law]) -> tuple[Unit, list[Curve]] | None:
    """Returns the densities of laws as curves with exponents in one unit; None where one is not a
    curve, or they have no common unit.
    """
    unit = unit_of(law.exponent for law in laws)
    if unit is None:
        return None
    found = [curve for law in laws if (curve := law.curve(unit)) is not None]
    return (unit, found) if len(found) == len(laws) else None


class NoiseLaw(Law, ABC):
    """A symmetric law around 0 that noise is drawn from, in the catalogue under its name.

    `PARSED` are the names of the constructor; `REQUIRED` and `OPTIONAL` the parameters of a
    request. The quantities that only some laws have (hockey_stick, moment, covariance, ...) are
    rows of `ENTRIES` beside the class.
    """

    symmetric = True
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
    # whether outputs of neighbouring inputs are compared at a second scale, no power of two, too
    probed_twice: ClassVar[bool] = False

    # the largest change of the query between neighbours; Student's t law has a scale instead
    sensitivity: Fraction
    decay: Decay  # e^-epsilon, of laws that are epsilon-DP

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

    @property
    def width(self) -> Number:
        """Returns about how wide the law is: its scale, or its standard deviation."""
        raise LookupError(f"{self.name} has no width")

    @property
    def measure(self) -> Measure:
        """Returns what the noise promises for a query of its sensitivity (1, where it has none)."""
        return PureDP(self.decay.epsilon)


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

    def divergence(self, shift: Fraction, ratio: Number) -> Number | None:
        """Returns the hockey-stick divergence between the law and its shift at the ratio e^h; None
        where no closed form is known.
        """
        try:
            return self.hockey_stick(shift, ratio)
        except LookupError:
            return None


class QuantileLaw(LineLaw):
    """A continuous law on the line that is drawn as the quantile of one uniform number."""

    profile = "quantile-1"

    def endpoint(self, u: Fraction) -> End:
        """Returns quantile(u), the map of a draw's variable; None, an infinite end, for u = 0 and
        1.
        """
        return None if u in (0, 1) else self.quantile(u)

    def sample(self, bits: Bits) -> Affine:
        """Returns Z = quantile(U) by profile quantile-1, one variable; no bit is taken before it is
        needed.
        """
        del bits
        return refine.single(self.endpoint)


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
