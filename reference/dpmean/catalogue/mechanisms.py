"""All mechanisms by name: the one list that release, suite and command line read. Each declares itself on its class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import InvalidInput, near_name
from ..mechanisms.addremove.means import IndependentMean, ShiftedMean, SizedMean, TransformedMean
from ..mechanisms.hetero.affine import Adpm, Uni
from ..mechanisms.hetero.baselines import Fme, PropDpm, Stretching
from ..mechanisms.hetero.grouped import Ldpe
from ..mechanisms.hetero.sampled import Sm
from ..mechanisms.instance.clipping import NormClippedMean
from ..mechanisms.instance.coinpress import CoinpressMean
from ..mechanisms.instance.coinpress_covariance import CoinpressScaledMean
from ..mechanisms.instance.local_coordinates import LocalCoordinateMean
from ..mechanisms.instance.local_mean import LocalClippedMean
from ..mechanisms.instance.private_threshold import QuantileClippedMean
from ..mechanisms.instance.quantile import PrivQuant
from ..mechanisms.instance.real import GaussianMean, QuantizedMean
from ..mechanisms.instance.shifted import ShiftedClippedMean
from ..mechanisms.instance.shuffle_mean import ShuffledClippedMean
from ..mechanisms.trilemma.blocks import ShuffledMean
from ..mechanisms.trilemma.clipped import ClippedMean, CombinedMean
from ..mechanisms.trilemma.coarse import DpuCoarse
from ..mechanisms.trilemma.named import NameAndShame
from ..mechanisms.trilemma.student import StudentTMean
from ..mechanisms.trilemma.symmetric import DpuMean, KvMean
from ..mechanisms.trilemma.unknown_size import UnknownSize
from ..programs.mechanism import Mechanism

MECHANISMS: dict[str, type[Mechanism]] = {
    m.name: m
    for m in (
        # addremove
        IndependentMean, ShiftedMean, TransformedMean, SizedMean,
        # hetero
        Adpm, Uni, PropDpm, Stretching, Fme, Ldpe, Sm,
        # trilemma
        ClippedMean, NameAndShame, CombinedMean, DpuCoarse, DpuMean, KvMean, UnknownSize, StudentTMean, ShuffledMean,
        # instance
        PrivQuant, NormClippedMean, QuantileClippedMean, ShiftedClippedMean, QuantizedMean, GaussianMean,
        CoinpressMean, CoinpressScaledMean, LocalCoordinateMean, LocalClippedMean, ShuffledClippedMean,
    )
}


def mechanism(name: str, given: Mapping[str, object]) -> Mechanism:
    """The mechanism `name` with the given (unparsed) parameters; InvalidInput where they have no meaning."""
    found: Mechanism = build(name, given)
    return found


def build(name: str, given: Mapping[str, object]) -> Any:
    """The same, for callers who ask more of it than every mechanism has."""
    if name not in MECHANISMS:
        raise InvalidInput("unknown_name", f"no mechanism '{name[:60]}'; did you mean {near_name(name, MECHANISMS)}?",
            argument="mechanism")
    found = MECHANISMS[name]
    return found.of(**found.signature().parse(given))
