"""diffprivlib accepts sensitivity = 0, as documented ("Must be in [0, inf)"), and releases the
value itself.
"""

import sys

from diffprivlib.mechanisms import Geometric, Laplace, Staircase

releases = {
    "Laplace": Laplace(epsilon=1.0, sensitivity=0.0).randomise(3.0),
    "Geometric": Geometric(epsilon=1.0, sensitivity=0).randomise(3),
    "Staircase": Staircase(epsilon=1.0, sensitivity=0.0, gamma=0.5).randomise(3.0),
}
print("sensitivity = 0 is accepted; of the value 3 it releases", releases)
reproduced = set(releases.values()) == {3}
sys.exit(0 if reproduced else 1)
