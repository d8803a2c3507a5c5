"""The mechanisms by name, and how each is built from parsed parameters: the one list that release, suite and CLI read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
from ..mechanisms.trilemma.families import unknown_size
from ..mechanisms.trilemma.named import NameAndShame
from ..mechanisms.trilemma.public_size import NOISES
from ..mechanisms.trilemma.student import StudentTMean
from ..mechanisms.trilemma.symmetric import DpuMean, KvMean
from ..parameters.signature import Signature


@dataclass(frozen=True)
class Mechanism:
    """A name, its class, the parameters it needs and may have, and one line on what it is."""

    name: str
    build: Callable[..., Any]
    required: tuple[str, ...]
    optional: tuple[str, ...]
    summary: str

    @property
    def signature(self) -> Signature:
        """What it takes; its class says which noises."""
        words = {"noise": getattr(self.build, "NEEDS", NOISES)} if "noise" in (*self.required, *self.optional) else None
        return Signature(self.name, self.required, self.optional, words, bounded=True)


LATTICE = ("constants", "noise", "m")
SPLIT = ("epsilon", "delta", "clip", "n1", "n2")
VECTORS = ("rho", "u", "d", "n")
TUNED = ("beta", "steps", "constants", "noise")
PER_USER = ("epsilons", "lower", "upper")

MECHANISMS = {
    m.name: m
    for m in (
        Mechanism("independent_mean", IndependentMean, ("epsilon", "lower", "upper"), (),
            "Algorithm 1: noisy sum / noisy count"),
        Mechanism("shifted_mean", ShiftedMean, ("epsilon", "lower", "upper"), (),
            "Algorithm 2: the same after centring the bounds"),
        Mechanism(
            "transformed_mean",
            TransformedMean,
            ("epsilon", "lower", "upper", "noise"),
            ("gamma", "m", "sensitivity"),
            "Algorithm 3: noise on (s1, s2); noise = laplace, staircase2d, hourglass, discrete_laplace, "
            "discrete_hourglass",
        ),
        Mechanism(
            "sized_mean",
            SizedMean,
            ("epsilon", "lower", "upper", "n", "noise"),
            (),
            "mean of n (public) records + Laplace; noise = laplace, truncated_laplace; replace-one",
        ),
        Mechanism("adpm", Adpm, PER_USER, ("noise", "gamma", "weight_bits"),
            "one epsilon per user, optimal weights + one noise; noise = laplace, staircase"),
        Mechanism("uni", Uni, PER_USER, (), "one epsilon per user: the plain mean under the smallest"),
        Mechanism("propdpm", PropDpm, PER_USER, (), "one epsilon per user: weights proportional to them"),
        Mechanism("stretching", Stretching, PER_USER, (),
            "one epsilon per user: records shrunk towards the midpoint; biased"),
        Mechanism("fme", Fme, PER_USER, (), "one epsilon per user: weights cut at 1/sqrt of how many are cut"),
        Mechanism("ldpe", Ldpe, PER_USER, (), "one epsilon per user: a noisy mean for each level of epsilon"),
        Mechanism("clipped_mean", ClippedMean, ("epsilon", "bias", "lambda", "lower", "upper", "n"), LATTICE,
            "clipped beyond the bounds of the mean, for a given bias"),
        Mechanism("name_and_shame", NameAndShame, ("delta", "n"), ("variant",),
            "records published with probability delta: no real privacy; variant = independent, single"),
        Mechanism("combined_mean", CombinedMean, ("epsilon", "delta", "psi", "lambda", "lower", "upper", "n"), LATTICE,
            "both: without bias"),
        Mechanism("dpucoarse", DpuCoarse, ("epsilon", "delta"), ("sigma", *LATTICE),
            "a coarse centre from a histogram with a random offset; may not answer"),
        Mechanism("dpumean", DpuMean, SPLIT, ("sigma", *LATTICE),
            "symmetric laws: clipped around a coarse centre, without bias"),
        Mechanism("kv_mean", KvMean, SPLIT, ("sigma", *LATTICE), "the same without the random offset; biased"),
        Mechanism("unknown_size", unknown_size, ("base", "epsilon", "delta"),
            ("n0", "constants", "edition", "lower", "upper", "bias", "psi", "lambda", "clip", "sigma", "n1"),
            "a mechanism with public n, on a sub-sample of a private size"),
        Mechanism("student_t_mean", StudentTMean, ("epsilon", "lower", "upper"), ("degrees", "constants"),
            "bounded records, private n: Student's t noise, pure DP, without bias"),
        Mechanism("shuffled_mean", ShuffledMean, ("epsilon", "lower", "upper", "n", "blocks"), ("delta1", "noise", "m"),
            "the average over blocks whose records are shuffled"),
        Mechanism("privquant", PrivQuant, ("rho", "low", "high", "rank", "n"), ("noise", "edition"),
            "a private quantile of integers by binary search; rho-zCDP"),
        Mechanism("norm_clipped_mean", NormClippedMean, (*VECTORS, "threshold"), ("steps", "constants", "noise"),
            "vectors: norms clipped at a public threshold"),
        Mechanism("quantile_clipped_mean", QuantileClippedMean, VECTORS, (*TUNED, "edition"),
            "vectors: norms clipped at a private quantile of theirs"),
        Mechanism("shifted_clipped_mean", ShiftedClippedMean, VECTORS, (*TUNED, "edition"),
            "vectors: rotated, shifted by private medians, then clipped"),
        Mechanism("quantized_mean", QuantizedMean, ("rho", "d", "n", "radius", "bucket"), TUNED,
            "real vectors: the same on buckets"),
        Mechanism("gaussian_mean", GaussianMean, ("rho", "d", "n", "radius", "sigma_min", "sigma_max"),
            ("beta", "constants", "noise"), "samples of a Gaussian law: the same"),
        Mechanism("coinpress_mean", CoinpressMean, ("rho", "d", "n", "radius", "sigma_max"), ("iterations", "beta"),
            "samples, baseline: a ball around the mean that shrinks from step to step"),
        Mechanism("coinpress_scaled_mean", CoinpressScaledMean, ("rho", "d", "n", "radius", "sigma_min", "sigma_max"),
            ("iterations", "beta"), "samples, baseline: the same after whitening by private covariances"),
        Mechanism("local_coordinate_mean", LocalCoordinateMean, ("rho", "d", "n", "radius", "sigma_max"),
            ("beta", "constants"),
            "samples, local model, baseline: each coordinate by itself, an interval and then the mean"),
        Mechanism("local_clipped_mean", LocalClippedMean, ("rho", "u", "d", "n"), ("steps", "constants"),
            "vectors, local model: three rounds of private messages; median of each coordinate, clipped norm, noise of "
            "every user"),
        Mechanism("shuffled_clipped_mean", ShuffledClippedMean, ("epsilon", "delta", "u", "d", "n"),
            ("messages", "modulus", "beta", "steps", "constants", "dropouts"),
            "vectors, shuffle model: counts and sums by split-and-mix, each user's share of discrete Laplace noise"),
        Mechanism("sm", Sm, PER_USER, ("edition",),
            "one epsilon per user: users are sampled; edition = corrected, printed"),
    )
}


def build(name: str, given: Mapping[str, object]) -> Any:
    """The mechanism `name` with the given (unparsed) parameters."""
    if name not in MECHANISMS:
        raise InvalidInput("unknown_name", f"no mechanism '{name[:60]}'; did you mean {near_name(name, MECHANISMS)}?",
            argument="mechanism")
    mechanism = MECHANISMS[name]
    return mechanism.build(**mechanism.signature.parse(given))
