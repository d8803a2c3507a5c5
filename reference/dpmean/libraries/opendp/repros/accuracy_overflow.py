"""OpenDP's discrete_laplacian_scale_to_accuracy overflows at a scale of 1/1000 and answers minus
infinity.
"""

import sys

import opendp.prelude as dp

small = dp.discrete_laplacian_scale_to_accuracy(0.001, 0.5)
print(
    "accuracy at scale 1/1000 and alpha 1/2:",
    small,
    "at scale 1/100:",
    dp.discrete_laplacian_scale_to_accuracy(0.01, 0.5),
)
sys.exit(0 if small < 0 else 1)
