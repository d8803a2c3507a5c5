"""The laws, one a file: definition, exact quantities, and how each is drawn (`sample`).

`samplers/` has the methods by which bits become outcomes, `bulk/` draws millions at a time,
`derivations/` derives the formulas symbolically.
"""
