"""diffprivlib accepts an infinite sensitivity, which its documentation excludes ("Must be in [0,
inf)").
"""

import math
import sys

from diffprivlib.mechanisms import Laplace, Staircase

inf = float("inf")
releases = {
    "Laplace": Laplace(epsilon=1.0, sensitivity=inf).randomise(0.0),
    "Staircase": Staircase(epsilon=1.0, sensitivity=inf, gamma=0.5).randomise(0.0),
}
print("sensitivity = inf is accepted, and the release is", releases)
reproduced = not any(map(math.isfinite, releases.values()))
sys.exit(0 if reproduced else 1)
