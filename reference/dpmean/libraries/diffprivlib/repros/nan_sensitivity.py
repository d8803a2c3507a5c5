"""diffprivlib accepts sensitivity = NaN (its check is `sensitivity < 0`) and releases NaN."""

import math
import sys

from diffprivlib.mechanisms import Laplace, Staircase

nan = float("nan")
releases = {
    "Laplace": Laplace(epsilon=1.0, sensitivity=nan).randomise(0.0),
    "Staircase": Staircase(epsilon=1.0, sensitivity=nan, gamma=0.5).randomise(0.0),
}
print("sensitivity = NaN is accepted, and the release is", releases)
reproduced = all(map(math.isnan, releases.values()))
sys.exit(0 if reproduced else 1)
