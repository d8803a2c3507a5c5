"""PyDP's BoundedMean raises a noisy count below 1 to 1: with two records the law is not that of the algorithm it cites.

Of the algorithm without that step, 63.4 % of the releases are at most the true mean, 7/8.
"""
import sys

from pydp.algorithms.laplacian import BoundedMean

N = 10000
mean = BoundedMean(epsilon=1.0, lower_bound=0.0, upper_bound=1.0, dtype="float")
share = sum(mean.quick_result([0.75, 1.0]) <= 0.875 for _ in range(N)) / N
print(f"{share:.4f} of the releases are at most the true mean; 0.6343 without the clamp of the count")
reproduced = share < 0.6
sys.exit(0 if reproduced else 1)
