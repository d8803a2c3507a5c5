"""OpenDP's mean on a domain of size 3 answers for four records: whether data is in the domain is
not checked.

make_resize is there to bring data to a public size first.
"""

import sys

import opendp.prelude as dp

dp.enable_features("contrib")
space = dp.vector_domain(dp.atom_domain(T=float, nan=False), size=3), dp.symmetric_distance()
mean = space >> dp.t.then_clamp((0.0, 4.0)) >> dp.t.then_mean()
try:
    found = mean([1.0, 2.0, 3.0, 4.0])
    print("size 3, four records: the mean is", found)
    reproduced = True
except dp.OpenDPException as error:
    print("refused:", str(error.message or error).strip())
    reproduced = False
sys.exit(0 if reproduced else 1)
