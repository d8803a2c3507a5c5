"""Planted faults in sharper accounts of privacy: conversions, composition, clones, and Renyi
divergences.
"""

from __future__ import annotations

from dpmean.distributions import laplace
from dpmean.privacy import best_composition, clone_sums, clones, conversions
from proofs.theorems.laws import clones as clones_theorem
from tests.lab.faults.fault import Fault, plus, scaled

CONVERSIONS = "sharper_conversions"
COMPOSITION = "best_composition"
CLONES = "clones"

FAULTS = (
    # conversions
    Fault(
        "an order without its logarithm",
        conversions,
        "log_delta",
        plus(lambda rho, epsilon, y, log_y, log_above: log_y),
        CONVERSIONS,
        "and its logarithm, log(1 - w) + y log w, is the shipped one at rho = h = 0",
    ),
    Fault(
        "an order's moment without a",
        conversions,
        "log_delta",
        lambda f: (
            lambda rho, epsilon, y, log_y, log_above: (
                f(rho, epsilon, y, log_y, log_above) - y**2 * rho
            )
        ),
        CONVERSIONS,
        "the moment of order 1 + y and e^(-y h) are added",
    ),
    Fault(
        "the best order's epsilon without log(1 + 1/y)",
        conversions,
        "best_epsilon",
        plus(lambda rho, y, log_step: log_step),
        CONVERSIONS,
        "its slope in y: (log y)' = 1/y, (log(1 + y))' = 1/(1 + y)",
    ),
    Fault(
        "the best order's cost without log(1 + y)",
        conversions,
        "best_cost",
        plus(lambda rho, y, log_above: -log_above),
        CONVERSIONS,
        "at its zero the logarithm of delta is -best_cost",
    ),
    Fault(
        "twice the least rho",
        conversions,
        "least_rho_of_pure",
        scaled(2),
        CONVERSIONS,
        "the divergence of order 1 of a coin of e^epsilon : 1 is that rho",
    ),
    # composition
    Fault(
        "one lie less",
        best_composition,
        "truths",
        lambda f: lambda releases, lies, growth: f(releases, lies - 1, growth),
        COMPOSITION,
        "up to four releases: the divergence of all outcomes is the shipped delta",
    ),
    Fault(
        "truths that are not a law",
        best_composition,
        "truths",
        lambda f: lambda releases, lies, growth: f(releases, lies, growth) * releases,
        COMPOSITION,
        "one more coin tells a lie or not: 3 and 1, with x^i for fewer than i lies",
    ),
    Fault(
        "a lie that counts like a truth",
        best_composition,
        "untruths",
        lambda _: best_composition.truths,
        COMPOSITION,
        "and under the other data set: 3 and 1",
    ),
    Fault(
        "failures are added",
        best_composition,
        "with_failures",
        lambda _: lambda kept, share: 1 - kept + share,
        COMPOSITION,
        "one more release fails with probability d, and then everything counts",
    ),
    Fault(
        "a share that forgets the failures",
        best_composition,
        "without_failures",
        lambda _: lambda kept, delta: delta + 0 * kept,
        COMPOSITION,
        "the share of a delta",
    ),
    Fault(
        "the ratio of no share",
        best_composition,
        "ratio_at",
        lambda _: lambda true, untrue, share: true / untrue,
        COMPOSITION,
        "the ratio of a share",
    ),
    Fault(
        "the moment of a coin without its lie",
        best_composition,
        "pure_moment",
        lambda _: lambda high, low, growth: high / (1 + growth),
        COMPOSITION,
        "the moment of a coin, m = g^a: (g/(1 + g))^a (1/(1 + g))^(1 - a) = g^a/(1 + g)",
    ),
    Fault(
        "an outcome less",
        best_composition,
        "pure_delta",
        lambda f: lambda decay, releases, ratio: f(decay, releases, ratio) * (releases < 3),
        COMPOSITION,
        "up to four releases: the divergence of all outcomes is the shipped delta",
    ),
    # clones
    Fault(
        "the cut of the other side",
        clone_sums,
        "cut",
        lambda f: lambda growth, ratio: 1 - f(growth, ratio),
        CLONES,
        "the excess has the sign of x - (c + 1) cut: before = x m, here = (n - x) m, n = c + 1",
    ),
    Fault(
        "an outcome's excess at odds 1 : 1",
        clone_sums,
        "excess",
        lambda _: lambda growth, ratio, here, before: (here + before - ratio * (here + before)) / 2,
        CLONES,
        "one more outcome adds its excess",
    ),
    Fault(
        "what is gained without the last outcome",
        clone_sums,
        "gain",
        plus(lambda growth, ratio, before, beyond: -(growth - ratio) / (1 + growth) * before),
        CLONES,
        "one more outcome adds its excess",
    ),
    Fault(
        "the ratio of a share, without it",
        clone_sums,
        "ratio_of",
        lambda f: lambda growth, before, beyond, share: f(growth, before, beyond, 0 * share),
        CLONES,
        "the ratio of a share",
    ),
    Fault(
        "one block too many",
        clones,
        "divergence",
        lambda f: lambda growth, ratio, blocks: f(growth, ratio, blocks + 1),
        CLONES,
        "up to six blocks: the divergence of the pair, and where it is so large",
    ),
    Fault(
        "the changed block is off like the others",
        clones,
        "clone_delta",
        lambda _: (
            lambda growth1, decay, blocks, delta1, delta: (
                delta1 + (growth1 + 1) * blocks * decay * delta
            )
        ),
        CLONES,
        "both laws are off by delta/(1 + g) + (m - 1) delta/g",
    ),
    Fault(
        "a block that is not epsilon-DP",
        clones_theorem,
        "answers",
        lambda f: lambda growth, bits: f(growth**3, bits),
        CLONES,
        "up to four adaptive blocks with three answers: at most the divergence of the pair",
    ),
    # laws
    Fault(
        "a and a - 1 exchanged",
        laplace,
        "renyi_moment",
        lambda f: lambda order, rise, fall: f(order, fall, rise),
        "laplace_laws",
        "its three parts, the middle one with the slope -(2 a - 1) r",
    ),
)
