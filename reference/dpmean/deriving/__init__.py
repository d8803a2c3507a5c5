"""Derivations that people can run: every step checked, and the last line is the shipped formula.

`derivation(name)` derives a quantity of the catalogue (`distributions.derivations` has how), with
all its steps, and compares it with what the shipped function of that name returns when it is called
with letters (`letters.py`, `shipped.py`) or with numbers (`points.py`). `reason(name)` says why a
name has none. What the command `dpmean derive` prints is made in `pages.py`. SymPy is imported by
this room, and only when it is asked for.
"""
