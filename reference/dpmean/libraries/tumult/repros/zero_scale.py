"""Tumult's mechanisms accept scale 0, as documented ("adds_no_noise"), release the value, and say
epsilon = infinity.

An infinite epsilon gives this scale too: ExactNumber(1) / ExactNumber(inf) is 0.
"""

import sys

from tmlt.core.domains.numpy_domains import NumpyFloatDomain
from tmlt.core.measurements.noise_mechanisms import (
    AddDiscreteGaussianNoise,
    AddGeometricNoise,
    AddLaplaceNoise,
)
from tmlt.core.utils.exact_number import ExactNumber

scale = ExactNumber(1) / ExactNumber(float("inf"))
laplace, geometric = AddLaplaceNoise(NumpyFloatDomain(), scale), AddGeometricNoise(scale)
print(
    "scale",
    scale,
    "is accepted; of 3 they release",
    laplace(3.0),
    geometric(3),
    "and d_out is",
    laplace.privacy_function(1),
    geometric.privacy_function(1),
)
gaussian = AddDiscreteGaussianNoise(0)
print("sigma_squared 0 likewise:", gaussian(3), gaussian.privacy_function(1))
reproduced = (
    gaussian(3) == 3
    and gaussian.privacy_function(1) == float("inf")
    and laplace(3.0) == geometric(3) == 3
    and laplace.privacy_function(1) == geometric.privacy_function(1) == float("inf")
)
sys.exit(0 if reproduced else 1)
