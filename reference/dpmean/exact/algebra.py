"""Proofs that a Real equals a rational, by exact arithmetic on quotients of polynomials.

Sound, not complete: e^g for the common divisor g of all exponents, every root and every logarithm
becomes an indeterminate (a `poly_root` too, without its equation: what holds for every gamma holds
for the optimal one; and a `gaussian_sum`). An exponential of a rational plus whole multiples of
logarithms of rationals is a rational times a power of e. The logarithms of rationals are written in those of
pairwise coprime integers; a fraction that vanishes identically modulo the relations root^n =
radicand is zero. Denominators are nonzero because the caller has already enclosed the number by a
finite ball.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from .quotients import Quotient, TooLarge, constant, field, with_powers_reduced
from .reals import ARITHMETIC, Number, Real

MAX_DEGREE = 400  # beyond this degree in e^g no proof is attempted
MAX_POWER = 4000  # nor beyond this power of an expression
MAX_BITS = 1 << 14  # of a rational that an exponential of logarithms is
MAX_DEPTH = 12  # of an exponent that is looked through


def proves_equal(x: Real, candidate: Fraction) -> bool:
    """Returns True when x = candidate is proved; False says nothing."""
    nodes, name_of = _distinct(x)
    powers = {id(n): found for n in nodes if (found := _power_of_e(n)) is not None}
    exponents = [exponent for exponent, _ in powers.values()]
    unit = _common_divisor(exponents)
    if any(abs(q / unit) > MAX_DEGREE for q in exponents) or any(
        n.op == "pow" and abs(n.extra) > MAX_POWER for n in nodes
    ):
        return False

    opaque = [n for n in nodes if id(n) not in powers and n.op not in ARITHMETIC]
    basis = _coprime_basis(
        [n.args[0] for n in opaque if n.op == "log" and isinstance(n.args[0], Fraction)]
    )
    names = [*(f"r{i}" for i in range(len(opaque))), *(f"l{i}" for i in range(len(basis)))]
    one, (e, *generators) = field(["E", *names])
    zero = constant(one, Fraction(0))
    atoms = {name_of[id(n)]: g for n, g in zip(opaque, generators, strict=False)}
    logs = dict(zip(basis, generators[len(opaque) :], strict=True))
    values: dict[int, Quotient] = {}

    def look_up(a: Number) -> Quotient:
        return constant(one, a) if isinstance(a, Fraction) else values[name_of[id(a)]]

    try:
        for node in nodes:  # children come before parents
            name = name_of[id(node)]
            if node.op == "log" and isinstance(node.args[0], Fraction):
                values[name] = sum(
                    (
                        constant(one, Fraction(k)) * logs[p]
                        for p, k in _exponents(node.args[0], basis)
                    ),
                    zero,
                )
            elif node.op == "log" and not (look_up(node.args[0]) - one).top:
                values[name] = zero
            else:
                values[name] = (
                    atoms[name]
                    if name in atoms
                    else e ** int(powers[id(node)][0] / unit) * constant(one, powers[id(node)][1])
                    if id(node) in powers
                    else look_up(node.args[0]) ** node.extra
                    if node.op == "pow"
                    else ARITHMETIC[node.op](node.extra, *(look_up(a) for a in node.args))
                )
        numerator = (values[name_of[id(x)]] - look_up(candidate)).top
        for node in reversed(opaque):
            if node.op == "root":
                numerator = with_powers_reduced(
                    numerator, atoms[name_of[id(node)]], look_up(node.args[0]), node.extra
                )
    except (ZeroDivisionError, TooLarge):
        return False
    return bool(numerator == 0)


def _power_of_e(node: Real) -> tuple[Fraction, Fraction] | None:
    """Returns (q, r) of an exponential that is e^q r: of a rational, or of a rational and integer
    multiples of logarithms of rationals, such as the threshold of a count has; None for any other
    number.
    """
    if node.op == "exp":
        return node.extra, Fraction(1)
    if node.op != "exponential":
        return None
    found = _linear(node.args[0])
    if found is None:
        return None
    logs = {q: c for q, c in found.items() if q is not None and c}
    size = sum(
        abs(c) * (q.numerator.bit_length() + q.denominator.bit_length()) for q, c in logs.items()
    )
    if any(c.denominator != 1 for c in logs.values()) or size > MAX_BITS:
        return None
    return found.get(None, Fraction(0)), math.prod(
        (q ** int(c) for q, c in logs.items()), start=Fraction(1)
    )


def _linear(x: Number, depth: int = 0) -> dict[Fraction | None, Fraction] | None:
    """Returns a number as a sum of a rational (under None) and of rational multiples of logarithms
    of rationals (under these); None where it is not seen to be one.
    """
    if isinstance(x, Fraction):
        return {None: x}
    if x.op == "log":
        return {x.args[0]: Fraction(1)} if isinstance(x.args[0], Fraction) else None
    if x.op not in ("add", "sub", "mul", "div") or depth > MAX_DEPTH:
        return None
    left, right = (_linear(a, depth + 1) for a in x.args)
    if left is None or right is None:
        return None
    if x.op in ("add", "sub"):
        side = 1 if x.op == "add" else -1
        return {
            q: left.get(q, Fraction(0)) + side * right.get(q, Fraction(0)) for q in left | right
        }
    if x.op == "mul" and not {*left} - {None}:
        left, right = right, left
    if {*right} - {None} or (x.op == "div" and not right[None]):
        return None
    factor = right[None] if x.op == "mul" else 1 / right[None]
    return {q: c * factor for q, c in left.items()}


def _distinct(x: Real) -> tuple[list[Real], dict[int, int]]:
    """Returns the structurally distinct subexpressions, children first, and the name (a number) of
    every node by id.
    """
    order: list[Real] = []
    name_of: dict[int, int] = {}
    known: dict[Any, int] = {}
    stack: list[tuple[Real, bool]] = [(x, False)]
    while stack:
        node, children_done = stack.pop()
        if id(node) in name_of:
            continue
        if not children_done:
            stack.append((node, True))
            stack.extend((a, False) for a in node.args if isinstance(a, Real))
            continue
        children = tuple(name_of[id(a)] if isinstance(a, Real) else a for a in node.args)
        kinds = tuple(isinstance(a, Real) for a in node.args)
        key = (node.op, node.extra, children, kinds)
        if key not in known:
            known[key] = len(known)
            order.append(node)
        name_of[id(node)] = known[key]
    return order, name_of


def _coprime_basis(numbers: list[Fraction]) -> list[int]:
    """Returns pairwise coprime integers > 1 of which all numerators and denominators are products
    (no factoring).
    """
    basis: list[int] = []
    pending = [n for q in numbers for n in (q.numerator, q.denominator) if n > 1]
    while pending:
        n = pending.pop()
        for i, p in enumerate(basis):
            common = math.gcd(n, p)
            if common > 1:
                del basis[i]
                pending += [x for x in (n // common, p // common, common) if x > 1]
                break
        else:
            if n > 1:
                basis.append(n)
    return basis


def _exponents(q: Fraction, basis: list[int]) -> list[tuple[int, int]]:
    """Returns q as a product of powers of the basis: the logarithm of q is the same sum of
    logarithms.
    """
    found = []
    for p in basis:
        count, above, below = 0, q.numerator, q.denominator
        while above % p == 0:
            above, count = above // p, count + 1
        while below % p == 0:
            below, count = below // p, count - 1
        found.append((p, count))
    return found


def _common_divisor(exponents: list[Fraction]) -> Fraction:
    unit = Fraction(0)
    for q in exponents:
        common = math.lcm(unit.denominator, q.denominator)
        unit = Fraction(math.gcd(int(unit * common), int(q * common)), common)
    return unit or Fraction(1)
