"""The naive mean takes anything: swapped bounds and a negative epsilon give noise of negative
scale, NaN gives NaN.
"""

import math
import sys

import numpy as np

RNG = np.random.default_rng()


def mean(data, lower, upper, epsilon):
    scale = (upper - lower) / len(data) / epsilon
    return np.clip(data, lower, upper).mean() + RNG.choice([-1.0, 1.0]) * scale * np.log(
        RNG.random()
    )


data, nan, inf = [1.0, 2.0, 3.0, 4.0], float("nan"), float("inf")
swapped, negative, equal, none = (
    mean(data, 5.0, 4.0, 1.0),
    mean(data, 0.0, 4.0, -1.0),
    mean(data, 4.0, 4.0, 1.0),
    mean(data, 0.0, 4.0, inf),
)
print(
    "swapped bounds:",
    swapped,
    " epsilon -1:",
    negative,
    " equal bounds:",
    equal,
    " epsilon inf:",
    none,
)
bad = (
    mean(data, nan, 4.0, 1.0),
    mean(data, 0.0, 4.0, nan),
    mean(data, 0.0, inf, 1.0),
    mean(data, -inf, 4.0, 1.0),
)
print("lower NaN, epsilon NaN, upper inf, lower -inf:", *bad)
reproduced = (
    math.isfinite(swapped)
    and math.isfinite(negative)
    and equal == 4.0
    and none == 2.5
    and not any(map(math.isfinite, bad))
)
sys.exit(0 if reproduced else 1)
