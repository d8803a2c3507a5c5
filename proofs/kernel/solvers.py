"""The two SMT solvers, given the same text. Their agreement on `unsat` is trusted.

Answers are kept by text within a process: the same text has the same answer.
"""

from __future__ import annotations

from functools import cache

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
