"""Tumult's AddGeometricNoise maps a distance of 3/2 between integers: sound, as an upper bound of the integer distance."""
import sys
from fractions import Fraction

from tmlt.core.measurements.noise_mechanisms import AddGeometricNoise

d_out = AddGeometricNoise(1).privacy_function(Fraction(3, 2))
print("d_in = 3/2 is accepted, d_out =", d_out)
reproduced = d_out == Fraction(3, 2)
sys.exit(0 if reproduced else 1)
