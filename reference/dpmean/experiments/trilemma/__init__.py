"""The paper on a bias-accuracy-privacy trilemma for statistical estimation: the figures and the
table of Sections 2 and 4.3.

`clipping.py` has the errors of the clipped mean and where they are least, `laws.py` the records,
`coarse.py` the two-stage estimators of Section 4; one file per figure.
"""
