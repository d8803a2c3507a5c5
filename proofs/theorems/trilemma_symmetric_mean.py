"""Theorem 4.8 with its constants: what is wrong in its proof and in its O, Theorem 1.4 with another gamma, Corollary 4.9.

Claim.       DPUMean is (eps, delta)-DP and its squared error is at most `without_coarse` + `near` + `far`, with 100 for the printed 1. For n2 eps >= 1 that is 1/n2 + 3234 (psi^2/(n2 eps)^(2 - 2/l) +
             delta mu^2/n2 + delta^(2 - 4/l) (n1 + n2 eps)^(2/l) psi^2); as printed, for all n2 eps, it is false. Theorem 1.4 needs gamma = delta^K, K = max{2, (l + 2)/(l - 2)}, and n >= C
             log(1/delta)/min(eps, 1), C = 257 (1 + K): then 1228/n + 12932/(n e)^(2 - 2/l) + 2 delta mu^2/n, e = min(eps, 1). Corollary 4.9 holds with gamma = delta^2.
Source.      trilemma Algorithm 2, Theorem 4.8 and its proof, Corollary 4.9, Theorem 1.4, Section 1.3.
Derivation.  (1) Privacy: first half by DPUCoarse; second half, given its answer, (eps, 0) or (0, delta). (2) No answer: E (X xi - delta mu)^2 = delta E X^2 - delta^2 mu^2. (3) A good answer: the variance
             does not grow (clipping is a contraction), the bias is that of a margin psi r, r = (n2 eps)^(1/l), by Bernoulli. (4) A bad one: Hoelder with l/(l - 2) and l/2; sigma DPUCoarse(x/sigma) has the
             moment sigma^l/2 + n1 2^(l - 1) psi^l. (5) delta/n2 <= (delta^2 + 1/n2^2)/2. (6) n2 = 1, l = 2, psi = 1, delta = 1/2, eps = s^2: the noise alone gives 600/s^4, and n1 = 268/s^3 is enough.
             (7) Theorem 1.4: gamma^(1 - 2/l) n^(2/l) <= delta^(1 + 2/l) n^(2/l) <= 1/n and gamma/delta <= delta; log n <= log(1/delta). (8) Gauss: l = 2 ceil(log n), psi^2 = l, n^(2/l) <= e.
Trusted.     exp_and_log, expectation_is_monotone, fubini, holder, densities_decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from dpmean import reals
from dpmean.distributions import laplace
from dpmean.distributions.parameters import Decay
from dpmean.enclosure import compare
from dpmean.mechanisms.interpret import run
from dpmean.unbiased import coarse, symmetric_bounds
from dpmean.unbiased.symmetric import DpuMean

from ..formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ..kernel import counterexample, decomposition, exhaustive, identity, positive, smt
from ..theorem import ASYMPTOTIC, PROVED, TRILEMMA, WRONG, Claim, Theorem
from ..tracing import REAL
from .trilemma_symmetry import clip

D = Ring({"h": NONNEGATIVE, "d": UNIT, "w": FULL, "a": FULL, "b": FULL, "x": FULL, "y": FULL, "s": NONNEGATIVE, "r": NONNEGATIVE, "c": POSITIVE, "n": POSITIVE, "e": POSITIVE})  # e^eps = 1 + h
N = Ring({"d": UNIT, "n": POSITIVE, "mu": NONNEGATIVE, "v": NONNEGATIVE, "s": NONNEGATIVE, "x": FULL})
G = Ring({"l": POSITIVE, "big": POSITIVE, "c": POSITIVE, "s": NONNEGATIVE, "psi": POSITIVE, "p": POSITIVE, "r": POSITIVE, "rr": POSITIVE, "e": POSITIVE, "v": NONNEGATIVE, "n": POSITIVE})
Far = Ring({"k": POSITIVE, "w": UNIT, "gr": POSITIVE, "g": POSITIVE, "q": POSITIVE, "psi": POSITIVE, "c": POSITIVE, "n": POSITIVE, "e": POSITIVE, "sigma": POSITIVE, "d": UNIT, "mu": NONNEGATIVE, "r": POSITIVE, "s": NONNEGATIVE})
O = Ring({"d": UNIT, "n": POSITIVE, "e": UNIT_CLOSED, "h": NONNEGATIVE, "k": NONNEGATIVE, "a": FULL, "b": FULL, "z": UNIT, "c": POSITIVE, "two": UNIT})
X = Ring({"l": POSITIVE, "h": NONNEGATIVE, "k": NONNEGATIVE, "e": UNIT_CLOSED, "y": UNIT, "z": UNIT, "n": POSITIVE, "b": POSITIVE, "s": NONNEGATIVE, "mu": NONNEGATIVE})
HALF, SIGMA = Fraction(1, 2), symmetric_bounds.SIGMA


def second_line(n: Any, e: Any, c: Any, psi: Any, r: Any, d: Any, mu: Any, gr: Any, q: Any, one: Any) -> Any:
    """The proof's last display, second line; one = 1 as printed, 100 corrected."""
    return 1 / n + (16 * c**2 + psi**2 * r**2) / (n * e) ** 2 + d * (1 + mu**2) / n + gr * 4 * (4 * q * psi**2 + c**2 + one)


def third_line(n: Any, e: Any, psi: Any, r: Any, d: Any, mu: Any, gr: Any, q: Any, last: Any) -> Any:
    """The third; last = 804 as printed, 1200 corrected."""
    return 1 / n + (33 * psi**2 * r**2 + 3200) / (n * e) ** 2 + d * (1 + mu**2) / n + gr * (16 * psi**2 * q + 8 * psi**2 * r**2 + last)


def squares_agree(x: int) -> bool:
    """n2 = 1, delta = 1/2, X = x: E (X xi/delta - mu)^2 = E (X xi - mu)^2/delta^2?"""
    return sum((x * xi / HALF - x) ** 2 * HALF for xi in (0, 1)) == sum((x * xi - x) ** 2 * HALF for xi in (0, 1)) / HALF**2


