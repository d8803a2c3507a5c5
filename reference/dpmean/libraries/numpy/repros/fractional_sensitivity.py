"""The naive two-sided geometric takes a sensitivity of 3/2 for an integer query; nothing in NumPy
could object.
"""

import math
import sys

import numpy as np

rng = np.random.default_rng()
p = 1 - math.exp(-1.0 / 1.5)
print("sensitivity 3/2 is accepted: p =", p, "noise", rng.geometric(p) - rng.geometric(p))
reproduced = 0 < p < 1
sys.exit(0 if reproduced else 1)
