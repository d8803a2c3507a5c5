"""The steps of a staircase, on the line and on a lattice, and sums of b^|J| f over them.

Line.     Step 0 is |z| < gamma D; step j >= 1 is (j - 1 + gamma) D <= |z| < (j + gamma) D.
Lattice.  z = x m / D is an integer; step 0 is |z| < g; step j >= 1 is (j - 1) m + g <= |z| < j m + g.
The signed step J of z has the sign of z. A sum over z >= 0 goes step by step: the polynomial f is integrated (or
summed) over one step whose index is a letter, and the result, a polynomial in that letter, is summed against b^j.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy

from .record import stage
from .sums import geometric, integral, lattice_sum
from .symbols import D, b, g, gamma, m

z = sympy.Dummy("z")
_step = sympy.Dummy("j")


@dataclass(frozen=True)
class Axis:
    """The steps of z on the line or on a lattice.

    `edge(j)` ends step j, `over` integrates or sums, and `atom` points sit at 0 and have no mirror
    image.
    """

    edge: Callable[[sympy.Expr], sympy.Expr]
    over: Callable[[sympy.Expr | int, sympy.Symbol, sympy.Expr | int, sympy.Expr | int], sympy.Expr]
    atom: int
    span: sympy.Expr  # the sensitivity in units of z
    unit: sympy.Expr  # the unit of z, in the units of the query

    def width(self, j: sympy.Expr) -> sympy.Expr:
        """Returns the length, or the number of points, of step j >= 1 on one side."""
        return self.over(1, z, self.edge(j - 1), self.edge(j))

    def central(self) -> sympy.Expr:
        """Returns the length, or the number of points, of step 0."""
        return 2 * self.over(1, z, self.atom, self.edge(0)) + self.atom

    def half(self, f: Callable[[sympy.Expr, sympy.Expr | int], sympy.Expr | int]) -> sympy.Expr:
        """Returns the sum of b^J f(z, J) over z > 0."""
        with stage("on step 0"):
            first = self.over(f(z, 0), z, self.atom, self.edge(0))
        with stage("on step j"):
            step = self.over(f(z, _step), z, self.edge(_step - 1), self.edge(_step))
        with stage("over the steps"):
            return first + geometric(step, _step, b, 1)

    def whole(self, f: Callable[[sympy.Expr, sympy.Expr | int], sympy.Expr | int]) -> sympy.Expr:
        """Returns the sum of b^|J| f(z, J) over all z."""
        centre = self.atom * f(sympy.Integer(0), 0) if self.atom else 0
        with stage("on the right"):
            right = self.half(f)
        with stage("on the left"):
            return centre + right + self.half(lambda z, j: f(-z, -j))

    def even(self, f: Callable[[sympy.Expr], sympy.Expr]) -> sympy.Expr:
        """Returns the sum of b^|J| f(|z|) over all z."""
        return self.atom * f(sympy.Integer(0)) + 2 * self.half(lambda z, _: f(z))

    def beyond(
        self,
        low: sympy.Expr,
        j: sympy.Expr,
        f: Callable[[sympy.Expr], sympy.Expr | int] = lambda _: 1,
    ) -> sympy.Expr:
        """Returns the sum of b^J f(z) over z >= low, where low >= 0 is on step j.

        It is the rest of that step, then the steps after it.
        """
        with stage("the rest of step j"):
            rest = b**j * self.over(f(z), z, low, self.edge(j))
        with stage("on a later step"):
            after = self.over(f(z), z, self.edge(_step - 1), self.edge(_step))
        with stage("over the later steps"):
            return rest + geometric(after, _step, b, j + 1)

    def below(self, high: sympy.Expr, j: sympy.Expr) -> sympy.Expr:
        """Returns the sum of b^J over 0 < z < high, where high is on step j or at its end.

        For j = 0 the empty sum from 1 to -1 is minus its term at 0.
        """
        with stage("over the whole steps below, from step 1 on and less those from step j on"):
            between = geometric(self.width(_step), _step, b, 1) - geometric(
                self.width(_step), _step, b, j
            )
        with stage("on step 0"):
            first = self.over(1, z, self.atom, self.edge(0))
        with stage("on the part of step j"):
            return first + between + b**j * self.over(1, z, self.edge(j - 1), high)


LINE = Axis(lambda j: (j + gamma) * D, integral, 0, D, sympy.Integer(1))
LATTICE = Axis(lambda j: j * m + g, lattice_sum, 1, m, D / m)
