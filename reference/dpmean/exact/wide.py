"""Sums of the terms of wide Gaussians, as balls, by the formula of Euler and Maclaurin with a
proved remainder.

A sum over integers of so slowly changing terms is nearly an integral. With f(x) = x^p e^(-a x^2),

    sum over j >= k of f(j) = integral of f from k on + f(k)/2 - sum over m = 1..M of B_2m/(2m)!
    f^(2m - 1)(k) - R,

where |R| is at most 2 zeta(2M)/(2 pi)^(2M) times the integral of |f^(2M)| from k on. By Cauchy's
formula on circles of any radius r, |f^(n)(x)| <= n!/r^n (x + r)^p e^(-a ((x - r)^2 - 2 r^2)) for x
>= 0.

CONTRIBUTING.md names the few files that touch python-flint.
"""

from __future__ import annotations

import flint

FEWEST, MOST = 8, 1 << 12  # derivatives: at first, and at most


def wide_sum(a: flint.arb, start: int, order: int, bits: int) -> flint.arb | None:
    """Returns a ball of the sum over j >= start of j^order e^(-a j^2), to about `bits` bits, or
    None.

    It is None where so many bits cannot be had in this way: where the Gaussian is not wide, or far
    out on it.
    """
    k, derivatives = flint.arb(start), FEWEST
    first = k**order * (-a * k * k).exp()
    integral = (
        (a ** (-flint.arb(order + 1) / 2)) * (a * k * k).gamma_upper(flint.arb(order + 1) / 2) / 2
    )
    while derivatives <= MOST:
        rest = remainder(a, start, order, derivatives)
        if rest < integral * flint.arb(2) ** -(bits + 8):
            total = integral + first / 2
            for m, coefficient in enumerate(expansion(a, k, order, derivatives)[1::2], 1):
                total -= flint.arb(flint.fmpq.bernoulli(2 * m)) / (2 * m) * coefficient
            return total + rest.union(-rest)
        derivatives *= 2
    return None


def expansion(a: flint.arb, k: flint.arb, order: int, count: int) -> list[flint.arb]:
    """Returns the first `count` coefficients of (k + h)^order e^(-a (k + h)^2) as a series in h."""
    # of e^(-a (k + h)^2) by its differential equation f' = -2 a (k + h) f, then times k + h,
    # `order` times
    found, before = [(-a * k * k).exp()], flint.arb(0)
    for i in range(1, count):
        found.append(-2 * a * (k * found[-1] + before) / i)
        before = found[-2]
    for _ in range(order):
        found = [k * c + lower for c, lower in zip(found, [flint.arb(0), *found[:-1]], strict=True)]
    return found


def remainder(a: flint.arb, start: int, order: int, n: int) -> flint.arb:
    """Returns a bound of |R| after n derivatives (n even): see above, with a radius that makes it
    small.
    """
    slope = a * start
    r = ((slope * slope + 2 * a * n).sqrt() - slope) / (2 * a)
    # the integral of (x + r)^p e^(-a (x - r)^2) from `start` on, where x + r = y + 2 r <= 2
    # max(|y|, 2 r), y = x - r
    nearest = start - r
    power = (-a * nearest * nearest / 2).exp() if nearest > 0 else flint.arb(1)
    half = a / 2
    spread = half ** (-flint.arb(order + 1) / 2) * (flint.arb(order + 1) / 2).gamma()
    flat = (flint.arb.pi() / half).sqrt() * (2 * r) ** order
    area = flint.arb(2) ** order * power * (spread + flat)
    return 4 * flint.arb(n).fac() / (2 * flint.arb.pi() * r) ** n * (2 * a * r * r).exp() * area
