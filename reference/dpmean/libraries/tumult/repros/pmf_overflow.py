"""Tumult's double_sided_geometric_pmf computes exp(1/alpha) in doubles: at a scale of 1/1000 the
mass at 0, which is 1, is NaN.
"""

import math
import sys

from tmlt.core.utils.distributions import double_sided_geometric_pmf

got = float(double_sided_geometric_pmf(0, 0.001))
print("mass at 0 for alpha = 1/1000:", got)
sys.exit(0 if math.isnan(got) else 1)
