"""Values that a solver proposes for a text. Part of the trusted base, but for the values: whoever asks
replays them.
"""

from __future__ import annotations

from fractions import Fraction

from . import solvers
from .refusals import NotProved


def model(text: str, names: tuple[str, ...]) -> dict[str, Fraction]:
    """Return values that z3 proposes for a satisfiable text; they are not trusted, and the kernel
    replays them.
    """
    import z3

    solver = z3.Solver()
    solver.set("timeout", solvers.TIMEOUT_MS)
    solver.set("ctrl_c", False)
    solver.from_string(text)
    answer = str(solver.check())
    if answer != "sat":
        hint = (
            "split the statement or drop variables until both answer within "
            f"{solvers.TIMEOUT_MS // 1000} s; if one says sat and the other unsat, one of them "
            "errs"
        )
        raise NotProved(
            f"z3 says {answer} and cvc5 says {solvers.cvc5_answer(text)}, so there is no model "
            f"of z3's to show: {hint}"
        )
    values = {d.name(): solver.model()[d] for d in solver.model().decls()}
    found = {}
    for name in names:
        value = values.get(name)
        found[name] = (
            Fraction(0)
            if value is None
            else Fraction(str(value.as_fraction() if value.is_real() else value.as_long()))
        )
    return found
