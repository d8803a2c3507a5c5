"""Mutants of the baselines and of the local and the shuffle model: shrinking balls, whitened
records, votes for bins, answers for nodes of a tree, sums of shares.
"""

from __future__ import annotations

from dataclasses import replace

from dpmean.distributions import polya
from dpmean.distributions.polya import NoiseShare
from dpmean.mechanisms.instance import (
    coinpress,
    coinpress_scaled_mean,
    local_clipped_mean,
    local_coordinate_mean,
    local_response,
    local_tree,
    quantities,
    quantities_messages,
    shifted_clipped_mean,
    shuffle_plan,
    shuffle_sum,
    whitening,
)
from dpmean.mechanisms.instance.coinpress_scaled_mean import CoinpressScaledMean
from dpmean.mechanisms.instance.local_clipped_mean import LocalClippedMean
from dpmean.mechanisms.instance.local_coordinate_mean import LocalCoordinateMean
from dpmean.mechanisms.instance.local_tree import Counts, Tree
from dpmean.mechanisms.instance.shuffle_plan import ShufflePlan
from dpmean.mechanisms.instance.shuffled_clipped_mean import ShuffledClippedMean, ShuffleUser
from dpmean.parameters.declared import PARAMETERS
from dpmean.programs import table

from ..mutant import Mutant, always, edit

