"""Every user has her own epsilon (Chaudhuri and Courtade, "Mean estimation under heterogeneous privacy"; key `hetero`).

`weights.py` has the optimal weights of an affine estimate. Epsilons are public input: a user's epsilon must not depend on her record, or the
weights, and with them the release, tell something that no guarantee here covers.
"""