def second_moment_is_larger(k: int) -> bool:
    """X = 1, delta = 1/k: E (X xi - mu)^2 <= E (X xi)^2?"""
    d = Fraction(1, k)
    return (1 - d) <= d


def unnamed(case: tuple[tuple[Fraction, ...], Fraction]) -> bool:
    """The shipped program without a coarse answer: each of the others is named with probability delta; mean and squared error for these records."""
    others, delta = case
    mechanism = DpuMean(Decay.from_decay(Fraction(1, 16)), delta, Fraction(1), 1, len(others))
    first = second = Fraction(0)
    for named in product((0, 1), repeat=len(others)):
        outcomes: dict[str, Any] = {"offset": HALF, "noise_1": Fraction(-100), **{f"named_{i}": z for i, z in enumerate(named, 1)}}
        output = driven(mechanism, others, outcomes)
        weight = prod((delta if z else 1 - delta for z in named), start=Fraction(1))
        first, second = first + weight * output, second + weight * output**2
    mean = sum(others) / len(others)
    return bool(first == mean and second - mean**2 == sum(x**2 for x in others) * (1 - delta) / delta / len(others) ** 2)


def driven(mechanism: DpuMean, others: tuple[Fraction, ...], outcomes: dict[str, Any]) -> Any:
    """The estimate for the record 0 in the first half and given draws."""
    return run(mechanism.program([0, *others]), lambda draw: outcomes[draw.label]).output


def second_stage(case: tuple[int | None, Fraction, int]) -> bool:
    """The shipped second stage: replacing a record moves it by at most the sensitivity at which its noise gives epsilon, and by that much for some."""
    m, width, n2 = case
    mechanism = DpuMean(Decay.from_decay(Fraction(1, 16)), HALF, width, 1, n2, noise="laplace" if m is None else "discrete_laplace", m=m)
    law, unit = mechanism.law
    points = [Fraction(i) for i in (-5, 0, 2)]
    fine = {data: run(mechanism.fine(sorted(data), HALF), lambda _: Fraction(0)).output for data in product(points, repeat=n2)}
    changes = [abs(fine[a] - fine[(x, *a[1:])]) for a in fine for x in points]
    return bool(max(changes) == law.sensitivity * unit == 2 * width / n2)


def far_moment(power: int) -> bool:
    """Step (G) as printed for X = 0, psi = 1, sigma = 10, eps = 9/10, delta = 1/2, n1 = 267: E 1[an answer] |mu~|^l = 10^l P(answer)/(2^l (l + 1)) <= 1/2 + n1 2^(l - 1)?"""
    decay, delta, n1 = Decay.from_epsilon(Fraction(9, 10)), HALF, 267
    if compare(symmetric_bounds.enough(decay, delta, delta**2), Fraction(n1)) > 0:
        return True
    answers = 1 - coarse.lone_bin(reals.exp(-Fraction(9, 10) * (n1 - 2) / 2) / delta)  # e^(-(eps/2)(n1 - threshold))
    return compare(SIGMA**power / (2**power * (power + 1)) * answers, symmetric_bounds.spread(n1, Fraction(1), Fraction(2) ** (power - 1))) <= 0


def noise_within_the_bound(j: int) -> bool:
    """n2 = 1, l = 2, psi = 1, mu = 0, delta = 1/2, eps = 10^-j: the noise's 800 (1 - delta^2)/eps^2 at most 1 + 3234 (1/eps + n1 + eps)?"""
    e = Fraction(1, 10**j)
    n1 = symmetric_bounds.enough(Decay.from_epsilon(e), HALF, HALF**2)
    return compare(600 / e**2, 1 + 3234 * (1 / e + n1 + e)) <= 0


def follows(moment: int) -> bool:
    """delta = 1/n, eps = 1: is the power of n in delta^(2 - 4/l) n^(2/l) at most that of 1/n + n^(2/l - 2)?"""
    return -(2 - Fraction(4, moment)) + Fraction(2, moment) <= max(Fraction(-1), Fraction(2, moment) - 2)


def one_power_is_enough(moment: int) -> bool:
    """Does gamma = delta^K, K = (l + 2)/(l - 2), give gamma/delta <= delta?"""
    return Fraction(moment + 2, moment - 2) - 1 >= 1


def exact_value(case: tuple[str, int]) -> bool:
    """Where all roots are rational: l = 4, eps = 1, n2 = 16, n1 = 484, delta = 1/4, psi = 1."""
    edition, mean = case
    decay = Decay.from_epsilon(1)
    c, one = symmetric_bounds.clip(16, decay, Fraction(1), Fraction(4)), Fraction(1 if edition == "printed" else 100)
    found = symmetric_bounds.mse_bound(484, 16, decay, Fraction(1, 4), Fraction(1), Fraction(4), Fraction(mean), edition)
    printed = Fraction(1, 4) * (mean**2 + 1) / 16 + Fraction(1, 16) + (8 * 144 + Fraction(4, 16)) / 256 + 4 * Fraction(1, 4) * (one + 4 * 22 + 144) + Fraction(8 * 144, 256 * 16)
    return bool(c == 12 and found == printed)


