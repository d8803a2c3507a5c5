"""scipy.stats answers at the ends of its parameters: scale 0 and infinity, shape infinity,
quantiles at 0 and 1.
"""

import math
import sys
import warnings

from scipy.stats import dlaplace, laplace, t

warnings.simplefilter("ignore")
none, wide, lattice = laplace.rvs(3, 0), laplace.rvs(0, math.inf), dlaplace.rvs(math.inf, loc=3)
print(
    "laplace of scale 0 at 3 draws",
    none,
    " of an infinite scale",
    wide,
    " dlaplace of an infinite shape",
    lattice,
)
ends = [float(laplace.ppf(0)), float(laplace.ppf(1)), float(dlaplace.ppf(1, 1))]
print(
    "quantiles at 0 and 1:",
    *ends,
    " variance of t with two degrees:",
    t.var(2),
    " a shape of 2/3 draws",
    dlaplace.rvs(2 / 3),
)
reproduced = (
    none == lattice == 3
    and math.isinf(wide)
    and all(map(math.isinf, ends))
    and math.isinf(t.var(2))
)
sys.exit(0 if reproduced else 1)
