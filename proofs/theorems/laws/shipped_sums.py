"""The catalogue's quantities of the Laplace and Gaussian laws and of composition: sums and
identities from the names.

Claim.       The names of the discrete Gaussian and the discrete Laplace law agree with their masses, and those of the
             Laplace law with its tail, up to 10^-9 where numbers are not rational; their
             divergences are the suprema over events; rho is the Renyi divergence of an order over
             that order. Composition of k pure or approximate releases is the divergence of the
             k-fold product of randomised response; groups are chains of neighbours.
Source.      this project; instance Definitions 2.2-2.4; trilemma Lemma 2.2.
Derivation.  What is left out of a sum is below 10^-12 of it: masses of an integer k beyond 60 are at most 2^-60 k^4
             times that at 0, or e^(-60^2/8). The formulas are proved for all parameters in
             discrete_gaussian_law, laplace_laws, best_composition and trilemma_groups; here the
             entry points hand them the right ones.
Trusted.     exp_and_log.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from dpmean.catalogue.quantities import value
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.enclosure import compare, floor

from ...kernel.rules import exhaustive
from ...theorem import Theorem

CLOSE, FAR = Fraction(1, 10**9), 60
Law = tuple[str, dict[str, Any], Fraction]


def ask(name: str, **given: Any) -> Any:
    """Return a quantity of the catalogue."""
    return value(name, given).values[0]


def close(x: Any, y: Any) -> bool:
    """Tell whether two numbers differ by less than 10^-9 (1 + |y|)."""
    size = CLOSE * (1 + (y if compare(y, Fraction(0)) >= 0 else -y))
    return compare(x - y, size) < 0 < compare(x - y + size, Fraction(0))


def sums() -> Iterator[Law]:
    """Yield a law on the integers, its parameters, and the sensitivity."""
    for d in (1, 3):
        yield from (
            ("discrete_gaussian", {"sigma_squared": q, "sensitivity": d}, Fraction(d))
            for q in (Fraction(1, 4), Fraction(1), Fraction(7, 2))
        )
        yield "discrete_laplace", {"decay": Fraction(1, 2**d), "sensitivity": d}, Fraction(d)
        yield "discrete_laplace", {"decay": Fraction(1, 4**d), "sensitivity": d}, Fraction(d)


def masses_agree(case: Law) -> bool:
    """Check normaliser, tail, distribution function, quantile, moments and logarithm against the
    masses.
    """
    law, given, _ = case
    p = [ask(f"{law}.pmf", **given, k=k) for k in range(FAR)]
    zero = Fraction(0)
    good = close(p[0] + 2 * sum(p[1:], zero), Fraction(1)) and close(
        ask(f"{law}.normalizer", **given), p[0]
    )
    for order in (1, 2, 3, 4):
        moment = 2 * sum((k**order * q for k, q in enumerate(p)), zero)
        good &= close(ask(f"{law}.moment", **given, order=order), moment)
    good &= close(ask(f"{law}.variance", **given), ask(f"{law}.moment", **given, order=2))
    for k in range(-2, 5):
        tail = 2 * sum(p[k:], zero) if k > 0 else Fraction(1)
        below = 1 - sum(p[k + 1 :], zero) if k >= 0 else sum(p[-k:], zero)
        cdf = ask(f"{law}.cdf", **given, k=k)
        good &= close(ask(f"{law}.tail", **given, k=k), tail) and close(cdf, below)
        good &= close(ask(f"{law}.pmf", **given, k=-k), p[abs(k)])
        good &= close(ask(f"{law}.log_pmf", **given, k=k), reals.log(p[abs(k)]))
        inside = Fraction(floor(cdf * 10**6), 10**6) - Fraction(1, 10**5)
        if inside > 0 and compare(inside, cdf - p[abs(k)]) > 0:
            good &= ask(f"{law}.quantile", **given, p=inside) == k
    return good


def sum_divergences(case: tuple[Law, int, Fraction]) -> bool:
    """Check the divergence of a law on the integers against the sum of what is positive."""
    (law, given, _), shift, ratio = case
    p = [ask(f"{law}.pmf", **given, k=k) for k in range(FAR)]
    total: Any = Fraction(0)
    for k in range(-40, 41):
        gap = p[abs(k)] - ratio * p[abs(k - shift)]
        if compare(gap, Fraction(1, 10**15)) > 0:
            total = total + gap
    return close(ask(f"{law}.hockey_stick", **given, shift=shift, at_ratio=ratio), total)


def rho_is_renyi(case: Law) -> bool:
    """Check rho: the Renyi divergence under a shift by D, over its order, by the sum over k, at
    orders 2 and 3.
    """
    law, given, d = case
    if law != "discrete_gaussian":
        return True
    shift = int(d)
    p = [ask(f"{law}.pmf", **given, k=k) for k in range(FAR)]
    for order in (2, 3):
        total = sum(
            (p[abs(k)] ** order / p[abs(k - shift)] ** (order - 1) for k in range(-25, 35)),
            Fraction(0),
        )
        found = reals.log(total) / (order - 1)
        if not close(found, order * ask("discrete_gaussian.rho", **given)):
            return False
        if not close(
            ask("discrete_gaussian.renyi", **given, shift=shift, renyi_order=order), found
        ):
            return False
    return True


def laplace_agrees(case: tuple[int, Fraction]) -> bool:
    """Check the names of the Laplace law of sensitivity d, b = 16^-d: its tails at multiples of d/4
    are rational.
    """
    d, b = case
    law = {"decay": b, "sensitivity": d}
    scale, good = ask("laplace.scale", **law), ask("laplace.tail", **law, x=d) == b
    good &= close(reals.log(b) * scale, Fraction(-d)) and ask("laplace.tail", **law, x=-1) == 1
    factor = Fraction(1)
    for order in range(1, 5):
        factor = factor * order
        good &= close(ask("laplace.moment", **law, order=order), factor * prod([scale] * order))
    good &= close(ask("laplace.variance", **law), 2 * scale * scale)
    for i in range(1, 6):
        x, y = Fraction(i * d, 4), Fraction((i + 2) * d, 4)
        tails = [ask("laplace.tail", **law, x=z) for z in (x, y, x + y)]
        good &= (
            tails[0] * tails[1] == tails[2] and ask("laplace.cdf", **law, x=x) == 1 - tails[0] / 2
        )
        good &= ask("laplace.cdf", **law, x=-x) == tails[0] / 2
        good &= close(ask("laplace.density", **law, x=-x) * 2 * scale, tails[0])
        good &= close(
            ask("laplace.log_density", **law, x=x), reals.log(ask("laplace.density", **law, x=x))
        )
        good &= all(
            close(ask("laplace.quantile", **law, p=ask("laplace.cdf", **law, x=z)), z)
            for z in (x, -x)
        )
        # the ratio b^(q/4): for x < s/2 + q D/8 the density is more than that times the shifted
        for q in (-1, 0, 1):
            power = ask("laplace.tail", **law, x=Fraction(abs(q) * d, 4))
            s, ratio = y, power if q >= 0 else 1 / power
            end = s / 2 + Fraction(q * d, 8)
            best = ask("laplace.cdf", **law, x=end) - ratio * ask("laplace.cdf", **law, x=end - s)
            good &= close(ask("laplace.hockey_stick", **law, shift=s, at_ratio=ratio), best)
            good &= close(ask("laplace.hockey_stick", **law, shift=-s, at_ratio=ratio), best)
    return good and close(ask("laplace.epsilon", scale=Fraction(3), sensitivity=d), Fraction(d, 3))


def composed(case: tuple[Fraction, Fraction, int, Fraction]) -> bool:
    """Check the delta of k releases, each randomised response of b that fails with probability
    delta, at a ratio.
    """
    b, delta, k, ratio = case
    single = [
        (delta, Fraction(0)),
        ((1 - delta) / (1 + b), (1 - delta) * b / (1 + b)),
        ((1 - delta) * b / (1 + b), (1 - delta) / (1 + b)),
        (Fraction(0), delta),
    ]
    total = Fraction(0)
    for outcomes in product(single, repeat=k):
        total += max(
            prod(p for p, _ in outcomes) - ratio * prod(q for _, q in outcomes), Fraction(0)
        )
    given = {"decay": b, "delta": delta, "releases": k}
    good = close(ask("composition.delta", **given, at_ratio=ratio), total)
    if 0 < total < 1 and ratio >= 1 and compare(ratio * b**k, Fraction(1)) < 0:
        epsilon = ask("composition.epsilon", **given, delta1=total)
        good &= close(epsilon, reals.log(ratio))
    return good


def renyi_adds_up(case: tuple[Fraction, int, int]) -> bool:
    """Check the Renyi divergence of k releases: k times that of randomised response."""
    b, k, order = case
    p, q = 1 / (1 + b), b / (1 + b)
    single = p**order / q ** (order - 1) + q**order / p ** (order - 1)
    return close(
        ask("composition.renyi", decay=b, releases=k, renyi_order=order),
        reals.log(single) * Fraction(k, order - 1),
    )


def group_is_a_chain(case: tuple[Fraction, Fraction, int]) -> bool:
    """Check groups: one neighbour more multiplies e^epsilon, and adds delta after multiplying; rho
    by distances.
    """
    b, delta, n = case
    epsilon = [ask("group.epsilon", decay=b, group_size=i) for i in (n, n + 1)]
    good = close(epsilon[1] - epsilon[0], -reals.log(b)) and close(
        ask("group.epsilon", decay=b, group_size=1), -reals.log(b)
    )
    now, then = (ask("group.delta", decay=b, delta=delta, group_size=i) for i in (n, n + 1))
    good &= close(then, now / b + delta) and close(
        ask("group.delta", decay=b, delta=delta, group_size=1), delta
    )
    rho = [ask("group.rho", rho=delta, group_size=i) for i in (1, n)]
    good &= close(ask("replacement.epsilon", decay=b), ask("group.epsilon", decay=b, group_size=2))
    two = ask("group.delta", decay=b, delta=delta, group_size=2)
    good &= close(ask("replacement.delta", decay=b, delta=delta), two)
    return good and rho[0] == delta and rho[1] == n**2 * delta


def off_the_lattice(case: tuple[str, dict[str, Any]]) -> bool:
    """Check that a sensitivity or a shift that is no integer is refused."""
    try:
        ask(case[0], **case[1])
    except InvalidInput:
        return True
    return False


STEPS = (
    exhaustive(
        "the discrete laws' names agree with their masses", sums, masses_agree, ("exp_and_log",)
    ),
    exhaustive(
        "their divergences are suprema over events",
        lambda: product(sums(), (1, -2, 3), (Fraction(1, 2), Fraction(1), Fraction(5, 3))),
        sum_divergences,
    ),
    exhaustive("rho is the Renyi divergence over its order", sums, rho_is_renyi, ("exp_and_log",)),
    exhaustive(
        "the Laplace law's names agree with its tail",
        lambda: ((d, Fraction(1, 16) ** d) for d in (1, 2)),
        laplace_agrees,
        ("exp_and_log",),
    ),
    exhaustive(
        "the delta and epsilon of k releases are those of a product of randomised responses",
        lambda: product(
            (Fraction(1, 3), Fraction(3, 4)),
            (Fraction(0), Fraction(1, 10)),
            (1, 2, 3),
            (Fraction(1), Fraction(5, 4), Fraction(4)),
        ),
        composed,
    ),
    exhaustive(
        "the Renyi divergence of k releases is k times that of one",
        lambda: product((Fraction(1, 3), Fraction(3, 4)), (1, 2, 7), (2, 3, 5)),
        renyi_adds_up,
        ("exp_and_log",),
    ),
    exhaustive(
        "groups are chains of neighbours",
        lambda: product(
            (Fraction(1, 3), Fraction(3, 4)), (Fraction(1, 100), Fraction(1, 7)), (1, 2, 5)
        ),
        group_is_a_chain,
        ("exp_and_log",),
    ),
    exhaustive(
        "sensitivities and shifts that are no integers are refused",
        lambda: [
            ("discrete_gaussian.rho", {"sigma_squared": 1, "sensitivity": Fraction(1, 2)}),
            (
                "discrete_gaussian.hockey_stick",
                {"sigma_squared": 1, "shift": Fraction(1, 2), "at_ratio": 2},
            ),
            ("discrete_laplace.privacy_loss", {"decay": Fraction(1, 2), "shift": Fraction(1, 2)}),
            (
                "discrete_laplace.pmf",
                {"decay": Fraction(1, 2), "k": 1, "sensitivity": Fraction(1, 2)},
            ),
        ],
        off_the_lattice,
    ),
)


def holds(order: int, n: int) -> bool:
    """Check groups of any size, and the Renyi divergence at any order."""
    half = Fraction(1, 2)
    return group_is_a_chain((half, Fraction(1, 50), n + 1)) and renyi_adds_up(
        (half, n + 1, order + 2)
    )


THEOREM = Theorem(
    id="shipped_sums",
    title="The Laplace and Gaussian laws and composition as the catalogue gives them",
    statement="the names of the discrete Gaussian, discrete Laplace and Laplace laws, and of "
    "composition and groups, are what sums over masses, tails and products of randomised "
    "responses say, within 10^-9",
    source="this project",
    steps=STEPS,
    covers=tuple(
        f"{law}.{name}"
        for law, names in (
            (
                "discrete_gaussian",
                "normalizer pmf log_pmf cdf quantile tail moment variance rho renyi hockey_stick",
            ),
            (
                "discrete_laplace",
                "normalizer pmf log_pmf cdf quantile tail moment variance hockey_stick",
            ),
            (
                "laplace",
                "scale density log_density cdf quantile tail moment variance hockey_stick epsilon",
            ),
            ("composition", "delta epsilon renyi"),
            ("group", "epsilon delta rho"),
            ("replacement", "epsilon delta"),
        )
        for name in names.split()
    ),
    depends_on=("discrete_gaussian_law", "laplace_laws", "best_composition", "trilemma_groups"),
    holds=holds,
)
