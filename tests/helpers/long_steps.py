"""Steps of proofs that take a second and more.

`make test` checks one in eight of them, and one in four theorems by their other steps; `make prove`
and `make nightly` check every step.
"""

from __future__ import annotations

from proofs import ledger
from proofs.theorem import Step

# the theorem, and how the name of the step begins: three quarters of the time of all
LONG = (
    ("trilemma_symmetry", "on a lattice: the exact law at -x"),
    ("hetero_examples", "Example 1: FME"),
    ("double_doubles", "a quotient is within"),
    ("instance_zcdp", "(1) for all adaptive pairs"),
    ("hetero_privacy", "three users on three points"),
    ("instance_two_points", "three laws of sixths"),
    ("error_free", "TwoSum, formats"),
    ("clones", "up to four adaptive blocks"),
    ("trilemma_unbiased", "on a lattice: DPUMean"),
    ("trilemma_shuffling", "up to 200 blocks"),
    ("instance_threshold", "the shipped threshold is the least"),
    ("trilemma_shuffling", "and never worse than one"),
    ("instance_two_points", "two laws of sixths"),
    ("mechanisms_are_private", "its output is a function of"),
    ("trilemma_coarse_privacy", "on a lattice: every replacement"),
    ("instance_shifted", "the whole mechanism inside"),
    ("instance_rank_error", "all noisy counts"),
    ("trilemma_tradeoff", "eps^2 for eps"),
    ("trilemma_shuffling", "two and three blocks"),
    ("lower_bound", "the averaged law of an estimator"),
    ("noise_lower_bound", "the bound with slack"),
    ("discrete_gaussian_law", "where side answers"),
    ("instance_packing", "data sets of greedy codes"),
    ("instance_messages", "the loss of a shift is that at 0"),
    ("error_free", "Dekker's product"),
    ("instance_rotation", "all signs, small integers"),
    ("instance_packing", "the shipped ratio"),
    ("best_composition", "up to four releases"),
    ("trilemma_coarse_privacy", "the law of its answers"),
    ("instance_information", "M(D) has a law of sixths"),
    ("instance_zcdp", "(3) at order 2"),
    ("instance_shifted", "constants = exact"),
    ("hetero_examples", "Table II"),
    ("instance_rotation", "the way back"),
    ("instance_shifted", "at most 40 times"),
    ("trilemma_coarse_accuracy", "the shipped size is the least"),
    ("instance_interior_point", "the information of two"),
    ("lower_bound", "linear programmes"),
)


def long(theorem: ledger.Theorem, step: Step) -> bool:
    return any(theorem.id == id_ and step.name.startswith(start) for id_, start in LONG)
