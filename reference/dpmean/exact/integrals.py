"""Balls of integrals that python-flint has under no name of their own."""

from __future__ import annotations

import flint


def entire_integral(z: flint.arb) -> flint.arb:
    """Returns a ball of Ein(z): by its power series near 0, elsewhere as log|z| + Euler's constant
    - Ei(-z).
    """
    if abs(z) > 1:
        return abs(z).log() + flint.arb.const_euler() - (-z).ei()
    return z * flint.arb.hypgeom(-z, [flint.arb(1)] * 2, [flint.arb(2)] * 2)
