"""diffprivlib accepts epsilon = inf, as documented ("Must be in [0, inf]"): no noise."""

import sys

from diffprivlib.mechanisms import Geometric, Laplace
from diffprivlib.tools import mean

inf = float("inf")
releases = {
    "Laplace": Laplace(epsilon=inf, sensitivity=1.0).randomise(3.0),
    "Geometric": Geometric(epsilon=inf, sensitivity=1).randomise(3),
    "mean": float(mean([3.0, 3.0], epsilon=inf, bounds=(0.0, 4.0))),
}
print("epsilon = inf is accepted; of the value 3 it releases", releases)
sys.exit(0 if all(released == 3 for released in releases.values()) else 1)
