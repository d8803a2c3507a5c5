"""Every law that a program draws, as examples of what is drawn in columns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.finite import (
    Bernoulli,
    OrderedSample,
    PowerOfTwo,
    Sign,
    Uniform,
    UniformInteger,
    UniformLattice,
    Uniforms,
)
from dpmean.distributions.gaussian import Gaussian
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.law import Law
from dpmean.distributions.multiples import Multiples
from dpmean.distributions.polya import NoiseShare, Polya
from dpmean.distributions.published_gaussian import PublishedGaussian
from dpmean.distributions.rounded_laplace import RoundedLaplace
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.distributions.student_t import StudentT
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.reals import Number


class Three(Law):
    """A law of our own that only lists its outcomes, one of them with an irrational chance, and one
    with none.
    """

    def support(self) -> list[tuple[Any, Number]]:
        p = reals.exp(Fraction(-1))
        return [(Fraction(-1, 2), p), (2, Fraction(0)), (Fraction(5, 3), 1 - p)]

    def sample(self, bits: Any) -> Any:
        raise NotImplementedError


def epsilon(value: str) -> Decay:
    return Decay.from_epsilon(value)


LAWS: dict[str, Law] = {
    "bernoulli": Bernoulli(Fraction(1, 3)),
    "bernoulli, irrational": Bernoulli(reals.exp(Fraction(-2))),
    "bernoulli, never": Bernoulli(Fraction(0)),
    "bernoulli, always": Bernoulli(Fraction(1)),
    "sign": Sign(),
    "rounded laplace": RoundedLaplace(epsilon("1/2"), Fraction(3, 2)),
    "uniform integer": UniformInteger(10),
    "uniform integer, one": UniformInteger(1),
    "uniform integer, wide": UniformInteger(3 << 40),
    "uniform integer, a ninth of the words refused": UniformInteger((1 << 65) // 9),
    "power of two": PowerOfTwo(5),
    "power of two, wide": PowerOfTwo(60),
    "uniforms": Uniforms(8, 3),
    "uniforms, modulus not a power of two": Uniforms(6, 2),
    "uniform lattice": UniformLattice(6),
    "sample in random order": OrderedSample(4, 3),
    "sample in rising order": OrderedSample(6, 2, True),
    "permutation": OrderedSample(4, 4),
    "listed": Three(),
    "discrete laplace": DiscreteLaplace(epsilon("1/3")),
    "discrete laplace, digits": DiscreteLaplace(epsilon("1/1000")),
    "discrete laplace, two digits and more": DiscreteLaplace(epsilon("1/3"), Fraction(10**7)),
    "discrete laplace, rational decay": DiscreteLaplace(Decay.from_decay("1023/1024")),
    "discrete gaussian": DiscreteGaussian(Fraction(9, 2)),
    "multiples of a unit": Multiples(DiscreteLaplace(epsilon("1/3")), Fraction(3, 4)),
    "multiples of a unit, normal": Multiples(PublishedGaussian(Fraction(9, 2)), Fraction(1, 3)),
    "discrete gaussian, rejection": PublishedGaussian(Fraction(5000) ** 2),
    "discrete gaussian, very wide": PublishedGaussian(Fraction(10) ** 20),
    "discrete staircase": DiscreteStaircase(epsilon("1"), Fraction(1, 2), 4),
    "discrete hourglass": DiscreteHourglass(epsilon("1"), Fraction(1, 3), 3),
    "discrete staircase, digits": DiscreteStaircase(epsilon("1/3000"), Fraction(1, 2), 4),
    "discrete hourglass, digits": DiscreteHourglass(epsilon("1/3000"), Fraction(1, 3), 3),
    "discrete staircase, many points": DiscreteStaircase(epsilon("1"), Fraction(3, 4), 1 << 30),
    "polya": Polya(epsilon("1/2"), 5),
    "polya, alone": Polya(epsilon("1/2"), 1),
    "noise share": NoiseShare(Polya(epsilon("1/2"), 3, Fraction(2))),
    "uniform": Uniform(),
    "laplace": Laplace(epsilon("1/2"), Fraction(3)),
    "gaussian": Gaussian(Fraction(2)),
    "gaussian, irrational variance": Gaussian(reals.exp(Fraction(1))),
    "student": StudentT(3, Fraction(5, 2)),
    "student, irrational scale": StudentT(4, reals.exp(Fraction(1))),
    "staircase": Staircase(epsilon("1"), Fraction(1, 3), Fraction(3, 2)),
    "staircase, irrational gamma": Staircase(epsilon("1/2"), "optimal"),
    "hourglass": Hourglass(epsilon("1"), Fraction(1, 3), Fraction(3, 2)),
    "hourglass, irrational gamma": Hourglass(epsilon("1"), "optimal"),
    "staircase, digits": Staircase(epsilon("1/3000"), "optimal", Fraction(2)),
    "hourglass, digits": Hourglass(epsilon("1/3000"), Fraction(1, 3)),
    "staircase2d": Staircase2D(epsilon("1"), Fraction(1, 2), Fraction(3, 2)),
    "staircase2d, irrational gamma": Staircase2D(epsilon("2"), "optimal"),
}
CONTINUOUS = [
    name
    for name, law in LAWS.items()
    if isinstance(law, (Uniform, Laplace, Gaussian, StudentT, Staircase, Hourglass, Staircase2D))
]
