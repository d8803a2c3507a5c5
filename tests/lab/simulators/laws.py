"""Fast samplers of laws in NumPy, written from the definitions in vectors/*.md alone.

They share nothing with the package's own samplers. Doubles are good enough here: what they get
wrong lies far below what any statistical check can see.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from tests.lab.simulators.instance import discrete_gaussian
from tests.lab.simulators.samplers import WIDE, scale_of, wide_laplace

Rng = np.random.Generator
Draws = tuple[np.ndarray, ...]


@lru_cache(maxsize=1 << 12)
def number(text: str) -> float:
    """Its double; the largest where it is beyond all of them."""
    found, most = Fraction(text), Fraction(np.finfo(float).max)
    return float(max(-most, min(most, found)))


def geometric(rng: Rng, b: float, n: int) -> np.ndarray:
    """P(k) = (1 - b) b^k, k >= 0."""
    return rng.geometric(1 - b, n) - 1


def two_sided(rng: Rng, b: float, n: int) -> np.ndarray:
    """P(k) proportional to b^|k|: the difference of two geometric variables."""
    return geometric(rng, b, n) - geometric(rng, b, n)


def signs(rng: Rng, n: int) -> np.ndarray:
    return rng.choice((-1.0, 1.0), n)


def steps(rng: Rng, b: float, centre: float, n: int) -> np.ndarray:
    """The signed step of a staircase: 0 has `centre` parts of the mass, +-i has b^i."""
    first = rng.random(n) < centre / (centre + 2 * b / (1 - b))
    return np.where(first, 0, signs(rng, n) * (1 + geometric(rng, b, n)))


def on_step(rng: Rng, j: np.ndarray, g: float, d: float) -> np.ndarray:
    """Uniform on the cell of a signed step."""
    u = rng.random(len(j))
    return np.where(j == 0, (2 * u - 1) * g * d, np.sign(j) * (np.abs(j) - 1 + g + u) * d)


def on_lattice_step(rng: Rng, j: np.ndarray, g: int, m: int, d: float) -> np.ndarray:
    """Uniform on the lattice points of a signed step: 2 g - 1 in the centre, m on each other."""
    u = rng.random(len(j))
    inner = np.floor(u * (2 * g - 1)) - (g - 1)
    outer = np.sign(j) * ((np.abs(j) - 1) * m + g + np.floor(u * m))
    return np.where(j == 0, inner, outer) * d / m


@lru_cache(maxsize=64)
def optimal_gamma(name: str, b: float, m: int) -> float:
    """The gamma with the least second moment of a coordinate, by trying them all; continuous ones
    on a fine grid.
    """
    if name.startswith("discrete"):
        return min(range(1, m + 1), key=lambda points: _lattice_moment(b, points, m)) / m
    g = np.arange(1, 100_001) / 100_000
    power = 2 if name == "staircase2d" else 1  # the mass within a radius r grows as r^power
    mass, moment = g**power, g ** (power + 2)
    for k in range(1, 2 + int(40 / -np.log(b))):
        mass = mass + b**k * ((k + g) ** power - (k - 1 + g) ** power)
        moment = moment + b**k * ((k + g) ** (power + 2) - (k - 1 + g) ** (power + 2))
    return float(g[np.argmin(moment / mass)])


def _lattice_moment(b: float, points: int, m: int) -> float:
    """A multiple of the second moment where the centre has 2 points - 1 points, and each further
    step m.
    """
    x = np.arange(1, m * int(2 + 40 / -np.log(b)))
    mass = b ** np.floor((x - points) / m + 1)
    return float((mass * x**2).sum() / (mass.sum() + 0.5))


def law(name: str, p: dict[str, str], rng: Rng, n: int) -> Draws:
    if name == "discrete_gaussian":
        return (discrete_gaussian(number(p["sigma_squared"]), rng, n).astype(float),)
    if name == "gaussian":
        return (rng.normal(scale=np.sqrt(number(p["sigma_squared"])), size=n),)
    if name == "student_t":
        return (number(p.get("scale", "1")) * rng.standard_t(int(p["degrees"]), size=n),)
    epsilon = number(p["epsilon"]) if "epsilon" in p else float(-np.log(number(p["decay"])))
    d = number(p.get("sensitivity", "1"))
    b, m = np.exp(-epsilon), int(p.get("m", "1"))
    g = optimal_gamma(name, b, m) if p.get("gamma") == "optimal" else number(p.get("gamma", "1/2"))
    centre, points = 2 * g, round(g * m)
    lattice_centre = (2 * points - 1) / m
    if name == "laplace":
        return (rng.laplace(scale=d / epsilon, size=n),)
    if name == "discrete_laplace" and scale_of(p) > WIDE:
        return (wide_laplace(rng, scale_of(p), n),)
    if name == "discrete_laplace":
        return (two_sided(rng, np.exp(-epsilon / d), n).astype(float),)
    if name == "staircase":
        return (on_step(rng, steps(rng, b, centre, n), g, d),)
    if name == "discrete_staircase":
        return (on_lattice_step(rng, steps(rng, b, lattice_centre, n), points, m, d),)
    if name == "staircase2d":
        return _ball(rng, b, g, d, n)
    j = steps(rng, b, centre if name == "hourglass" else lattice_centre, n)
    x = on_step(rng, j, g, d) if name == "hourglass" else on_lattice_step(rng, j, points, m, d)
    return x, (j + two_sided(rng, b, n)) * d - x


def _ball(rng: Rng, b: float, g: float, d: float, n: int) -> Draws:
    """Density proportional to b^k on the k-th ring: ring k has area 2 d^2 ((k + g)^2 - (k - 1 +
    g)^2).
    """
    k = np.arange(2 + int(60 / -np.log(b)))
    area = np.where(k == 0, g**2, (k + g) ** 2 - (k - 1 + g) ** 2) * b**k
    ring = rng.choice(k, n, p=area / area.sum())
    inner = np.where(ring == 0, 0.0, ring - 1 + g) ** 2
    radius = np.sqrt(inner + rng.random(n) * ((ring + g) ** 2 - inner)) * d
    along = rng.random(n) * radius
    return along * signs(rng, n), (radius - along) * signs(rng, n)