def theorem_14(case: tuple[Fraction, Fraction, int]) -> bool:
    """The corrected choice at n = the least even number above C log(1/delta)/eps: (15) is met, and the chain is below its bound, with mu = 0 and delta = 1/n."""
    moment, e, n = case
    decay, delta = Decay.from_epsilon(e), Fraction(1, n)
    power = max(Fraction(2), (moment + 2) / (moment - 2))
    gamma, half = reals.power(delta, power), n // 2
    if compare(257 * (1 + power) * reals.log(1 / delta) / e, Fraction(n)) > 0 or any(compare(part, Fraction(half)) > 0 for part in (7 - 7 * reals.log(delta) / e, 128 * reals.log(2 / gamma), 16 * reals.log(half / gamma) / e)):
        return False
    c, root = symmetric_bounds.clip(half, decay, Fraction(1), moment), reals.power(half * e, 1 / moment)
    total = symmetric_bounds.without_coarse(gamma, 0, half, delta) + symmetric_bounds.near(Fraction(half), e, c, 1, root, moment)
    total += symmetric_bounds.far(gamma, reals.power(gamma, 1 - 2 / moment), Fraction(half), e, c, 1, reals.power(Fraction(half), 2 / moment), SIGMA)
    return compare(total, Fraction(1228, n) + 12932 / reals.power(n * e, 2 - 2 / moment)) <= 0


def gaussian(p: int) -> bool:
    """(2p - 1)!! <= (2p)^p."""
    return prod(range(1, 2 * p, 2)) <= (2 * p) ** p


def sizes() -> Iterator[tuple[Fraction, Fraction, int]]:
    """lambda, eps, n."""
    return ((Fraction(a), Fraction(e), 10**j) for a, e, j in ((Fraction(5, 2), 1, 5), (3, 1, 5), (3, Fraction(1, 3), 5), (4, 1, 5), (6, 1, 4), (9, HALF, 5), (40, 1, 4)))


