"""OpenDP's make_laplace and make_gaussian accept scale = 0 and release the value itself; their
privacy maps say so: infinity.
"""

import sys

import opendp.prelude as dp

dp.enable_features("contrib")
laplace = dp.m.make_laplace(
    dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float), scale=0.0
)
print(
    "scale = 0 is accepted; of the value 3 it releases",
    laplace(3.0),
    "and map(1.0) =",
    laplace.map(1.0),
)
gaussian = dp.m.make_gaussian(dp.atom_domain(T="i64"), dp.absolute_distance(T="f64"), 0.0)
print("make_gaussian likewise:", gaussian(3), "and map(1.0) =", gaussian.map(1.0))
reproduced = (
    gaussian(3) == 3
    and gaussian.map(1.0) == float("inf")
    and laplace(3.0) == 3.0
    and laplace.map(1.0) == float("inf")
)
sys.exit(0 if reproduced else 1)
