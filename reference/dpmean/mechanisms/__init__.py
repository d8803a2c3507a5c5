"""The mechanisms, each under its own name: `from dpmean.mechanisms import SizedMean`.

`SizedMean.given(epsilon=1, ...)` makes one from exact parameters (integers, Fractions, or spellings
such as "1/10"): those that `dpmean release --list` names. It says what it promises, and
`dpmean.release` runs it.

>>> import dpmean
>>> from dpmean.mechanisms import SizedMean
>>> mean = SizedMean.given(epsilon=1, lower=0, upper=10, n=4, noise="laplace")
>>> print(mean.guarantee)
pure DP, epsilon = 1; neighbors: replace-one; unit: record; central model
>>> print(str(dpmean.release(mean, [1, 2, 3, 4])).splitlines()[-2])
policy     missing, NaN and non-numeric cells count as the midpoint of the bounds
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from ..programs.mechanism import Mechanism

if TYPE_CHECKING:
    from .addremove.bounded_mean import BoundedMean as BoundedMean
    from .addremove.independent_mean import IndependentMean as IndependentMean
    from .addremove.shifted_mean import ShiftedMean as ShiftedMean
    from .addremove.sized_mean import SizedMean as SizedMean
    from .addremove.transformed_mean import TransformedMean as TransformedMean
    from .hetero.adpm import Adpm as Adpm
    from .hetero.fme import Fme as Fme
    from .hetero.ldpe import Ldpe as Ldpe
    from .hetero.propdpm import PropDpm as PropDpm
    from .hetero.sm import Sm as Sm
    from .hetero.stretching import Stretching as Stretching
    from .hetero.uni import Uni as Uni
    from .instance.coinpress_mean import CoinpressMean as CoinpressMean
    from .instance.coinpress_scaled_mean import CoinpressScaledMean as CoinpressScaledMean
    from .instance.gaussian_mean import GaussianMean as GaussianMean
    from .instance.local_clipped_mean import LocalClippedMean as LocalClippedMean
    from .instance.local_coordinate_mean import LocalCoordinateMean as LocalCoordinateMean
    from .instance.norm_clipped_mean import NormClippedMean as NormClippedMean
    from .instance.privquant import PrivQuant as PrivQuant
    from .instance.quantile_clipped_mean import QuantileClippedMean as QuantileClippedMean
    from .instance.quantized_mean import QuantizedMean as QuantizedMean
    from .instance.shifted_clipped_mean import ShiftedClippedMean as ShiftedClippedMean
    from .instance.shuffled_clipped_mean import ShuffledClippedMean as ShuffledClippedMean
    from .parts.bounded_sum import BoundedSum as BoundedSum
    from .parts.count import Count as Count
    from .parts.histogram import Histogram as Histogram
    from .parts.randomized_response import RandomizedResponse as RandomizedResponse
    from .trilemma.clipped_mean import ClippedMean as ClippedMean
    from .trilemma.combined_mean import CombinedMean as CombinedMean
    from .trilemma.dpucoarse import DpuCoarse as DpuCoarse
    from .trilemma.dpumean import DpuMean as DpuMean
    from .trilemma.kv_mean import KvMean as KvMean
    from .trilemma.name_and_shame import NameAndShame as NameAndShame
    from .trilemma.shuffled_mean import ShuffledMean as ShuffledMean
    from .trilemma.student_t_mean import StudentTMean as StudentTMean
    from .trilemma.unknown_size import UnknownSize as UnknownSize


@cache
def declared() -> dict[str, type[Mechanism]]:
    """Returns the classes of mechanisms that declare a name, in the files of each paper, by that
    name: nobody lists them.
    """
    found: dict[str, type[Mechanism]] = {}
    for paper in (m.name for m in iter_modules(__path__) if m.ispkg):
        home = f"{__name__}.{paper}"
        for module in (m.name for m in iter_modules(import_module(home).__path__) if not m.ispkg):
            place = f"{home}.{module}"
            for value in vars(import_module(place)).values():
                own = isinstance(value, type) and value.__module__ == place
                if own and issubclass(value, Mechanism) and value.name:
                    found[value.name] = value
    return found


def __getattr__(name: str) -> Any:
    """Find a mechanism when it is first used: each is found by its own file."""
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    found = {m.__name__: m for m in declared().values()}
    if name == "__all__":
        return sorted(found)
    if name not in found:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return found[name]


def __dir__() -> list[str]:
    """Returns the names of the mechanisms."""
    return list(__getattr__("__all__"))
