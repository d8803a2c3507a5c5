"""Planted faults in the trilemma's formulas and statements, each with the step that it must turn
red.
"""

from __future__ import annotations

from fractions import Fraction

from dpmean.mechanisms.trilemma import margins as clipping
from dpmean.mechanisms.trilemma import tradeoff as trilemma
from proofs import theorems  # noqa: F401
from proofs.theorems.trilemma import (
    trilemma_bernoulli,
    trilemma_clipping,
    trilemma_experiments,
    trilemma_fingerprinting,
    trilemma_name_and_shame,
    trilemma_tradeoff,
)
from tests.lab.faults.fault import Fault, scaled

HALF = Fraction(1, 2)
FAULTS = (
    # shipped formulas
    Fault(
        "Lemma 3.1 with half the constant",
        clipping,
        "excess_constant",
        scaled(HALF),
        "trilemma_clipping",
        "Lemma 3.1 at t = c s l/(l - 1) is Bernoulli's inequality times c/(l - 1)",
        ("trilemma_name_and_shame", "trilemma_fingerprinting"),
    ),
    Fault(
        "the sharper margin is l/(l - 1) of the root",
        clipping,
        "excess_margin",
        lambda _: lambda moment, root: moment / (moment - 1) * root,
        "trilemma_clipping",
        "the sharper margin is (l - 1)/l of (l bias)^(-1/(l - 1)), so its power is w/(l bias)",
        ("trilemma_tradeoff", "trilemma_programs"),
    ),
    Fault(
        "a margin on one side only",
        clipping,
        "widened",
        lambda _: lambda lower, upper, margin: upper - lower + margin,
        "trilemma_clipping",
        "the width is b - a + 2 margin",
        ("trilemma_name_and_shame", "trilemma_tradeoff"),
    ),
    Fault(
        "the noise's variance counted once",
        clipping,
        "clipped_error",
        lambda _: lambda n, bias, epsilon, width: 1 / n + bias**2 + (width / (epsilon * n)) ** 2,
        "trilemma_clipping",
        "the three parts of the error",
    ),
    Fault(
        "name and shame without 1 - delta",
        clipping,
        "named_error",
        lambda _: lambda n, delta, mean, variance: (variance + mean**2) / (delta * n),
        "trilemma_name_and_shame",
        "Proposition 3.6: (E A(X)^2 - mu^2)/n",
        also=("instance_names",),
    ),
    Fault(
        "12 for 24 in Proposition 3.7",
        clipping,
        "combined_error",
        lambda _: (
            lambda n, epsilon, width, psi, root: (
                2 / n
                + 4 * width**2 / (n**2 * epsilon**2)
                + 12 * psi**2 / (n**2 * epsilon**2) * root
            )
        ),
        "trilemma_name_and_shame",
        "Proposition 3.7 for G <= 3/2",
    ),
    Fault(
        "the tail over delta, not 1/delta - 1",
        clipping,
        "combined_error_exactly",
        lambda f: (
            lambda n, epsilon, width, delta, variance, tail: (
                f(n, epsilon, width, delta, variance, tail) + tail / n
            )
        ),
        "trilemma_name_and_shame",
        "one and two records, all samples and all namings: unbiased, and the shipped equation",
    ),
    Fault(
        "K with l for l^2",
        clipping,
        "tail_factor",
        lambda _: lambda moment, power: 4 * power / moment,
        "trilemma_name_and_shame",
        "its square is the shipped K, u^2 = ((l - 2)/l)^(l - 2)",
    ),
    Fault(
        "c with l for l - 2",
        clipping,
        "margin_printed",
        lambda _: lambda n, epsilon, delta, moment: n * epsilon**2 / (4 * moment * delta),
        "trilemma_name_and_shame",
        "Proposition 3.7's c: the last two terms make 16 c^2/(n eps)^2 l/(l - 2)",
        also=("trilemma_programs",),
    ),
    Fault(
        "the sharper c with 16 for 32",
        clipping,
        "margin_sharper",
        scaled(2),
        "trilemma_name_and_shame",
        "constants=exact: at the sharper c the bound is at most 1/n + 4 (b - a)^2/(n eps)^2 + "
        "16 c^2/(n eps)^2 l/(l - 2)",
    ),
    Fault(
        "the tail with c for c^2",
        clipping,
        "tail_square",
        lambda _: lambda factor, c, ratio: factor * c / ratio,
        "trilemma_name_and_shame",
        "K |x - mu|^l/c^(l - 2) = K psi^l c^2/c^l",
    ),
    Fault(
        "the base of the last term without its 4",
        clipping,
        "combined_base",
        scaled(4),
        "trilemma_name_and_shame",
        "Theorem 1.3, second term: l = 4, root^2 = n eps^2/(16 delta)",
    ),
    Fault(
        "the bias counted once",
        trilemma,
        "fingerprint",
        lambda _: (
            lambda n, sinh, tau, v, a, b, bias, log_odds: (
                (v * (b - a) - bias) / (2 * n * (sinh * b + tau) * log_odds)
            )
        ),
        "trilemma_fingerprinting",
        "rearranged: the shipped formula",
    ),
    Fault(
        "31 for 32",
        trilemma,
        "tradeoff",
        lambda _: (
            lambda n, sinh, tau, gamma, root: 1 / (31 * n * sinh * root + 16 * n * tau / gamma)
        ),
        "trilemma_fingerprinting",
        "Theorem 2.1 in one: the formula before its constants is at least the shipped bound",
        ("trilemma_tradeoff",),
    ),
    Fault(
        "gamma without l - 1",
        trilemma,
        "unclipped_gamma",
        lambda _: lambda moment, sinh, tau: tau / (2 * sinh),
        "trilemma_tradeoff",
        "Equation (4): gamma^(l/(l - 1)) = (l - 1) tau/(2 sinh), so tau = 2 sinh g h/(l - 1)",
    ),
    Fault(
        "Corollary 2.3 with l for l/(l - 1)",
        trilemma,
        "at_best",
        lambda _: lambda n, sinh, moment, largest: 1 / (32 * n * sinh * moment * largest),
        "trilemma_tradeoff",
        "Corollary 2.3 where gamma is not clipped: 16 n tau/gamma is 1/(l - 1) of the other term",
    ),
    Fault(
        "the least bias with 32 for 64",
        trilemma,
        "bias_needed",
        scaled(2),
        "trilemma_tradeoff",
        "the least bias: at 16 bias = 1/(64 n sinh error) the bound is the error",
    ),
    Fault(
        "cosh for sinh",
        trilemma,
        "half_difference",
        lambda _: lambda growth, decay: (growth + decay) / 2,
        "trilemma_fingerprinting",
        "sinh(eps) = e^eps/2 - e^-eps/2",
        ("trilemma_tradeoff",),
    ),
    Fault(
        "tau = delta^(1/kappa)",
        trilemma,
        "third_condition",
        lambda f: lambda delta, moment: f(delta, moment / (moment - 1)),
        "trilemma_fingerprinting",
        "the shipped formulas where roots are rational",
    ),
    Fault(
        "bias up to 1/40",
        trilemma,
        "BIAS_MOST",
        lambda _: Fraction(1, 40),
        "trilemma_tradeoff",
        "16 bias <= 1/5 is bias <= 1/80",
    ),
    Fault(
        "1/(6 (n + 1))",
        trilemma,
        "uniform_risk",
        lambda _: lambda n: 1 / (6 * (n + 1)),
        "trilemma_bernoulli",
        "a = 1: the shipped 1/(6 (n + 2))",
        ("trilemma_tradeoff",),
    ),
    Fault(
        "the minimax risk without its 4",
        trilemma,
        "minimax_risk",
        scaled(4),
        "trilemma_bernoulli",
        "and squared error 1/(4 (sqrt n + 1)^2) at every p",
    ),
    # statements
    Fault(
        "an erratum that is none: Lemma 3.2's last display",
        trilemma_clipping,
        "printed_last_display",
        lambda _: lambda k: True,
        "trilemma_clipping",
        "Lemma 3.2's last display without its minus sign fails for the fair law on {-1, 1}",
    ),
    Fault(
        "an erratum that is none: (1) for all means",
        trilemma_clipping,
        "unbiased_at",
        lambda _: lambda k: True,
        "trilemma_clipping",
        "(1) for all means: records clipped to [0, 1] have bias 1 > 1/2 for the point mass at 2",
    ),
    Fault(
        "the second point without 1 + 4 b^2",
        trilemma_clipping,
        "second_point",
        lambda _: lambda b: 4 * b**2,
        "trilemma_clipping",
        "the law on {-2 b, 1/(2 b)} has mean 0",
    ),
    Fault(
        "an erratum that is none: the last term of Proposition 3.7",
        trilemma_name_and_shame,
        "printed_last_term",
        lambda _: lambda k: True,
        "trilemma_name_and_shame",
        "the last term with clip_[a, b] for clip_[a - c, b + c]: 1 <= 0 for X fair on {-1, 2}",
    ),
    Fault(
        "a mechanism's delta is that of epsilon + log 2",
        trilemma_fingerprinting,
        "least_delta",
        lambda f: lambda m: f((m[0], 2 * m[1], *m[2:])),
        "trilemma_fingerprinting",
        "mechanisms with one or two records and three outputs obey it",
    ),
    Fault(
        "an erratum that is none: Theorem 2.4 for every epsilon",
        trilemma_tradeoff,
        "printed_last_bound",
        lambda _: lambda e: True,
        "trilemma_tradeoff",
        "Theorem 2.4's last bound with its constants for eps -> 0 fails at n = 1, eps = 29",
    ),
    Fault(
        "an erratum that is none: eps^2 for eps",
        trilemma_tradeoff,
        "printed_square",
        lambda _: lambda k: True,
        "trilemma_tradeoff",
        "eps^2 for eps: at eps = 1/57927 name and shame errs by less than 1/2048 of 1/(n^2 "
        "eps^2 sqrt delta)",
    ),
    Fault(
        "a constant that sinh(eps)/eps exceeds",
        trilemma_tradeoff,
        "K",
        lambda _: 49000,
        "trilemma_tradeoff",
        "sinh(eps) <= 49100 eps at eps^2 = 200; sinh(eps)/eps grows",
    ),
    Fault(
        "the posterior's variance without + 1",
        trilemma_bernoulli,
        "variance",
        lambda _: lambda a, b: a * b / (a + b) ** 3,
        "trilemma_bernoulli",
        "one power more: (a + 1) E p - (a + b + 1) E p^2 = 0, E p^2 = variance + mean^2",
    ),
    Fault(
        "Markov without the half",
        trilemma_experiments,
        "most_bias",
        lambda _: lambda mean, median: mean,
        "trilemma_experiments",
        "as printed they do not allow the bias 5,825 at the threshold 105,306",
    ),
)
