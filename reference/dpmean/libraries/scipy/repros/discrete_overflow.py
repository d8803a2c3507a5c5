"""SciPy's dlaplace computes with e^a in doubles: its variance is 0 at a = 700, its quantile
infinite at a = 1000.

At a = 1/6 the fourth moment is off by some twenty units in the last place.
"""

import math
import sys
import warnings

from scipy.stats import dlaplace

warnings.simplefilter("ignore")
variance, quantile = float(dlaplace.var(700)), float(dlaplace.ppf(0.75, 1000))
print("variance at a = 700:", variance, "where it is", 2 * math.exp(-700))
print("quantile at 3/4 for a = 1000:", quantile, "where it is 0")
moment, true = float(dlaplace.moment(4, 1 / 6)), 31032.199548849813
off = round(abs(moment - true) / math.ulp(true))
print("fourth moment at a = 1/6:", moment, "where it is", true, "units in the last place off:", off)
sys.exit(0 if variance == 0 and quantile == math.inf and 16 < off < 100 else 1)
