"""What the tests share: Hypothesis strategies, exact infinite sums, and integrals of densities by
cutting into cells.

Nothing here uses a closed form of the package. A sum over the steps of a staircase is finite work
because the terms are b^j times a polynomial in j beyond the first few steps; that they are is
checked, and then the sum is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from hypothesis import strategies as st

from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.randomness.bits import TapeForTesting

F = Fraction
Function = Callable[[Fraction], Fraction]


# ---------------------------------------------------------------- strategies


@st.composite
def _quotients(draw: st.DrawFn, largest: int, *, top_included: bool) -> Fraction:
    q = draw(st.integers(2, largest)) if not top_included else draw(st.integers(1, largest))
    return F(draw(st.integers(1, q if top_included else q - 1)), q)


decays = _quotients(8, top_included=False)  # b in (0, 1)
gammas = _quotients(6, top_included=True)  # (0, 1]
probabilities = _quotients(60, top_included=False)
sensitivities = st.sampled_from([F(1), F(1, 3), F(2), F(5, 2), F(7, 4)])
lattices = st.integers(1, 6).flatmap(lambda m: st.tuples(st.just(m), st.integers(1, m)))  # (m, g)
epsilons = st.sampled_from([F(1, 10), F(1, 2), F(1), F(3), F(10)])
fractions = st.builds(F, st.integers(-60, 60), st.integers(1, 12))
# independent rationals: every formula is an exact Fraction
formal = st.builds(Decay.formal, epsilons, decays)


@st.composite
def shares(draw: st.DrawFn, parts: int = 12) -> Fraction:
    """A number of [-1, 1]: times the sensitivity, a shift in the space of a law on the line."""
    n = draw(st.integers(1, parts))
    return F(draw(st.integers(-n, n)), n)


@st.composite
def l1_shares(draw: st.DrawFn) -> tuple[Fraction, Fraction]:
    """A point of the l1 ball: times the sensitivity, a shift of the two-dimensional staircase."""
    n = draw(st.integers(1, 4))
    x = draw(st.integers(-n, n))
    return F(x, n), F(draw(st.integers(abs(x) - n, n - abs(x))), n)


def hourglass_shares(parts: int) -> st.SearchStrategy[tuple[Fraction, Fraction]]:
    """+-(x0, 1 - x0), x0 a multiple of 1/parts: times the sensitivity, a shift of the hourglass."""
    return st.builds(
        lambda i, s: (s * F(i, parts), s * (1 - F(i, parts))),
        st.integers(0, parts),
        st.sampled_from([1, -1]),
    )


staircases = st.builds(Staircase, formal, gammas, sensitivities)
planar_staircases = st.builds(Staircase2D, formal, gammas, sensitivities)
hourglasses = st.builds(Hourglass, formal, gammas, sensitivities)
discrete_staircases = st.builds(
    lambda d, mg, s: DiscreteStaircase(d, F(mg[1], mg[0]), mg[0], s),
    formal,
    lattices,
    sensitivities,
)
discrete_hourglasses = st.builds(
    lambda d, mg, s: DiscreteHourglass(d, F(mg[1], mg[0]), mg[0], s),
    formal,
    lattices,
    sensitivities,
)


@st.composite
def discrete_laplaces(draw: st.DrawFn) -> DiscreteLaplace:
    """b is the D-th power of a rational t, so that t = b^(1/D) is one."""
    t, d = draw(decays), draw(st.integers(1, 4))
    return DiscreteLaplace(Decay.formal(draw(epsilons), t**d), F(d))


def records(lower: Fraction, upper: Fraction, most: int = 3) -> st.SearchStrategy[list[Any]]:
    """Small data sets with values on, in and beyond the bounds, missing ones, and infinities."""
    inside = st.integers(0, 8).map(lambda i: lower + F(i, 8) * (upper - lower))
    odd = st.sampled_from(
        [lower - 1, upper + F(1, 3), None, float("nan"), float("inf"), float("-inf"), "", "1e3"]
    )
    return st.lists(st.one_of(inside, odd), max_size=most)


LATTICE = st.one_of(discrete_staircases, discrete_laplaces())
LINE = st.one_of(staircases, LATTICE)
DIAGONAL = st.one_of(hourglasses, discrete_hourglasses)
RATIOS = st.builds(F, st.integers(1, 40), st.integers(1, 12))


def at(law: Any) -> Callable[..., Any]:
    """The density, or the mass."""
    return getattr(law, "density", None) or law.pmf  # type: ignore[no-any-return]


def on(law: Any, x: Fraction) -> Fraction:
    """x moved to where the law has points."""
    return x if law.lattice is None else round(x / law.lattice) * law.lattice


_leaves = st.one_of(
    st.builds(F, st.integers(-6, 6), st.integers(1, 6)),
    st.builds(lambda q: reals.exp(q), st.builds(F, st.integers(-6, 6), st.integers(1, 4))),
    st.builds(lambda q: reals.log(q), st.builds(F, st.integers(1, 9), st.integers(1, 4))),
    st.builds(
        lambda q, n: reals.root(q, n),
        st.builds(F, st.integers(0, 9), st.integers(1, 4)),
        st.integers(2, 5),
    ),
)


def _grow(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    binary = [lambda x, y: x + y, lambda x, y: x - y, lambda x, y: x * y]
    return st.one_of(
        *(st.builds(f, children, children) for f in binary),
        st.builds(lambda x, y: x / (y * y + 1), children, children),
        st.builds(lambda x, n: x**n, children, st.integers(2, 3)),
        st.builds(lambda x, n: reals.root(x * x + F(1, 2), n), children, st.integers(2, 3)),
        st.builds(lambda x: reals.log(x * x + F(1, 3)), children),
    )


# expressions for real numbers, some of them rational
trees = st.recursive(_leaves, _grow, max_leaves=8)


# ---------------------------------------------------------------- exact sums


def geometric_sum(
    term: Callable[[int], Fraction], b: Fraction, degree: int, start: int = 3
) -> Fraction:
    """The sum over j >= 0 of term(j), where term(j) / b^j is a polynomial of this degree for j >=
    start (checked).
    """
    total = sum((term(j) for j in range(start)), F(0))
    row = [term(j) / b**j for j in range(start, start + degree + 3)]
    for i in range(degree + 1):
        # sum of C(n, i) b^n = b^i / (1 - b)^(i+1)
        total += row[0] * b ** (start + i) / (1 - b) ** (i + 1)
        row = [after - before for before, after in zip(row, row[1:], strict=False)]
    assert row == [0, 0], "the terms do not become b^j times a polynomial of this degree"
    return total


def pieces(
    lower: Fraction, upper: Fraction, cuts: Iterable[Fraction]
) -> Iterator[tuple[Fraction, Fraction]]:
    """The intervals into which the cuts divide [lower, upper]."""
    inner = sorted({c for c in cuts if lower < c < upper})
    yield from zip([lower, *inner], [*inner, upper], strict=True)


def integral(
    f: Function, lower: Fraction, upper: Fraction, cuts: Iterable[Fraction], power: int = 0
) -> Fraction:
    """The integral of f(x) |x|^power over [lower, upper]; f is constant between the cuts (0 is
    one).
    """

    def antiderivative(x: Fraction) -> Fraction:
        return x * abs(x) ** power / (power + 1)

    parts = pieces(lower, upper, [*cuts, F(0)])
    return sum((f((u + v) / 2) * (antiderivative(v) - antiderivative(u)) for u, v in parts), F(0))


def boundaries(
    gamma: Fraction, d: Fraction, most: int, shifts: Sequence[Fraction] = (F(0),)
) -> list[Fraction]:
    """The step boundaries +-(j + gamma) d, and the same moved by the shifts."""
    ends = [s * (j + gamma) * d for j in range(most) for s in (1, -1)]
    return [e + s for e in ends for s in shifts]


def line_total(
    law: Any,
    f: Function,
    power: int = 0,
    shift: Fraction = F(0),
    *,
    degree: int | None = None,
    b: Fraction | None = None,
    start: int = 3,
) -> Fraction:
    """The integral or sum over the line of f(x) |x|^power, where f is constant on the steps of
    `law` and of its shift.

    From ring `start` on, the ring of all |x| in [j D, (j + 1) D) must give b^j times a polynomial
    of this degree.
    """
    if isinstance(law, Staircase):
        d = law.sensitivity

        def ring(j: int) -> Fraction:
            cuts = boundaries(law.gamma, d, j + 4, (F(0), shift))
            return sum(
                (
                    integral(f, *ends, cuts, power)
                    for ends in ((j * d, (j + 1) * d), (-(j + 1) * d, -j * d))
                ),
                F(0),
            )
    else:
        m = law.m if isinstance(law, DiscreteStaircase) else law.sensitivity.numerator

        def ring(j: int) -> Fraction:
            points = {s * i * law.lattice for i in range(j * m, (j + 1) * m) for s in (1, -1)}
            return sum((f(x) * abs(x) ** power for x in points), F(0))

    return geometric_sum(ring, b or law.decay.b, power if degree is None else degree, start)


def diagonal_total(
    f: Callable[[int], Fraction], b: Fraction, degree: int = 0, start: int = 4
) -> Fraction:
    """The sum over all integers k of f(k); beyond |k| = start it is b^|k| times a polynomial of
    this degree.
    """
    return geometric_sum(lambda k: f(k) + f(-k) if k else f(0), b, degree, start)


# ---------------------------------------------------------------- tapes


class ShortTape(TapeForTesting):
    """A tape of any number of bits: the binary digits of `value`."""

    def __init__(self, value: int, length: int) -> None:
        super().__init__((value << (-length % 8)).to_bytes((length + 7) // 8, "big"))
        self._length = length


# ---------------------------------------------------------------- density ratios


def between(low: Fraction, high: Fraction, step: Fraction) -> list[Fraction]:
    """The points of [low, high] on a grid that starts at low."""
    return [low + i * step for i in range(int((high - low) / step) + 1)]


def ratios(
    f: Callable[..., Any], points: Iterable[tuple[Fraction, ...]], shift: tuple[Fraction, ...]
) -> set[Any]:
    """All values of f(z) / f(z - shift) at these points; infinity where only the second
    vanishes.
    """
    values = set()
    for z in points:
        p, q = f(*z), f(*(a - s for a, s in zip(z, shift, strict=True)))
        if p or q:
            values.add(p / q if q else inf)
    return values


T = F(3, 4)
ROOTED = Decay.formal(1, T**72)  # b^(1/72) is rational
THIRD = Decay.formal(1, F(1, 3))
