"""sensitivity / scale in binary64 can be below the true quotient: a stated epsilon that is a little
too small.
"""

import sys
from fractions import Fraction

epsilon = 1.0 / 3.0
print("1.0 / 3.0 is below 1/3 by", float(Fraction(1, 3) - Fraction(epsilon)))
reproduced = Fraction(epsilon) < Fraction(1, 3)
sys.exit(0 if reproduced else 1)
