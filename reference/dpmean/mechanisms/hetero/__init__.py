"""Every user has her own epsilon (Chaudhuri and Courtade, "Mean estimation under heterogeneous
privacy"; key `hetero`).

Each mechanism stands in the file of its name. What they rest on: `affine.py` (a weighted mean plus
one noise, and what all of them share), `weights.py` (ADPM's weights) and `many.py` (the same for
very many users). `quantities.py` has the catalogue's entries.

Epsilons are public input: a user's epsilon must not depend on her record, or the weights, and with
them the release, tell something that no guarantee here covers.
"""
