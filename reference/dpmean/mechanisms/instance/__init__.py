"""Means of vectors under zero-concentrated DP: private quantiles, clipping of norms, rotation, and three trust models
(paper `instance`).

What may be put here: the mechanisms of that paper as programs over draws, and their formulas. Data are integers in a
`table`, whose engines do the arithmetic.
"""
