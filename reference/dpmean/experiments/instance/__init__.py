"""Huang, Liang and Yi, "Instance-optimal mean estimation under differential privacy": Figures 1 to 12 and the
statements of Section 6.

`estimators/` runs ours and the others, `compare.py` makes curves and orderings of what it finds; every other file is
one figure, or what figures share. Errors are trimmed
means over trials with intervals, but for Figure 9, which is exact.
"""
