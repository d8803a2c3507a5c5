"""Tumult's inverse_cdf answers infinity at probability 1, as documented ("Must be in [0, 1]")."""
import sys

from tmlt.core.measurements.noise_mechanisms import AddLaplaceNoise

quantile = AddLaplaceNoise.inverse_cdf(1.0, 1.0)
print("the quantile at 1 is", quantile)
reproduced = quantile == float("inf")
sys.exit(0 if reproduced else 1)
