"""PyDP's pydp.ml Geometric (and Laplace) cannot release anything: randomise raises TypeError for
valid parameters.

Geometric wants a `set_probability` that no documentation mentions, and with it the noise is
one-sided: no epsilon holds.
"""

import sys

from pydp.ml.mechanisms.geometric import Geometric
from pydp.ml.mechanisms.laplace import Laplace

raised = 0
for mechanism in (
    Geometric().set_epsilon(1.0).set_sensitivity(1),
    Laplace().set_epsilon(1.0).set_sensitivity(1.0),
):
    try:
        print(type(mechanism).__name__, "released", mechanism.randomise(0))
    except TypeError as error:
        raised += 1
        print(f"{type(mechanism).__name__}.randomise(0): TypeError: {str(error).splitlines()[0]}")
least = min(
    Geometric().set_epsilon(1.0).set_sensitivity(1).set_probability(0.5).randomise(0)
    for _ in range(1000)
)
print("with set_probability(0.5) the least of 1000 Geometric releases of 0 is", least)
reproduced = raised == 2 and least >= 0
sys.exit(0 if reproduced else 1)
