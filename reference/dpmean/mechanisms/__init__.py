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

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .addremove.bounded_mean import BoundedMean
    from .addremove.independent_mean import IndependentMean
    from .addremove.shifted_mean import ShiftedMean
    from .addremove.sized_mean import SizedMean
    from .addremove.transformed_mean import TransformedMean
    from .hetero.adpm import Adpm
    from .hetero.fme import Fme
    from .hetero.ldpe import Ldpe
    from .hetero.propdpm import PropDpm
    from .hetero.sm import Sm
    from .hetero.stretching import Stretching
    from .hetero.uni import Uni
    from .instance.coinpress_mean import CoinpressMean
    from .instance.coinpress_scaled_mean import CoinpressScaledMean
    from .instance.gaussian_mean import GaussianMean
    from .instance.local_clipped_mean import LocalClippedMean
    from .instance.local_coordinate_mean import LocalCoordinateMean
    from .instance.norm_clipped_mean import NormClippedMean
    from .instance.privquant import PrivQuant
    from .instance.quantile_clipped_mean import QuantileClippedMean
    from .instance.quantized_mean import QuantizedMean
    from .instance.shifted_clipped_mean import ShiftedClippedMean
    from .instance.shuffled_clipped_mean import ShuffledClippedMean
    from .trilemma.clipped_mean import ClippedMean
    from .trilemma.combined_mean import CombinedMean
    from .trilemma.dpucoarse import DpuCoarse
    from .trilemma.dpumean import DpuMean
    from .trilemma.kv_mean import KvMean
    from .trilemma.name_and_shame import NameAndShame
    from .trilemma.shuffled_mean import ShuffledMean
    from .trilemma.student_t_mean import StudentTMean
    from .trilemma.unknown_size import UnknownSize

_HOME = {
    "BoundedMean": "addremove.bounded_mean",
    "IndependentMean": "addremove.independent_mean",
    "ShiftedMean": "addremove.shifted_mean",
    "SizedMean": "addremove.sized_mean",
    "TransformedMean": "addremove.transformed_mean",
    "Adpm": "hetero.adpm",
    "Fme": "hetero.fme",
    "Ldpe": "hetero.ldpe",
    "PropDpm": "hetero.propdpm",
    "Sm": "hetero.sm",
    "Stretching": "hetero.stretching",
    "Uni": "hetero.uni",
    "CoinpressMean": "instance.coinpress_mean",
    "CoinpressScaledMean": "instance.coinpress_scaled_mean",
    "GaussianMean": "instance.gaussian_mean",
    "LocalClippedMean": "instance.local_clipped_mean",
    "LocalCoordinateMean": "instance.local_coordinate_mean",
    "NormClippedMean": "instance.norm_clipped_mean",
    "PrivQuant": "instance.privquant",
    "QuantileClippedMean": "instance.quantile_clipped_mean",
    "QuantizedMean": "instance.quantized_mean",
    "ShiftedClippedMean": "instance.shifted_clipped_mean",
    "ShuffledClippedMean": "instance.shuffled_clipped_mean",
    "ClippedMean": "trilemma.clipped_mean",
    "CombinedMean": "trilemma.combined_mean",
    "DpuCoarse": "trilemma.dpucoarse",
    "DpuMean": "trilemma.dpumean",
    "KvMean": "trilemma.kv_mean",
    "NameAndShame": "trilemma.name_and_shame",
    "ShuffledMean": "trilemma.shuffled_mean",
    "StudentTMean": "trilemma.student_t_mean",
    "UnknownSize": "trilemma.unknown_size",
}
__all__ = [
    "Adpm",
    "BoundedMean",
    "ClippedMean",
    "CoinpressMean",
    "CoinpressScaledMean",
    "CombinedMean",
    "DpuCoarse",
    "DpuMean",
    "Fme",
    "GaussianMean",
    "IndependentMean",
    "KvMean",
    "Ldpe",
    "LocalClippedMean",
    "LocalCoordinateMean",
    "NameAndShame",
    "NormClippedMean",
    "PrivQuant",
    "PropDpm",
    "QuantileClippedMean",
    "QuantizedMean",
    "ShiftedClippedMean",
    "ShiftedMean",
    "ShuffledClippedMean",
    "ShuffledMean",
    "SizedMean",
    "Sm",
    "Stretching",
    "StudentTMean",
    "TransformedMean",
    "Uni",
    "UnknownSize",
]


def __getattr__(name: str) -> Any:
    """Import a mechanism when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    """Returns the names of the mechanisms."""
    return list(__all__)
