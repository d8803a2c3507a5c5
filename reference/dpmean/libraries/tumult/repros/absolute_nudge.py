"""Tumult's ExactNumber.to_float moves by an absolute 1e-15: the lower bound of a small positive
number is negative.

Both roundings are bounds, as documented; relative to the number they say nothing.
"""

import sys

from tmlt.core.utils.distributions import double_sided_geometric_cmf_exact

p = double_sided_geometric_cmf_exact(-2, "1/50")
low, high = p.to_float(round_up=False), p.to_float(round_up=True)
print(f"P(K <= -2) = {p} = 3.72e-44 lies between {low} and {high}")
reproduced = low < 0
sys.exit(0 if reproduced else 1)
