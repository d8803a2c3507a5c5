"""Laws that are sums over layers, the means of `addremove`, and the primitives below every
sampler.
"""

from events import event_probability as event
from means_by_hand import transcript
from quantities import answer as exact
from replay import tape

OBJECTS = (
    "laplace",
    "discrete_laplace",
    "staircase",
    "discrete_staircase",
    "staircase2d",
    "hourglass",
    "discrete_hourglass",
    "discrete_gaussian",
    "minimax",
    "transformed_mean",
    "sized_mean",
    "independent_mean",
    "shifted_mean",
    "addremove",
    "transformation",
    "bits",
    "uniform",
    "categorical",
)
PROFILES = (
    "bits-1",
    "uniform-1",
    "inversion-1",
    "quantile-1",
    "step-uniform-1",
    "ball-uniform-1",
    "release-1",
    "ddg-1",
    "cks-1",
)
__all__ = ["OBJECTS", "PROFILES", "event", "exact", "tape", "transcript"]
