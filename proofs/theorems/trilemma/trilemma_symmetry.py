"""DPUCoarse moves with its data and is reflected with them: Lemmas 4.5 and 4.6, Proposition 4.4.

Claim.       The law of DPUCoarse's output at x + c is that at x moved by c, at -x its mirror image, in the continuous
             and in the lattice version (if ties are broken evenly); for a symmetric law its output
             is symmetric around the centre.
Source.      trilemma Definition 4.1, Lemmas 4.5, 4.6, Proposition 4.4; the lattice version: this project.
Derivation.  (1) U = T + 1/2. The record x lies in the bin of centre U - 1/2 + floor(x) + [x - floor(x) >= U]. At x + c
             with U + c mod 1 this centre is moved by c, at -x with 1 - U it changes its sign unless
             x - U is whole. Both maps keep the law of U, and noises are independent and alike for
             all bins: equality in law. (2) Equal noisy counts: an even draw commutes with both
             maps, a preference for the smaller bin does not. (3) X and 2 mu - X have one law: so
             have the output R and 2 mu - R. (4) The lattice version, by all its draws: noise in
             [-2, 2], what lies farther being put at the ends: symmetry needs independent noises of
             one law, whichever it is.
Trusted.     uniform_shift.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import floor
from typing import Any

from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.finite import UniformLattice
from dpmean.exact.decay import Decay
from dpmean.exact.reals import Number
from dpmean.mechanisms.trilemma import dpucoarse
from dpmean.mechanisms.trilemma.dpucoarse import DpuCoarse
from dpmean.programs.program import Draw
from dpmean.programs.run import run

from ...kernel.formulas import ANY, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

S = Ring({"x": ANY, "a": ANY, "b": ANY})
E = Ring({"e": POSITIVE, "x": POSITIVE, "two": POSITIVE, "n": POSITIVE, "d": UNIT, "t": UNIT})
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
DECAY = Decay.from_decay(Fraction(1, 16))  # e^(-eps/2) = 1/4, e^(-eps/4) = 1/2
REACH = 2
Law = dict[Fraction | None, Fraction]


def centre(x: Any, u: Any) -> Any:
    """Return T + k for the bin k of x, where T = u - 1/2."""
    return u - HALF + dpucoarse.bin_of(x, x - floor(x) < u)


def turned(u: Any, c: Any) -> Any:
    """Return u + c modulo 1."""
    return u + c - floor(u + c)


def rational(p: Number) -> Fraction:
    """Return a probability that is a rational, as the decay is."""
    assert isinstance(p, Fraction)
    return p


@cache
def lumped(law: DiscreteLaplace, reach: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the law of integer noise with everything beyond +-reach put there."""
    masses = [
        law.cdf(-reach),
        *(law.pmf(k) for k in range(1 - reach, reach)),
        1 - law.cdf(reach - 1),
    ]
    return tuple(
        (Fraction(k), rational(p)) for k, p in zip(range(-reach, reach + 1), masses, strict=True)
    )


def support(draw: Draw, even: bool) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the outcomes of a draw; where `even` is false, ties go to the smaller bin."""
    if draw.label == "tie" and not even:
        return ((Fraction(0), Fraction(1)),)
    return (
        lumped(draw.law, 1 if draw.label == "fine_noise" else REACH)
        if isinstance(draw.law, DiscreteLaplace)
        else tuple((Fraction(x), rational(p)) for x, p in draw.law.support())
    )


class _Unknown(Exception):
    """The outcome of a draw that is asked for is not fixed yet."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw


