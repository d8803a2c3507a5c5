"""SciPy's Laplace draws are shifted in floating point: which doubles can come out depends on the
location.
"""

import sys

import numpy as np
from scipy.stats import laplace

first, second = (
    float(np.mean(laplace.rvs(loc, 1, size=40000) * 2.0**53 % 1 != 0)) for loc in (0.0, 1.0)
)
print(f"not a multiple of 2^-53: {first:.4f} of the draws at 0, {second:.4f} of those at 1")
sys.exit(0 if first > 3 * second + 0.02 else 1)
