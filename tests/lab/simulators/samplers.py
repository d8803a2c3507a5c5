"""Samplers where numbers are long: noise wider than doubles count, and the bugs that such samplers
have.

Written from the definitions in vectors/*.md alone. Wide noise is made of a coarse part in doubles
and low digits of its own, so that its integers are exact.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

Rng = np.random.Generator
LOW = 1 << 20  # of wide noise the digits below this are uniform, to a relative 2^-20 or less
WIDE = 1 << 40  # the scale of what is wide
WORD = 1 << 32


def scale_of(p: dict[str, str]) -> Fraction:
    """D/epsilon, exactly; 0 where a decay is given."""
    return (
        Fraction(p.get("sensitivity", "1")) / Fraction(p["epsilon"])
        if "epsilon" in p
        else Fraction(0)
    )


def wide_laplace(rng: Rng, scale: Fraction, n: int) -> np.ndarray:
    """Integers with masses proportional to e^(-|k|/scale), as Python's integers."""

    def geometric() -> np.ndarray:
        coarse = rng.geometric(-np.expm1(-LOW / float(scale)), n) - 1
        return coarse.astype(object) * LOW + rng.integers(0, LOW, n).astype(object)

    return geometric() - geometric()


def exactly(noise: np.ndarray, center: str) -> np.ndarray:
    """Noise on a centre as rationals, or integers where all of them are."""
    at = Fraction(center)
    moved = [Fraction(x) + at for x in noise]
    if all(x.denominator == 1 for x in moved):
        return np.array([int(x) for x in moved], dtype=object)
    return np.array(moved, dtype=object)


def in_32_bits(p: dict[str, str]) -> dict[str, str]:
    """Every rational parameter with numerator and denominator modulo 2^32."""
    found = {}
    for name in ("epsilon", "sigma_squared", "scale", "sensitivity"):
        if name in p:
            x = Fraction(p[name])
            found[name] = str(Fraction(x.numerator % WORD, x.denominator % WORD))
    return found


def short_uniform(rng: Rng, p: dict[str, str], n: int) -> np.ndarray:
    """Algorithm 2 of Canonne, Kamath and Steinke at scale t/s, with u below 2^32 in the place of
    t.
    """
    scale = scale_of(p)
    t, s = scale.numerator, scale.denominator
    found: list[int] = []
    while len(found) < n:
        u = rng.integers(0, min(t, WORD), 2 * n)
        u = u[rng.random(2 * n) < np.exp(-u / t)]
        v = rng.geometric(-np.expm1(-1), len(u)) - 1
        negative = rng.random(len(u)) < 0.5
        for a, b, minus in zip(u.tolist(), v.tolist(), negative.tolist(), strict=True):
            x = (a + t * b) // s
            if x or not minus:
                found.append(-x if minus else x)
    return np.array(found[:n], dtype=object)
