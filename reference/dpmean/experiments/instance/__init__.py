"""Huang, Liang and Yi, "Instance-optimal mean estimation under differential privacy": its Figures 1
to 12.

The statements of Section 6 are beside them. `estimators/` runs ours and the others, `compare.py`
makes curves and orderings of what it finds; every other file is one figure, or what figures share.
Errors are trimmed means over trials with intervals, but for Figure 9, which is exact.
"""
