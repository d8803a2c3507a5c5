"""Lemma 6 is false, Theorem 4's printed proof cannot be repaired on its class, and Theorem 4 is
true without o(1).

Claim.       R_ar(eps, n0, l, u) >= (u - l)^2 sigma^2(eps) for every eps > 0 and every n0. With records in {l, u} only,
             the same argument gives 2b/(1 - b)^2 (v1). Lemma 6 fails for every k: S(D) - |D|/2 +
             k/2 + staircase noise of sensitivity 1/2 is eps-DP in the add-remove model and has mean
             squared error sigma^2(eps)/4 on every data set of size k.
Source.      addremove Lemma 6, Theorem 4, Corollary 2, Appendix G; addremove.v1 Lemmas 3 and 4, Theorem 2.
Derivation.  (1) S - |D|/2 moves by x - 1/2, x in [0, 1]. (2) New proof of Theorem 4, l = 0, u = 1 (Lemma 10): fix m, N
             and let D(c), c in {0..N}^m, be n zeros and c_i copies of i/m; S(c) its sum, C = c_1 +
             .. + c_m. Let P be the average over c of the law of n mu-hat(D(c)) - S(c). Since D(c)
             and D(c + e_i) are neighbours, P(A) <= e^eps P(A + s) + nu(A) for s = +-i/m, nu of mass
             1/(N + 1): only c_i = 0 or N have no partner. (3) n mu - S = -C mu, so the second
             moment of P is at most (sqrt(R) + (mN)^2/n)^2 when the normalised risk is R. (4)
             `noise_lower_bound` with slack delta = 1/(N + 1), then n -> infinity, N -> infinity, m
             -> infinity: R >= sigma^2. (5) m = 1 gives v1. (6) Evidence on all mechanisms, not only
             noise: on a chain of k + 1 neighbours, exact linear-programming duals over all 2^k
             extreme rays of the cone of private likelihood vectors bound the minimax error from
             below. The constraints b r_i <= r_(i+1) <= r_i/b can be tight at one side only for each
             i, so an extreme ray has all k steps equal to b or 1/b. A mechanism's likelihood vector
             at each output is a combination of rays; for a prior pi its Bayes risk is at least the
             sum of their weights times min over s of sum pi_i r_i (s - i)^2, and the weights
             reproduce (1, .., 1): so v with sum v_i r_i at most that minimum for every ray gives
             the bound sum v_i, for every real-valued estimator.
Trusted.     post_processing, cauchy_schwarz, fubini, extreme_rays, bayes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from dpmean.distributions import cells, discrete_laplace, discrete_staircase, staircase
from dpmean.distributions.series import power_sum
from dpmean.distributions.staircase import Staircase
from dpmean.exact import enclosure
from dpmean.exact.decay import Decay
from dpmean.mechanisms.addremove import mean_bounds as addremove

from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows
from .noise_lower_bound import phi

CERTIFICATES = Path(__file__).parents[2] / "certificates" / "chain.json"
R = Ring({"b": UNIT, "g": UNIT_CLOSED, "d": POSITIVE})
A = Ring(
    {
        "s": NONNEGATIVE,
        "n": POSITIVE,
        "k": NONNEGATIVE,
        "mu": ANY,
        "e": ANY,
        "w": POSITIVE,
        "l": ANY,
        "y": ANY,
        "z": ANY,
    }
)


def lemma6(case: tuple[int, Fraction]) -> bool:
    """Tell whether Lemma 6 holds at size k against one mechanism, which must have MSE >= sigma^2.

    The mechanism is S - |D|/2 + k/2 + staircase noise of sensitivity 1/2.
    """
    _, epsilon = case
    decay = Decay.from_epsilon(epsilon)
    mse = Staircase(decay, "optimal", Fraction(1, 2)).variance()
    return enclosure.compare(mse, addremove.minimax_sigma_squared(decay)) >= 0


def padded_with_ones(case: tuple[int, int, Fraction]) -> bool:
    """Tell whether mu(D) <= k/n for D of size k and sum s, padded with n ones, as Appendix G
    says.
    """
    k, n, s = case
    return (s + n) / (n + k) <= Fraction(k, n)


def last_line(case: tuple[int, int, Fraction, Fraction]) -> bool:
    """Tell whether 2 sqrt(E (n mu-hat - n mu)^2) k^2/n <= k^3/n for a constant mu-hat in [0, k/n]
    and a mean mu.
    """
    k, n, estimate, mean = case
    return 2 * abs(n * estimate - n * mean) * Fraction(k**2, n) <= Fraction(k**3, n)


def chains() -> Iterator[tuple[dict[str, Any], tuple[int, ...]]]:
    """Yield every certificate with every extreme ray (a sign for each step of the chain)."""
    for entry in json.loads(CERTIFICATES.read_text()):
        certificate = {
            "decay": Fraction(entry["decay"]),
            "prior": [Fraction(p) for p in entry["prior"]],
            "dual": [Fraction(v) for v in entry["dual"]],
            "bound": Fraction(entry["bound"]),
        }
        for signs in product((1, -1), repeat=int(entry["k"])):
            yield certificate, signs


def ray_is_dominated(case: tuple[dict[str, Any], tuple[int, ...]]) -> bool:
    """Check that sum v_i r_i <= min over real s of sum pi_i r_i (s - i)^2, and that sum v is the
    bound.

    The ray r has steps b or 1/b.
    """
    certificate, signs = case
    b, prior, dual = certificate["decay"], certificate["prior"], certificate["dual"]
    ray = [Fraction(1)]
    for sign in signs:
        ray.append(ray[-1] * (b if sign > 0 else 1 / b))
    mass = [p * r for p, r in zip(prior, ray, strict=True)]
    total = sum(mass)
    first = sum(m * i for i, m in enumerate(mass))
    spread = sum(m * i * i for i, m in enumerate(mass)) - first**2 / total
    prior_ok = sum(prior) == 1 and min(prior) >= 0
    return (
        prior_ok
        and sum(v * r for v, r in zip(dual, ray, strict=True)) <= spread
        and sum(dual) == certificate["bound"]
    )


def averaged_law_keeps_the_inequality(case: tuple[int, int, Fraction]) -> bool:
    """Check step (2) on an estimator that looks at more than the sum.

    It is S(c) + (C mod 2)/2 + lattice staircase noise of sensitivity 3/2. Adding a record i/2, i =
    1, 2, moves its centre by at most 3/2, so it is epsilon-DP; noise steps of 1/2, three to a
    sensitivity. P is its error, averaged over c in {0..N}^2; checked: P(x) <= P(x + s)/b + 1/(N +
    1), s = +-1/2, +-1, for every x up to `reach`, and the second moment of P is the mean of the
    estimators' own.
    """
    size, reach, b = case
    odd = [(c1 + c2) % 2 for c1, c2 in product(range(size + 1), repeat=2)]

    def averaged(i: int) -> Fraction:
        parts = (
            discrete_staircase.weight(
                cells.lattice_level(abs(i - o), 3, 2), b, Fraction(2), Fraction(3)
            )
            for o in odd
        )
        return sum(parts, Fraction(0)) / len(odd)

    return all(
        averaged(i) <= averaged(i + s) / b + Fraction(1, size + 1)
        for i in range(-reach, reach + 1)
        for s in (-2, -1, 1, 2)
    )


def chain_bound(decay: str, k: int) -> Fraction:
    """Return the certified bound of the certificate for this decay and k."""
    return next(
        Fraction(e["bound"])
        for e in json.loads(CERTIFICATES.read_text())
        if (e["decay"], e["k"]) == (decay, k)
    )


STEPS = (
    smt(
        "S - |D|/2 moves by at most 1/2 when a record of [0, 1] is added",
        {"x": REAL},
        lambda v: v.x >= 0 and v.x <= 1,
        lambda v: abs(v.x - Fraction(1, 2)) <= Fraction(1, 2),
        lambda v: abs(v.x) <= Fraction(1, 2),
    ),
    identity(
        "sensitivity 1/2 has a quarter of the variance",
        R,
        lambda b, g, d: (4 * staircase.moment(2, b, g, d / 2), staircase.moment(2, b, g, d)),
    ),
    counterexample(
        "Lemma 6 fails at k = 1, eps = 1 (and the mechanism's error does not depend on k)",
        lemma6,
        (1, Fraction(1)),
    ),
    exhaustive(
        "and at eps from 1/100 to 40",
        lambda: [(1, Fraction(e)) for e in ("1/100", "1/10", "1/2", "2", "5", "10", "40")],
        lambda c: not lemma6(c),
    ),
    counterexample(
        "padded with ones, mu(D) <= k/n fails",
        padded_with_ones,
        (1, 2, Fraction(0)),
        lambda: [(1, 1, Fraction(s)) for s in (0, 1)],
    ),
    counterexample("k^3/n lacks a factor 2", last_line, (1, 1, Fraction(1), Fraction(0))),
    counterexample(
        "v1: k^3/n lacks a factor 2",
        last_line,
        (1, 2, Fraction(0), Fraction(1, 3)),
        lambda: [(1, 1, Fraction(e), Fraction(1, 2)) for e in (0, 1)],
    ),
    counterexample(
        "2/eps^2 is not sigma^2(eps): at eps = 1 it is larger",
        lambda e: (
            enclosure.compare(addremove.minimax_sigma_squared(Decay.from_epsilon(e)), 2 / e**2) >= 0
        ),
        Fraction(1),
    ),
    counterexample(
        "Corollary 2 lacks (u - l)^2",
        lambda w: (
            enclosure.compare(
                addremove.minimax_risk(Decay.from_decay("1/2"), Fraction(0), w),
                addremove.minimax_sigma_squared(Decay.from_decay("1/2")),
            )
            == 0
        ),
        Fraction(2),
        lambda: (Fraction(1),),
    ),
    counterexample(
        "v1: Lemma 4 at k = eps^(-1/2): a constant estimate has less than half the printed "
        "error, eps = 1/100",
        lambda q: Fraction(q - 1, 2) ** 2 >= Fraction(q) ** 4,
        10,
    ),
    positive(
        "and so for every eps = 1/q^2, k = q: the share of the printed bound is below eps/8",
        A,
        lambda k: 1 / (8 * (1 + k) ** 2) - (k / 2) ** 2 / (2 * (1 + k) ** 4),
    ),
    counterexample(
        "v1: k = o(n^(1/3)/eps^(1/3)) does not let k eps grow: n = eps^(-3/2), (k eps)^6 <= (n "
        "eps^2)^2 = eps",
        lambda q: (q**-3 * q**4) ** 2 >= 1,
        Fraction(1, 2),
        lambda: (Fraction(1),),
    ),
    identity(
        "shifts by +-1, lambda = 2b/(1 - b)^2: Phi(0) = -lambda/2",
        R,
        lambda b: (
            phi(0 * b, b, discrete_laplace.moment(2, b)),
            -discrete_laplace.moment(2, b) / 2,
        ),
    ),
    identity(
        "and 4b S_2(1) = 2 lambda (1 + b)/(1 - b)",
        R,
        lambda b: (
            4 * b * power_sum(2, b, 1 + 0 * b),
            2 * discrete_laplace.moment(2, b) * (1 + b) / (1 - b),
        ),
    ),
    identity(
        "padded with zeros, n mu - S = -mu k",
        A,
        lambda s, n, k: (n * (s / (n + k)) - s, -(s / (n + k)) * k),
        ("post_processing", "cauchy_schwarz", "fubini"),
    ),
    identity(
        "the expansion of (n mu-hat - S)^2",
        A,
        lambda mu, e, n, k: (
            (n * e - n * mu - mu * k) ** 2,
            (n * e - n * mu) ** 2 + (mu * k) ** 2 - 2 * (n * e - n * mu) * (mu * k),
        ),
    ),
    positive(
        "(mu k)^2 <= k^4/n^2 for mu = s/(n + k), s <= k: k/n - k/(n + k) >= 0",
        A,
        lambda n, k: k / n - k / (n + k),
        strict=False,
    ),
    positive("n^2 <= |D|^2", A, lambda n, k: (n + k) ** 2 - n**2, strict=False),
    identity(
        "Lemma 10: the losses scale by (u - l)^2",
        A,
        lambda l, w, y, z: (((l + w * y) - (l + w * z)) ** 2, w**2 * (y - z) ** 2),
    ),
    exhaustive(
        "the share of c in {0..N}^m without a partner c + e_i is 1/(N + 1)",
        lambda: [(m, n) for m in (1, 2, 3) for n in range(1, 5)],
        lambda c: (
            Fraction(
                sum(1 for v in product(range(c[1] + 1), repeat=c[0]) if v[0] == c[1]),
                (c[1] + 1) ** c[0],
            )
            == Fraction(1, c[1] + 1)
        ),
    ),
    exhaustive(
        "the averaged law of an estimator that looks at more than the sum keeps the inequality",
        lambda: [(n, 12, Fraction(b)) for n in (1, 2, 5) for b in ("1/2", "1/10", "9/10")],
        averaged_law_keeps_the_inequality,
    ),
    exhaustive(
        "linear programmes: on every chain of up to 9 data sets the dual is dominated by every "
        "extreme ray",
        chains,
        ray_is_dominated,
        ("extreme_rays", "bayes"),
    ),
    exhaustive(
        "their bounds increase with k and stay below 2b/(1 - b)^2",
        lambda: [(d, k) for d in ("1/2", "1/4", "3/4") for k in range(1, 8)],
        lambda c: (
            chain_bound(c[0], c[1])
            < chain_bound(c[0], c[1] + 1)
            < discrete_laplace.moment(2, Fraction(c[0]))
        ),
    ),
    exhaustive(
        "at b = 1/2 and k = 8 every mechanism on the chain of varying sizes errs by more than "
        "2, on the sets of size k one errs by 1",
        lambda: [Fraction(1, 2)],
        lambda b: chain_bound("1/2", 8) > 2 and discrete_laplace.moment(2, b) / 4 == 1,
    ),
    counterexample(
        "0/1 records alone cannot give sigma^2: 2b/(1 - b)^2 is smaller",
        lambda b: (
            discrete_laplace.moment(2, b) * (1 - b) ** 2 - b >= 0
            and ((discrete_laplace.moment(2, b) * (1 - b) ** 2 - b) ** 3 >= (b * (1 + b) / 2) ** 2)
        ),
        Fraction(1, 2),
    ),
)


def holds(shares: list[Fraction], signs: list[int]) -> bool:
    """Check that a random combination of private likelihood vectors on a chain obeys the dual.

    That is, sum v_i r_i is at most the weighted spread.
    """
    entry = next(
        e for e in json.loads(CERTIFICATES.read_text()) if e["k"] == 4 and e["decay"] == "1/2"
    )
    prior, dual = [Fraction(p) for p in entry["prior"]], [Fraction(v) for v in entry["dual"]]
    b, total = Fraction(1, 2), [Fraction(0)] * 5
    for i, share in enumerate(shares[:4] or [Fraction(1)]):
        ray = [Fraction(1)]
        for j in range(4):
            ray.append(
                ray[-1] * (b if (signs[(i + j) % len(signs)] if signs else 1) % 2 else 1 / b)
            )
        total = [t + (share + Fraction(1, 9)) * r for t, r in zip(total, ray, strict=True)]
    mass = [p * r for p, r in zip(prior, total, strict=True)]
    spread = sum(m * i * i for i, m in enumerate(mass)) - sum(
        m * i for i, m in enumerate(mass)
    ) ** 2 / sum(mass)
    return sum(v * r for v, r in zip(dual, total, strict=True)) <= spread


THEOREM = Theorem(
    id="lower_bound",
    title="Lemma 6 is false; Theorem 4 is true, by another proof and without o(1)",
    statement="R_ar(eps, n0, l, u) >= (u - l)^2 sigma^2(eps) for every eps and n0",
    source="addremove Lemma 6, Theorem 4, Corollary 2, Appendix G; addremove.v1 Theorem 2",
    steps=STEPS,
    covers=("minimax.r_add_remove",),
    depends_on=("noise_lower_bound", "staircase_law", "mechanisms_are_private", "finite_errors"),
    holds=holds,
    claims=rows(__file__),
)
