"""diffprivlib accepts epsilon = NaN (its check is `epsilon < 0`) and releases NaN."""

import math
import sys

from diffprivlib.mechanisms import Laplace
from diffprivlib.tools import mean

nan = float("nan")
releases = {
    "Laplace": Laplace(epsilon=nan, sensitivity=1.0).randomise(0.0),
    "mean": float(mean([1.0, 2.0], epsilon=nan, bounds=(0.0, 4.0))),
}
print("epsilon = NaN is accepted, and the release is", releases)
reproduced = all(map(math.isnan, releases.values()))
sys.exit(0 if reproduced else 1)
