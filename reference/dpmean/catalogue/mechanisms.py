"""All mechanisms by name: the one list that release, suite and command line read. Each declares
itself on its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import InvalidInput, near_name
from ..mechanisms.addremove.bounded_mean import BoundedMean
from ..mechanisms.addremove.independent_mean import IndependentMean
from ..mechanisms.addremove.shifted_mean import ShiftedMean
from ..mechanisms.addremove.sized_mean import SizedMean
from ..mechanisms.addremove.transformed_mean import TransformedMean
from ..mechanisms.hetero.adpm import Adpm
from ..mechanisms.hetero.fme import Fme
from ..mechanisms.hetero.ldpe import Ldpe
from ..mechanisms.hetero.propdpm import PropDpm
from ..mechanisms.hetero.sm import Sm
from ..mechanisms.hetero.stretching import Stretching
from ..mechanisms.hetero.uni import Uni
from ..mechanisms.instance.coinpress_mean import CoinpressMean
from ..mechanisms.instance.coinpress_scaled_mean import CoinpressScaledMean
from ..mechanisms.instance.gaussian_mean import GaussianMean
from ..mechanisms.instance.local_clipped_mean import LocalClippedMean
from ..mechanisms.instance.local_coordinate_mean import LocalCoordinateMean
from ..mechanisms.instance.norm_clipped_mean import NormClippedMean
from ..mechanisms.instance.privquant import PrivQuant
from ..mechanisms.instance.quantile_clipped_mean import QuantileClippedMean
from ..mechanisms.instance.quantized_mean import QuantizedMean
from ..mechanisms.instance.shifted_clipped_mean import ShiftedClippedMean
from ..mechanisms.instance.shuffled_clipped_mean import ShuffledClippedMean
from ..mechanisms.trilemma.clipped_mean import ClippedMean
from ..mechanisms.trilemma.combined_mean import CombinedMean
from ..mechanisms.trilemma.dpucoarse import DpuCoarse
from ..mechanisms.trilemma.dpumean import DpuMean
from ..mechanisms.trilemma.kv_mean import KvMean
from ..mechanisms.trilemma.name_and_shame import NameAndShame
from ..mechanisms.trilemma.shuffled_mean import ShuffledMean
from ..mechanisms.trilemma.student_t_mean import StudentTMean
from ..mechanisms.trilemma.unknown_size import UnknownSize
from ..programs.mechanism import Mechanism

MECHANISMS: dict[str, type[Mechanism]] = {
    m.name: m
    for m in (
        # addremove
        IndependentMean,
        ShiftedMean,
        TransformedMean,
        SizedMean,
        BoundedMean,
        # hetero
        Adpm,
        Uni,
        PropDpm,
        Stretching,
        Fme,
        Ldpe,
        Sm,
        # trilemma
        ClippedMean,
        NameAndShame,
        CombinedMean,
        DpuCoarse,
        DpuMean,
        KvMean,
        UnknownSize,
        StudentTMean,
        ShuffledMean,
        # instance
        PrivQuant,
        NormClippedMean,
        QuantileClippedMean,
        ShiftedClippedMean,
        QuantizedMean,
        GaussianMean,
        CoinpressMean,
        CoinpressScaledMean,
        LocalCoordinateMean,
        LocalClippedMean,
        ShuffledClippedMean,
    )
}


def mechanism(
    name: str, given: Mapping[str, object] | None = None, /, **parameters: object
) -> Mechanism:
    """Returns the mechanism `name` with the given (unparsed) parameters; InvalidInput where they
    have no meaning.

    >>> mechanism("sized_mean", epsilon=1, lower=0, upper=10, n=4, noise="laplace").guarantee.neighbors.value
    'replace-one'
    """
    found: Mechanism = build(name, {**(given or {}), **parameters})
    return found


def build(name: str, given: Mapping[str, object]) -> Any:
    """Returns the same as `mechanism`, without a type, for callers who use what only some
    mechanisms have.
    """
    if name not in MECHANISMS:
        raise InvalidInput(
            "unknown_name",
            f"no mechanism '{name[:60]}'; did you mean {near_name(name, MECHANISMS)}?",
            argument="mechanism",
        )
    found = MECHANISMS[name]
    return found.of(**found.signature().parse(given))
