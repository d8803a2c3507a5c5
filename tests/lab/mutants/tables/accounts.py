"""Mutants of sharper accounts of privacy: conversions, composition, clones, and Renyi
divergences.
"""

from __future__ import annotations

from dpmean.distributions import gaussian_sigma, laplace
from dpmean.privacy import best_composition, clone_sums, clones, conversions

from ..mutant import Mutant, edit

MUTANTS = (
    # conversions
    Mutant(
        "zcdp-rho-of-the-loss-in-halves",
        "the least rho of pure DP is half of it",
        ("Constants",),
        conversions,
        "least_rho_of_pure",
        edit(("(growth + 1)", "(growth + 1) / 2")),
    ),
    Mutant(
        "zcdp-cost-of-another-order",
        "the best order's delta has rho y for rho y^2",
        ("Constants",),
        conversions,
        "best_cost",
        edit(("rho * y**2", "rho * y")),
    ),
    Mutant(
        "zcdp-logarithm-left-out",
        "the best order's epsilon lacks log(1 - 1/a)",
        ("Constants",),
        conversions,
        "best_epsilon",
        edit(("* rho - log_step", "* rho - 0 * log_step")),
    ),
    Mutant(
        "zcdp-rho-for-another-order",
        "the rho of a pair is that of the next order",
        ("Constants",),
        conversions,
        "rho_for_order",
        edit(("2 * y + 1", "2 * y + 2")),
    ),
    Mutant(
        "zcdp-rho-without-the-first-root",
        "the printed rho of a pair has sqrt(epsilon + c) alone",
        ("Constants",),
        conversions,
        "rho_for_cost",
        edit(("root_of_both - root_of_cost", "root_of_both - 0 * root_of_cost")),
    ),
    # Gaussian noise for a given (epsilon, delta)
    Mutant(
        "gaussian-sigma-by-the-tail-of-the-loss",
        "delta is the chance of a loss above epsilon",
        ("OneSided",),
        gaussian_sigma,
        "delta_of",
        edit(("- growth *", "- 0 * growth *")),
    ),
    Mutant(
        "gaussian-sigma-of-half-the-shift",
        "the two laws are half a sensitivity apart",
        ("OneSided",),
        gaussian_sigma,
        "delta_of",
        edit(("1 / (2 * s)", "1 / (4 * s)")),
    ),
    Mutant(
        "gaussian-classical-everywhere",
        "the classical formula is used at every epsilon",
        ("OneSided",),
        gaussian_sigma,
        "classical",
        edit(("compare(decay.epsilon, Fraction(1)) >= 0", "False")),
    ),
    Mutant(
        "gaussian-classical-without-a-quarter",
        "the classical formula has log(1/delta)",
        ("OneSided",),
        gaussian_sigma,
        "classical",
        edit(("5 / (4 * delta)", "1 / delta")),
    ),
    Mutant(
        "zcdp-epsilon-below-zero",
        "where delta is enough, epsilon is negative",
        ("CaseEnd", "ExactZero"),
        conversions,
        "least_epsilon",
        edit(("return found if sign(found) > 0 else Fraction(0)", "return found")),
    ),
    # composition
    Mutant(
        "composition-one-outcome-less",
        "the last outcome that counts is left out",
        ("Constants",),
        best_composition,
        "pure_delta",
        edit(("decay.epsilon) / 2)", "decay.epsilon) / 2) - 1")),
    ),
    Mutant(
        "composition-failures-added",
        "failures are added to the divergence of all, not of the others",
        ("Constants",),
        best_composition,
        "with_failures",
        edit(("return 1 - kept * (1 - share)", "return 1 - kept + share")),
    ),
    Mutant(
        "composition-of-whole-losses",
        "the epsilon of many is a multiple of that of one",
        ("Constants",),
        best_composition,
        "best_epsilon",
        edit(
            (
                "return reals.log(ratio_at(*_outcomes(decay, releases, lies), share))",
                "return decay.epsilon * (releases - 2 * lies + 2)",
            )
        ),
    ),
    Mutant(
        "composition-impossible-delta",
        "a delta that failures alone exceed gets the basic epsilon",
        ("CaseEnd",),
        best_composition,
        "best_epsilon",
        edit(
            (
                "if compare(1 - kept, delta1) > 0:",
                "if compare(1 - kept, delta1) > 0:\n        return decay.epsilon * releases\n  "
                "  if False:",
            )
        ),
    ),
    Mutant(
        "composition-renyi-of-one",
        "many releases have the divergence of one",
        ("Constants",),
        best_composition,
        "best_renyi",
        edit(("(releases / (renyi_order - 1))", "(1 / (renyi_order - 1))")),
    ),
    # shuffling
    Mutant(
        "clones-of-one-side",
        "a block is a clone with half the probability",
        ("Constants",),
        clone_sums,
        "_window",
        edit(("(1 / growth, 0 * growth)", "(1 / (2 * growth), 0 * growth)")),
    ),
    Mutant(
        "clones-of-itself",
        "the block that changes counts among its clones",
        ("Constants", "CaseEnd"),
        clones,
        "clone_growth",
        edit(("LeastRatio(blocks - 1)", "LeastRatio(blocks)")),
    ),
    Mutant(
        "clones-delta-of-all",
        "the block that changes is off as much as the others",
        ("Constants",),
        clones,
        "clone_delta",
        edit(("(decay / (1 + decay) + (blocks - 1) * decay)", "(blocks * decay)")),
    ),
    # laws
    Mutant(
        "laplace-renyi-exchanged",
        "a and a - 1 are exchanged",
        ("Constants",),
        laplace,
        "renyi_moment",
        edit(("(order * rise + (order - 1) * fall)", "((order - 1) * rise + order * fall)")),
    ),
)
