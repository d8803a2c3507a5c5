"""OpenDP's clamp accepts equal bounds: the mean is constant up to rounding, for which its map
pays.
"""

import sys

import opendp.prelude as dp

dp.enable_features("contrib")
space = dp.vector_domain(dp.atom_domain(T=float, nan=False), size=4), dp.symmetric_distance()
try:
    mean = space >> dp.t.then_clamp((4.0, 4.0)) >> dp.t.then_mean()
except dp.OpenDPException as error:
    sys.exit(f"equal bounds are refused: {error}")
print(
    "bounds (4, 4) are accepted: mean =", mean([1.0, 2.0, 3.0, 4.0]), "sensitivity =", mean.map(2)
)
reproduced = 0 <= mean.map(2) < 1e-12
sys.exit(0 if reproduced else 1)
