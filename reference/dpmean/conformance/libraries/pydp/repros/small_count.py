"""PyDP's BoundedMean raises a noisy count below 1 to 1, as Google's C++ library does: with two records this can be
seen.

Of the releases, 54.4 % are at most the true mean, 7/8, where the count is raised; 63.4 % by the vectors' algorithm,
which
divides by negative counts too, and 74.3 % by the published Algorithm 2.4, which returns the midpoint at counts of at
most 1.
"""
import sys

from pydp.algorithms.laplacian import BoundedMean

N = 10000
mean = BoundedMean(epsilon=1.0, lower_bound=0.0, upper_bound=1.0, dtype="float")
share = sum(mean.quick_result([0.75, 1.0]) <= 0.875 for _ in range(N)) / N
print(f"{share:.4f} of the releases are at most the true mean; 0.6343 by the vectors' algorithm, which leaves the "
    "count as it is")
reproduced = share < 0.6
sys.exit(0 if reproduced else 1)
