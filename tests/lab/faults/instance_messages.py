"""Planted faults in the formulas of messages and baselines (instance Sections 5 and 6): see
`fault.py`.
"""

from __future__ import annotations

from fractions import Fraction

from dpmean.distributions import polya
from dpmean.mechanisms.instance import (
    coinpress,
    coinpress_scaled_mean,
    local_coordinate_mean,
    local_response,
    local_tree,
    shuffle_dropouts,
    shuffle_security,
)
from tests.lab.faults.fault import Fault, scaled

MESSAGES, BASELINES = "instance_messages", "instance_baselines"


FAULTS = (
    # responses and trees
    Fault(
        "half the exact cost",
        local_response,
        "exact_cost",
        scaled(Fraction(1, 2)),
        MESSAGES,
        "the Kullback-Leibler divergence is the shipped cost: no smaller rho",
        also=("instance_programs", "instance_rounds"),
    ),
    Fault(
        "the cost eps^2/8",
        local_response,
        "paper_cost",
        scaled(Fraction(1, 4)),
        MESSAGES,
        "eps^2/2 = eps (eps/2), the shipped cost of constants = paper",
        also=("instance_programs", "instance_rounds"),
    ),
    Fault(
        "a bias of p",
        local_response,
        "bias",
        lambda _: lambda keep: keep,
        MESSAGES,
        "2 p - 1 = tanh(eps/2)",
        also=("instance_programs", "instance_rounds"),
    ),
    Fault(
        "odds of p to 1",
        local_response,
        "odds",
        lambda _: lambda keep: keep / (1 + keep),
        MESSAGES,
        "the odds of p are e^eps = v^2",
        also=("instance_programs", "instance_rounds"),
    ),
    Fault(
        "a response that is kept a little too often",
        local_response,
        "keep_for",
        lambda f: lambda *args: f(*args) + Fraction(1, 1 << 40),
        MESSAGES,
        "the shipped p is the greatest, 18 budgets",
    ),
    Fault(
        "counts of one level",
        local_tree,
        "count_scale",
        lambda _: lambda levels, bias: 1 / bias,
        MESSAGES,
        "counts in trees of up to 9 leaves are unbiased",
        also=("instance_rounds",),
    ),
    Fault(
        "nodes to the right",
        local_tree,
        "dyadic",
        lambda f: lambda *args: (f(*args)[0], f(*args)[1] + 1),
        MESSAGES,
        "counts in trees of up to 9 leaves are unbiased",
        also=("instance_rounds",),
    ),
    # shares and drop-outs
    Fault(
        "the ratio of the next coefficient",
        polya,
        "step",
        lambda f: lambda k, r: f(k + 1, r),
        MESSAGES,
        "(k + 1) c_(k+1) = (k + r) c_k",
    ),
    Fault(
        "coefficients that begin at r",
        polya,
        "coefficient",
        lambda f: lambda k, r: f(k, r) * r,
        MESSAGES,
        "n shares are geometric: up to 5 users, 8 coefficients",
    ),
    Fault(
        "the variance of a mean",
        polya,
        "variance",
        lambda _: lambda r, t: r * t / (1 - t),
        MESSAGES,
        "n variances of a share are that of the geometric law",
    ),
    Fault(
        "the mean of r = 1",
        polya,
        "mean",
        lambda _: lambda r, t: t / (1 - t),
        MESSAGES,
        "n means of a share are that of the geometric law",
    ),
    Fault(
        "a remainder with 1 - t",
        shuffle_dropouts,
        "remainder",
        lambda _: lambda t, shift, terms: t ** (2 * terms + shift) / (1 - t),
        MESSAGES,
        "the remainder telescopes",
    ),
    Fault(
        "a series without its shift",
        shuffle_dropouts,
        "product_series",
        lambda f: lambda r, t, shift, terms: f(r, t, shift, terms) / (1 if shift else 2),
        MESSAGES,
        "the loss of a shift is that at 0",
    ),
    # sums in parts
    Fault(
        "binomials that are not squared",
        shuffle_security,
        "weight",
        lambda _: (
            lambda n, k, m: Fraction(
                __import__("math").comb(n, k), __import__("math").comb(m * n, m * k)
            )
        ),
        MESSAGES,
        "b(n, k) = a_k a_(n-k)/a_n",
    ),
    Fault(
        "a rise over j + 1",
        shuffle_security,
        "rise",
        lambda f: lambda j, m: f(j, m) * (j + 1),
        MESSAGES,
        "the shipped rise is a_(j+1)/a_j",
    ),
    Fault(
        "one part more",
        shuffle_security,
        "exact_parts",
        lambda f: lambda m, q, most: [x / q if n else x for n, x in enumerate(f(m, q, most))],
        MESSAGES,
        "E q^C by all matchings of up to 6 edges",
    ),
    Fault(
        "bounds that are rounded down",
        shuffle_security,
        "raised",
        lambda _: lambda x: Fraction((x * 8).__floor__(), 8),
        MESSAGES,
        "the bounds in use are above the exact numbers",
    ),
    # baselines
    Fault(
        "the noise of adding a record",
        coinpress,
        "FACTOR",
        lambda _: 1,
        BASELINES,
        "a step of COINPRESS: (2 C)^2/(2 V) = rho_i",
        also=("instance_programs",),
    ),
    Fault(
        "a last step with all of rho",
        coinpress,
        "shares",
        lambda f: lambda rho, t: [*f(rho, t)[:-1], rho],
        BASELINES,
        "its shares add up, up to 12 steps",
        also=("instance_programs",),
    ),
    Fault(
        "the noise of C^2",
        coinpress_scaled_mean,
        "product_variance",
        scaled(Fraction(1, 2)),
        BASELINES,
        "the products: 2 C^4/(2 V) = rho_i",
        also=("instance_programs", "instance_whitening"),
    ),
    Fault(
        "one bit that changes",
        local_coordinate_mean,
        "bit_share",
        scaled(2),
        BASELINES,
        "two bits in each of d coordinates",
        also=("instance_programs",),
    ),
    Fault(
        "the noise of A",
        local_coordinate_mean,
        "variance",
        scaled(Fraction(1, 4)),
        BASELINES,
        "d coordinates in [-A, A]: d (2 A)^2/(2 V) = rho",
        also=("instance_programs",),
    ),
    Fault(
        "the noise of the sum over n",
        coinpress,
        "squared_deviation",
        lambda _: lambda s, v, n: s / n + v / n,
        BASELINES,
        "the variance of a noisy mean: n s/n^2 + V/n^2",
        also=("instance_programs",),
    ),
    Fault(
        "a ball without the tail",
        coinpress,
        "ball",
        lambda _: lambda radius, length, sigma, half: radius + sigma + half,
        BASELINES,
        "no record is outside its ball: r + s l + half against any |mu - c| = r - g, |x - mu| "
        "= s l, rounding half",
        also=("instance_programs",),
    ),
    Fault(
        "one rounding forgotten",
        coinpress,
        "shrunk",
        lambda _: lambda length, deviation, half: length * deviation + half,
        BASELINES,
        "the next ball: l times the deviation, and two roundings",
        also=("instance_programs",),
    ),
    Fault(
        "a squared ball without the product",
        coinpress,
        "squared_ball",
        lambda _: lambda radius, length, sigma, spread: radius**2 + (sigma * length) ** 2,
        BASELINES,
        "tails = each: the squared ball against any |mu - c| = r, |x - mu|^2 = (s l)^2 - h, "
        "product r s z - k",
        also=("instance_programs",),
    ),
    Fault(
        "a squared ball with l for z",
        coinpress,
        "squared_ball",
        lambda _: (
            lambda radius, length, sigma, spread: (
                (radius + sigma * length) ** 2 + radius * sigma * spread
            )
        ),
        BASELINES,
        "the closer ball is no larger: (r + s l)^2 for l = z + e",
        also=("instance_programs",),
    ),
)
