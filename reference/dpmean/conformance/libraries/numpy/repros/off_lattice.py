"""The naive two-sided geometric is added to 1/2 as to an integer: every output says which of the two it was."""
import math
import sys

import numpy as np

rng = np.random.default_rng()
p = 1 - math.exp(-1.0)
whole = [np.mean((v + rng.geometric(p, 1000) - rng.geometric(p, 1000)) % 1 == 0) for v in (0, 0.5)]
print("integers among the outputs for 0 and for 1/2:", *whole)
reproduced = whole == [1, 0]
sys.exit(0 if reproduced else 1)
