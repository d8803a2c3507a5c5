"""diffprivlib's Staircase at epsilon = inf: with the default gamma its noise grows from nothing to
a whole sensitivity.

The default gamma is 1/(1 + exp(epsilon/2)), here 0, so that the probability of the central step is
0/0 = NaN and never taken.
"""

import sys
import warnings

from diffprivlib.mechanisms import Staircase

warnings.simplefilter("ignore")
widest = {}
for epsilon in (700.0, float("inf")):
    mechanism = Staircase(epsilon=epsilon, sensitivity=1.0)
    widest[epsilon] = max(abs(mechanism.randomise(0.0)) for _ in range(1000))
    print(
        f"epsilon = {epsilon}: gamma = {mechanism.gamma}; the farthest of 1000 releases of 0 is "
        f"{widest[epsilon]}"
    )
sys.exit(0 if widest[700.0] < 1e-140 and widest[float("inf")] > 0.5 else 1)
