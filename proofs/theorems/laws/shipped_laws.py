"""The catalogue's quantities of the stairs, from the names down: each is what its own density says.

Claim.       At exact decays the names of the staircase, the 2-D staircase, the hourglass and their lattice versions
             agree with the density or mass that the same name space gives: mass 1, tails,
             distribution function, quantile, moments, marginals, conditional laws, total variation;
             and a law of another sensitivity is the law of sensitivity 1, stretched. The optimal
             gamma is none that others beat.
Source.      addremove Definition 2, Definition 3, Section 4.1.
Derivation.  Whatever is not a sum of finitely many cells repeats: beyond the central step f(x + D) = b f(x), so that
             M_p(T), the integral of x^p f from T on, is one cell and b times the sum of C(p, i)
             D^(p - i) M_i(T). The formulas themselves are proved for all parameters in
             staircase_law, hourglass_law, discrete_laws and staircase2d_law; here the entry points
             hand them the right ones.
Trusted.     fubini, primitive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from typing import Any

from dpmean.catalogue.quantities import value
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.enclosure import compare

from ...kernel.rules import exhaustive
from ...theorem import Theorem

Case = tuple[Fraction, Fraction, Fraction]
Lattice = tuple[Fraction, int, int, int]


def ask(name: str, **given: Any) -> Any:
    """Return a quantity of the catalogue."""
    return value(name, given).values[0]


def cases() -> Iterator[Case]:
    """Yield b, gamma and D."""
    yield from product(
        (Fraction(1, 4), Fraction(2, 3)),
        (Fraction(1, 5), Fraction(1, 2), Fraction(1)),
        (Fraction(1), Fraction(3, 2)),
    )


def lattices() -> Iterator[Lattice]:
    """Yield 1/b, m, g = gamma m and D."""
    yield from (
        (Fraction(1, b), m, g, d)
        for b in (3, 2)
        for m, g in ((1, 1), (3, 1), (3, 2), (4, 4))
        for d in (1, 2)
    )


def rest(order: int, cell: Callable[[int], Fraction], b: Fraction, d: Fraction) -> list[Fraction]:
    """Return M_0, ..., M_order from those of the first cell, cell(p)."""
    found: list[Fraction] = []
    for p in range(order + 1):
        lower = sum((comb(p, i) * d ** (p - i) * found[i] for i in range(p)), Fraction(0))
        found.append((cell(p) + b * lower) / (1 - b))
    return found


def powers(f: Callable[[Fraction], Fraction], order: int, case: Case) -> list[Fraction]:
    """Return the integrals of x^p f over x > 0, for f that is constant on the steps."""
    b, g, d = case
    start = g * d
    inner, outer = f(start / 2), f(start + d / 2)
    tail = rest(
        order, lambda p: outer * ((start + d) ** (p + 1) - start ** (p + 1)) / (p + 1), b, d
    )
    return [inner * start ** (p + 1) / (p + 1) + tail[p] for p in range(order + 1)]


def points(case: Case) -> list[Fraction]:
    """Return points of the first steps, their left ends among them."""
    _, g, d = case
    return [
        Fraction(0),
        g * d / 3,
        *((g + j + part) * d for j in range(3) for part in (Fraction(0), Fraction(2, 5))),
    ]


def staircase_agrees(case: Case) -> bool:
    """Check the names of the staircase against its density."""
    b, g, d = case
    law = {"decay": b, "gamma": g, "sensitivity": d}

    def f(x: Fraction) -> Any:
        return ask("staircase.density", **law, x=x)

    half = powers(f, 4, case)
    good = 2 * half[0] == 1 and ask("staircase.normalizer", **law) == f(Fraction(0))
    good &= all(ask("staircase.moment", **law, order=p) == 2 * half[p] for p in range(1, 5))
    good &= ask("staircase.variance", **law) == 2 * half[2]
    for x, y in pairwise(points(case)):
        left = ask("staircase.tail", **law, x=x)
        edges = sorted({x, y, *(e for e in ((g + j) * d for j in range(4)) if x < e < y)})
        mass = sum((f(lo) * (hi - lo) for lo, hi in pairwise(edges)), Fraction(0))
        good &= f(-x) == f(x) and left - ask("staircase.tail", **law, x=y) == 2 * mass
        good &= ask("staircase.cdf", **law, x=y) == 1 - ask("staircase.tail", **law, x=y) / 2
        good &= ask("staircase.cdf", **law, x=-y) == ask("staircase.tail", **law, x=y) / 2
        good &= all(
            ask("staircase.quantile", **law, p=ask("staircase.cdf", **law, x=z)) == z
            for z in (y, -y)
        )
        good &= compare(ask("staircase.log_density", **law, x=y), reals.log(f(y))) == 0
        good &= f(y) * d == ask("staircase.density", decay=b, gamma=g, x=y / d)
    for s in (d / 3, d):
        middle = [ask("staircase.cdf", **law, x=sign * s / 2) for sign in (1, -1)]
        good &= all(
            ask("staircase.total_variation", **law, shift=z) == middle[0] - middle[1]
            for z in (s, -s)
        )
    return (
        good and ask("staircase.tail", **law, x=0) == 1 and ask("staircase.tail", **law, x=-d) == 1
    )


def hourglass_agrees(case: Case) -> bool:
    """Check the names of the hourglass against its density."""
    b, g, d = case
    law = {"decay": b, "gamma": g, "sensitivity": d}

    def f(x: Fraction, k: int) -> Fraction:
        found: Fraction = ask("hourglass.density", **law, x=x, k=k)
        return found

    def across(x: Fraction) -> Fraction:
        ends = (f(x, 6) + f(x, -6)) * b / (1 - b)
        return sum((f(x, k) for k in range(-6, 7)), Fraction(0)) + ends

    def along(k: int) -> Fraction:
        total = Fraction(0)  # beyond step 3 every step has a factor b^2
        for lo, hi in pairwise([Fraction(0), *((g + j) * d for j in range(5))]):
            middle = (lo + hi) / 2
            last = Fraction(1) / (1 - b**2) if hi == (g + 4) * d else 1
            total += (f(middle, k) + f(-middle, k)) * (hi - lo) * last
        return total

    half = powers(across, 2, case)
    good = 2 * half[0] == 1 and ask("hourglass.normalizer", **law) == f(Fraction(0), 0)
    good &= (
        ask("hourglass.variance", **law) == 2 * half[2]
        and ask("hourglass.moment", **law, order=1) == 2 * half[1]
    )
    good &= all(ask("hourglass.sum_pmf", **law, k=k) == along(k) for k in range(-3, 4))
    both = 2 * ask("hourglass.variance", **law) + 2 * ask("hourglass.covariance", **law)
    good &= ask("hourglass.sum_variance", **law) == both
    good &= ask("hourglass.covariance", **law) == d**2 * ask(
        "hourglass.covariance", decay=b, gamma=g
    )
    for x in points(case):
        good &= ask("hourglass.marginal_density", **law, x=x) == across(x)
        good &= ask("hourglass.tail", **law, x=x) == ask("staircase.tail", **law, x=x)
        for k in (-2, 0, 1):
            good &= f(x, k) == ask("hourglass.density", **law, x=x, y=k * d - x) == f(-x, -k)
            good &= ask("hourglass.density", **law, x=x, y=k * d - x + d / 3) == 0
            good &= ask("hourglass.conditional_pmf", **law, x=x, k=k) == f(x, k) / across(x)
            good &= compare(ask("hourglass.log_density", **law, x=x, k=k), reals.log(f(x, k))) == 0
    return good


def planar_agrees(case: Case) -> bool:
    """Check the names of the 2-D staircase against its density, a function of |x| + |y|."""
    b, g, d = case
    law = {"decay": b, "gamma": g, "sensitivity": d}

    def f(r: Fraction) -> Fraction:
        found: Fraction = ask("staircase2d.density", **law, x=r, y=0)
        return found

    def marginal(x: Fraction) -> Fraction:
        edges = [x, *(e for e in ((g + j) * d for j in range(6)) if e > x)]
        inside = sum((f(lo) * (hi - lo) for lo, hi in pairwise(edges)), Fraction(0))
        return 2 * (inside + f(edges[-1]) * d / (1 - b))

    half = powers(f, 5, case)
    good = 4 * half[1] == 1 and ask("staircase2d.normalizer", **law) == f(Fraction(0))
    good &= all(
        ask("staircase2d.moment", **law, order=p) == 4 * half[p + 1] / (p + 1) for p in range(1, 5)
    )
    good &= (
        ask("staircase2d.variance", **law) == 4 * half[3] / 3
        and ask("staircase2d.covariance", **law) == 0
    )
    good &= ask("staircase2d.sum_variance", **law) == 8 * half[3] / 3
    for x, y in pairwise(points(case)):
        edges = sorted({x, y, *(e for e in ((g + j) * d for j in range(4)) if x < e < y)})
        area = sum((f(lo) * 2 * (hi**2 - lo**2) for lo, hi in pairwise(edges)), Fraction(0))
        good &= (
            ask("staircase2d.norm_tail", **law, r=x) - ask("staircase2d.norm_tail", **law, r=y)
            == area
        )
        side = sum(
            ((marginal(lo) + marginal(hi)) * (hi - lo) for lo, hi in pairwise(edges)), Fraction(0)
        )
        good &= ask("staircase2d.tail", **law, x=x) - ask("staircase2d.tail", **law, x=y) == side
        good &= ask("staircase2d.marginal_density", **law, x=-y) == marginal(y)
        third, other = y / 3, 2 * y / 3
        dense = [
            ask("staircase2d.density", **law, x=p, y=q)
            for p, q in ((third, -other), (-other, third), (0, -y))
        ]
        good &= dense == [f(y)] * 3
        good &= ask("staircase2d.conditional_density", **law, x=third, y=other) == f(y) / marginal(
            third
        )
        good &= (
            compare(ask("staircase2d.log_density", **law, x=third, y=other), reals.log(f(y))) == 0
        )
    return good and ask("staircase2d.tail", **law, x=0) == 1 == ask(
        "staircase2d.norm_tail", **law, r=0
    )


def lattice_agrees(case: Lattice) -> bool:
    """Check the names of the discrete staircase and hourglass against their masses."""
    b, m, g, d = case
    law = {"decay": b, "gamma": Fraction(g, m), "m": m, "sensitivity": d}
    unit = Fraction(d, m)

    def f(i: int) -> Fraction:
        found: Fraction = ask("discrete_staircase.pmf", **law, x=i * unit)
        return found

    def pair(i: int, k: int) -> Fraction:
        found: Fraction = ask("discrete_hourglass.pmf", **law, x=i * unit, k=k)
        return found

    beyond = rest(
        4,
        lambda p: sum(((i * unit) ** p * f(i) for i in range(g, g + m)), Fraction(0)),
        b,
        Fraction(d),
    )
    half = [
        sum(((i * unit) ** p * f(i) for i in range(1, g)), Fraction(0)) + beyond[p]
        for p in range(5)
    ]
    good = f(0) + 2 * half[0] == 1 and ask("discrete_staircase.normalizer", **law) == f(0)
    for name in ("discrete_staircase", "discrete_hourglass"):
        good &= all(ask(f"{name}.moment", **law, order=p) == 2 * half[p] for p in range(1, 5))
        good &= ask(f"{name}.variance", **law) == 2 * half[2]
    tail = {i: ask("discrete_staircase.tail", **law, x=i * unit) for i in range(-1, 3 * m + 2)}
    for i in range(3 * m + 1):
        good &= f(i) == f(-i) and tail[i] - tail[i + 1] == (2 * f(i) if i else f(0))
        good &= ask("discrete_staircase.cdf", **law, x=i * unit) == 1 - tail[i + 1] / 2
        good &= ask("discrete_staircase.cdf", **law, x=-(i + 1) * unit) == tail[i + 1] / 2
        p = ask("discrete_staircase.cdf", **law, x=i * unit)
        good &= ask("discrete_staircase.quantile", **law, p=p) == i * unit
        good &= compare(ask("discrete_staircase.log_pmf", **law, x=i * unit), reals.log(f(i))) == 0
        across = sum((pair(i, k) for k in range(-6, 7)), Fraction(0)) + (
            pair(i, 6) + pair(i, -6)
        ) * b / (1 - b)
        good &= across == f(i) == ask("discrete_hourglass.marginal_pmf", **law, x=i * unit)
        good &= all(
            ask("discrete_hourglass.conditional_pmf", **law, x=i * unit, k=k) == pair(i, k) / f(i)
            for k in (-1, 0, 2)
        )
        good &= (
            pair(i, 1)
            == ask("discrete_hourglass.pmf", **law, x=i * unit, y=d - i * unit)
            == pair(-i, -1)
        )
    for s in range(1, m + 1):
        near = s // 2
        gap = [ask("discrete_staircase.cdf", **law, x=j * unit) for j in (near, near - s)]
        good &= all(
            ask("discrete_staircase.total_variation", **law, shift=z * unit) == gap[0] - gap[1]
            for z in (s, -s)
        )
    for k in range(-2, 3):  # beyond step 3 every step has a factor b^2
        steps = [
            sum((pair(i, k) + pair(-i, k) for i in range(g + j * m, g + (j + 1) * m)), Fraction(0))
            for j in range(4)
        ]
        centre = pair(0, k) + sum((pair(i, k) + pair(-i, k) for i in range(1, g)), Fraction(0))
        good &= ask("discrete_hourglass.sum_pmf", **law, k=k) == centre + sum(steps[:3]) + steps[
            3
        ] / (1 - b**2)
    good &= ask("discrete_hourglass.normalizer", **law) == pair(0, 0)
    both = ask("discrete_hourglass.variance", **law) + ask("discrete_hourglass.covariance", **law)
    return good and ask("discrete_hourglass.sum_variance", **law) == 2 * both and refuses(law, unit)


def refuses(law: dict[str, Any], unit: Fraction) -> bool:
    """Check that points off the lattice are refused."""
    plane = "discrete_hourglass.pmf"
    for name, point in (
        ("discrete_staircase.pmf", {"x": unit / 2}),
        (plane, {"x": unit / 2, "k": 0}),
        (plane, {"x": 0}),
        (plane, {"x": 0, "y": 0, "k": 0}),
    ):
        try:
            ask(name, **law, **point)
        except InvalidInput:
            continue
        return False
    return True


def nothing_beats(case: tuple[str, str, int, Fraction]) -> bool:
    """Check the optimal gamma, as a word and as a value: no other gamma has a smaller error of that
    kind.
    """
    name, objective, m, b = case
    lattice = {"m": m} if m else {}
    best: Any = (
        ask(f"{name}.optimal_gamma", decay=b, objective=objective, **lattice)
        if name != "staircase2d"
        else None
    )

    def error(gamma: Any) -> Any:
        return ask(
            f"{name}.moment", decay=b, gamma=gamma, order=2 if objective == "mse" else 1, **lattice
        )

    others = (
        [Fraction(i, m) for i in range(1, m + 1)] if m else [Fraction(i, 40) for i in range(1, 41)]
    )
    least = min(error(g) for g in others)
    if m:
        return bool(error(best) == least and (objective != "mse" or error("optimal") == least))
    if objective == "mse":
        return (
            compare(error("optimal"), least) <= 0
            and compare(error("optimal") * Fraction(101, 100), least) > 0
        )
    near = Fraction(1, 10)
    return any(
        error(g) == least and compare(g - near, best) <= 0 <= compare(g + near, best)
        for g in others
    )


def gammas() -> Iterator[tuple[str, str, int, Fraction]]:
    """Yield a law, what its gamma minimises, lattice steps (0: none) and b."""
    for b in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
        yield from ((name, "mse", 0, b) for name in ("staircase", "hourglass", "staircase2d"))
        yield from ((name, "absolute", 0, b) for name in ("staircase", "hourglass"))
        yield from (
            (name, objective, m, b)
            for name in ("discrete_staircase", "discrete_hourglass")
            for objective in ("mse", "absolute")
            for m in (1, 4, 9)
        )


STEPS = (
    exhaustive(
        "the staircase's names agree with its density", cases, staircase_agrees, ("primitive",)
    ),
    exhaustive(
        "the hourglass's names agree with its density", cases, hourglass_agrees, ("fubini",)
    ),
    exhaustive(
        "the 2-D staircase's names agree with its density", cases, planar_agrees, ("fubini",)
    ),
    exhaustive(
        "the discrete staircase's and hourglass's names agree with their masses",
        lattices,
        lattice_agrees,
        ("fubini",),
    ),
    exhaustive("no other gamma beats the optimal one", gammas, nothing_beats),
)


def holds(decay: Fraction, gamma: Fraction, width: Fraction) -> bool:
    """Check the staircase's names at any decay that is not too near 0 or 1."""
    b = min(max(decay, Fraction(1, 10)), Fraction(9, 10))
    return staircase_agrees((b, gamma, width))


