"""SciPy's dlaplace.sf is 1 - cdf, as documented: P(K > 39) at a = 1 is 0, where it is 3.1e-18."""

import math
import sys

from scipy.stats import dlaplace

got, true = dlaplace.sf(39, 1), math.exp(-40) / (1 + math.exp(-1))
near, exact = dlaplace.sf(6, 1), math.exp(-7) / (1 + math.exp(-1))
print("P(K > 39) at a = 1:", got, "true:", true)
print(
    "P(K > 6):",
    near,
    "true:",
    exact,
    "units in the last place off:",
    round(abs(near - exact) / math.ulp(exact)),
)
sys.exit(0 if got == 0 and near != exact else 1)
