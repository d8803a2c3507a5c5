"""Small changes, planted mechanically in every function that a theorem covers: a step has to turn
red for each.
"""
