"""Tumult's double_sided_geometric_pmf computes exp(1/alpha) - 1 in doubles: for large alpha digits
are lost.

The mass at 0 is tanh(1/(2 alpha)).
"""

import math
import sys

from tmlt.core.utils.distributions import double_sided_geometric_pmf

got, true = float(double_sided_geometric_pmf(0, 1000.0)), math.tanh(1 / 2000.0)
print(
    "mass at 0 for alpha = 1000:",
    got,
    "true:",
    true,
    "units in the last place off:",
    round(abs(got - true) / math.ulp(true)),
)
reproduced = abs(got - true) > 100 * math.ulp(true)
sys.exit(0 if reproduced else 1)