MUTANTS = (
    # shrinking balls
    Mutant(
        "ball-without-tail",
        "records are clipped at one deviation from the ball",
        ("BallRadius",),
        coinpress,
        "ball",
        edit(("sigma * length", "sigma + 0 * length")),
    ),
    Mutant(
        "ball-n-not-squared",
        "the next radius has the noise of the sum over n, not n^2",
        ("BallRadius",),
        coinpress,
        "squared_deviation",
        edit(("noise / n**2", "noise / n")),
    ),
    Mutant(
        "ball-even-shares",
        "all steps spend the same",
        ("BudgetNotSplit", "BallRadius"),
        coinpress,
        "shares",
        edit(("[rho / (4 * (t - 1))] * (t - 1) + [3 * rho / 4]", "[rho / t] * t")),
    ),
    Mutant(
        "ball-centre-not-added",
        "the last mean is released without its centre",
        ("CenterForgotten",),
        coinpress,
        "refined",
        edit(
            ("[c + v * Fraction(1, table.n) for c, v", "[0 * c + v * Fraction(1, table.n) for c, v")
        ),
    ),
    Mutant(
        "ball-centre-cut",
        "the next centre is rounded down",
        ("Rounding",),
        coinpress,
        "refined",
        edit(("round(v * Fraction(1, table.n))", "(v * Fraction(1, table.n)).__floor__()")),
    ),
    Mutant(
        "ball-around-0",
        "every step clips around 0",
        ("CenterForgotten",),
        coinpress,
        "refined",
        edit(("table.minus(center)", "table.minus([0 * c for c in center])")),
    ),
    # votes
    Mutant(
        "votes-bins-from-0",
        "the lowest bin is bin 0",
        ("CenterForgotten",),
        LocalCoordinateMean,
        "fullest",
        edit((" - self.side", "")),
    ),
    Mutant(
        "votes-ties-up",
        "of equal bins the highest wins",
        ("TieOrder",),
        LocalCoordinateMean,
        "fullest",
        edit(
            (
                "totals.index(max(totals))",
                "max(k for k, v in enumerate(totals) if v == max(totals))",
            )
        ),
    ),
    Mutant(
        "votes-not-turned",
        "the response is drawn and the bit sent as it is",
        ("ResponseTurned",),
        LocalCoordinateMean,
        "bits",
        edit(("kept if k == at else 1 - kept", "int(k == at)")),
    ),
    Mutant(
        "votes-mean-over-all",
        "the sum of the second group is divided by the number of all users",
        ("Groups",),
        LocalCoordinateMean,
        "program",
        edit(("Fraction(1, len(second))", "Fraction(1, self.n)")),
    ),
    Mutant(
        "votes-clipped-around-0",
        "the second group clips around 0",
        ("CenterForgotten", "ClipForgotten"),
        LocalCoordinateMean,
        "values",
        edit(
            (
                "coordinate(cell, c - self.half, c + self.half, self.bucket_width) - c",
                "coordinate(cell, -self.half, self.half, self.bucket_width) - c",
            )
        ),
    ),
    Mutant(
        "votes-narrow",
        "records are clipped at two deviations",
        ("ClipForgotten", "Constants"),
        local_coordinate_mean,
        "half_width",
        edit(("2 * sigma + sigma * root", "2 * sigma + 0 * root")),
    ),
    # trees
    Mutant(
        "tree-of-one-level",
        "the estimate is not multiplied by the number of levels",
        ("TreeCount",),
        local_tree,
        "count_scale",
        edit(("levels / bias", "1 / bias + 0 * levels")),
    ),
    Mutant(
        "tree-next-node",
        "the nodes of a range are those to the right",
        ("TreeCount",),
        local_tree,
        "dyadic",
        edit(("before - 1", "before")),
    ),
    Mutant(
        "tree-counts-below",
        "a count leaves out the value itself",
        ("TreeCount", "RankTie"),
        Counts,
        "at_most",
        edit(("value - self.tree.low + 1", "value - self.tree.low")),
    ),
    Mutant(
        "tree-not-turned",
        "the response is drawn and the answer sent as it is",
        ("ResponseTurned",),
        Tree,
        "message",
        edit(("truth * (2 * kept - 1)", "truth")),
    ),
    Mutant(
        "tree-without-matrix",
        "the aggregator takes the signs as votes",
        ("TreeCount",),
        Counts,
        "at_most",
        edit((" * entry(index, node)", "")),
    ),
    Mutant(
        "response-of-pure-epsilon",
        "the response costs epsilon^2/8",
        ("TreeCount",),
        local_response,
        "paper_cost",
        edit(("epsilon**2 / 2", "epsilon**2 / 8")),
    ),
    Mutant(
        "local-centre-not-added",
        "the local estimate lacks the medians",
        ("CenterForgotten",),
        LocalClippedMean,
        "program",
        edit(("[m + c for m, c in", "[m + 0 * c for m, c in")),
    ),
    # sums of shares
    Mutant(
        "share-left-out",
        "the last part makes up for all other parts but the first",
        ("ModularSum",),
        shuffle_sum,
        "split",
        edit(("value - sum(uniform)", "value - sum(uniform[1:])")),
    ),
    Mutant(
        "sum-not-recentred",
        "a sum is a residue",
        ("ModularSum",),
        shuffle_sum,
        "recentred",
        edit(("found if 2 * found <= modulus else found - modulus", "found")),
    ),
    Mutant(
        "sum-half-negative",
        "half the modulus is taken for a negative number",
        ("ModularSum",),
        shuffle_sum,
        "recentred",
        edit(("2 * found <= modulus", "2 * found < modulus")),
    ),
    Mutant(
        "shuffle-spins-not-undone",
        "the second rotation's signs are not undone",
        ("SignsForgotten",),
        ShuffledClippedMean,
        "_mean",
        edit(
            (
                "for v in noisy], spins, self.padded)",
                "for v in noisy], [1] * len(spins), self.padded)",
            )
        ),
    ),
    Mutant(
        "shuffle-not-clamped",
        "coordinates of the last sums are not moved into their range",
        ("ClipForgotten",),
        ShuffleUser,
        "coordinate",
        edit(("confined(self.vector[j], -protocol.most, protocol.most)", "self.vector[j]")),
    ),
    Mutant(
        "shuffle-rank-without-noise",
        "the rank of the threshold leaves out the noise of the mean",
        ("CaseEnd", "RankTie"),
        shuffle_plan,
        "noise_weight",
        edit(("root / epsilon", "0 * root / epsilon")),
    ),
    # budgets and ranks of the local model, by the scale of its counts
    Mutant(
        "local-median-of-one",
        "every coordinate's median spends rho/4",
        ("TreeCount", "BudgetNotSplit"),
        local_clipped_mean,
        "median_share",
        always(lambda rho, _: rho / 4),
    ),
    Mutant(
        "local-threshold-quarter",
        "the threshold spends a quarter of rho",
        ("TreeCount", "BudgetNotSplit"),
        local_clipped_mean,
        "threshold_share",
        always(lambda rho: rho / 3),
    ),
    Mutant(
        "local-rank-in-the-middle",
        "the threshold is the median of the norms",
        ("RankTie",),
        local_clipped_mean,
        "local_rank",
        always(lambda _d, n, _rho: (n + 1) // 2),
    ),
    Mutant(
        "records-wrapped",
        "records are put into 64 bits before they are moved into their range",
        ("Wrapped",),
        table,
        "coordinate",
        edit(
            (
                "min(round(exact if bucket is None else exact / bucket), high)",
                "min((round(exact if bucket is None else exact / bucket) + (1 << 63)) % (1 << "
                "64) - (1 << 63), high)",
            )
        ),
    ),
    Mutant(
        "local-rank-of-all-rho",
        "the rank of the threshold is for all of rho",
        ("RankTie", "BudgetNotSplit"),
        LocalClippedMean,
        "program",
        edit(
            (
                "local_rank(self.padded, self.n, self.vector_rho)",
                "local_rank(self.padded, self.n, self.rho)",
            )
        ),
    ),
    Mutant(
        "tree-of-16-bits",
        "nodes are kept in 16 bits",
        ("Wrapped", "TreeCount"),
        local_tree,
        "entry",
        edit(("row & column", "row & column & 65535")),
    ),
    # what messages are drawn from
    Mutant(
        "votes-one-bit",
        "a record changes one bit in each coordinate",
        ("BudgetNotSplit", "TreeCount"),
        local_coordinate_mean,
        "bit_share",
        always(lambda rho, d: rho / d),
    ),
    Mutant(
        "votes-noise-of-one",
        "every coordinate's noise has all of rho",
        ("BudgetNotSplit", "WrongScale"),
        local_coordinate_mean,
        "variance",
        edit(("d * (2 * width) ** 2", "0 * d + (2 * width) ** 2")),
    ),
    Mutant(
        "local-noise-of-one-share",
        "the local mean spends three quarters of rho",
        ("BudgetNotSplit", "WrongScale"),
        LocalClippedMean,
        "vector_variance",
        edit(("self.vector_rho", "3 * self.rho / 4")),
    ),
    Mutant(
        "local-noise-of-the-sum",
        "a user's noise is her share of the central model's",
        ("WrongScale",),
        LocalClippedMean,
        "vector_variance",
        edit(("self.vector_rho)", "self.vector_rho) / 4")),
    ),
    Mutant(
        "shuffle-one-coordinate",
        "the medians' budget is that of one coordinate",
        ("BudgetNotSplit",),
        ShufflePlan,
        "phases",
        edit(("self.padded * iterations", "iterations")),
    ),
    Mutant(
        "shuffle-share-one-sided",
        "a user's noise is one Polya variable",
        ("WrongScale",),
        NoiseShare,
        "variance",
        edit(("2 * ", "")),
    ),
    Mutant(
        "shuffle-share-of-a-quarter",
        "the noise of a sum is a quarter of what it must be",
        ("WrongScale",),
        polya,
        "variance",
        edit(("mean(r, t) / (1 - t)", "mean(r, t) / (1 - t) / 4")),
    ),
    Mutant(
        "ball-noise-of-a-ball",
        "the records of a step differ by one radius, not by two",
        ("WrongScale", "BallRadius"),
        coinpress,
        "variance",
        edit(("Fraction(FACTOR)", "Fraction(1)")),
    ),
    # whitening
    Mutant(
        "whitening-of-records",
        "covariances of records, not of their differences",
        ("Whitening",),
        CoinpressScaledMean,
        "whitening",
        edit(("[v - w for v, w in zip(", "[v - 0 * w for v, w in zip(")),
    ),
    Mutant(
        "whitening-not-composed",
        "every pass starts from the first scale",
        ("Whitening",),
        CoinpressScaledMean,
        "whitening",
        edit(("slack), a)", "slack), self.first)")),
    ),
    Mutant(
        "whitening-without-noise-error",
        "the diagonal gets the error of sampling only",
        ("Whitening",),
        coinpress_scaled_mean,
        "noise_error",
        always(lambda sigma, *_: 0 * sigma),
    ),
    Mutant(
        "whitening-without-log",
        "the error of sampling leaves out the failure",
        ("Whitening",),
        coinpress_scaled_mean,
        "sampling_error",
        edit(("root_d + root_log", "root_d + 0 * root_log")),
    ),
    Mutant(
        "whitening-diagonal",
        "entries off the diagonal are left out",
        ("Whitening",),
        CoinpressScaledMean,
        "covariance",
        edit(("found[max(j, k), min(j, k)]", "found[max(j, k), min(j, k)] * (j == k)")),
    ),
    Mutant(
        "whitening-not-undone",
        "the mean is left whitened",
        ("Whitening",),
        CoinpressScaledMean,
        "program",
        edit(("solved(a, [v / FINE for v in found])", "[v / FINE for v in found]")),
    ),
    Mutant(
        "whitening-floor",
        "whitened coordinates are rounded down",
        ("TruncatedDivision",),
        whitening,
        "applied",
        edit(("toward_zero(steps * dot(row, x))", "floor(steps * dot(row, x))")),
    ),
    Mutant(
        "whitening-pivot-0",
        "a pivot that is too small becomes the least step",
        ("Whitening",),
        whitening,
        "factor",
        edit(("Fraction(0)), least)", "Fraction(0)), LEAST)")),
    ),
    Mutant(
        "whitening-radius-kept",
        "the ball of whitened means has the radius of means",
        ("BallRadius", "Whitening"),
        CoinpressScaledMean,
        "inner",
        edit(("reals.root(size, 2) * ", "1 * ")),
    ),
    Mutant(
        "products-all-rho",
        "covariances spend all of rho",
        ("BudgetNotSplit", "WrongScale", "Whitening"),
        CoinpressScaledMean,
        "variances",
        edit(("self.rho / 2", "self.rho")),
    ),
    Mutant(
        "products-of-one",
        "the sum of products moves by C^2",
        ("WrongScale", "Whitening"),
        coinpress_scaled_mean,
        "product_variance",
        edit(("clip**4 / rho", "clip**4 / (2 * rho)")),
    ),
    Mutant(
        "whitened-not-moved",
        "whitened records are not moved into the first cube",
        ("ClipForgotten", "BallRadius"),
        CoinpressScaledMean,
        "program",
        edit(("confined(v, -plan.reach, plan.reach)", "v")),
    ),
    Mutant(
        "whitening-without-floor",
        "the diagonal may become 0",
        ("Whitening",),
        whitening,
        "whitened",
        edit(("at_least(fresh[r], LEAST)", "fresh[r]")),
    ),
    # budgets of the central means
    Mutant(
        "median-of-one-coordinate",
        "every coordinate's median spends a quarter of rho",
        ("BudgetNotSplit",),
        shifted_clipped_mean,
        "median_share",
        always(lambda rho, _: rho / 4),
    ),
    Mutant(
        "median-not-padded",
        "the medians' budget is for d, not for the padded dimension",
        ("PaddingKept", "BudgetNotSplit"),
        quantities,
        "median_variance",
        edit(("padded(d)", "d")),
    ),
    Mutant(
        "iteration-from-the-end",
        "step 0 is the last one",
        ("NotPositive",),
        PARAMETERS,
        "iteration",
        lambda p: replace(p, parse=PARAMETERS["dropouts"].parse),
    ),
    Mutant(
        "iteration-after-the-last",
        "a step after the last is the last one",
        ("OffGrid",),
        quantities_messages,
        "_stage",
        edit(
            ("if iteration > iterations:", "if False:"),
            ("stages[iteration - 1]", "stages[min(iteration, iterations) - 1]"),
        ),
    ),
)
