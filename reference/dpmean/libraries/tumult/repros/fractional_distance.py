"""Tumult's AddGeometricNoise and AddDiscreteGaussianNoise map a distance of 3/2 between integers:
sound, as an upper bound.
"""

import sys
from fractions import Fraction

from tmlt.core.measurements.noise_mechanisms import AddDiscreteGaussianNoise, AddGeometricNoise

d_out = AddGeometricNoise(1).privacy_function(Fraction(3, 2))
print("d_in = 3/2 is accepted, d_out =", d_out)
rho = AddDiscreteGaussianNoise(1).privacy_function(Fraction(3, 2))
print("the Gaussian likewise, rho =", rho)
reproduced = rho == Fraction(9, 8) and d_out == Fraction(3, 2)
sys.exit(0 if reproduced else 1)