V = {"x": REAL, "y": REAL, "mu": REAL, "c": REAL}
STEPS = (
    smt("a record moves a clipped one by at most 2 c", {"x": REAL, "z": REAL, "y": REAL, "c": REAL}, lambda v: v.c > 0, lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - clip(v.z, v.y - v.c, v.y + v.c)) <= 2 * v.c,
        lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - clip(v.z, v.y - v.c, v.y + v.c)) < 2 * v.c, ("densities_decide",)),
    identity("2 c/n2 against the scale 2 c/(n2 eps) loses eps", D, lambda c, n, e: (2 * c / n / (2 * c / (n * e)), e)),
    exhaustive("the shipped second stage has that sensitivity, continuous and integer", lambda: ((m, w, n2) for m in (None, 1, 2) for w in (HALF, Fraction(3, 2)) for n2 in (1, 2, 3)), second_stage),
    positive("naming is (0, delta)-DP: with and without this record being named", D, lambda d, w, a, b: (1 - d) * w + d * b + d - ((1 - d) * w + d * a), strict=False),
    positive("second half: (0, delta) without an answer, (eps, 0) with one", D, lambda h, d, w, a, b, s, r: (1 + h) * (w * a + (1 - w) * b) + d - (w * (a + d - s) + (1 - w) * ((1 + h) * b - r)), strict=False, trusts=("fubini",)),
    positive("first half: any use of the coarse answer, two layers", D, lambda h, d, w, a, b, x, s, r: (1 + h) * (w * a + (1 - w) * x * b) + d - (w * ((1 + h) * a + d - s) + (1 - w) * x * ((1 + h) * b + d - r)), strict=False, trusts=("fubini",)),
    identity("no answer: no bias", N, lambda d, x: ((d * x + (1 - d) * 0) / d, x)),
    identity("no answer: the squared error, E (X xi - delta mu)^2/(n2 delta^2), E X^2 = v + mu^2", N, lambda d, n, mu, v: ((d * (v + mu**2) - 2 * d * mu * d * mu + (d * mu) ** 2) / (n * d**2), (v + (1 - d) * mu**2) / (n * d)), ("expectation_is_monotone",)),
    positive("which with v = 1 - s is at most (mu^2 + 1)/(n2 delta)", N, lambda d, n, mu, s: symmetric_bounds.without_coarse(1, mu, n, d) - (1 - s + (1 - d) * mu**2) / (n * d), strict=False),
    positive("and grows without bound with mu^2", N, lambda d, n: (1 - d) / (n * d)),
    exhaustive("that is the shipped program without an answer, three records", lambda: product(product((Fraction(-1), Fraction(0), Fraction(5, 2)), repeat=3), (HALF, Fraction(1, 7))), unnamed),
    counterexample("mu in place of delta mu: X = 1, delta = 1/2, n2 = 1, 1 against 2", lambda x: squares_agree(x), 1, lambda: [0]),
    counterexample("E (X xi - mu)^2 <= E (X xi)^2 fails for X = 1, delta = 1/3", second_moment_is_larger, 3, lambda: [1, 2]),
    smt("clipping is a contraction: the variance does not grow", {"x": REAL, "z": REAL, "y": REAL, "c": REAL}, lambda v: v.c > 0, lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - clip(v.z, v.y - v.c, v.y + v.c)) <= abs(v.x - v.z),
        lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - clip(v.z, v.y - v.c, v.y + v.c)) < abs(v.x - v.z), ("expectation_is_monotone",)),
    smt("a good answer: clipping takes away what is farther than c - sigma from the mean", {**V, "s": REAL}, lambda v: v.c > v.s and v.s >= 0 and abs(v.y - v.mu) <= v.s, lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - v.x) <= max(0, abs(v.x - v.mu) - (v.c - v.s)),
        lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - v.x) <= max(0, abs(v.x - v.mu) - v.c)),
    identity("Lemma 3.1: t^l/(l c^(l - 1)) - (t - c) is Bernoulli's inequality times c/l, t = c s", G, lambda l, big, c, s: (c * big / l - (c * s - c), c / l * (big - l * (s - 1))), ("exp_and_log", "expectation_is_monotone")),
    identity("the noise's variance", G, lambda c, n, e: (laplace.moment(2, n * e / (2 * c)), 8 * c**2 / (n * e) ** 2)),
    identity("equality (C): margin psi r, p = psi^(l - 1), rr = r^(l - 1), n2 eps = r rr", G, lambda l, psi, p, r, rr, e, c: (
        e / (r * rr) + (psi * p / (l * p * rr)) ** 2 + 8 * c**2 / (r * rr) ** 2, symmetric_bounds.near(r * rr / e, e, c, psi, r, l))),
    smt("a bad answer: a clipped record is within |mu~ - mu| + c of the mean", V, lambda v: v.c > 0, lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - v.mu) <= abs(v.y - v.mu) + v.c, lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - v.mu) <= abs(v.y - v.mu)),
    identity("(E): Hoelder's exponents l/(l - 2) and l/2, l = 2 + k", Far, lambda k: (k / (2 + k) + 2 / (2 + k), 1 + 0 * k), ("holder",)),
    identity("(G): sigma DPUCoarse(x/sigma), big = sigma^l, r = 2^(l - 1), psi^l/sigma^l = psi/big", Far, lambda q, psi, c, r: (c * symmetric_bounds.spread(q, psi / c, r), c / 2 + q * r * psi)),
    counterexample("(G) as printed fails at l = 8: X = 0, psi = 1, eps = 9/10, delta = 1/2, n1 = 267", lambda l: far_moment(l), 8, lambda: [2, 3, 4, 5, 6, 7]),
    positive("sigma = 10: the variance of X/sigma is below 1/64", Far, lambda w: Fraction(1, 64) - w / SIGMA**2),
    identity("(H): x/(x + y) + y/(x + y) = 1, and s^p >= s on [0, 1]", Far, lambda q, c: (q / (q + c) + c / (q + c), 1 + 0 * q), ("exp_and_log",)),
    positive("(H) to the last line, w = 2^(-2/l)", Far, lambda gr, g, q, psi, c, n, e, sigma, w: symmetric_bounds.far(g, gr, n, e, c, psi, q, sigma) - (gr * 4 * w * (w * sigma**2 + 4 * w * q * psi**2 + c**2) + 8 * c**2 * g / (n * e) ** 2)),
    decomposition("c^2 <= 2 psi^2 (n2 eps)^(2/l) + 200", Far, lambda psi, r: (2 * psi**2 * r**2 + 200 - (SIGMA + psi * r) ** 2, [(1, SIGMA - psi * r)])),
    positive("the three parts are at most the second line, corrected, gamma = delta^2", Far, lambda k, n, e, c, psi, r, d, mu, gr, q: second_line(n, e, c, psi, r, d, mu, gr, q, 100)
        - (symmetric_bounds.without_coarse(d**2, mu, n, d) + symmetric_bounds.near(n, e, c, psi, r, 2 + k) + symmetric_bounds.far(d**2, gr, n, e, c, psi, q, SIGMA)), strict=False),
    identity("the second line is at most the third, c^2 = 2 psi^2 r^2 + 200 - s: as printed", Far, lambda n, e, psi, r, d, mu, gr, q, s: (
        third_line(n, e, psi, r, d, mu, gr, q, 804) - second_line(n, e, 0, psi, r, d, mu, gr, q, 1) - (2 * psi**2 * r**2 + 200 - s) * (16 / (n * e) ** 2 + 4 * gr), s * (16 / (n * e) ** 2 + 4 * gr))),
    identity("the same with 100 and 1200", Far, lambda n, e, psi, r, d, mu, gr, q, s: (
        third_line(n, e, psi, r, d, mu, gr, q, 1200) - second_line(n, e, 0, psi, r, d, mu, gr, q, 100) - (2 * psi**2 * r**2 + 200 - s) * (16 / (n * e) ** 2 + 4 * gr), s * (16 / (n * e) ** 2 + 4 * gr))),
    decomposition("delta/n2 <= (delta^2 + 1/n2^2)/2", O, lambda d, n: ((d**2 + 1 / n**2) / 2 - d / n, [(HALF, d - 1 / n)])),
    positive("1/n2^2 <= psi^2 r^2/(n2 eps)^2, psi = 1 + h, r = 1 + k", O, lambda n, e, h, k: ((1 + h) * (1 + k) / (n * e)) ** 2 - 1 / n**2, strict=False),
    positive("33 psi^2 r^2 + 3200 <= 3233 psi^2 r^2 where r >= 1", O, lambda h, k: 3233 * ((1 + h) * (1 + k)) ** 2 - (33 * ((1 + h) * (1 + k)) ** 2 + 3200), strict=False),
    positive("16 psi^2 q + 8 psi^2 r^2 + 1200 <= 1224 psi^2 Q, q = a Q, r^2 = b Q, Q = 1 + k", O, lambda h, k, a, b: 1224 * (1 + h) ** 2 * (1 + k) - ((1 + h) ** 2 * (1 + k) * (16 * a + 8 * b) + 1200), strict=False),
    positive("n2 = 1, eps = s^2 = (z/(1 + c))^2: the noise's 600/s^4 exceeds 1 + c (1/s^2 + 268/s^3 + s^2) for every c", O, lambda z, c: 600 - (z / (1 + c)) ** 4 - c * ((z / (1 + c)) ** 2 + 268 * z / (1 + c) + (z / (1 + c)) ** 6)),
    positive("the noise: 8 (10 + h)^2 (1 - delta^2) at delta = 1/2", O, lambda h: 8 * (SIGMA + h) ** 2 * Fraction(3, 4) - 600, strict=False),
    positive("n1 = 267/s^3, s = z: 7 + (7/eps) log 2", O, lambda z, two: 267 / z**3 - 7 - 7 * two / z**2),
    exhaustive("128 log 8 <= 267 and log(4 267) <= 7", lambda: [(128 * reals.log(Fraction(8)), 267), (reals.log(Fraction(4 * 267)), 7)], lambda c: compare(c[0], Fraction(c[1])) <= 0),
    positive("and (16/eps) log(4 n1): 16 s (7 + 3 (1/s - 1)) <= 267", O, lambda z: 267 - 16 * z * (7 + 3 * (1 / z - 1)), trusts=("exp_and_log",)),
    counterexample("with the constant 3234 it fails at eps = 10^-4", lambda j: noise_within_the_bound(j), 4, lambda: [0, 1, 2, 3]),
    positive("P(A) E[Z | A] <= E[Z | A]", O, lambda a, h: h - a * h, strict=False),
    positive("given an answer: the far part divided by 1 - delta^2 at most", O, lambda d, a: 1 / (1 - d**2) - 1 / (1 - d**2 * a), strict=False),
    exhaustive("the shipped clip and bound where all roots are rational", lambda: product(("corrected", "printed"), (0, 3)), exact_value),
    counterexample("Theorem 1.4 from 4.8: l = 3, delta = 1/n, eps = 1", lambda l: follows(l), 3),
    positive("for every l in (2, 6): -2 + 6/l is above -1", X, lambda z: 6 / (2 + 4 * z) - 1),
    positive("and above 2/l - 2", X, lambda l: (6 / l - 2) - (2 / l - 2)),
    positive("for l >= 6 it does follow", X, lambda h: -1 - (6 / (6 + h) - 2), strict=False),
    identity("K = (l + 2)/(l - 2): K (1 - 2/l) - 2/l = 1, l = 2 + b", X, lambda b: ((4 + b) / b * (1 - 2 / (2 + b)) - 2 / (2 + b), 1 + 0 * b), ("exp_and_log",)),
    counterexample("that K alone is too small for gamma/delta <= delta at l = 7", one_power_is_enough, 7, lambda: [3, 4, 5, 6]),
    positive("size: floor(n/2) >= 128 (1 + K) L/e for n >= 257 (1 + K) L/e, K = 2 + k, L = log 2 + h, log 2 = (1 + y)/2", X, lambda e, k, h, y: (257 * (3 + k) * ((1 + y) / 2 + h) / e - 1) / 2 - 128 * (3 + k) * ((1 + y) / 2 + h) / e),
    positive("size: 7 + 7 L/e", X, lambda e, k, h, y: 128 * (3 + k) * ((1 + y) / 2 + h) / e - 7 - 7 * ((1 + y) / 2 + h) / e),
    positive("size: 128 (log 2 + K L)", X, lambda e, k, h, y: 128 * (3 + k) * ((1 + y) / 2 + h) / e - 128 * ((1 + y) / 2 + (2 + k) * ((1 + y) / 2 + h)), strict=False),
    positive("size: (16/e)(log n1 + K L), log n1 <= L", X, lambda e, k, h, y: 128 * (3 + k) * ((1 + y) / 2 + h) / e - 16 / e * (3 + k) * ((1 + y) / 2 + h)),
    positive("4 (100 + 4 q + c^2) <= 1224 Q, c^2 <= 2 r^2 + 200", O, lambda k, a, b: 1224 * (1 + k) - 4 * (100 + 4 * a * (1 + k) + 2 * b * (1 + k) + 200), strict=False),
    positive("2 - 2/l is at least 1, l = 2 + h", X, lambda h: (2 - 2 / (2 + h)) - 1, strict=False),
    positive("and less than 2", X, lambda h: 2 - (2 - 2 / (2 + h))),
    identity("variance at most 1: Bernoulli at (X - mu)^2 and l/2", X, lambda l, s: (1 - (1 + l / 2 * (s - 1)), l / 2 * (1 - s)), ("exp_and_log", "expectation_is_monotone")),
    positive("delta > 1/2, n = 1: naming alone, delta = (1 + z)/2", X, lambda z, mu: 4 * (1 + (1 + z) / 2 * mu**2) - (1 + (1 - z) / 2 * mu**2) / ((1 + z) / 2)),
    exhaustive("Theorem 1.4 corrected at seven (l, eps, n), delta = 1/n", sizes, theorem_14),
    positive("known |mu| <= r, delta <= 1/(n r^2): delta mu^2/n <= 1/n^2", X, lambda n, y, b: 1 / n**2 - 1 / (n * b**2) * (y * b) ** 2 / n),
    positive("Gauss: (2p + 1) (2p)^p <= (2p + 2)^(p + 1), b = (2p)^p, b + s = (2p + 2)^p", X, lambda k, b, s: (2 * k + 2) * (b + s) - (2 * k + 1) * b),
    exhaustive("Gauss: E Z^2p = (2p - 1)!! <= (2p)^p, p <= 40", lambda: range(1, 41), gaussian),
    counterexample("Gauss with psi^2 = l/4: E Z^2 = 1 > 1/2", lambda p: prod(range(1, 2 * p, 2)) <= Fraction(p, 2) ** p, 1),
    positive("2 ceil(log n) <= 2 log n + 2 <= 4 log n, log n = 1 + h", X, lambda h: 4 * (1 + h) - (2 * (1 + h) + 2), strict=False),
    positive("n^(2/l) <= e: 2 log n <= l = 2 log n + k", X, lambda k, b: 1 - 2 * b / (2 * b + k), strict=False, trusts=("exp_and_log",)),
    positive("Gauss: the sum, psi^2 <= 4 log n = b, r^2, Q <= e = 3 z, delta^(2 - 4/l) <= e^2/n^2", X, lambda n, e, b, z: 6 / n + 287376 * b / (n * e) ** 2
        - (2 / n + 4 / n + 3233 * 4 * b * 3 * z * 4 / (n * e) ** 2 + 1224 * 4 * b * 3 * z * 9 * z**2 / n**2)),
)  # fmt: skip


