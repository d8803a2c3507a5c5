"""Attempts to make the checker accept a falsehood: each of them succeeded once, and each is refused
now.

Attempts in one step are builders that are run; attempts by a theorem file are texts that are read
before they run.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from proofs import ledger
from proofs.guards import gate
from proofs.kernel import steps
from proofs.kernel.balls import Ball
from proofs.kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Formula, Ring
from proofs.kernel.refusals import Misuse, NotProved
from proofs.kernel.rules import (
    counterexample,
    exhaustive,
    identity,
    positive,
    positive_in_balls,
    smt,
    telescopes,
)
from proofs.kernel.steps import Step
from proofs.kernel.tracing import INT, REAL
from proofs.theorem import Theorem

HALF = Fraction(1, 2)
U, P = Ring({"x": UNIT}), Ring({"x": POSITIVE})
J = Ring({"b": UNIT}, powers="j")
REFUSALS = (NotProved, Misuse, TypeError, ValueError, AttributeError)


def theorem(*made: Any) -> Theorem:
    return Theorem("t", "", "", "", made)


def file_of(text: str) -> Callable[[], None]:
    """The attempt of a theorem file with this text: it is read at the door."""

    def read() -> None:
        import tempfile

        path = Path(tempfile.mkdtemp()) / "file.py"
        path.write_text(text)
        gate.require(path, "theorems/laws/file.py")

    return read


def _global_loop() -> None:
    names: dict[str, Any] = {"positive": positive, "U": U, "made": []}
    exec(
        "for p in (2, 1):\n    made.append(positive(f'above {p}', U, lambda x: 1 / (1 - x) - p))\n",
        names,
    )
    theorem(*names["made"])


def _global_loop_in_a_helper() -> None:
    names: dict[str, Any] = {"positive": positive, "U": U, "made": []}
    exec(
        "def f(x):\n    return 1 / (1 - x) - p\n"
        "for p in (2, 1):\n    made.append(positive(f'above {p}', U, lambda x: f(x)))\n",
        names,
    )
    theorem(*names["made"])


def _caught(error: type[BaseException], act: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def conclude(v: Any) -> bool:
        try:
            act(v.x)
        except error:
            return True
        return False

    return conclude


def _caught_formula(act: Callable[[Any], Any]) -> Step:
    def build(x: Any) -> Any:
        if isinstance(x, Fraction):
            return 1 + x
        try:
            act(x)
        except BaseException:
            return 1 + x
        return x - 1

    return positive("", U, build)


def _by_catching(error: type[BaseException], act: Callable[[Any], Any]) -> Callable[[], object]:
    return smt("", {"x": REAL}, lambda v: v.x >= 0, _caught(error, act), lambda v: v.x < 0).check


def _changed_list() -> None:
    cases = [1, 2, 3]
    step = exhaustive("all are below 3", lambda: cases, lambda n: n < 3)
    cases.pop()
    step.check()


def _changed_default() -> None:
    cases = [1, 2, 3]
    step = exhaustive("all are below 3", lambda all_=cases: all_, lambda n: n < 3)
    cases.pop()
    step.check()


def _changed_point() -> None:
    point = [4]
    step = counterexample("", lambda p: p[0] > 4, point)
    point[0] = 3
    step.check()


def _changed_variables() -> None:
    sorts = {"n": REAL}
    step = smt("x > 0 is x >= 1", sorts, lambda v: v.n > 0, lambda v: v.n >= 1, lambda v: v.n >= 2)
    sorts["n"] = INT
    step.check()


def _changed_box() -> None:
    box = {"x": (Fraction(-1), Fraction(1))}
    step = positive_in_balls("", box, lambda x: x)
    box["x"] = (Fraction(1), Fraction(2))
    step.check()


def _changed_domain() -> None:
    ring = Ring({"x": POSITIVE})
    step = positive("", ring, lambda x: 1 - x)
    ring.domains["x"] = UNIT  # type: ignore[index]
    step.check()


def _late_relation() -> None:
    ring = Ring({"b": UNIT, "c": POSITIVE})
    step = identity("c^2 = b", ring, lambda b, c: (c**2, b))
    ring.relate("c", 2, lambda b: b)
    step.check()


POLES: list[Any] = []


def _leaked_pole() -> None:
    def leak(x: Any) -> Any:
        POLES.append(1 / (x - HALF))
        return 1 + x

    try:
        positive("a", U, leak).check()
    except NotProved:
        pass
    identity(
        "b", U, lambda x: (POLES[0] * 0 if not isinstance(x, Fraction) else x * 0, x * 0)
    ).check()


def _returned_pole() -> None:
    identity(
        "b", U, lambda x: (POLES[0] - POLES[0] if not isinstance(x, Fraction) else x * 0, x * 0)
    ).check()


def _renamed() -> None:
    step = identity("x = x", U, lambda x: (x, x))
    object.__setattr__(step, "name", "Riemann")
    theorem(step)


def _renamed_later() -> None:
    step = identity("x = x", U, lambda x: (x, x))
    made = theorem(step)
    object.__setattr__(step, "name", "Riemann")
    assert not ledger.check_step(made, step).error or _refuse()


def _refuse() -> bool:
    raise NotProved("red")


def _subclassed() -> None:
    class Mine(Step):
        pass


def _red(step: Step) -> Callable[[], bool]:
    return lambda: bool(ledger.check_step(theorem(step), step).error) and _refuse()


def _false(value: Any) -> Callable[[Any], Any]:
    return lambda _: value


def _changes_its_variables(v: Any) -> bool:
    v.x = Fraction(7)
    return True


def _int_over_int(v: Any) -> Any:
    return (v.n / 3) * 3 == v.n


def _at_a_point_that_is_rare(v: Any) -> Any:
    return (v.x == 7) is not True


ATTEMPTS: dict[str, Callable[[], object]] = {
    # what an honest mistake could do
    "a loop variable that is a global": _global_loop,
    "a global loop variable of a helper": _global_loop_in_a_helper,
    "a refusal that is caught: hash": _by_catching(TypeError, hash),
    "a refusal that is caught: //": _by_catching(TypeError, lambda x: x // 2),
    "a refusal that is caught: round": _by_catching(TypeError, round),
    "a refusal that is caught: int": _by_catching(TypeError, int),
    "a refusal that is caught: %": _by_catching(TypeError, lambda x: x % 2),
    "a refusal that is caught: a power": _by_catching(TypeError, lambda x: x**2),
    "a refusal that is caught: a missing attribute": _by_catching(
        AttributeError, lambda x: x.numerator
    ),
    "a refusal that is caught: even by a bare except": _by_catching(BaseException, lambda x: x * x),
    "a formula's < that is caught": lambda: _caught_formula(lambda x: x < 1).check(),
    "a formula's // that is caught": lambda: _caught_formula(lambda x: x // 1).check(),
    "a formula's hash that is caught": lambda: _caught_formula(hash).check(),
    "a formula's numerator that is looked for": lambda: _caught_formula(
        lambda x: x.numerator
    ).check(),
    "an unknown domain that means (0, 1)": lambda: Ring({"x": "(0,2)"}),
    "an unknown sort": lambda: smt(
        "", {"x": "Bool"}, lambda v: v.x >= 0, lambda v: v.x >= 0, lambda v: v.x > 1
    ),
    "a statement with too few points to replay, and no reason": smt(
        "", {"n": INT}, lambda v: v.n == 1, lambda v: v.n >= 1, lambda v: v.n > 1
    ).check,
    "int / int, exact as a term and a float in Python": smt(
        "", {"n": INT}, lambda v: v.n >= 0, _int_over_int, lambda v: v.n < 0
    ).check,
    "an exponent over an integer": identity("", J, lambda b, j: (b * (j / 2), b * j / 2)).check,
    "a derivative that differs on numbers": positive(
        "", P, lambda x: (x * x).derivative("x") if isinstance(x, Formula) else -x
    ).check,
    "a telescoping sum that differs on numbers": telescopes(
        "",
        Ring({"b": UNIT, "k": NONNEGATIVE, "w": POSITIVE}),
        lambda w: w if isinstance(w, Formula) else 2 * w,
        lambda b, w: w / (1 - b),
        lambda b: b,
    ).check,
    "a related variable that differs on numbers": identity(
        "",
        Ring({"b": UNIT, "c": POSITIVE}).relate("c", 2, lambda b: b),
        lambda b, c: (c**2 if isinstance(c, Formula) else c, b),
    ).check,
    "a list that is changed after the step was made": _changed_list,
    "a default that is changed after the step was made": _changed_default,
    "a point that is changed after the step was made": _changed_point,
    "sorts that are changed after the step was made": _changed_variables,
    "a box that is changed after the step was made": _changed_box,
    "a domain that is changed after the step was made": _changed_domain,
    "a relation that is imposed after the step was made": _late_relation,
    "an AttributeError that skips the check on numbers": positive(
        "", U, lambda x: x if isinstance(x, Formula) else SimpleNamespace().missing
    ).check,
    "a condition that is not True": lambda: smt(
        "", {"x": REAL}, lambda v: v.x >= 0, _at_a_point_that_is_rare, lambda v: v.x < 1
    ),
    # what only malice would do
    "an object that is no step": lambda: theorem(
        SimpleNamespace(name="Riemann", rule="identity", check=lambda: "so")
    ),
    "the private maker of steps": lambda: steps.make("Riemann", "identity", lambda: "so", ()),
    "a step renamed after sealing": _renamed,
    "a step renamed after the theorem was made": _renamed_later,
    "a subclass of Step": _subclassed,
    "a step with another name by replace": lambda: dataclasses.replace(
        identity("", U, lambda x: (x, x)), name="Riemann"
    ),
    "a name of two lines": lambda: identity("x\n(assert false)", U, lambda x: (x, x)),
    "sys.exit(0) in a lambda": _red(identity("", U, lambda x: sys.exit(0))),
    "a step that raises GeneratorExit": _red(
        exhaustive("", lambda: [1], lambda _: (_ for _ in ()).throw(GeneratorExit))
    ),
    "the midpoint taken out of a ball": positive_in_balls(
        "", {"x": (Fraction(-1), Fraction(1))}, lambda x: Ball(x.arb.mid()) + 1
    ).check,
    "a ball that is another thing": positive_in_balls(
        "", {"x": (Fraction(-1), Fraction(1))}, lambda x: SimpleNamespace(_arb=1)
    ).check,
    "a symbol that is changed": lambda: setattr(Ball(1), "_arb", 2),
    "a pole that leaks from another run": _leaked_pole,
    "a pole from another run that is returned": _returned_pole,
    "hypotheses that change the variables": smt(
        "", {"x": REAL}, _changes_its_variables, lambda v: v.x == 7, lambda v: v.x == 8
    ).check,
    "a theorem file that imports the maker": file_of("from ...kernel.steps import make"),
    "a theorem file that imports the solvers": file_of("from ...kernel import solvers"),
    "a theorem file that patches the package": file_of(
        "from dpmean.distributions import laplace\nlaplace.tail = None"
    ),
    "a theorem file that patches a class": file_of(
        "from dpmean.distributions import laplace\nlaplace.Laplace.tail = 0"
    ),
    "a theorem file that patches a table": file_of(
        "from dpmean.catalogue.quantities import CATALOGUE\nCATALOGUE['x']=1"
    ),
    "a theorem file that ends the process": file_of("import sys\nsys.exit(0)"),
    "a theorem file that ends it by os": file_of("import os\nos._exit(0)"),
    "a theorem file that finds sys in the package": file_of(
        "from dpmean import cli\ncli.sys.exit(0)"
    ),
    "a theorem file that reaches into a ball": file_of("f = lambda x: x._arb.mid()"),
    "a theorem file that sets behind the back": file_of("setattr(f, 'name', 'Riemann')"),
    "a theorem file that uses object.__setattr__": file_of(
        "object.__setattr__(f, 'name', 'Riemann')"
    ),
    "a theorem file that evaluates text": file_of("eval('1')"),
    "a theorem file that catches everything": file_of("try:\n    f()\nexcept:\n    pass"),
    "a theorem file that catches BaseException": file_of(
        "try:\n    f()\nexcept BaseException:\n    pass"
    ),
    "a theorem file with `is not True`": file_of("f = lambda v: (v.x > 0) is not True"),
}
