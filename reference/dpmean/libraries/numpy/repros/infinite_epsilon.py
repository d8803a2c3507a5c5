"""numpy.random.Generator.geometric takes p = 1, what 1 - exp(-inf) gives: the naive two-sided
geometric adds no noise.
"""

import math
import sys

import numpy as np

rng = np.random.default_rng()
p = 1 - math.exp(-float("inf"))
draws = {int(rng.geometric(p) - rng.geometric(p)) for _ in range(1000)}
print("epsilon = inf: p =", p, "and the noises are", draws)
reproduced = draws == {0}
sys.exit(0 if reproduced else 1)
