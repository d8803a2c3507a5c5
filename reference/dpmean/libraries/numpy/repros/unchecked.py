"""numpy.random.Generator.laplace takes a scale of NaN, of infinity and of 0, and answers NaN, an
infinity, no noise.
"""

import math
import sys

import numpy as np

rng = np.random.default_rng()
nan, inf, zero = (3.0 + rng.laplace(scale=scale) for scale in (float("nan"), float("inf"), 0.0))
print("3 + laplace(scale) at scale NaN:", nan, " inf:", inf, " 0:", zero)
reproduced = math.isnan(nan) and math.isinf(inf) and zero == 3.0
sys.exit(0 if reproduced else 1)
