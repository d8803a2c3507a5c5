"""Means of vectors under zero-concentrated differential privacy (paper `instance`).

The mechanisms of that paper as programs over draws, and their formulas: private quantiles, clipping
of norms, the random rotation, and three trust models (central, local, shuffle). Each mechanism
stands in the file of its name. Data are integers in a `table`, whose engines do the arithmetic.
"""
