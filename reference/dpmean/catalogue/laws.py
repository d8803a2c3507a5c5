"""All laws of noise by name: the one list that suite, runner and tests read. Each declares itself on its class."""

from __future__ import annotations

from ..distributions.discrete_gaussian import DiscreteGaussian
from ..distributions.discrete_hourglass import DiscreteHourglass
from ..distributions.discrete_laplace import DiscreteLaplace
from ..distributions.discrete_staircase import DiscreteStaircase
from ..distributions.gaussian import Gaussian
from ..distributions.hourglass import Hourglass
from ..distributions.laplace import Laplace
from ..distributions.law import NoiseLaw
from ..distributions.staircase import Staircase
from ..distributions.staircase2d import Staircase2D
from ..distributions.student_t import StudentT

LAWS: dict[str, type[NoiseLaw]] = {
    law.name: law
    for law in (
        Laplace, DiscreteLaplace, DiscreteGaussian, Gaussian, Staircase, DiscreteStaircase, Staircase2D, Hourglass,
        DiscreteHourglass, StudentT,
    )
}