def holds(x: Fraction, z1: Fraction, mean: Fraction, alpha: Fraction, epsilon: Fraction) -> bool:
    """Naming, clipping and the chain of constants for any rational parameters."""
    d, c, r = (alpha if 0 < alpha < 1 else HALF), 1 + abs(z1), 1 + abs(mean)
    a, b = (clip(p, mean - c, mean + c) for p in (x, z1))
    moves = abs(a - b) <= min(abs(x - z1), 2 * c) and abs(a) <= abs(mean) + c
    c = SIGMA + r
    parts = symmetric_bounds.without_coarse(d**2, mean, 1, d) + symmetric_bounds.near(Fraction(1), epsilon, c, 1, r, 2) + symmetric_bounds.far(d**2, d, Fraction(1), epsilon, c, 1, abs(x), SIGMA)
    return bool(unnamed(((x, z1), d)) and moves and parts <= second_line(1, epsilon, c, 1, r, d, mean, d, abs(x), 100) <= third_line(1, epsilon, 1, r, d, mean, d, abs(x), 1200))


PRIVACY = ("a record moves a clipped one by at most 2 c", "2 c/n2 against the scale 2 c/(n2 eps) loses eps", "the shipped second stage has that sensitivity, continuous and integer", "naming is (0, delta)-DP: with and without this record being named",
           "second half: (0, delta) without an answer, (eps, 0) with one", "first half: any use of the coarse answer, two layers")  # fmt: skip
