"""diffprivlib's mean releases NaN when one record is NaN, without any noise: the release tells that
the record is there.

nanmean is documented to ignore NaN records; mean is not documented to refuse or reveal them.
"""

import math
import sys

from diffprivlib.tools import mean, nanmean

data = [0.25, 2.0, float("nan")]
revealed, ignored = (
    float(mean(data, epsilon=1.0, bounds=(0.0, 4.0))),
    float(nanmean(data, epsilon=1.0, bounds=(0.0, 4.0))),
)
print("one record of three is NaN: mean releases", revealed, "and nanmean", ignored)
reproduced = math.isnan(revealed) and math.isfinite(ignored)
sys.exit(0 if reproduced else 1)
