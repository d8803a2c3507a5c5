"""OpenDP's make_gaussian on integers maps a distance of 3/2, as the type of its metric may be f64:
sound, as an upper bound.
"""

import sys

import opendp.prelude as dp

dp.enable_features("contrib")
rho = dp.m.make_gaussian(dp.atom_domain(T="i64"), dp.absolute_distance(T="f64"), 1.0).map(1.5)
print("d_in = 3/2 is accepted, d_out =", rho)
reproduced = rho >= 9 / 8
sys.exit(0 if reproduced else 1)
