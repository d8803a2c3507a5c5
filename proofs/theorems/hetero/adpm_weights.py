"""The weights of ADPM are the only optimum, for every vector of epsilons.

Claim.       Of all w >= 0 with sum 1, |w|^2/4 + 2 max(w_i/eps_i)^2 is least at the shipped weights w_i = c_i/S, c_i =
             min(eps_i, theta), and nowhere else.
Source.      hetero Algorithm 1 (a convex program for "modern solvers"); hetero Lemma 3 and Table I for two groups. The
             closed form: this project.
Derivation.  Write t >= max(w_i/eps_i) for a competitor v, T = 1/S, and multipliers nu = theta/(2 S), mu_i =
             (theta - c_i)/(2 S) >= 0. (1) Each v_i^2/4 is w_i^2/4 + (v_i - w_i)^2/4 + (nu -
             mu_i)(v_i - w_i), as w_i/2 = nu - mu_i; 2 t^2 likewise. (2) By the equation of theta,
             the sum of mu_i eps_i is 4 T. (3) mu_i (w_i - eps_i T) = 0: either c_i = eps_i, or c_i
             = theta. Adding up, with both sums 1, the excess of v is the sum of (v_i - w_i)^2/4,
             plus 2 (t - T)^2, plus the sum of mu_i (eps_i t - v_i): no term is negative, and all
             are 0 for v = w only. A user with eps_i = 0 has v_i = w_i = 0, a public one (theta <
             eps_i) mu_i =
             0. The sum of eps_i (theta - eps_i)+ grows with theta from 0 without bound, so there is
             one root, and between two epsilons it is (B + 8)/A. The shipped code against an
             enumeration of all active sets: on a finite domain. (4) Two groups give Table I and
             both forms of Theorem 1.
Trusted.     nothing beyond the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from dpmean.mechanisms.hetero import weights

from ...kernel.formulas import FULL, POSITIVE, UNIT, Ring
from ...kernel.rules import exhaustive, identity, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

U = Ring({"v": FULL, "c": POSITIVE, "h": POSITIVE, "s": POSITIVE, "t": FULL})
A = Ring({"a": POSITIVE, "q": POSITIVE, "s": POSITIVE})
E = Ring({"d": POSITIVE, "e": POSITIVE, "v": FULL, "u": FULL, "t": FULL})
G = Ring({"n": POSITIVE, "f": UNIT, "e": POSITIVE, "d": POSITIVE})
LEVELS: tuple[Fraction | None, ...] = (
    Fraction(0),
    Fraction(1, 2),
    Fraction(1),
    Fraction(2),
    Fraction(3),
    Fraction(8),
    None,
)


def excess(parts: list[tuple[Any, Any, Any]], t: Any, scale: Any) -> Any:
    """Return the objective of a competitor minus that of the weights w.

    The competitor has its weights v, and t; `parts` has (v, w, eps) of each user.
    """
    return sum((v**2 - w**2) / 4 for v, w, _ in parts) + 2 * t**2 - 2 * scale**2


def three(d: Any, e: Any, v: Any, u: Any, t: Any) -> tuple[Any, Any]:
    """Return the excess of any competitor (v, u, 1 - v - u), and the sum that shows its sign.

    Two users have epsilons d and e below theta, and one is above.
    """
    theta = weights.root(d + e, d**2 + e**2)
    total = d + e + theta
    w, scale = [c / total for c in (d, e, theta)], 1 / total
    rest = 1 - v - u
    shown = ((v - w[0]) ** 2 + (u - w[1]) ** 2 + (rest - w[2]) ** 2) / 4 + 2 * (t - scale) ** 2
    shown += ((theta - d) * (d * t - v) + (theta - e) * (e * t - u)) / (2 * total)
    return excess([(v, w[0], d), (u, w[1], e), (rest, w[2], None)], t, scale), shown


def ratio(n: Any, f: Any, e: Any) -> Any:
    """Return the ratio R of Equation (4)."""
    return 1 + 8 / (e**2 * n * f)


def of_two_groups(n: Any, f: Any, low: Any, high: Any) -> Any:
    """Return the squared error of weights proportional to (low, high), with n f users in the first
    group.
    """
    return weights.squared_error(
        n * (f * low + (1 - f) * high), n * (f * low**2 + (1 - f) * high**2)
    )


def enumerated(epsilons: tuple[Fraction | None, ...]) -> Fraction:
    """Return the least objective over all active sets.

    In an active set some users are at eps_i T and the others alike at l, with T and l from the
    first-order conditions.
    """
    users = [e for e in epsilons if e != 0]
    best = None
    for bound in product((False, True), repeat=len(users)):
        held = [e for e, b in zip(users, bound, strict=True) if b]
        free = len(users) - len(held)
        if None in held:
            continue
        a, q = (
            sum((e for e in held if e), Fraction(0)),
            sum((e * e for e in held if e), Fraction(0)),
        )
        # minimise (q T^2 + free l^2)/4 + 2 T^2 with a T + free l = 1
        if free and a:
            scale = a / (a * a + free * (q + 8))
            level = (1 - a * scale) / free
        elif free:
            scale, level = Fraction(0), Fraction(1, free)
        else:
            scale, level = 1 / a, Fraction(0)
        w = [scale * e if b and e else level for e, b in zip(users, bound, strict=True)]
        needed = max((x / e for x, e in zip(w, users, strict=True) if e), default=Fraction(0))
        value = sum((x * x for x in w), Fraction(0)) / 4 + 2 * needed**2
        best = value if best is None or value < best else best
    assert best is not None
    return best


def vectors() -> Iterator[tuple[Fraction | None, ...]]:
    """Yield all vectors of epsilons of at most four users."""
    for size in range(1, 5):
        for found in combinations_with_replacement(LEVELS, size):
            if any(e != 0 for e in found):
                yield found


STEPS = (
    identity(
        "a weight's square around the optimum",
        U,
        lambda v, c, h, s: (
            v**2 / 4,
            (c / s) ** 2 / 4
            + (v - c / s) ** 2 / 4
            + (h / (2 * s) - (h - c) / (2 * s)) * (v - c / s),
        ),
    ),
    identity(
        "the noise's square around the optimum",
        U,
        lambda s, t: (2 * t**2, 2 / s**2 + 2 * (t - 1 / s) ** 2 + 4 / s * (t - 1 / s)),
    ),
    identity(
        "theta: the multipliers pay for the noise",
        A,
        lambda a, q, s: ((weights.root(a, q) * a - q) / (2 * s), 4 / s),
    ),
    identity(
        "three users, one above theta: the excess is a sum of terms that are not negative", E, three
    ),
    smt(
        "the sum that defines theta grows",
        {"e": REAL, "p": REAL, "q": REAL},
        lambda v: v.e > 0 and v.p < v.q and v.q > v.e,
        lambda v: max(v.p - v.e, 0) < max(v.q - v.e, 0),
        lambda v: max(v.p - v.e, 0) + (v.q - v.p) / 2 < max(v.q - v.e, 0),
    ),
    exhaustive(
        "the code finds the least objective of all active sets, at most 4 users",
        vectors,
        lambda e: weights.objective(e) == enumerated(e),
    ),
    identity(
        "two groups: theta is R times the smaller epsilon",
        G,
        lambda n, f, e: (weights.root(n * f * e, n * f * e**2), ratio(n, f, e) * e),
    ),
    identity(
        "Theorem 1 (A): both forms are the squared error of proportional weights",
        G,
        lambda n, f, e, d: (
            of_two_groups(n, f, e, d),
            (f * e**2 + (1 - f) * d**2) / (4 * n * (f * e + (1 - f) * d) ** 2)
            + 2 / (n * (f * e + (1 - f) * d)) ** 2,
        ),
    ),
    identity(
        "Equation (6)",
        G,
        lambda n, f, e, d: (
            of_two_groups(n, f, e, d),
            (f * ratio(n, f, e) + (1 - f) * (d / e) ** 2) / (4 * n * (f + (1 - f) * d / e) ** 2),
        ),
    ),
    identity(
        "Theorem 1 (B): Equation (7)",
        G,
        lambda n, f, e: (
            of_two_groups(n, f, e, ratio(n, f, e) * e),
            ratio(n, f, e) / (4 * n * (f + (1 - f) * ratio(n, f, e))),
        ),
    ),
    identity(
        "Equation (8)",
        G,
        lambda n, f, e: (
            of_two_groups(n, f, e, ratio(n, f, e) * e),
            (n * f * e**2 + 8) / (4 * n * (n * f * e**2 + 8 * (1 - f))),
        ),
    ),
)


def holds(shares: list[Fraction], offsets: list[int], gamma: Fraction) -> bool:
    """Check that no competitor is better, where the weights are moved towards those of other
    epsilons.
    """
    epsilons = [gamma, *(s * 3 for s in shares), *(Fraction(abs(o)) for o in offsets)]
    best, value = weights.weights(epsilons), weights.objective(epsilons)
    for other in (
        weights.weights([e * e for e in epsilons]),
        [e / sum(epsilons) for e in epsilons],
        weights.weights([min(e, Fraction(1)) for e in epsilons]),
    ):
        for step in (Fraction(1), Fraction(1, 10)):
            v = [w + step * (x - w) for w, x in zip(best, other, strict=True)]
            needed = max(x / e for x, e in zip(v, epsilons, strict=True) if e)
            if sum(x * x for x in v) / 4 + 2 * needed**2 < value:
                return False
    return sum(best) == 1


THEOREM = Theorem(
    id="adpm_weights",
    title="The weights of ADPM are the only optimum",
    statement="min(eps_i, theta)/S is the one minimiser of |w|^2/4 + 2 max(w_i/eps_i)^2 on the "
    "simplex, for any epsilons; Table I and both forms of Theorem 1 for two groups",
    source="hetero Algorithm 1, Lemma 3, Theorem 1",
    steps=STEPS,
    covers=(
        "adpm.saturation",
        "adpm.weights",
        "adpm.granted",
        "adpm.objective",
        "adpm.noise_scale",
    ),
    holds=holds,
    claims=rows(__file__),
)