def law(mechanism: Any, data: tuple[Fraction, ...], even: bool = True) -> Law:
    """Return the exact law of the shipped program's output."""
    found: Law = {}
    pending: list[tuple[tuple[Fraction, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        known, probability = pending.pop()
        rest = iter(known)

        def answer(draw: Draw, rest: Iterator[Fraction] = rest) -> Fraction:
            for outcome in rest:
                return outcome
            raise _Unknown(draw)

        try:
            output = run(mechanism.program(data), answer).output
        except _Unknown as more:
            pending += [
                ((*known, outcome), probability * p) for outcome, p in support(more.draw, even)
            ]
        else:
            found[output] = found.get(output, Fraction(0)) + probability
    return found


def moved(found: Law, sign: int, by: Fraction = Fraction(0)) -> Law:
    """Return the law of sign times the outcome, plus `by`; no answer stays no answer."""
    return {None if x is None else sign * x + by: p for x, p in found.items()}


def lattices() -> Iterator[tuple[str, int, tuple[Fraction, ...]]]:
    """Yield the kind, m and at most three multiples of 1/m between -2/m and 2/m."""
    for constants, m, size in product(("paper", "exact"), (1, 2, 3), (1, 2, 3)):
        yield from (
            (constants, m, data)
            for data in combinations_with_replacement([Fraction(i, m) for i in range(-2, 3)], size)
            if size < 3 or (m == 2 and constants == "exact")
        )


def coarse_on_lattice(constants: str, m: int, with_offset: bool = True) -> DpuCoarse:
    """Return the shipped lattice version, with delta = 1/4."""
    return DpuCoarse(
        DECAY,
        QUARTER,
        constants=constants,
        noise="discrete_laplace",
        m=m,
        random_offset=with_offset,
    )


def lattice_is_equivariant(case: tuple[str, int, tuple[Fraction, ...]]) -> bool:
    """Check reflected data, and data moved by 1/m and by -4/m (three records: by 3/m)."""
    constants, m, data = case
    mechanism = coarse_on_lattice(constants, m)
    here = law(mechanism, data)
    mirrored = law(mechanism, tuple(-x for x in data)) == moved(here, -1)
    shifts = (Fraction(1, m), Fraction(-4, m)) if len(data) < 3 else (Fraction(3, m),)
    return mirrored and all(
        law(mechanism, tuple(x + c for x in data)) == moved(here, 1, c) for c in shifts
    )


def with_smaller_bins(size: int) -> bool:
    """Tell whether the lattice version that prefers the smaller bin has a symmetric law.

    The records have the fair law on -1 and 1.
    """
    mechanism = coarse_on_lattice("exact", 1)
    total: Law = {}
    for data in product((Fraction(-1), Fraction(1)), repeat=size):
        for x, p in law(mechanism, data, even=False).items():
            total[x] = total.get(x, Fraction(0)) + p
    return moved(total, -1) == total


def printed_reflection(x: Fraction) -> bool:
    """Tell whether p_0(-x) = p_0(x) for one record, that is whether [-1/2, 1/2) contains both or
    neither.
    """
    return (centre(-x, HALF) == 0) == (centre(x, HALF) == 0)


def two_thresholds_agree(size: int) -> bool:
    """Tell whether the two thresholds leave n records in n bins without an answer equally often.

    e^(-eps/2) = delta = 1/2.
    """
    printed, other = (dpucoarse.lone_bin(HALF * HALF / i) for i in (1, 2))
    return (1 - printed) ** size == (1 - other) ** size


U01 = {"x": REAL, "u": REAL}

STEPS = (
    smt(
        "a record lies in the bin whose centre is at most 1/2 below and less than 1/2 above",
        U01,
        lambda v: v.u >= 0 and v.u < 1,
        lambda v: centre(v.x, v.u) - HALF <= v.x and v.x < centre(v.x, v.u) + HALF,
        lambda v: centre(v.x, v.u) - HALF < v.x,
    ),
    smt(
        "x + c, U + c mod 1: the centre moves by c",
        {**U01, "c": REAL},
        lambda v: v.u >= 0 and v.u < 1,
        lambda v: (
            centre(v.x + v.c, turned(v.u, v.c)) == centre(v.x, v.u) + v.c
            and turned(v.u, v.c) >= 0
            and turned(v.u, v.c) < 1
        ),
        lambda v: centre(v.x + v.c, v.u) == centre(v.x, v.u) + v.c,
        ("uniform_shift",),
    ),
    smt(
        "-x, 1 - U: the centre changes its sign, off the boundaries",
        U01,
        lambda v: v.u > 0 and v.u < 1 and v.x - floor(v.x) != v.u,
        lambda v: centre(-v.x, 1 - v.u) == -centre(v.x, v.u),
        lambda v: centre(-v.x, 1 - v.u) == 1 - centre(v.x, v.u),
        ("uniform_shift",),
    ),
    exhaustive(
        "the lattice's offsets keep their law under both maps, m <= 12",
        lambda: product(range(1, 13), range(13)),
        lambda c: (
            lambda s: (
                {(turned(u, Fraction(c[1], c[0])), p) for u, p in s}
                == s
                == {(1 - u, p) for u, p in s}
            )
        )(set(UniformLattice(c[0]).support())),
    ),
    counterexample(
        "the pointwise equality fails at x = 1/2, r = 0",
        lambda x: printed_reflection(x),
        HALF,
        lambda: [Fraction(0)],
    ),
    identity(
        "the other threshold is higher by (2/eps) log 2",
        E,
        lambda e, x, two: (
            dpucoarse.printed_threshold(e, x + two) - dpucoarse.printed_threshold(e, x),
            2 * two / e,
        ),
    ),
    identity(
        "as printed, times n",
        E,
        lambda e, x, two, n: (
            n * (2 * (x + two) / (e * n) + 2 / n),
            dpucoarse.printed_threshold(e, x + two),
        ),
    ),
    counterexample(
        "the thresholds log(1/delta) and log(2/delta) give two laws, n = 1",
        lambda n: two_thresholds_agree(n),
        1,
        lambda: [0],
    ),
    exhaustive(
        "on a lattice: the exact law at -x is the mirror image, at x + c the translate",
        lattices,
        lattice_is_equivariant,
    ),
    counterexample(
        "ties to the smaller bin: not symmetric for the fair law on -1 and 1, two records",
        with_smaller_bins,
        2,
        lambda: [1],
    ),
    identity(
        "two reflections are a shift by twice their distance",
        S,
        lambda x, a, b: (2 * a - (2 * b - x), x + 2 * (a - b)),
    ),
)


def holds(x: Fraction, extra: Fraction, shift: Fraction, offsets: list[int]) -> bool:
    """Check any record and offset, and the lattice version at two records of any lattice point."""
    if not extra < 1:
        return True
    whole = (x - extra).denominator == 1 or extra == 0
    good = centre(x + shift, turned(extra, shift)) == centre(x, extra) + shift and (
        whole or centre(-x, 1 - extra) == -centre(x, extra)
    )
    return good and lattice_is_equivariant(
        ("exact", 2, tuple(Fraction(i, 2) for i in offsets[:2]) or (HALF,))
    )


THEOREM = Theorem(
    id="trilemma_symmetry",
    title="DPUCoarse under translation and reflection",
    statement="the law of DPUCoarse is equivariant under translation and reflection, continuous or "
    "on a lattice, so its answers are symmetric for symmetric laws",
    source="trilemma Definition 4.1, Lemmas 4.5, 4.6, Proposition 4.4",
    steps=STEPS,
    depends_on=("trilemma_coarse_privacy",),
    programs=("dpucoarse",),
    holds=holds,
    claims=rows(__file__),
)