THEOREM = Theorem(
    id="shipped_laws",
    title="The stairs as the catalogue gives them: each quantity is what the density says",
    statement="at exact decays the catalogue's tails, quantiles, moments, marginals, conditional "
    "laws and variations of the stairs are those of its densities and masses, for every "
    "sensitivity; no gamma beats the optimal one",
    source="addremove Definition 2, Definition 3, Section 4.1",
    steps=STEPS,
    covers=tuple(
        f"{law}.{name}"
        for law, names in (
            (
                "staircase",
                "normalizer density log_density cdf quantile tail moment variance "
                "total_variation optimal_gamma",
            ),
            (
                "hourglass",
                "normalizer density log_density marginal_density covariance sum_variance "
                "sum_pmf conditional_pmf tail moment variance optimal_gamma",
            ),
            (
                "staircase2d",
                "normalizer density log_density marginal_density conditional_density tail "
                "norm_tail moment variance covariance sum_variance",
            ),
            (
                "discrete_staircase",
                "normalizer pmf log_pmf cdf quantile tail moment variance total_variation "
                "optimal_gamma",
            ),
            (
                "discrete_hourglass",
                "normalizer pmf marginal_pmf covariance sum_variance conditional_pmf moment "
                "variance sum_pmf optimal_gamma",
            ),
        )
        for name in names.split()
    ),
    depends_on=("staircase_law", "hourglass_law", "discrete_laws", "staircase2d_law"),
    holds=holds,
)
