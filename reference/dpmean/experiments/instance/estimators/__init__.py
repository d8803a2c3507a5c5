"""Estimators of the comparison, in doubles: ours, COINPRESS, and the two of the local model.

Only this folder of the paper's experiments imports NumPy.

Records are rows. Every function takes its random numbers from a `Source`, so that a seed repeats a
run. Doubles are good enough for comparing errors, and protect nobody.
"""