UNNAMED = ("no answer: the squared error, E (X xi - delta mu)^2/(n2 delta^2), E X^2 = v + mu^2", "which with v = 1 - s is at most (mu^2 + 1)/(n2 delta)", "that is the shipped program without an answer, three records")
NEAR = ("clipping is a contraction: the variance does not grow", "a good answer: clipping takes away what is farther than c - sigma from the mean", "Lemma 3.1: t^l/(l c^(l - 1)) - (t - c) is Bernoulli's inequality times c/l, t = c s", "the noise's variance",
        "equality (C): margin psi r, p = psi^(l - 1), rr = r^(l - 1), n2 eps = r rr")  # fmt: skip
FAR = ("a bad answer: a clipped record is within |mu~ - mu| + c of the mean", "(E): Hoelder's exponents l/(l - 2) and l/2, l = 2 + k", "(G): sigma DPUCoarse(x/sigma), big = sigma^l, r = 2^(l - 1), psi^l/sigma^l = psi/big", "(H): x/(x + y) + y/(x + y) = 1, and s^p >= s on [0, 1]", "(H) to the last line, w = 2^(-2/l)")
LINES = ("c^2 <= 2 psi^2 (n2 eps)^(2/l) + 200", "the three parts are at most the second line, corrected, gamma = delta^2", "the same with 100 and 1200")
ABSORBED = ("delta/n2 <= (delta^2 + 1/n2^2)/2", "1/n2^2 <= psi^2 r^2/(n2 eps)^2, psi = 1 + h, r = 1 + k", "33 psi^2 r^2 + 3200 <= 3233 psi^2 r^2 where r >= 1", "16 psi^2 q + 8 psi^2 r^2 + 1200 <= 1224 psi^2 Q, q = a Q, r^2 = b Q, Q = 1 + k")
SMALL = ("n2 = 1, eps = s^2 = (z/(1 + c))^2: the noise's 600/s^4 exceeds 1 + c (1/s^2 + 268/s^3 + s^2) for every c", "the noise: 8 (10 + h)^2 (1 - delta^2) at delta = 1/2", "n1 = 267/s^3, s = z: 7 + (7/eps) log 2", "128 log 8 <= 267 and log(4 267) <= 7", "and (16/eps) log(4 n1): 16 s (7 + 3 (1/s - 1)) <= 267")
SCALED = "sigma = 10: the variance of X/sigma is below 1/64"
SIZES = ("size: floor(n/2) >= 128 (1 + K) L/e for n >= 257 (1 + K) L/e, K = 2 + k, L = log 2 + h, log 2 = (1 + y)/2", "size: 7 + 7 L/e", "size: 128 (log 2 + K L)", "size: (16/e)(log n1 + K L), log n1 <= L")
CHAIN = ("K = (l + 2)/(l - 2): K (1 - 2/l) - 2/l = 1, l = 2 + b", *SIZES, "4 (100 + 4 q + c^2) <= 1224 Q, c^2 <= 2 r^2 + 200", "2 - 2/l is at least 1, l = 2 + h", "and less than 2", "variance at most 1: Bernoulli at (X - mu)^2 and l/2", "Theorem 1.4 corrected at seven (l, eps, n), delta = 1/n")
GAUSS = ("Gauss: (2p + 1) (2p)^p <= (2p + 2)^(p + 1), b = (2p)^p, b + s = (2p + 2)^p", "Gauss: E Z^2p = (2p - 1)!! <= (2p)^p, p <= 40")
GAUSS_SUM = (*GAUSS, "2 ceil(log n) <= 2 log n + 2 <= 4 log n, log n = 1 + h", "n^(2/l) <= e: 2 log n <= l = 2 log n + k", "Gauss: the sum, psi^2 <= 4 log n = b, r^2, Q <= e = 3 z, delta^(2 - 4/l) <= e^2/n^2", *SIZES)
MUTANT = "Gauss with psi^2 = l/4: E Z^2 = 1 > 1/2"


def row(item: str, statement: str, by: tuple[str, ...], note: str = "") -> Claim:
    """A row that is proved."""
    return Claim(item, statement, PROVED, by, paper=TRILEMMA, note=note)


def words(item: str, statement: str, by: tuple[str, ...], counter: str, corrected: str, survives: str = "misprint") -> Claim:
    """A slip of the words."""
    return Claim(item, statement, WRONG, by, paper=TRILEMMA, textual=True, counterexample=counter, order="as printed", corrected=corrected, survives=survives)


