"""Planted faults in the formulas of rotation, shift, Gaussian samples and the local and shuffle
models (instance Sections 3.3, 3.4, 5), and in the statements about them: see `fault.py`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.exact import rotation
from dpmean.mechanisms.instance import models as instance_models
from dpmean.mechanisms.instance import shifted_clipped_mean as shifted
from dpmean.mechanisms.instance import shifted_clipped_mean_bounds as instance_shifted
from dpmean.mechanisms.instance import shuffle_budget
from dpmean.mechanisms.instance import tails as instance_tails
from proofs.theorems.instance import instance_gaussian
from proofs.theorems.instance import instance_models as about_models
from proofs.theorems.instance import instance_rotation as about_rotation
from proofs.theorems.instance import instance_shifted as about_shifted
from proofs.theorems.instance import instance_tails as about_tails
from tests.lab.faults.fault import Fault, scaled

TAILS = "instance_tails"
ROTATION = "instance_rotation"
SHIFTED = "instance_shifted"
GAUSSIAN = "instance_gaussian"
MODELS = "instance_models"
WHOLE = "the whole mechanism inside the events, three data sets"
BEST = "the shipped rank is best: up to four norms"


def _true(_: Any) -> Any:
    """A statement that is said to hold everywhere."""
    return lambda *args: True


FAULTS = (
    # how large vectors get
    Fault(
        "the norm's bound without its factor 2 before the logarithm",
        instance_tails,
        "squared_norm",
        lambda f: lambda d, root, log: f(d, root, log / 2),
        TAILS,
        "there d t^2/(1 - 2t) - t (2 sqrt(d L) + 2 L) = -L, with the shipped square of the radius",
        (GAUSSIAN, "instance_quantile_mean", "instance_programs", "instance_whitening"),
    ),
    Fault(
        "the norm's radius for half the dimension",
        instance_tails,
        "norm_radius",
        lambda f: lambda d, beta: f((d + 1) // 2, beta),
        TAILS,
        "the exact tail for d = 2, 4, .., 40 at eight rational beta",
        (GAUSSIAN,),
    ),
    Fault(
        "the spread of a variance of 1/2",
        instance_tails,
        "squared_spread",
        scaled(Fraction(1, 2)),
        ROTATION,
        "r^2/(2 |x|^2) = L for the shipped r^2 = 2 L |x|^2",
        (MODELS,),
    ),
    Fault(
        "one tail a coordinate",
        instance_tails,
        "sides",
        lambda _: lambda constants: 1,
        ROTATION,
        "2 d where the paper has 4 d",
        (MODELS,),
    ),
    Fault(
        "the spread of unpadded coordinates, and one side",
        instance_tails,
        "spread",
        lambda f: lambda d, beta, constants="paper": f(max(d // 4, 1), beta, constants),
        ROTATION,
        "all signs, small integers, d = 1, 2, 4, 8: Lemma 3.4 at every beta",
    ),
    Fault(
        "R' without sigma",
        instance_tails,
        "sample_radius",
        lambda _: lambda r, s, l: r + l,
        GAUSSIAN,
        "||mu + Sigma^(1/2) g|| <= R + sigma l",
        also=("instance_rounds",),
    ),
    Fault(
        "R' = R + sigma sqrt(d + log(4 n/beta))",
        instance_tails,
        "simple_length",
        scaled(Fraction(1, 2)),
        GAUSSIAN,
        "d + 2 sqrt(d L) + 2 L <= 4 (d + L)",
        also=("instance_rounds",),
    ),
    Fault(
        "buckets of R' in place of 2 R'",
        instance_tails,
        "buckets",
        scaled(Fraction(1, 2)),
        GAUSSIAN,
        "buckets of alpha/sqrt d, alpha = sigma_min sqrt(d/n): 2 R'/bucket = 2 R' sqrt n/sigma_min",
    ),
    Fault(
        "the universe rounded down",
        instance_tails,
        "gaussian_universe",
        lambda f: lambda *args: f(*args) - 1,
        GAUSSIAN,
        "the shipped radius and universe",
    ),
    # the rotation
    Fault(
        "no padding of 4999",
        rotation,
        "padded",
        lambda f: lambda d: d if d == 4999 else f(d),
        ROTATION,
        "d' is the least power of two that is at least d, up to 5000",
    ),
    Fault(
        "the butterfly's second half with the other sign",
        rotation,
        "butterfly",
        lambda _: lambda a, b: (a + b, b - a),
        ROTATION,
        "H_2k twice, second half: 2k y",
        (SHIFTED,),
    ),
    Fault(
        "a rotation without its signs",
        rotation,
        "rotate",
        lambda f: lambda x, signs: f(x, [1] * len(signs)),
        ROTATION,
        "the way back from every rotation, all signs, d = 1, .., 8",
        (SHIFTED, "instance_rounds"),
    ),
    Fault(
        "the way back without 1/d",
        rotation,
        "back",
        lambda f: lambda y, signs, d: [v * len(signs) for v in f(y, signs, d)],
        ROTATION,
        "the way back from every rotation, all signs, d = 1, .., 8",
        (SHIFTED,),
    ),
    # the shifted clipped mean
    Fault(
        "rho/(2 d) for each median",
        shifted,
        "median_share",
        scaled(2),
        SHIFTED,
        "d rho/(4 d) + 3 rho/4 = rho",
        also=("instance_rounds", "instance_names"),
    ),
    Fault(
        "all of rho for the rest",
        shifted,
        "rest_share",
        scaled(Fraction(4, 3)),
        SHIFTED,
        "d rho/(4 d) + 3 rho/4 = rho",
        also=("instance_rounds", "instance_names"),
    ),
    Fault(
        "coordinates of a rotated record up to u",
        shifted,
        "coordinate_bound",
        lambda _: lambda d, u: u,
        ROTATION,
        "x in {0, 1}^d, all signs, d = 1, .., 5: norms, and the largest coordinate",
        also=("instance_rounds", "instance_shuffled", "instance_names"),
    ),
    Fault(
        "squared norms before the shift",
        shifted,
        "squared_norm_bound",
        lambda _: lambda padded, d, u: padded * (d * u) ** 2,
        SHIFTED,
        "around medians in [-d u, d u]: squared norm at most d' (2 d u)^2",
        also=("instance_rounds", "instance_names"),
    ),
    Fault(
        "the median's rank rounded down",
        shifted,
        "median_rank",
        lambda _: lambda n: n // 2,
        SHIFTED,
        "where a median has room between the ends, n up to 60",
        also=("instance_rounds",),
    ),
    Fault(
        "n pairs", instance_shifted, "pairs", lambda _: lambda n: n, SHIFTED, "N counts the pairs"
    ),
    Fault(
        "three shares for four events",
        instance_shifted,
        "SHARES",
        lambda _: 3,
        SHIFTED,
        "four events, each failing with beta/4",
        (GAUSSIAN,),
    ),
    Fault(
        "all n records on each side of a median",
        instance_shifted,
        "squared_reach",
        lambda _: lambda n, h: (n - 1) / n,
        SHIFTED,
        "h r^2 = (n - 1) d' w^2 at r = sqrt(d') S w, S^2 = (n - 1)/h",
    ),
    Fault(
        "the rank error of a median forgotten",
        instance_shifted,
        "beyond",
        lambda f: lambda n, found: f(n, 0),
        SHIFTED,
        "h (x_i - c)^2 <= sum of (x_i - x_k)^2: up to five records in {0, .., 3}",
    ),
    Fault(
        "the threshold's rank error forgotten",
        instance_shifted,
        "clipped_records",
        lambda _: lambda n, rank, error: n - rank + 0 * error,
        SHIFTED,
        "n - (m - tau) of them",
    ),
    Fault(
        "the error with n^2",
        instance_shifted,
        "error",
        lambda f: lambda s, w, k, x, n: f(s, w, k, x, n) / n,
        SHIFTED,
        "(k r + C s l)/n at C = r, over sqrt(d'), is the shipped error",
        (MODELS,),
    ),
    Fault(
        "medians anywhere",
        instance_shifted,
        "median_error",
        lambda f: lambda n, *args: f(n, *args) * 99,
        SHIFTED,
        "at most 40 times the printed rate, and 15 tau sqrt d, on a grid",
    ),
    Fault(
        "the reach of unit records",
        instance_shifted,
        "reach",
        scaled(Fraction(1, 200)),
        SHIFTED,
        WHOLE,
    ),
    Fault(
        "the bound without the diameter",
        instance_shifted,
        "error_bound",
        lambda f: lambda w, *args: f(Fraction(1, 100), *args),
        SHIFTED,
        WHOLE,
    ),
    # real coordinates and samples
    Fault(
        "the rounding of the mean forgotten",
        instance_shifted,
        "quantised",
        lambda _: lambda of, alpha: of + 0 * alpha,
        GAUSSIAN,
        "so the error is c (w + alpha)/n + alpha/2",
    ),
    Fault(
        "the diameter does not grow",
        instance_shifted,
        "grown",
        lambda _: lambda w, alpha: w + 0 * alpha,
        GAUSSIAN,
        "two records that move by alpha/2 each: |y - x| grows by at most alpha",
    ),
    Fault(
        "alpha = sigma_min sqrt d/n",
        instance_shifted,
        "step_of",
        lambda f: lambda s, d, n: f(s, d, n) / n,
        GAUSSIAN,
        "buckets of alpha/sqrt d, alpha = sigma_min sqrt(d/n): 2 R'/bucket = 2 R' sqrt n/sigma_min",
    ),
    Fault(
        "alpha of one coordinate",
        instance_shifted,
        "in_buckets",
        lambda _: lambda bucket, d_root: bucket + 0 * d_root,
        GAUSSIAN,
        "alpha in a bucket of alpha/sqrt d",
    ),
    Fault(
        "the mean of n samples as near as n",
        instance_shifted,
        "statistical",
        lambda f: lambda s, l, n: f(s, l, n) / n,
        GAUSSIAN,
        "the mean of n samples: sqrt n times its distance is sigma l at most",
    ),
    Fault(
        "the Gaussian bound for all of beta",
        instance_shifted,
        "gaussian_error_bound",
        lambda f: lambda *args: f(*args[:6], args[6] / 2),
        GAUSSIAN,
        "the shipped bound is the sum of its parts",
    ),
    # the local and the shuffle model
    Fault(
        "the central weight",
        instance_models,
        "local_weight",
        lambda f: lambda n, d, rho: f(n, d, rho) / n,
        MODELS,
        "n times the central weight squared",
        also=("instance_rounds",),
    ),
    Fault(
        "the local rank one too high",
        instance_models,
        "local_rank",
        lambda f: lambda *args: f(*args) + 1,
        MODELS,
        BEST,
        also=("instance_rounds",),
    ),
    Fault(
        "advanced composition without its second term",
        shuffle_budget,
        "advanced_epsilon",
        lambda _: lambda epsilon, growth, releases, root: root * epsilon,
        MODELS,
        "the shipped split: greatest, and private by exact composition",
        also=("instance_shuffled",),
    ),
    Fault(
        "delta' = delta/d",
        instance_models,
        "delta_share",
        scaled(2),
        MODELS,
        "d delta' + delta'' = delta for the shipped shares",
    ),
    Fault(
        "delta'' = delta",
        shuffle_budget,
        "slack_share",
        scaled(2),
        MODELS,
        "d delta' + delta'' = delta for the shipped shares",
        also=("instance_shuffled",),
    ),
    Fault(
        "the coordinate's delta with a share for each of 2 d",
        instance_models,
        "coordinate_delta",
        scaled(4),
        MODELS,
        "the shipped split: greatest, and private by exact composition",
    ),
    Fault(
        "the split by basic composition only",
        shuffle_budget,
        "within",
        lambda _: lambda e, epsilon, delta, count: e * count <= epsilon,
        MODELS,
        "for eps <= 1 the shipped eps' is at least the printed one",
        also=("instance_shuffled",),
    ),
    Fault(
        "the printed epsilon",
        instance_models,
        "coordinate_epsilon",
        scaled(2),
        MODELS,
        "the shipped split: greatest, and private by exact composition",
    ),
    Fault(
        "a coordinate's bound for one record",
        instance_models,
        "coordinate_bound",
        lambda f: lambda c, n, *rest: f(c, 1, *rest),
        MODELS,
        "the shipped bound of a coordinate: C sqrt(2 log(2 n d/beta)), to 30 digits",
    ),
    # statements
    Fault(
        "the chi-square tail of two coordinates more",
        about_tails,
        "even_tail",
        lambda f: lambda half, y: f(half + 9, y),
        TAILS,
        "the exact tail for d = 2, 4, .., 40 where sqrt(d L) is rational",
    ),
    Fault(
        "an erratum that is none: x = 0",
        about_rotation,
        "printed",
        _true,
        ROTATION,
        "Lemma 3.4 as printed fails at x = 0, d = 1, beta = 1/2",
    ),
    Fault(
        "an erratum that is none: norms within d u^2",
        about_shifted,
        "norms_within",
        _true,
        SHIFTED,
        "squared norms above d u^2 at d = 2, u = 1, medians between the records",
    ),
    Fault(
        "an erratum that is none: no negative coordinates",
        about_shifted,
        "not_negative",
        _true,
        SHIFTED,
        "a negative coordinate at d = 1, x = 1",
    ),
    Fault(
        "an erratum that is none: just alpha",
        instance_gaussian,
        "just_alpha",
        _true,
        GAUSSIAN,
        "more than alpha at c = n, w = alpha/3",
    ),
    Fault(
        "an erratum that is none: neighbours before",
        instance_gaussian,
        "neighbours_before",
        _true,
        GAUSSIAN,
        "neighbours after clipping to [-1, 1], not before: (0, 1) and (1, 2)",
    ),
    Fault(
        "an erratum that is none: advanced composition",
        about_models,
        "exact_delta",
        lambda _: lambda *args: Fraction(0),
        MODELS,
        "the printed split is not (eps, delta)-DP at delta = 1/10, d = 22, eps' = log 5",
    ),
)
