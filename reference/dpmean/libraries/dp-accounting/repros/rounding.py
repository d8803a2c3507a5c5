"""dp-accounting rounds: delta of a wide discrete Gaussian is 2e-16 too small, at a Laplace epsilon
6e-17 too large.
"""

import sys

from dp_accounting.pld.privacy_loss_mechanism import DiscreteGaussianPrivacyLoss, LaplacePrivacyLoss

wide = float(DiscreteGaussianPrivacyLoss(100.0).get_delta_for_epsilon(0.0))
true = 0.00398942280401432677939946059934
print(
    "delta at epsilon 0 of a discrete Gaussian with sigma 100:",
    wide,
    "true:",
    true,
    "too small by",
    true - wide,
)
at_epsilon = float(LaplacePrivacyLoss(6.0, sensitivity=3.0).get_delta_for_epsilon(0.5))
print("delta at epsilon 1/2 of Laplace noise with epsilon 1/2:", at_epsilon, "where it is 0")
sys.exit(0 if 0 < true - wide < 1e-15 and 0 < at_epsilon < 1e-15 else 1)
