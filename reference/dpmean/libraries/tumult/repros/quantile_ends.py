"""Tumult's inverse_cdf answers the infinities at probabilities 0 and 1, as documented ("Must be in
[0, 1]").
"""

import sys

from tmlt.core.measurements.noise_mechanisms import AddGeometricNoise, AddLaplaceNoise

ends = [
    noise.inverse_cdf(1.0, p) for noise in (AddLaplaceNoise, AddGeometricNoise) for p in (0.0, 1.0)
]
print("the quantiles at 0 and 1 are", *ends)
reproduced = ends == 2 * [-float("inf"), float("inf")]
sys.exit(0 if reproduced else 1)
