"""Kulesza, Suresh and Wang, "Mean estimation in the add-remove model of differential privacy": its
curves, exactly.

They are Figures 2(c) to 2(e), Figure 3 and the four plots of Appendix H of version 2; `v1` has
Figure 2 of version 1. `settings.py` has the algorithms and their exact errors, `curves.py` the
curves and the releases that check them; every other file is one figure.
"""
