"""The laws of noise, each under its own name: `from dpmean.laws import Laplace, Hourglass`.

`Laplace.given(epsilon=1)` makes a law from exact parameters (integers, Fractions, or spellings such
as "1/10"). Its methods compute exactly: what is rational comes as a Fraction, else as an expression
that `dpmean.number` shows. `sample(bits)` draws.

>>> from fractions import Fraction
>>> from dpmean import number
>>> from dpmean.laws import DiscreteLaplace, Hourglass, Laplace
>>> Laplace.given(epsilon="1/2", sensitivity=3).variance()
Fraction(72, 1)
>>> number(Hourglass.given(epsilon=1, gamma="optimal").variance())
1.9181035312355251...
>>> str(Hourglass.given(epsilon=1, gamma="1/2").privacy_loss(Fraction(1, 4), Fraction(3, 4)))
'epsilon'
>>> from dpmean.randomness.bits import SystemBits
>>> DiscreteLaplace.given(epsilon=1).sample(SystemBits()).denominator
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .distributions.discrete_gaussian import DiscreteGaussian
    from .distributions.discrete_hourglass import DiscreteHourglass
    from .distributions.discrete_laplace import DiscreteLaplace
    from .distributions.discrete_staircase import DiscreteStaircase
    from .distributions.gaussian import Gaussian
    from .distributions.hourglass import Hourglass
    from .distributions.laplace import Laplace
    from .distributions.staircase import Staircase
    from .distributions.staircase2d import Staircase2D
    from .distributions.student_t import StudentT

_HOME = {
    "DiscreteGaussian": "distributions.discrete_gaussian",
    "DiscreteHourglass": "distributions.discrete_hourglass",
    "DiscreteLaplace": "distributions.discrete_laplace",
    "DiscreteStaircase": "distributions.discrete_staircase",
    "Gaussian": "distributions.gaussian",
    "Hourglass": "distributions.hourglass",
    "Laplace": "distributions.laplace",
    "Staircase": "distributions.staircase",
    "Staircase2D": "distributions.staircase2d",
    "StudentT": "distributions.student_t",
}
__all__ = [
    "DiscreteGaussian",
    "DiscreteHourglass",
    "DiscreteLaplace",
    "DiscreteStaircase",
    "Gaussian",
    "Hourglass",
    "Laplace",
    "Staircase",
    "Staircase2D",
    "StudentT",
]


def __getattr__(name: str) -> Any:
    """Import a law when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f".{_HOME[name]}", __package__), name)


def __dir__() -> list[str]:
    """Returns the names of the laws."""
    return list(__all__)
