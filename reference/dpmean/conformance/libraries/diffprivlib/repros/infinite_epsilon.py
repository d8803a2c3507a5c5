"""diffprivlib accepts epsilon = inf, as documented ("Must be in [0, inf]"): no noise, for Staircase its central step
alone.
"""
import sys

from diffprivlib.mechanisms import Geometric, Laplace, Staircase
from diffprivlib.tools import mean

inf = float("inf")
releases = {
    "Laplace": Laplace(epsilon=inf, sensitivity=1.0).randomise(3.0),
    "Geometric": Geometric(epsilon=inf, sensitivity=1).randomise(3),
    "Staircase": Staircase(epsilon=inf, sensitivity=1.0, gamma=0.5).randomise(3.0),
    "mean": float(mean([3.0, 3.0], epsilon=inf, bounds=(0.0, 4.0))),
}
print("epsilon = inf is accepted; of the value 3 it releases", releases)
reproduced = releases["Laplace"] == releases["Geometric"] == releases["mean"] == 3 and abs(releases["Staircase"]
    - 3) <= 0.5
sys.exit(0 if reproduced else 1)
