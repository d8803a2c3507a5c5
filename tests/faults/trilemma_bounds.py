"""Planted faults in the formulas of trilemma Sections 2.2 and 5 and Appendices D and E: each with the step that it must turn red, as in planted_faults.py."""

from __future__ import annotations

from fractions import Fraction

from dpmean.bounds.trilemma import tradeoff as trilemma
from dpmean.distributions import student_t
from dpmean.mechanisms.trilemma import count, smooth
from dpmean.privacy import conversions, groups, shuffling
from proofs.theorems.trilemma import (
    trilemma_count,
    trilemma_groups,
    trilemma_impossibility,
    trilemma_shuffling,
    trilemma_student_t,
)
from tests.faults.addremove import Fault, _plus, _scaled

FAULTS = (
    # shipped formulas
    Fault("a group loses k^2 epsilon", groups, "group_epsilon", lambda f: lambda e, k: f(e, k) * k, "trilemma_groups", "(k + 1) eps = k eps + eps", ("trilemma_coarse_privacy",)),
    Fault("a group's delta over e^epsilon", groups, "group_delta", lambda f: lambda growth, power, delta: f(growth, power, delta) / growth, "trilemma_groups", "one more record: delta_(k+1) = e^eps delta_k + delta, whatever the probability", ("trilemma_coarse_privacy",)),
    Fault("a group's rho by k, not k^2", groups, "group_rho", lambda _: lambda rho, k: rho * k, "trilemma_groups", "one more record: alpha k^2 rho"),
    Fault("a replacement for 2 delta", groups, "replacement_delta", lambda _: lambda growth, delta: 2 * delta, "trilemma_groups", "a replacement is a group of two"),
    Fault("eps^2 for eps^2/2", conversions, "rho_of_pure", _scaled(2), "trilemma_groups", "the integral of x from eps/2 to (t + 1/2) eps is t (t + 1) rho", ("instance_zcdp",)),
    Fault("rho + sqrt for rho + 2 sqrt", conversions, "epsilon_of_rho", _plus(lambda rho, root: -root), "trilemma_groups", "Chernoff: t (t + 1) rho - t eps = log delta at t = q/rho, q^2 = -rho log delta", ("instance_zcdp",)),
    Fault("Proposition D.4 as printed for the corrected one", trilemma, "concentrated_mean", lambda _: lambda growth, square: (growth - 1) * square, "trilemma_groups", "|E X|^2 <= E Y^2 e^D2, two points"),
    Fault("the variance form without its - 1", trilemma, "concentrated_mean_printed", lambda _: lambda growth, square: growth * square, "trilemma_groups", "|E X - E Y|^2 = Var(Y) (e^D2 - 1) for two points"),
    Fault("Proposition 5.7 with (e^eps n - 1)", trilemma, "pure_mean", lambda _: lambda power, mean: (power - 1) * mean, "trilemma_impossibility", "one more record: a factor e^eps"),
    Fault("e^eps_1 with 4 for 8", shuffling, "amplified_growth", lambda f: lambda growth, root, blocks: (f(growth, root, blocks) + 1) / 2, "trilemma_shuffling", "e^eps_1 as printed, by tanh(eps_0/2) = (1 - b)/(1 + b)"),
    Fault("the deltas of one block only", shuffling, "amplified_delta", lambda f: lambda growth1, decay, blocks, delta1, delta: f(growth1, decay, 1, delta1, delta), "trilemma_shuffling", "delta as printed"),
    Fault("the reduction formula without its k - 1", student_t, "cosine_integral", lambda f: lambda power, angle, sine, cosine: f(power, angle, sine, cosine) * (1 if power < 2 else Fraction(power, power - 1)), "trilemma_student_t", "C_2 by C_0"),
    Fault("the normaliser's power off by one", student_t, "half_mass", lambda f: lambda d, angle: f(d + 1, angle), "trilemma_student_t", "d = 3: the normaliser is C_2 at the right angle, (d - 2)/(d - 1) times that of d - 2"),
    Fault("a one-sided density", student_t, "density", _scaled(2), "trilemma_student_t", "d = 3: the density in the angle is cos^2"),
    Fault("the variance of d - 1 degrees", student_t, "variance", lambda _: lambda d: Fraction(d + 1, d - 2), "trilemma_student_t", "d = 3: E Z^2 = d (half(d - 2)/half(d) - 1)", ("trilemma_smooth",)),
    Fault("the shift not reduced by e^-u", student_t, "spread", lambda _: lambda growth, kappa: (growth + 1 / growth) / 2 + kappa, "trilemma_student_t", "cosh log R is the shipped spread at k = (x a)^2/2"),
    Fault("the printed loss with d beta", student_t, "printed_loss", _plus(lambda d, beta, root: -beta), "trilemma_student_t", "the printed loss is that bound and another beta", ("trilemma_smooth",)),
    Fault("the exact loss with d + 1 for d - 1", student_t, "loss", _plus(lambda d, u, ratio: u), "trilemma_student_t", "the loss is (d + 1)/2 (u + log R) - u"),
    Fault("kappa without its 2", student_t, "kappa", _scaled(2), "trilemma_student_t", "(x a)^2/2 = k where |f - f'| = S'"),
    Fault("the ends of the clipped law are single points", count, "end_mass", lambda _: lambda t, power: (1 - t) / (1 + t) * power, "trilemma_count", "the masses of the clipped law add up to 1"),
    Fault("one tail only", count, "clipped", _scaled(Fraction(1, 2)), "trilemma_count", "P(|Z| > v), by adding"),
    Fault("the largest count left out", count, "upper_excess", _scaled(0), "trilemma_count", "the two ends"),
    Fault("the smallest count against the wrong neighbour", count, "lower_excess", lambda f: lambda t, power: f(t, power) + power, "trilemma_count", "the two ends"),
    Fault("the proof's delta for one end", count, "printed_delta", _scaled(Fraction(1, 2)), "trilemma_count", "(e^eps + 1) times it is 2 t^v, at most delta"),
    Fault("the smallest count never counts", count, "least_delta", lambda _: lambda decay, v: count.upper_excess(decay.b, decay.power(v)), "trilemma_count", "v up to 5, both directions: the exact delta"),
    Fault("an unclipped count", count, "mass", lambda _: lambda decay, v, k: count.discrete_laplace.pmf(decay.b, decay.power(abs(k + v))), "trilemma_count", "v up to 5, both directions: the exact delta"),
    Fault("the least v plus one", count, "least_width", lambda f: lambda decay, most: f(decay, most) + 1, "trilemma_count", "the least v"),
    Fault("ceil(log(2/delta)/eps) read as the floor", count, "printed_width", lambda f: lambda decay, most: f(decay, most) - 1, "trilemma_count", "the least v"),
    Fault("the local sensitivity halved", smooth, "local", _scaled(Fraction(1, 2)), "trilemma_smooth", "three records at most, on three points"),
    Fault("e^(-beta n) for e^(-beta (n - 1))", smooth, "of_one", lambda f: lambda width, power: f(width, power) * power, "trilemma_smooth", "e^(-beta (n - 1)) changes by e^beta from n + 1 to n"),
    Fault("beta = eps/4", smooth, "beta", _scaled(3), "trilemma_smooth", "4 beta + 4/(2 sqrt 3 tau) = eps"),
    Fault("tau = sqrt 3/(2 eps)", smooth, "tau", _scaled(Fraction(1, 2)), "trilemma_smooth", "4 beta + 4/(2 sqrt 3 tau) = eps"),
    Fault("3 for 9 in the squared error", smooth, "squared_error", lambda f: lambda n, epsilon, most: f(n, epsilon, most / 3), "trilemma_smooth", "the noise's variance: tau^2 S^2 d/(d - 2)"),
    Fault("S(n) the smaller of its terms", smooth, "at_size", lambda _: lambda n, power, width: smooth.local(width, Fraction(max(n, 1))), "trilemma_smooth", "S for n up to 12 and five beta"),
    # statements
    Fault("an erratum that is none: Lemma D.3 printed right", trilemma_groups, "printed_d3", lambda _: lambda value: True, "trilemma_groups", "Lemma D.3 as printed for X = Y = 1: 1 <= 0"),
    Fault("Hoelder's alpha' for alpha", trilemma_groups, "hoelder", lambda f: lambda t, h: (f(t, h)[0] * 2, f(t, h)[1]), "trilemma_groups", "Hoelder's exponents"),
    Fault("an erratum that is none: the order of indices is private", trilemma_count, "keeps_epsilon", lambda f: lambda n, size, removed, ordered: f(n, size, removed, False), "trilemma_count", "in the order of indices, the last of three records removed: (1 + g + g^2)/3 > g"),
    Fault("a coupling that draws I among all records", trilemma_count, "permutations", lambda _: trilemma_count.combinations, "trilemma_count", "in a random order: three records at most, any of them removed"),
    Fault("an erratum that is none: U = [0, 1]", trilemma_impossibility, "in_unit_interval", lambda _: lambda k: True, "trilemma_impossibility", "Bernoulli(1/3) has its natural parameter outside [0, 1]"),
    Fault("an erratum that is none: Theorem 2.8 for the estimate 0", trilemma_shuffling, "printed_2_8", lambda _: lambda k: True, "trilemma_shuffling", "Theorem 2.8 with the constant 1/100: the estimate 0 at n = 1, eps = 1/26"),
    Fault("the second row is not permuted", trilemma_shuffling, "shuffled", lambda _: lambda growth, kind, rows: trilemma_shuffling.answers(growth, kind, rows), "trilemma_shuffling", "two and three blocks of two bits: shuffling both rows is the average of shuffling one"),
    Fault("the shift that is not the eigenvalue's", trilemma_student_t, "shift", _scaled(2), "trilemma_student_t", "both coefficients are x R at h = (R - x)/x"),
)  # fmt: skip
