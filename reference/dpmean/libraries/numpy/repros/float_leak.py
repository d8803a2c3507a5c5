"""NumPy's Laplace draw, added in floating point, betrays the value: the doubles that can come out
depend on it.

The same with noise by inversion, +-scale * log(u). epsilon = 1 allows a factor e between the two
shares.
"""

import sys

import numpy as np

N, RNG = 40000, np.random.default_rng()
laplace = [np.mean((v + RNG.laplace(size=N)) * 2.0**53 % 1 != 0) for v in (0.0, 1.0)]
inversion = [
    np.mean(
        (v + RNG.choice([-1.0, 1.0], size=N) * np.log(RNG.random(size=N)) / 8) * 2.0**56 % 1 != 0
    )
    for v in (0.0, 0.125)
]
for name, (first, second) in {"Generator.laplace": laplace, "scale * log(u)": inversion}.items():
    print(
        f"{name}: not a multiple of the step: {first:.4f} of the outputs for one input, "
        f"{second:.4f} for its neighbour"
    )
reproduced = all(a > 3 * b + 0.02 for a, b in (laplace, inversion))
sys.exit(0 if reproduced else 1)
