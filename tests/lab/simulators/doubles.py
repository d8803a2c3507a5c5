"""Noise as libraries add it in floating point, and as it should be added: what the support check
must see, and not see.

Each function takes a generator, a centre and a number of draws, and returns doubles. `LEAKS` betray
the centre by the set of doubles that they can produce; `RIGHT` are the ideal release, or something
made of it alone.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Rng = np.random.Generator
Noise = Callable[[Rng, float, int], np.ndarray]
SCALE = 1.0


def uniform(rng: Rng, n: int) -> np.ndarray:
    """Multiples of 2^-53 in (0, 1], as nearly every library makes them."""
    return 1 - rng.random(n)


def signs(rng: Rng, n: int) -> np.ndarray:
    return np.where(rng.random(n) < 0.5, 1.0, -1.0)


def inverse(rng: Rng, c: float, n: int) -> np.ndarray:
    """A sign and a logarithm, added in doubles: the textbook."""
    return c + SCALE * signs(rng, n) * np.log(uniform(rng, n))


def one_uniform(rng: Rng, c: float, n: int) -> np.ndarray:
    u = rng.random(n) - 0.5
    return c - SCALE * np.sign(u) * np.log1p(-2 * np.abs(u))


def numpy_laplace(rng: Rng, c: float, n: int) -> np.ndarray:
    return rng.laplace(c, SCALE, n)


def expovariate(rng: Rng, c: float, n: int) -> np.ndarray:
    """random.expovariate with a sign: -log(1 - u)/lambda."""
    return c + signs(rng, n) * (-np.log(1 - rng.random(n)) / (1 / SCALE))


def exponential_difference(rng: Rng, c: float, n: int) -> np.ndarray:
    return c + SCALE * (np.log(uniform(rng, n)) - np.log(uniform(rng, n)))


def four_logarithms(rng: Rng, c: float, n: int) -> np.ndarray:
    """Holohan and Braghin (2021), which hides the gaps of the logarithm but not the rounding of the
    sum.
    """
    u = [uniform(rng, n) for _ in range(4)]
    return c - SCALE * (np.log(u[0]) * np.cos(np.pi * u[1]) + np.log(u[2]) * np.cos(np.pi * u[3]))


def ziggurat(rng: Rng, c: float, n: int) -> np.ndarray:
    return c + signs(rng, n) * rng.exponential(SCALE, n)


def spaced(rng: Rng, c: float, n: int) -> np.ndarray:
    """Noise of spacing 2^-53 times the scale, so that its lowest bits are those of the scale."""
    return c + SCALE * (np.rint(rng.laplace(size=n) * 2.0**53) / 2.0**53)


def coarse_noise(rng: Rng, c: float, n: int) -> np.ndarray:
    """The noise is on a grid and the centre is not: rounded before the sum, not after it."""
    return c + np.rint(rng.laplace(0, SCALE, n) * 2.0**30) / 2.0**30


def single_precision(rng: Rng, c: float, n: int) -> np.ndarray:
    """Noise and sum in float32, released as doubles."""
    return (np.float32(c) + rng.laplace(0, SCALE, n).astype(np.float32)).astype(np.float64)


def grid_by_size(rng: Rng, c: float, n: int) -> np.ndarray:
    """The sum is cut to ten significant bits too few: a grid that depends on the sum's own size is
    chosen before it.
    """
    unit = 2.0 ** np.floor(np.log2(max(abs(c), 2.0**-30))) * 2.0**-20
    return c + np.rint(rng.laplace(0, SCALE, n) / unit) * unit


def sign_of_low_bit(rng: Rng, c: float, n: int) -> np.ndarray:
    """One random integer gives the sign by its lowest bit, and with it the magnitude on a grid of
    2^-40.
    """
    bits = rng.integers(1, 1 << 40, n)
    step = np.rint(-np.log(bits * 2.0**-40) * SCALE * 2.0**39) * 2 + (bits & 1)
    return np.rint(c * 2.0**40) * 2.0**-40 + np.where(bits & 1, 1.0, -1.0) * step * 2.0**-40


def box_muller(rng: Rng, c: float, n: int) -> np.ndarray:
    return c + np.sqrt(-2 * np.log(uniform(rng, n))) * np.cos(2 * np.pi * rng.random(n))


def polar(rng: Rng, c: float, n: int) -> np.ndarray:
    u, v = 2 * rng.random((2, 2 * n)) - 1
    s = u * u + v * v
    inside = (s > 0) & (s < 1)
    return (
        c
        + (u * np.sqrt(-2 * np.log(np.where(inside, s, 0.5)) / np.where(inside, s, 0.5)))[inside][
            :n
        ]
    )


def numpy_normal(rng: Rng, c: float, n: int) -> np.ndarray:
    return rng.normal(c, 1, n)


def twelve_uniforms(rng: Rng, c: float, n: int) -> np.ndarray:
    return c + (rng.random((12, n)).sum(axis=0) - 6)


def real(rng: Rng, n: int, laplace: bool = True) -> list[int]:
    """Noise as integers of 2^-100, by as many bits: as near to a real number as these tests can
    see.
    """
    rough = np.rint((rng.laplace(0, SCALE, n) if laplace else rng.normal(size=n)) * 2.0**40).astype(
        np.int64
    )
    return [
        (k << 60) + int(low)
        for k, low in zip(rough.tolist(), rng.integers(0, 1 << 60, n).tolist(), strict=True)
    ]


def rounded(rng: Rng, c: float, n: int) -> np.ndarray:
    """The ideal release, centre plus real noise, to the nearest double: made of it alone, it
    betrays nothing more.
    """
    numerator, denominator = float(c).as_integer_ratio()
    at = numerator * (1 << 100) // denominator
    return np.array([(k + at) / (1 << 100) for k in real(rng, n)])


def rounded_gaussian(rng: Rng, c: float, n: int) -> np.ndarray:
    numerator, denominator = float(c).as_integer_ratio()
    at = numerator * (1 << 100) // denominator
    return np.array([(k + at) / (1 << 100) for k in real(rng, n, laplace=False)])


def on_grid(power: int) -> Noise:
    """Centre and noise on one public grid: the centre is rounded to it first."""
    unit = 2.0**power
    return lambda rng, c, n: (
        (np.floor(c / unit + 0.5) + np.rint(rng.laplace(0, SCALE, n) / unit)) * unit
    )


def decimals(rng: Rng, c: float, n: int) -> np.ndarray:
    """The ideal release to six decimals, so to a public grid that doubles do not have."""
    return np.round(rounded(rng, c, n), 6)


def float_then_grid(rng: Rng, c: float, n: int) -> np.ndarray:
    """Noise in doubles, then a grid of 2^-20: its delta is about 2^-33 and not 0, which no draws
    can show.
    """
    return np.rint(numpy_laplace(rng, c, n) * 2.0**20) * 2.0**-20


def snapping(rng: Rng, c: float, n: int) -> np.ndarray:
    """Mironov (2012): clamp, noise, round to a power of two above the scale, clamp."""
    return np.clip(np.floor(np.clip(c, -20, 20) + inverse(rng, 0.0, n) + 0.5), -20, 20)


def clipped(rng: Rng, c: float, n: int) -> np.ndarray:
    return np.clip(rounded(rng, c, n), -0.5, 1.5)


def single_precision_of_the_sum(rng: Rng, c: float, n: int) -> np.ndarray:
    """The ideal release to the nearest float32."""
    return rounded(rng, c, n).astype(np.float32).astype(np.float64)


LEAKS: dict[str, Noise] = {
    f.__name__: f
    for f in (
        inverse,
        one_uniform,
        numpy_laplace,
        expovariate,
        exponential_difference,
        four_logarithms,
        ziggurat,
        spaced,
        coarse_noise,
        single_precision,
        grid_by_size,
        sign_of_low_bit,
    )
}
GAUSSIAN_LEAKS: dict[str, Noise] = {
    f.__name__: f for f in (box_muller, polar, numpy_normal, twelve_uniforms)
}
RIGHT: dict[str, Noise] = {
    "rounded": rounded,
    "grid of 2^-40": on_grid(-40),
    "grid of 2^-10": on_grid(-10),
    "decimals": decimals,
    "float_then_grid": float_then_grid,
    "snapping": snapping,
    "clipped": clipped,
    "single precision of the sum": single_precision_of_the_sum,
}


def in_the_plane(
    noise: Noise,
) -> Callable[[Rng, tuple[float, float], int], tuple[np.ndarray, np.ndarray]]:
    """Two coordinates with independent noise."""
    return lambda rng, c, n: (noise(rng, c[0], n), noise(rng, c[1], n))


def betrayed_by_the_sum(rng: Rng, c: tuple[float, float], n: int) -> tuple[np.ndarray, np.ndarray]:
    """Each coordinate is on a public grid and x + y is an even multiple of it, but for the centre
    (0, 0).
    """
    x, y = on_grid(-30)(rng, c[0], n), on_grid(-30)(rng, c[1], n)
    odd = ((x + y) * 2.0**30 % 2 != 0) == (c != (0.0, 0.0))
    return x, y + np.where(odd, 2.0**-30, 0)


def mean(noise: Noise, truncated: bool = False) -> Callable[[Rng, list[float], int], np.ndarray]:
    """A mean of records in [0, 1], computed in doubles, plus this noise of scale 1 divided by the
    number of records.
    """

    def release(rng: Rng, data: list[float], n: int) -> np.ndarray:
        at = float(np.mean(data))
        found = at + noise(rng, 0.0, n) / len(data)
        return np.clip(found, 0, 1) if truncated else found

    return release
