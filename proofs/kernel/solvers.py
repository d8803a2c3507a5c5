"""The two SMT solvers, given the same text. Their agreement on `unsat` is trusted; their models never are.

Answers are kept by text within a process: the same text has the same answer.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from .refusals import NotProved

TIMEOUT_MS = 60_000


@cache
def z3_answer(text: str) -> str:
    """Return z3's answer to a text: sat, unsat or unknown."""
    import z3

    solver = z3.Solver()
    solver.set("timeout", TIMEOUT_MS)
    solver.set("ctrl_c", False)  # an interrupt is Python's to handle, not an `unknown`
    solver.from_string(text)
    return str(solver.check())


@cache
def cvc5_answer(text: str) -> str:
    """Return cvc5's answer to a text: sat, unsat or unknown."""
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(TIMEOUT_MS))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "statement")
    symbols = parser.getSymbolManager()
    answer = ""
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return answer
        answer = str(command.invoke(solver, symbols)).strip() or answer


def model(text: str, names: tuple[str, ...]) -> dict[str, Fraction]:
    """Return values that z3 proposes for a satisfiable text; they are not trusted, and the kernel replays them."""
    import z3

    solver = z3.Solver()
    solver.set("timeout", TIMEOUT_MS)
    solver.set("ctrl_c", False)
    solver.from_string(text)
    answer = str(solver.check())
    if answer != "sat":
        hint = (
            f"split the statement or drop variables until both answer within {TIMEOUT_MS // 1000} s; if one says sat "
            "and the other unsat, one of them errs"
        )
        raise NotProved(
            f"z3 says {answer} and cvc5 says {cvc5_answer(text)}, so there is no model of z3's to show: {hint}")
    values = {d.name(): solver.model()[d] for d in solver.model().decls()}
    found = {}
    for name in names:
        value = values.get(name)
        found[name] = Fraction(0) if value is None else Fraction(str(value.as_fraction() if value.is_real()
            else value.as_long()))
    return found
