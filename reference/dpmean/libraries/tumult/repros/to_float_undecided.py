"""Tumult's ExactNumber.to_float raises TypeError for some probabilities: SymPy cannot decide the
comparison it makes.
"""

import sys

from tmlt.core.utils.distributions import double_sided_geometric_cmf_exact

p = double_sided_geometric_cmf_exact(40, "1/50")
try:
    print("P(K <= 40) =", p.to_float(round_up=True))
    reproduced = False
except TypeError as error:
    print(f"P(K <= 40) = {p}: to_float raises TypeError: {error}")
    reproduced = True
sys.exit(0 if reproduced else 1)
