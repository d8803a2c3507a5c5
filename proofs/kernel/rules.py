"""The checker: every step of every proof is one of the rules below, or is refused. It re-verifies
and never searches.

A rule receives callables that run the *shipped* formulas on symbols (`formulas.Formula`), SMT terms
(`tracing.Term`), balls (`balls.Ball`) or Fractions, and raises `NotProved` unless the certificate
checks; what it proves of symbols it runs again on numbers (`points`). What is trusted: this folder,
python-flint's polynomials and balls, that z3 and cvc5 do not both call the same satisfiable text
unsatisfiable, and the lemmas of analysis in trusted.py that a step names. That the steps of a
theorem entail its statement is read by a person, in the docstring of the theorem's file.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly

from . import points, solvers, trusted
from .balls import Ball, decide_positive
from .formulas import Formula, Ring, degrees
from .models import model
from .points import agree, at_points, flat, ring_points, value
from .refusals import Misuse, NotProved
from .signs import definite_sign, positive_sign
from .steps import Step
from .steps import make as _step
from .tracing import INT, REAL, Point, script


def _wanted(build: Callable[..., Any], ring: Ring) -> list[str]:
    """Return the variables that a builder asks for: parameters without a default (which must not
    hide a variable).
    """
    parameters = inspect.signature(build).parameters
    if any(
        p.default is not inspect.Parameter.empty and n in ring.domains
        for n, p in parameters.items()
    ):
        raise NotProved("a default value hides a variable")
    return [n for n, p in parameters.items() if p.default is inspect.Parameter.empty]


def _call(build: Callable[..., Any], ring: Ring, **instead: Any) -> Any:
    """Run the builder on the ring's symbols, some replaced; what it divides by may not vanish on
    the domain.
    """
    if ring.relation is not None and definite_sign(ring, ring.relation[2]) != 1:
        raise NotProved("the relation has no positive solution on the whole domain")
    names = _wanted(build, ring)
    divisors: dict[str, Any] = {}
    ring.use(divisors)
    try:
        result = build(
            *(
                instead[n](ring)
                if n in instead
                else ring.exponent(n)
                if n in ring.powers
                else ring(n)[0]
                for n in names
            )
        )
        for value in flat(result):
            if isinstance(value, Formula) and not value._of_run(divisors):
                raise Misuse("a formula from outside, or of another run")
    finally:
        ring.use()
    for divisor in divisors.values():
        definite_sign(ring, ring.reduce(divisor))
    return result


def _again(build: Callable[..., Any], ring: Ring, point: Mapping[str, Any] | None = None) -> Any:
    """Run a builder within the run of another one, or at a point."""
    return build(*(ring(n)[0] if point is None else point[n] for n in _wanted(build, ring)))


def identity(
    name: str, ring: Ring, build: Callable[..., Any], trusts: tuple[str, ...] = ()
) -> Step:
    """Prove that left = right for all values of the variables, by exact polynomials and the same
    code on Fractions.
    """
    ring.use()

    def check() -> str:
        left, right = _call(build, ring)
        if not ring.number(left)._equals(right):
            raise NotProved(
                f"the two sides differ: {ring.number(left)._shown()} against "
                f"{ring.number(right)._shown()}"
            )
        if not all(agree(a, b) for a, b in at_points(name, build, _wanted(build, ring), ring)):
            raise NotProved("the sides agree as symbols and differ at a point")
        return f"rational functions of {', '.join(ring.domains)}: equal by cross-multiplication"

    return _step(name, "identity", check, trusts, build)


def telescopes(
    name: str,
    ring: Ring,
    term: Callable[..., Any],
    rest: Callable[..., Any],
    base: Callable[..., Any],
) -> Step:
    """Prove that the sum over k >= K of term(k) is rest(K) for all K >= 0, rest being base^k times
    a polynomial in k.

    `ring` has the variables k and w; w stands for base^k. Checked: rest(k, w) - rest(k + 1, base w)
    = term(k, w), and rest vanishes at infinity because it is w times a polynomial in k and 0 < base
    < 1.
    """
    ring.use()

    def check() -> str:
        if ring.powers or ring.relation is not None:
            raise NotProved("a telescoping sum has no other exponents and no relation")
        ratio = ring.number(_call(base, ring))
        if (
            not ratio._free_of("k", "w")
            or positive_sign(ring, ratio) != 1
            or positive_sign(ring, 1 - ratio) != 1
        ):
            raise NotProved("the base must lie in (0, 1)")
        here = ring.number(_call(rest, ring))
        later = ring.number(
            _call(rest, ring, k=lambda r: r("k")[0] + 1, w=lambda r: r("w")[0] * _again(base, r))
        )
        if not (here - later)._equals(ring.number(_call(term, ring))):
            raise NotProved("the rest does not telescope")
        slope = Formula(ring, here._top, here._bottom * ring("w")[0]._top)
        if not slope._free_of("w") or degrees(slope._bottom)[list(ring.domains).index("k")]:
            raise NotProved("the rest is not base^k times a polynomial in k")
        for at in ring_points(name, ring):
            then = {**at, "k": at["k"] + 1, "w": at["w"] * _again(base, ring, at)}
            if _again(rest, ring, at) - _again(rest, ring, then) != _again(term, ring, at):
                raise NotProved("the rest telescopes as a symbol and not at a point")
        return (
            "telescoping sum over k, parameters "
            f"{', '.join(n for n in ring.domains if n not in ('k', 'w'))}"
        )

    return _step(name, "telescoping sum", check, ("powers_decay",), term, rest, base)


def positive(
    name: str,
    ring: Ring,
    build: Callable[..., Any],
    splits: Mapping[str, Iterable[Fraction]] | None = None,
    strict: bool = True,
    trusts: tuple[str, ...] = (),
) -> Step:
    """Prove that build > 0 (>= 0 if not strict) on the domain, faces included, by signs of
    Bernstein coefficients.
    """
    ring.use()
    cuts = {n: tuple(given) for n, given in (splits or {}).items()}

    def check() -> str:
        if positive_sign(ring, ring.number(_call(build, ring)), cuts, strict) != 1:
            raise NotProved("it is not positive")
        if any(
            v < 0 or (strict and v == 0)
            for v in map(value, at_points(name, build, _wanted(build, ring), ring))
        ):
            raise NotProved("it is positive as a symbol and not at a point")
        return (
            f"Bernstein coefficients in {', '.join(ring.domains)} are "
            f"{'positive' if strict else 'nonnegative'}"
        )

    return _step(name, "sign on a box", check, trusts, build)


def decomposition(
    name: str, ring: Ring, build: Callable[..., Any], trusts: tuple[str, ...] = ()
) -> Step:
    """Prove that f >= 0 for build() = (f, [(weight, root), ...]): f is the sum of weight root^2,
    every weight >= 0.
    """
    ring.use()

    def check() -> str:
        f, squares = _call(build, ring)
        total = ring.number(0)
        for weight, root in squares:
            if positive_sign(ring, ring.number(weight)) != 1:
                raise NotProved("a weight is not positive")
            total = total + weight * root * root
        if not total._equals(f):
            raise NotProved("the squares do not add up")
        if not all(
            agree(value, sum((weight * root**2 for weight, root in parts), start=0 * value))
            for value, parts in at_points(name, build, _wanted(build, ring), ring)
        ):
            raise NotProved("the squares add up as symbols and not at a point")
        return f"{len(squares)} weighted squares add up to it"

    return _step(name, "weighted squares", check, trusts, build)


def root_count(
    name: str, coefficients: Callable[[], list[Any]], lower: Fraction, upper: Fraction, count: int
) -> Step:
    """Prove that a rational polynomial (constant first) has `count` distinct roots in (lower,
    upper), by Sturm.
    """

    def check() -> str:
        given = list(coefficients())
        if not lower < upper or any(not isinstance(c, int | Fraction) for c in given):
            raise NotProved("an interval and exact coefficients are needed")
        chain = [fmpq_poly([fmpq(Fraction(c).numerator, Fraction(c).denominator) for c in given])]
        chain.append(chain[0].derivative())
        while chain[-1].degree() >= 0:
            chain.append(-(chain[-2] % chain[-1]))
        chain.pop()

        def variations(x: Fraction) -> int:
            signs = [v for v in (q(fmpq(x.numerator, x.denominator)) for q in chain) if v != 0]
            return sum(1 for a, b in pairwise(signs) if (a < 0) != (b < 0))

        if any(chain[0](fmpq(x.numerator, x.denominator)) == 0 for x in (lower, upper)):
            raise NotProved("an end of the interval is a root")
        found = variations(lower) - variations(upper)
        if found != count:
            raise NotProved(f"it has {found} roots there, not {count}")
        return f"Sturm sequence of length {len(chain)}: {found} roots in ({lower}, {upper})"

    return _step(name, "Sturm", check, (), coefficients)


def smt(
    name: str,
    variables: Mapping[str, str],
    assume: Callable[[Any], Any],
    conclude: Callable[[Any], Any],
    rival: Callable[[Any], Any],
    trusts: tuple[str, ...] = (),
    few: str = "",
) -> Step:
    """Prove that `assume` implies `conclude` for all values: the negation is unsatisfiable for z3
    and for cvc5.

    The rival has the same hypotheses and another conclusion; it must be refuted by a model that, in
    Fractions, through the same shipped code, satisfies the hypotheses and violates the rival. So
    the hypotheses are not contradictory. The statement is replayed at 200 points that satisfy the
    hypotheses; `few` says why there are not that many.
    """
    variables = dict(variables)
    if unknown := set(variables.values()) - {INT, REAL}:
        raise ValueError(f"no such sort: {unknown}")

    def texts() -> tuple[str, str]:
        return script(variables, assume, conclude), script(variables, assume, rival)

    def check() -> str:
        statement, other = texts()
        answers = {"z3": solvers.z3_answer(statement), "cvc5": solvers.cvc5_answer(statement)}
        if "sat" in answers.values():
            raise NotProved(
                f"it is false, for example at {_shown(model(statement, tuple(variables)))}"
            )
        if set(answers.values()) != {"unsat"}:
            raise NotProved(f"undecided: {answers}")
        rivals = {"z3": solvers.z3_answer(other), "cvc5": solvers.cvc5_answer(other)}
        if set(rivals.values()) != {"sat"}:
            raise NotProved(
                f"the rival is not refuted (the hypotheses may be contradictory): {rivals}"
            )
        found = model(other, tuple(variables))
        at = {n: int(q) if variables[n] == INT else q for n, q in found.items()}
        point = Point(**at)
        if any(variables[n] == INT and q.denominator != 1 for n, q in found.items()) or not assume(
            point
        ):
            raise NotProved("the rival's model does not satisfy the hypotheses when replayed")
        if rival(point) or not conclude(point):
            raise NotProved(
                "replayed through the shipped code, the model does not separate the statement "
                "from its rival"
            )
        replayed = points.satisfying(variables, assume, name + statement, at)
        for sample in replayed:
            if not conclude(sample):
                raise NotProved(f"proved of symbols and false of numbers, at {vars(sample)}")
        if len(replayed) < points.WANTED and not few:
            raise NotProved(
                f"only {len(replayed)} points that satisfy the hypotheses were found; say why "
                "(few=)"
            )
        said = f"replayed at {len(replayed)} points" + (
            f" ({few})" if len(replayed) < points.WANTED else ""
        )
        return f"unsat for z3 and cvc5; the rival fails at {_shown(found)}; {said}"

    return _step(name, "SMT", check, trusts, assume, conclude, rival, smt=texts)


def _shown(values: Mapping[str, Fraction]) -> str:
    """Return a point in words."""
    return ", ".join(f"{n} = {q}" for n, q in values.items())


def positive_in_balls(
    name: str,
    box: Mapping[str, tuple[Fraction, Fraction]],
    build: Callable[..., Ball],
    trusts: tuple[str, ...] = (),
) -> Step:
    """Prove that build > 0 on a closed box with rational ends, by balls, halving boxes until each
    is decided.
    """
    whole = {n: (Fraction(lo), Fraction(hi)) for n, (lo, hi) in box.items()}

    def check() -> str:
        cells = decide_positive(build, whole)
        if cells is None:
            raise NotProved("not decided: too many subdivisions, or false")
        return f"ball arithmetic on {cells} boxes"

    return _step(name, "balls", check, trusts, build)


def exhaustive(
    name: str,
    domain: Callable[[], Iterable[Any]],
    holds: Callable[[Any], bool],
    trusts: tuple[str, ...] = (),
) -> Step:
    """Prove that holds(x) is True for every x of a finite domain."""

    def check() -> str:
        count = 0
        for x in domain():
            if holds(x) is not True:
                raise NotProved(f"it fails at {x}")
            count += 1
        if not count:
            raise NotProved("the domain is empty")
        return f"all {count} cases"

    return _step(name, "finite domain", check, trusts, domain, holds)


def counterexample(
    name: str,
    printed: Callable[[Any], bool],
    point: Any,
    smaller: Callable[[], Iterable[Any]] | None = None,
) -> Step:
    """Prove that a statement is false at `point`, exactly, and true at every smaller point of the
    stated order.
    """

    def check() -> str:
        if printed(point) is not False:
            raise NotProved(f"the statement does not fail at {point}")
        below = list(smaller()) if smaller is not None else []
        if smaller is not None and not below:
            raise NotProved("no smaller points were given")
        for x in below:
            if printed(x) is not True:
                raise NotProved(f"the statement fails already at {x}")
        return "the statement in question fails at the stated point" + (
            f" and at none of {len(below)} smaller" if below else ""
        )

    return _step(name, "counterexample", check, (), printed, point, smaller)


def cited(name: str, source: str) -> Step:
    """Name an external result, which then appears in the list of what is trusted."""
    if source not in trusted.CITED:
        raise KeyError(f"{source} is not in the list of cited results")
    return _step(name, "cited", lambda: trusted.CITED[source], (source,))
