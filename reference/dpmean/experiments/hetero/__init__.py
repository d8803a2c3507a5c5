"""Chaudhuri and Courtade, "Mean estimation under heterogeneous privacy": its figures, tables and
examples.

They are Figures 1-4, Tables I and II, Examples 1 and 2, and Remark 2. `settings.py` has the users
and the records, `errors.py` the exact errors; every other file is one figure, table or example.
"""
