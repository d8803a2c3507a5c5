"""The naive divisions take what cannot be: a negative or NaN scale has an epsilon, half a record
has a sensitivity.
"""

import math
import sys

epsilons, sensitivity = [1.0 / -2.0, 1.0 / float("nan")], (1.0 - 0.0) / 2.5
print("epsilon at scale -2 and NaN:", *epsilons, " sensitivity for n = 5/2:", sensitivity)
reproduced = epsilons[0] < 0 and math.isnan(epsilons[1]) and sensitivity == 0.4
sys.exit(0 if reproduced else 1)
