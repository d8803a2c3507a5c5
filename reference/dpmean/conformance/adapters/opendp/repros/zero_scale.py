"""OpenDP's make_laplace accepts scale = 0 and releases the value itself; its privacy map says so: infinity."""
import sys

import opendp.prelude as dp

dp.enable_features("contrib")
laplace = dp.m.make_laplace(dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float), scale=0.0)
print("scale = 0 is accepted; of the value 3 it releases", laplace(3.0), "and map(1.0) =", laplace.map(1.0))
reproduced = laplace(3.0) == 3.0 and laplace.map(1.0) == float("inf")
sys.exit(0 if reproduced else 1)
