"""What the messages of the local and the shuffle model cost in privacy.

They are a randomised response, counts in a tree, shares of noise, and a sum in parts.

Claim.       A response that keeps a sign with probability p is (2p - 1) log(p/(1 - p))-zCDP and no less, so
             eps^2/2-zCDP. A node's count in a tree is unbiased. The shares of n users add up to
             discrete Laplace noise; with fewer users the loss of a shift is that at 0, certified by
             partial sums. A view of split-and-mix is within sqrt(r)/2 of one that depends on the
             sum alone, 1 + r = E q^(C-1).
Source.      instance Section 5 takes these from Cormode, Kulkarni, Srivastava (2019) and Balle, Bell, Gascon, Nissim
             (2020); the bounds here are our own.
Derivation.  (1) v = e^(eps/2), p = v^2/(1 + v^2), u = v^(2a - 1): (p/(1 - p))^(a-1) = u/v, so e^((a-1) D_a) =
             (u + 1/u)/(v + 1/v) = cosh(x eps)/cosh(eps/2), x = a - 1/2. g(x) = log cosh(x eps) -
             x^2 eps tanh(eps/2) has g'(x) = 2 x eps^2 (tanh(x eps)/(2 x eps) - tanh(eps/2)/eps) <=
             0 for x >= 1/2, as tanh(y)/y falls: its derivative has the sign of 2 y - sinh 2y. Hence
             (a - 1) D_a <= (x^2 - 1/4) eps tanh(eps/2) = a (a - 1) eps tanh(eps/2). As a falls to
             1, D_a falls to the Kullback-Leibler divergence, which is exactly that. tanh t <= t.
             (2) H's rows at two nodes differ in half of all places, so that E a H[t, g] is 2p - 1
             at the user's own node and 0 elsewhere. (3) c_k of (1 - x)^(-r): (k + 1) c_(k+1) = (k +
             r) c_k, and the n-th power of (1 - x)^(-1/n) is 1/(1 - x). (4) Drop-outs: as in
             mechanisms/instance/shuffle_dropouts.py; log-convex sequences add up to log-convex ones
             by Cauchy-Schwarz. (5) Split-and-mix: as in mechanisms/instance/shuffle_security.py:
             E_U (P/U)^2 <= E q^(C-1) by counting solutions, then Cauchy-Schwarz; the recurrence is
             F P' = q F' P for P = F^q, coefficient by coefficient.
Limits.      The induction of (5) over all n >= 2 J is read in its docstring; what it uses (b(n, k) and n b(n, J) fall)
             is checked on the stated finite ranges only.
Trusted.     monotone_by_derivative, cauchy_schwarz, product_rule, and what Theorem.steps name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import permutations, product
from math import factorial
from typing import Any

from dpmean.distributions import polya
from dpmean.exact import enclosure
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.instance import local_response as response
from dpmean.mechanisms.instance import local_tree, shuffle_dropouts
from dpmean.mechanisms.instance import shuffle_security as security

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import exhaustive, identity, positive
from ...theorem import Theorem

R = Ring({"v": POSITIVE, "u": POSITIVE, "w": POSITIVE, "y": POSITIVE, "a": POSITIVE, "t": POSITIVE})
K = Ring({"p": UNIT, "l": POSITIVE})
H = Ring({"h": POSITIVE})
S = Ring({"k": NONNEGATIVE, "r": UNIT, "t": UNIT, "n": POSITIVE})
M = Ring({"j": NONNEGATIVE, "m": POSITIVE})
E = Ring({"t": UNIT}, powers="JS", base="t")
P = Ring({"q": POSITIVE, "a": POSITIVE, "b": POSITIVE, "c": POSITIVE, "d": POSITIVE})


def keep(v: Any) -> Any:
    """Return p = e^eps/(1 + e^eps), where v = e^(eps/2)."""
    return v**2 / (1 + v**2)


def tanh(w: Any) -> Any:
    """Return tanh y, where w = e^y."""
    return (w - 1 / w) / (w + 1 / w)


def is_greatest(case: tuple[Fraction, str]) -> bool:
    """Check that the shipped p costs at most rho, and the next multiple of 2^-40 more."""
    rho, constants = case
    p = response.keep_for(rho, constants)
    following = p + Fraction(1, enclosure.LATTICE)
    return compare(response.cost(p, constants), rho) <= 0 and (
        following == 1 or compare(response.cost(following, constants), rho) > 0
    )


def is_unbiased(case: tuple[int, int, int]) -> bool:
    """Check that the estimated count of values up to `at` is unbiased.

    Its mean over all answers of one user is 1 where hers is one of these values.
    """
    top, value, at = case
    tree = local_tree.Tree(0, top, response.Response(Fraction(3, 4)))
    total = Fraction(0)
    for level in range(1, tree.height + 1):
        for index, kept in product(range(1 << level), (0, 1)):
            truth = local_tree.entry(index, value >> (tree.height - level))
            chance = Fraction(1, tree.height << level) * (
                Fraction(3, 4) if kept else Fraction(1, 4)
            )
            total += chance * local_tree.Counts(
                tree, 1, [(level, index, truth if kept else -truth)]
            ).at_most(at)
    return total == (1 if value <= at else 0)


def users_of_trees() -> Iterator[tuple[int, int, int]]:
    """Yield every value and every end below the top, for trees of up to 9 leaves."""
    for top in range(1, 9):
        yield from ((top, value, at) for value in range(top + 1) for at in range(-1, top))


def adds_up(case: tuple[int, int]) -> bool:
    """Check that the k-th coefficient of the n-th power of (1 - x)^(-1/n) is 1."""
    n, k = case
    one = [polya.coefficient(i, Fraction(1, n)) for i in range(k + 1)]

    def times(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
        return [sum((a[i] * b[j - i] for i in range(j + 1)), Fraction(0)) for j in range(k + 1)]

    return bool(reduce(times, [one] * n)[k] == 1)


def loss_is_at_0(case: tuple[Fraction, Fraction, int, int]) -> bool:
    """Check that P(x)/P(x + s) is at most P(0)/P(s), with what partial sums leave out."""
    r, t, s, x = case
    first, second = abs(x), abs(x + s)
    terms = 40
    high = shuffle_dropouts.product_series(r, t, first, terms) + shuffle_dropouts.remainder(
        t, first, terms
    )
    return bool(
        high * shuffle_dropouts.product_series(r, t, s, terms)
        <= (
            shuffle_dropouts.product_series(r, t, 0, terms)
            + shuffle_dropouts.remainder(t, 0, terms)
        )
        * (
            shuffle_dropouts.product_series(r, t, second, terms)
            + shuffle_dropouts.remainder(t, second, terms)
        )
    )


def multigraphs(m: int, k: int) -> int:
    """Return a_k = (m k)!/(k!)^2."""
    return factorial(m * k) // factorial(k) ** 2


def parts(order: tuple[int, ...], m: int) -> int:
    """Return the number of connected parts of a multigraph.

    Its e-th edge joins block e // m of one side to block order[e] // m of the other.
    """
    n = len(order) // m
    of = list(range(2 * n))
    for e, f in enumerate(order):
        here, there = of[e // m], of[n + f // m]
        of = [here if x == there else x for x in of]
    return len(set(of))


def counted(case: tuple[int, int, int]) -> bool:
    """Check E q^C by counting over all matchings."""
    n, m, q = case
    found = [Fraction(q) ** parts(order, m) for order in permutations(range(n * m))]
    return sum(found, Fraction(0)) / len(found) == security.exact_parts(m, q, n)[n]


def view_is_near(case: tuple[int, int, int]) -> bool:
    """Check for every input the law of the sorted parts against uniformly random numbers with the
    same sum.

    The squared distance is at most r/4.
    """
    n, m, q = case
    bound = (security.exact_parts(m, q, n)[n] / q - 1) / 4
    uniform: dict[int, Counter[tuple[int, ...]]] = {s: Counter() for s in range(q)}
    for y in product(range(q), repeat=n * m):
        uniform[sum(y) % q][tuple(sorted(y))] += 1
    for x in product(range(q), repeat=n):
        seen: Counter[tuple[int, ...]] = Counter()
        for shares in product(range(q), repeat=n * (m - 1)):
            sent = list(shares) + [
                (v - sum(shares[i * (m - 1) : (i + 1) * (m - 1)])) % q for i, v in enumerate(x)
            ]
            seen[tuple(sorted(sent))] += 1
        other = uniform[sum(x) % q]
        apart = (
            sum(
                (
                    abs(
                        Fraction(seen[y], q ** (n * (m - 1))) - Fraction(other[y], q ** (n * m - 1))
                    )
                    for y in {*seen, *other}
                ),
                Fraction(0),
            )
            / 2
        )
        if apart**2 > bound:
            return False
    return True


def power_coefficients(q: Any, f: list[Any]) -> list[Any]:
    """Return p_0, ..., p_4 of (1 + f_1 t + ... + f_4 t^4)^q = sum of binom(q, i) (f_1 t +
    ...)^i.
    """
    powers, binomial, found = [1, 0, 0, 0, 0], q**0, [1 + 0 * q, 0 * q, 0 * q, 0 * q, 0 * q]
    for i in range(1, 5):
        powers = [sum((powers[j] * f[k - j] for j in range(k)), 0 * q) for k in range(5)]
        binomial = binomial * (q - (i - 1)) / i
        found = [x + binomial * y for x, y in zip(found, powers, strict=True)]
    return found


def recurrence(n: int, q: Any, *f: Any) -> tuple[Any, Any]:
    """Return n p_n and the sum over k of (k q - (n - k)) f_k p_(n-k)."""
    series = [1, *f]
    p = power_coefficients(q, series)
    return n * p[n], sum(((k * q - (n - k)) * series[k] * p[n - k] for k in range(1, n + 1)), 0 * q)


def weights_fall(case: tuple[int, int]) -> bool:
    """Check that b(n, k) falls in k up to n/2 and in n, and that n b(n, k) falls in n for m >=
    3.
    """
    n, m = case
    return all(
        security.weight(n, k + 1, m) <= security.weight(n, k, m)
        and security.weight(n + 1, k, m) <= security.weight(n, k, m)
        and (m < 3 or (n + 1) * security.weight(n + 1, k, m) <= n * security.weight(n, k, m))
        for k in range(1, n // 2)
    )


def bounded(case: tuple[int, int]) -> bool:
    """Check that the rounded bounds are above the exact numbers.

    The bounds for many users are so where the induction begins.
    """
    m, q = case
    exact, found = security.exact_parts(m, q, 16), security.Bounds(m, q)
    above = all(found.at(n) >= exact[n] for n in range(17))
    many = all(
        found.beyond(n, small) >= exact[n] / q - 1
        for small in range(1, 9)
        if m >= 3 and found.settled(small)
        for n in range(2 * small, 17)
    )
    return above and many


def grid(*axes: Iterable[Any]) -> Any:
    """Return a finite domain as a function that yields its points."""
    return lambda: product(*axes)


HALVES = (Fraction(1, 2), Fraction(2, 3), Fraction(9, 10))
STEPS = (
    identity("the odds of p are e^eps = v^2", R, lambda v: (response.odds(keep(v)), v**2)),
    identity("2 p - 1 = tanh(eps/2)", R, lambda v: (response.bias(keep(v)), tanh(v))),
    identity(
        "p^a (1-p)^(1-a) + (1-p)^a p^(1-a) = (u + 1/u)/(v + 1/v), (p/(1-p))^(a-1) = u/v",
        R,
        lambda v, u: (keep(v) * u / v + (1 - keep(v)) * v / u, (u + 1 / u) / (v + 1 / v)),
    ),
    identity(
        "(a - 1/2)^2 - 1/4 = a (a - 1)",
        R,
        lambda a: ((a - Fraction(1, 2)) ** 2 - Fraction(1, 4), a * (a - 1)),
    ),
    identity(
        "y/cosh^2 y - tanh y = (2 y - sinh 2y)/(2 cosh^2 y), w = e^y",
        R,
        lambda w, y: (
            y * 4 / (w + 1 / w) ** 2 - tanh(w),
            (2 * y - (w**2 - 1 / w**2) / 2) * 2 / (w + 1 / w) ** 2,
        ),
    ),
    positive(
        "sinh z > z: the derivative of the difference is cosh z - 1, e^z = 1 + h",
        H,
        lambda h: ((1 + h) + 1 / (1 + h)) / 2 - 1,
        trusts=("monotone_by_derivative",),
    ),
    identity(
        "the Kullback-Leibler divergence is the shipped cost: no smaller rho",
        K,
        lambda p, l: (p * l - (1 - p) * l, response.exact_cost(p, l)),
    ),
    positive(
        "tanh t < t: the derivative of the difference is tanh^2 t, e^t = 1 + h",
        H,
        lambda h: tanh(1 + h) ** 2,
        trusts=("monotone_by_derivative",),
    ),
    identity(
        "eps^2/2 = eps (eps/2), the shipped cost of constants = paper",
        R,
        lambda t: (response.paper_cost(2 * t), 2 * t * t),
    ),
    exhaustive(
        "the shipped p is the greatest, 18 budgets",
        grid([Fraction(n, d) for n in (1, 3, 7) for d in (1, 10, 1000)], ("paper", "exact")),
        is_greatest,
    ),
    exhaustive("counts in trees of up to 9 leaves are unbiased", users_of_trees, is_unbiased),
    identity("(k + 1) c_(k+1) = (k + r) c_k", S, lambda k, r: ((k + 1) * polya.step(k, r), k + r)),
    exhaustive(
        "n shares are geometric: up to 5 users, 8 coefficients",
        grid(range(1, 6), range(9)),
        adds_up,
    ),
    identity(
        "n variances of a share are that of the geometric law",
        S,
        lambda n, t: (n * polya.variance(1 / n, t), t / (1 - t) ** 2),
    ),
    identity(
        "n means of a share are that of the geometric law",
        S,
        lambda n, t: (n * polya.mean(1 / n, t), t / (1 - t)),
    ),
    positive(
        "r < 1: the ratio of neighbouring probabilities rises",
        S,
        lambda k, r: polya.step(k + 1, r) - polya.step(k, r),
    ),
    positive("r < 1: no coefficient is above the one before", S, lambda k, r: 1 - polya.step(k, r)),
    identity(
        "the remainder telescopes",
        E,
        lambda t, J, S: (
            shuffle_dropouts.remainder(t, S, J) - shuffle_dropouts.remainder(t, S, J + 1),
            t ** (2 * J + S),
        ),
    ),
    exhaustive(
        "the loss of a shift is that at 0",
        grid(HALVES, (Fraction(1, 5), Fraction(1, 2)), (1, 2, 3), range(-5, 6)),
        loss_is_at_0,
        ("cauchy_schwarz",),
    ),
    exhaustive(
        "b(n, k) = a_k a_(n-k)/a_n",
        grid(range(1, 9), range(2, 6)),
        lambda case: all(
            security.weight(case[0], k, case[1])
            == Fraction(
                multigraphs(case[1], k) * multigraphs(case[1], case[0] - k),
                multigraphs(case[1], case[0]),
            )
            for k in range(case[0] + 1)
        ),
    ),
    exhaustive(
        "the shipped rise is a_(j+1)/a_j",
        grid(range(8), range(2, 7)),
        lambda case: (
            security.rise(*case)
            == Fraction(multigraphs(case[1], case[0] + 1), multigraphs(case[1], case[0]))
        ),
    ),
    positive(
        "a_(j+1)/a_j rises: its factor (m j + m - 1)/(j + 1) does",
        M,
        lambda j, m: (m * (j + 1) + m - 1) / (j + 2) - (m * j + m - 1) / (j + 1),
    ),
    *(
        identity(
            f"F P' = q F' P: the coefficient {n} of a power",
            P,
            lambda q, a, b, c, d, n=n: recurrence(n, q, a, b, c, d),
            ("product_rule",),
        )
        for n in range(1, 5)
    ),
    exhaustive(
        "E q^C by all matchings of up to 6 edges",
        lambda: ((n, m, q) for n, m in ((1, 2), (2, 2), (1, 3), (2, 3), (3, 2)) for q in (2, 3, 8)),
        counted,
    ),
    exhaustive(
        "every view of up to 6 parts is as near as E q^(C-1) says",
        lambda: ((2, 2, 2), (2, 2, 3), (2, 3, 2), (3, 2, 2), (1, 3, 3)),
        view_is_near,
        ("cauchy_schwarz",),
    ),
    exhaustive(
        "b(n, k) and n b(n, k) fall: up to 40 users, 8 messages",
        grid(range(2, 41), range(2, 9)),
        weights_fall,
    ),
    exhaustive(
        "the bounds in use are above the exact numbers",
        grid((2, 3, 4, 6, 9), (2, 16, 1 << 20)),
        bounded,
    ),
)


def holds(decay: Fraction, extra: Fraction, n: int, k: int) -> bool:
    """Check that a response's moment is within its cost for the order 1 + extra.

    The loss of fewer shares is at least that of all.
    """
    b = Decay.from_decay(decay)
    p, order = 1 / (1 + decay), 1 + extra
    moment = p * b.power(-extra) + (1 - p) * b.power(extra)
    within = not extra or compare(moment, b.power(-order * extra * response.bias(p))) <= 0
    users = n + 2
    low, high = shuffle_dropouts.left_over(b, users, abs(k) % users, 1)
    return within and compare(low, high) <= 0 <= compare(high, b.epsilon)


THEOREM = Theorem(
    id="instance_messages",
    title="What the messages of the local and the shuffle model cost",
    statement="a randomised response's cost in zCDP, attained; unbiased counts in a tree; shares of "
    "discrete Laplace noise and what is left of them; the distance of shuffled views",
    source="instance Section 5 cites these; proofs of our own",
    steps=STEPS,
    programs=("shuffled_mean", "shuffled_clipped_mean", "local_clipped_mean"),
    holds=holds,
)
