"""OpenDP's laplacian_scale_to_accuracy takes alpha = NaN, documented "Must be within (0, 1]", and
answers NaN; 1.5 is refused.
"""

import math
import sys

import opendp.prelude as dp

accuracy = dp.laplacian_scale_to_accuracy(1.0, float("nan"))
print("alpha = NaN is accepted: accuracy", accuracy)
try:
    refused = dp.laplacian_scale_to_accuracy(1.0, 1.5) is None
except dp.OpenDPException as error:
    refused = True
    print("alpha = 1.5:", str(error.message or error).strip())
reproduced = math.isnan(accuracy) and refused
sys.exit(0 if reproduced else 1)
