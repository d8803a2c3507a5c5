"""Binomial laws on balls: masses and tails of any size.

CONTRIBUTING.md names the few files that touch python-flint.
"""

from __future__ import annotations

import flint

EVERY = 16  # terms between two checks of what is left
# up to this variance, a sum of at most some thousand masses is quicker than the beta function
SHORT = 1 << 16


def mass(n: int, k: int, p: flint.arb) -> flint.arb:
    """Returns a ball of P(X = k) for X binomial(n, p), 0 <= k <= n, at the working precision."""
    return flint.arb.bin_uiui(n, k) * p**k * (1 - p) ** (n - k)


def tail(n: int, k: int, p: flint.arb) -> flint.arb:
    """Returns a ball of P(X >= k) for X binomial(n, p), 0 < p < 1, at the working precision.

    Each mass follows from the one before. Once they fall, what is left is less than a geometric
    series, and the sum ends where that is negligible.
    """
    if not 0 < k <= n:
        return flint.arb(int(k <= 0))
    term, odds, total = mass(n, k, p), p / (1 - p), flint.arb(0)
    for x in range(k, n + 1):
        total += term
        fall = odds * (n - x) / (x + 1)
        if (
            x % EVERY == 0
            and fall < 1
            and (rest := term * fall / (1 - fall)) * (1 << flint.ctx.prec) < total
        ):
            return total + rest.union(flint.arb(0))
        term *= fall
    return total


def upper(n: int, k: int, p: flint.fmpq) -> flint.arb:
    """Returns a ball of P(X >= k) for X binomial(n, p), 0 < k <= n, 0 < p < 1, at the working
    precision.

    Where the law is not wide, masses are summed, on the side of the mean on which they fall: up to
    a hundred times as quick as the other way, the regularised incomplete beta function I_p(k, n - k
    + 1).
    """
    if n * p * (1 - p) > SHORT:
        return flint.arb(p).beta_lower(k, n - k + 1, regularized=1)
    return tail(n, k, flint.arb(p)) if k > n * p else 1 - tail(n, n - k + 1, flint.arb(1 - p))
