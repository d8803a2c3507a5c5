"""diffprivlib adds noise in floating point: which doubles can come out depends on the value.

Sums with 1 (or with a mean of 1/8) are multiples of a power of two near 0; those with 0 are often
not. epsilon = 1 allows a factor e between the two shares.
"""

import sys

from diffprivlib.mechanisms import Laplace, Staircase
from diffprivlib.tools import mean

N = 4000


def share(draw, step):
    return sum((draw() / step) % 1 != 0 for _ in range(N)) / N


laplace, staircase = (
    Laplace(epsilon=1.0, sensitivity=1.0),
    Staircase(epsilon=1.0, sensitivity=1.0, gamma=0.5),
)
zeros, one = [0.0] * 8, [1.0] + [0.0] * 7
seen = {
    "Laplace": [share(lambda v=v: laplace.randomise(v), 2**-53) for v in (0.0, 1.0)],
    "Staircase": [share(lambda v=v: staircase.randomise(v), 2**-53) for v in (0.0, 1.0)],
    "mean": [
        share(lambda d=d: mean(d, epsilon=1.0, bounds=(0.0, 1.0)), 2**-56) for d in (zeros, one)
    ],
}
for name, (first, second) in seen.items():
    print(
        f"{name}: not a multiple of the step: {first:.4f} of the outputs for one input, "
        f"{second:.4f} for its neighbour"
    )
reproduced = all(a > 3 * b + 0.02 for a, b in seen.values())
sys.exit(0 if reproduced else 1)
