"""numpy.clip leaves a NaN record as it is, so the naive mean of the data is NaN, and so is every
release.
"""

import math
import sys

import numpy as np

release = np.clip([0.25, 2.0, float("nan")], 0.0, 4.0).mean() + np.random.default_rng().laplace()
print("one record of three is NaN: the release is", release)
reproduced = math.isnan(release)
sys.exit(0 if reproduced else 1)
