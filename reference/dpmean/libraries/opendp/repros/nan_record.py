"""OpenDP's clamp raises on a NaN record: whether the private mean answers tells that the record is
there.

The domain is declared free of NaN, so such data is outside it; then_impute_constant is there to
replace NaN first.
"""

import sys

import opendp.prelude as dp

dp.enable_features("contrib")
space = dp.vector_domain(dp.atom_domain(T=float, nan=False), size=3), dp.symmetric_distance()
mean = space >> dp.t.then_clamp((0.0, 4.0)) >> dp.t.then_mean() >> dp.m.then_laplace(1.5)
print("no record is NaN: released", mean([0.25, 2.0, 3.0]))
try:
    print("one record is NaN: released", mean([0.25, 2.0, float("nan")]))
    reproduced = False
except dp.OpenDPException as error:
    print("one record is NaN:", str(error.message or error).strip())
    reproduced = True
sys.exit(0 if reproduced else 1)
