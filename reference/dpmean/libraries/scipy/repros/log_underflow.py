"""SciPy's laplace.logpdf and dlaplace.logpmf are logarithms of what has underflown; log(tanh(a/2))
rounds to 0.
"""

import sys

from scipy.stats import dlaplace, laplace

far, lattice, tiny = laplace.logpdf(2000), dlaplace.logpmf(2000, 1), dlaplace.logpmf(0, 50)
print("laplace.logpdf(2000) =", far, "where it is -2000.69")
print("dlaplace.logpmf(2000, 1) =", lattice, "where it is -2000.77")
print("dlaplace.logpmf(0, 50) =", tiny, "where it is -3.86e-22")
sys.exit(0 if far == lattice == -float("inf") and tiny == 0 else 1)
