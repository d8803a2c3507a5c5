"""diffprivlib's Staircase accepts gamma = 0, as documented ("Must be in [0, 1]"): the law of gamma
= 1, steps renumbered.
"""

import math
import sys

from diffprivlib.mechanisms import Staircase

try:
    release = Staircase(epsilon=1.0, sensitivity=1.0, gamma=0.0).randomise(0.0)
except ValueError as error:
    sys.exit(f"gamma = 0 is refused: {error}")
print("gamma = 0 is accepted and releases", release)
reproduced = math.isfinite(release)
sys.exit(0 if reproduced else 1)