CLAIMS = (
    row("Theorem 4.8, privacy", "Algorithm 2 is (eps, delta)-DP by parallel composition: DPUCoarse on n1 records; on n2 records (0, delta) by naming or (eps, 0) by clipping to a width 2 c and Lap(2 c/(n2 eps))", PRIVACY),
    Claim("Theorem 4.8", "for all eps, delta in (0, 1), n2, psi >= 1, lambda >= 2: E (mu^ - mu)^2 <= 1/n2 + O(psi^2/(n2 eps)^(2 - 2/l) + delta mu^2/n2 + delta^(2 - 4/l) (n1 + n2 eps)^(2/l) psi^2)", WRONG,
          ("with the constant 3234 it fails at eps = 10^-4", *SMALL, *UNNAMED, *NEAR, *FAR, *LINES, *ABSORBED), paper=TRILEMMA, counterexample="n2 = 1, l = 2, psi = 1, mu = 0, delta = 1/2, eps = 10^-4 with the constant 3234; every constant fails as eps -> 0: c >= 10, so the noise has variance at least 800/eps^2, and the bound is of the order log(1/eps)/eps",
          order="eps = 1, 1/10, 1/100, ..", corrected="for n2 eps >= 1, with the constant 3234; in general with 3200/(n2 eps)^2 besides", survives="Theorem 1.4 and Corollary 4.9 have n eps >= log(1/delta)"),
    row("Theorem 4.8, an answer", "P(mu~ is an answer) >= 1 - gamma = 1 - delta^2", (SCALED,), note="Proposition 4.7 and (15) for X/sigma, whose variance is at most 1/100: `trilemma_coarse_accuracy`"),
    words("Theorem 4.8, given an answer", "E[(mu^ - mu)^2 | an answer] has delta^(2 - 4/l) (n1 + n2 eps)^(2/(l - 1)) psi^2 where E (mu^ - mu)^2 has the power 2/l, and no proof", ("P(A) E[Z | A] <= E[Z | A]", "given an answer: the far part divided by 1 - delta^2 at most", *NEAR, *FAR, *ABSORBED), "2/(l - 1) against 2/l: the larger power makes the weaker, true bound (for n2 eps >= 1)",
          "2/l in both, and this term divided by 1 - delta^2"),
    words("Theorem 4.8, n1", "set n1 = O(log(n1/(gamma delta))/eps) as in (15)", SIZES, "an upper bound: n1 = 1 satisfies it, and then Proposition 4.7 does not apply", "n1 at least the maximum of (15), and at most a constant times it"),
    row("Theorem 4.8, no answer, mean", "E[mu^ | no answer] = E (1/(n2 delta)) sum X_i xi_i = mu", ("no answer: no bias", UNNAMED[2])),
    Claim("Theorem 4.8, no answer, second line", "E ((1/(n2 delta)) sum X_i xi_i - mu)^2 = (1/(n2^2 delta^2)) sum E (X_i xi_i - mu)^2", WRONG, ("mu in place of delta mu: X = 1, delta = 1/2, n2 = 1, 1 against 2", *UNNAMED), paper=TRILEMMA, counterexample="n2 = 1, X = 1, delta = 1/2: 1 against 2",
          order="n2 = 1, delta = 1/2, least X = 0, 1, ..", corrected="delta mu inside the squares", survives="the display's first and last lines stand: delta E X^2 is dropped to in the next step either way"),
    Claim("Theorem 4.8, no answer, third line", "sum E (X_i xi_i - mu)^2 <= sum E (X_i xi_i)^2", WRONG, ("E (X xi - mu)^2 <= E (X xi)^2 fails for X = 1, delta = 1/3", *UNNAMED), paper=TRILEMMA, counterexample="X = 1, delta = 1/3: 2/3 against 1/3 (for every delta < 1/2)",
          order="X = 1, delta = 1/k, least k", corrected="sum E (X_i xi_i - delta mu)^2 <= sum E (X_i xi_i)^2", survives="with the second line corrected, the display stands"),
    row("Theorem 4.8, no answer, result", "P(no answer) E[(mu^ - mu)^2 | no answer] <= gamma (mu^2 + 1)/(n2 delta)", UNNAMED, note="exactly (Var X + (1 - delta) mu^2)/(n2 delta) times P(no answer)"),
    row("Equation (16)", "P(answer) E[(mu^ - mu)^2 | answer] <= E[(mu^ - mu)^2 | A] + E 1[B] (mu^ - mu)^2, A: mu~ within sigma of mu, B: an answer that is not", ("P(A) E[Z | A] <= E[Z | A]",)),
    row("Theorem 4.8, (A) and (D)", "the noise is independent and adds 2 (2 c/(n2 eps))^2 = 8 c^2/(n2 eps)^2, times P(B) in (D)", ("the noise's variance",)),
    row("Theorem 4.8, (B)", "Lemma 3.2 given mu~: E[..| A] <= Var X/n2 + (E|X - mu|^l/(l min{..}^(l - 1)))^2 with both margins at least c - sigma", NEAR[:3]),
    row("Theorem 4.8, (C)", "at c = sigma + psi (n2 eps)^(1/l): 1/n2 + (8 c^2 + psi^2 (n2 eps)^(2/l)/l^2)/(n2 eps)^2", (*NEAR[3:], "the shipped clip and bound where all roots are rational")),
    row("Theorem 4.8, clipped records", "|clip(x; mu~ - c, mu~ + c) - mu| <= |mu~ - mu| + c", FAR[:1]),
    words("Theorem 4.8, (E)", "Hoelder with the exponent lambda/(lambda - 2), for lambda >= 2", (FAR[1],), "lambda = 2: 2/0", "for lambda > 2; at lambda = 2 the factor gamma^((lambda - 2)/lambda) is 1, and 1[B] <= 1 is all that is needed"),
    Claim("Theorem 4.8, (G)", "by Proposition 4.7, E 1[an answer] |mu~ - mu|^l <= 1/2 + n1 2^(l - 1) psi^l, so 1/2 + n1 2^(l - 1) psi^l + c^l", WRONG, ("(G) as printed fails at l = 8: X = 0, psi = 1, eps = 9/10, delta = 1/2, n1 = 267", *FAR), paper=TRILEMMA,
          counterexample="X = 0, psi = 1, eps = 9/10, delta = 1/2, n1 = 267, l = 8: mu~ is uniform on [-5, 5] and E mu~^8 P(answer) > 38000, but 1/2 + 267 2^7 < 34177", order="these parameters, least whole l", corrected="mu~ = sigma DPUCoarse(x/sigma): sigma^l/2 for 1/2, so 100 for 1 in the last line, 1200 for 804",
          survives="the O(..) is not changed, as c >= sigma"),
    row("Theorem 4.8, (H)", "(x + y)^p <= x^p + y^p for p in (0, 1]; and then 4 gamma^((l - 2)/l) (1 + 4 n1^(2/l) psi^2 + c^2), from (G) as printed", FAR[3:], note="100 for 1 from (G) corrected"),
    row("Theorem 4.8, c^2", "c^2 <= 2 psi^2 (n2 eps)^(2/l) + 200", LINES[:1]),
    row("Theorem 4.8, final constants", "16 c^2, 33 psi^2 (n2 eps)^(2/l) + 3200, 16 psi^2 n1^(2/l) + 8 psi^2 (n2 eps)^(2/l) + 804", (*LINES, "the second line is at most the third, c^2 = 2 psi^2 r^2 + 200 - s: as printed"), note="1200 in place of 804 from (G) corrected"),
    Claim("Section 4.2, more general", "Theorem 4.8 is the more general version of Theorem 1.4", WRONG, ("Theorem 1.4 from 4.8: l = 3, delta = 1/n, eps = 1", "for every l in (2, 6): -2 + 6/l is above -1", "and above 2/l - 2", "for l >= 6 it does follow", *CHAIN), paper=TRILEMMA,
          counterexample="l = 3, eps = 1, delta = 1/n, n1, n2 of the order n: delta^(2 - 4/l) (n1 + n2)^(2/l) is of the order 1, not 1/n + n^(-4/3)", order="least whole l above 2; it fails for all l in (2, 6)", corrected="gamma = delta^K, K = max{2, (l + 2)/(l - 2)}, in place of delta^2",
          survives="Theorem 1.4 holds, with n1 larger by a factor that depends on l"),
    Claim("Theorem 1.4", "for all eps, delta > 0, lambda > 2, n >= O(log(1/delta)/eps), delta <= 1/n there is an (eps, delta)-DP unbiased estimate of the mean of symmetric laws with E|X - mu|^l <= 1: E (M - mu)^2 = O(1/n + 1/(n eps)^(2 - 2/l) + delta mu^2/n)", ASYMPTOTIC,
          (*CHAIN, "that K alone is too small for gamma/delta <= delta at l = 7", "delta > 1/2, n = 1: naming alone, delta = (1 + z)/2"), paper=TRILEMMA,
          finite="e = min(eps, 1), K = max{2, (l + 2)/(l - 2)}, gamma = delta^K, delta <= 1/2, n >= 257 (1 + K) log(1/delta)/e: at most 1228/n + 12932/(n e)^(2 - 2/l) + 2 delta mu^2/n (and for eps > 1 the second term is at most 12932/n); delta > 1/2 leaves n = 1, where naming alone does",
          note="the constant in n depends on l; for eps > 1 the condition here is n >= C log(1/delta), as Equation (15) demands: with n >= C log(1/delta)/eps only, the theorem is not established"),
    row("Section 1.3, the mean in the error", "the squared error of the theorem depends on mu, which may be unbounded", ("and grows without bound with mu^2", UNNAMED[2]), note="the probability of no answer is positive for every data set"),
    row("Section 1.3, known bound", "if |mu| <= r is known, delta <= 1/O(n r^2) removes the term", ("known |mu| <= r, delta <= 1/(n r^2): delta mu^2/n <= 1/n^2",), note="delta <= 1/r^2 is enough for 1/n"),
    row("Section 1.3, Gaussian moments", "E|X - mu|^l <= O(sqrt(l)^l) for unit variance Gaussians", GAUSS, note="with the constant 1, for even l; so psi = sqrt(l)"),
    Claim("Section 1.3, Gaussian error", "mu^2 <= 1/delta: E (M - mu)^2 = O(1/n + log n/(n eps)^2) with l = Theta(log n)", ASYMPTOTIC, (*GAUSS_SUM, MUTANT), paper=TRILEMMA, finite="6/n + 287376 log n/(n e)^2 for n >= max{3, 771 log(1/delta)/e}, delta <= 1/n, e = min(eps, 1)", note="log n/n^2 <= 1/n for eps > 1"),
    Claim("Corollary 4.9", "eps in (0, 1), delta in (0, 1/n), n >= O(log(1/delta)/eps), |mu| <= delta^(-1/2): no bias and squared error O(1/n + log n/(n eps)^2)", ASYMPTOTIC, (*GAUSS_SUM, *LINES, MUTANT), paper=TRILEMMA, finite="6/n + 287376 log n/(n eps)^2 for n >= max{3, 771 log(1/delta)/eps}, n1 = floor(n/2), gamma = delta^2, l = 2 ceil(log n), psi^2 = l"),
)
THEOREM = Theorem(
    id="trilemma_symmetric_mean",
    title="Theorem 4.8 with its constants, Theorem 1.4 with another gamma, Corollary 4.9",
    statement="DPUMean is private and errs by at most the shipped chain; the theorem's O needs n2 eps bounded below, Theorem 1.4 needs gamma = delta^max{2, (l + 2)/(l - 2)}",
    source="trilemma Algorithm 2, Theorem 4.8, Corollary 4.9, Theorem 1.4",
    steps=STEPS,
    covers=("dpumean.clip", "dpumean.mse_bound"),
    depends_on=("laplace_laws", "trilemma_coarse_accuracy", "trilemma_symmetry"),
    holds=holds,
    claims=CLAIMS,
)
