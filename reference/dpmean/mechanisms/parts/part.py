"""What a count and a bounded sum share: one number of the records plus one noise, for users of
several records, under either relation.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.gaussian import Gaussian, variance_for
from ...distributions.gaussian_sigma import least
from ...distributions.laplace import Laplace
from ...distributions.law import Law, LineLaw
from ...distributions.multiples import Multiples
from ...distributions.published_gaussian import PublishedGaussian
from ...errors import InvalidInput
from ...exact.decay import Decay
from ...exact.enclosure import interval
from ...exact.reals import Number, strictly
from ...privacy.guarantees import ApproximateDP, Guarantee, PureDP, ZeroConcentratedDP
from ...privacy.neighbors import Neighbors
from ...programs.mechanism import Mechanism
from ...programs.postprocess import clip
from ...programs.records import GRID_POINTS
from . import clamped

_ZERO = Fraction(0)
LATTICE = ("discrete_laplace", "discrete_gaussian")  # the noises that live on a lattice


def relation_of(word: str) -> Neighbors:
    """Returns the relation of that name."""
    return next(relation for relation in Neighbors if relation.value == word)


@dataclass(frozen=True, kw_only=True)
class Part(Mechanism):
    """The base of the two parts: the noise, which privacy parameter goes with it, the contribution
    of a user, the relation, and the last clamp.

    Definition.  q + Z, q a number of the records of sensitivity D, Z with one of these laws: laplace, scale D/epsilon;
                 discrete_laplace, P(z) proportional to exp(-epsilon |z|/D) on the lattice of q;
                 gaussian, variance D^2/(2 rho); discrete_gaussian, P(z) proportional to exp(-z^2
                 rho/D^2) on the lattice; analytic_gaussian, normal with the least standard deviation that is (epsilon,
                 delta)-DP, rounded up. With clamp = zero a negative output becomes 0.
    Neighbors.   The at most `contribution` records of one user are added or removed, or replaced by as many others.
    Guarantee.   epsilon-DP with Laplace noise, rho-zCDP with Gaussian noise, (epsilon, delta)-DP with the analytic one.
    """

    estimates_mean = False
    adds_one_noise = True
    profile = "release-3"
    probed_twice: ClassVar[bool] = True
    clips_to_bounds: ClassVar[bool] = False
    relation: ClassVar[Neighbors] = Neighbors.ADD_OR_REMOVE_ONE

    noise: str
    decay: Decay | None = None
    rho: Fraction | None = None
    delta: Fraction | None = None
    contribution: int = 1
    neighbors: str = Neighbors.ADD_OR_REMOVE_ONE.value
    clamp: str = "none"

    def __post_init__(self) -> None:
        object.__setattr__(self, "relation", relation_of(self.neighbors))
        self.check_noise(self.noise)
        if self.rho is not None and self.rho <= 0:
            raise InvalidInput("out_of_range", "rho: must be greater than 0", argument="rho")
        self.check()
        _ = self.law  # refuses bad combinations now, not at the first release

    def check(self) -> None:
        """Raises InvalidInput for parameters of one part alone that have no meaning together."""

    @property
    def epsilon(self) -> Number | None:
        """Returns epsilon; None where the noise is that of a rho."""
        return None if self.decay is None else self.decay.epsilon

    @property
    @abstractmethod
    def sensitivity(self) -> Fraction:
        """Returns D, the largest change of the exact number between neighbours."""

    @property
    @abstractmethod
    def step(self) -> Fraction | None:
        """Returns the step of the lattice of the noise; None where the noise is continuous."""

    @property
    def guarantee(self) -> Guarantee:
        """Returns what is promised for all of one user's records."""
        measure: PureDP | ApproximateDP | ZeroConcentratedDP
        if self.decay is not None:
            epsilon, delta = self.decay.epsilon, self.delta
            measure = PureDP(epsilon) if delta is None else ApproximateDP(epsilon, delta)
        else:
            assert self.rho is not None
            measure = ZeroConcentratedDP(self.rho)
        unit = (
            "record" if self.contribution == 1 else f"user of at most {self.contribution} records"
        )
        return Guarantee(measure, self.relation, unit)

    @property
    def scale(self) -> Number:
        """Returns D/epsilon of Laplace noise, continuous or discrete."""
        assert self.decay is not None
        return self.sensitivity / self.decay.epsilon

    @property
    def sigma(self) -> Number:
        """Returns the least standard deviation of Gaussian noise that is (epsilon, delta)-DP."""
        assert self.decay is not None
        assert self.delta is not None
        return least(self.decay, self.delta, self.sensitivity)

    @property
    def sigma_squared(self) -> Fraction:
        """Returns the variance of Gaussian noise and the parameter of discrete Gaussian noise:
        D^2/(2 rho), or the square of the least deviation, rounded up.
        """
        if self.delta is not None:
            return interval(self.sigma).upper ** 2
        found: Fraction = variance_for(self.sensitivity, self.rho)
        return found

    @cached_property
    def law(self) -> Law:
        """The law of the noise."""
        if self.step is not None:
            return self.steps if self.step == 1 else Multiples(self.steps, self.step)
        if self.decay is not None and self.delta is None:
            return Laplace(self.decay, self.sensitivity)
        return Gaussian(self.sigma_squared)

    @cached_property
    def steps(self) -> DiscreteLaplace | PublishedGaussian:
        """The law of the noise on a lattice, in steps of it."""
        assert self.step is not None
        if self.decay is not None:
            return DiscreteLaplace(self.decay, self.sensitivity / self.step)
        return PublishedGaussian(self.sigma_squared / self.step**2)

    def variance(self) -> Number:
        """Returns the variance of the noise."""
        return self.law.variance()

    def half_width(self, beta: Fraction) -> Number:
        """Returns the least h that the noise exceeds, on either side, with probability at most beta;
        on a lattice a multiple of its step.
        """
        if not 0 < beta < 1:
            raise InvalidInput(
                "out_of_range", "beta: must lie strictly between 0 and 1", argument="beta"
            )
        law = self.law if self.step is None else self.steps
        assert isinstance(law, LineLaw)
        found = law.quantile(1 - beta / 2)
        return found if self.step is None else self.step * found

    def expected(self, exact: Fraction) -> Number:
        """Returns the expected output where the exact number is `exact`, which a clamp raises."""
        return (
            exact if self.clamp == "none" else strictly(exact + self._clamped(exact)[0], exact, 1)
        )

    def mean_squared_error(self, exact: Fraction) -> Number:
        """Returns E (output - exact)^2 where the exact number is `exact`: that of the noise, which a
        clamp makes smaller.
        """
        whole = self.variance()
        if self.clamp == "none":
            return whole
        found = self._clamped(exact)[1]
        return strictly(found, whole, -1) if isinstance(whole, Fraction) else found

    def _clamped(self, exact: Fraction) -> tuple[Number, Number]:
        """Returns by how much the clamp raises the expected output, and the mean squared error."""
        if self.decay is None or self.delta is not None:
            raise InvalidInput(
                "unsupported_combination",
                "clamp: known for Laplace and discrete Laplace noise only",
                argument="clamp",
            )
        w = self.decay.power(exact / self.sensitivity)
        if self.step is None:
            scale = self.scale
            return clamped.laplace_lift(scale, w), clamped.laplace_error(exact, scale, w)
        t, unit = self.decay.power(self.step / self.sensitivity), self.step
        return (
            unit * clamped.lattice_lift(t, w),
            unit**2 * clamped.lattice_error(exact / unit, t, w),
        )

    def raised(self, noisy: object) -> object:
        """Returns the noisy number, or 0 where it is negative and clamp = zero."""
        if self.clamp == "none":
            return noisy
        return clip(noisy, _ZERO, None)

    def density_at_most(self, n: int) -> Fraction | None:
        """Returns a bound of the density of continuous noise, which is that at 0."""
        del n
        return (
            interval(self.law.density(_ZERO)).upper
            if isinstance(self.law, Laplace | Gaussian)
            else None
        )

    @property
    def default_grid(self) -> Fraction | None:
        """Returns the step of the lattice, or 10^-9 times the contribution of one record."""
        if self.step is not None:
            return self.step
        return self.sensitivity / self.contribution / GRID_POINTS

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Returns sentences for users: on users of several records, and on the clamp."""
        found = []
        if self.contribution > 1:
            found.append(f"the caller has kept at most {self.contribution} records of each user")
        if self.clamp == "zero":
            found.append("a noisy value below 0 becomes 0")
        return tuple(found)
