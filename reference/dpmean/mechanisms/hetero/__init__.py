"""Every user has her own epsilon (Chaudhuri and Courtade, "Mean estimation under heterogeneous privacy"; key `hetero`).

Mechanisms: `affine.py` (ADPM and UNI), `baselines.py` (PropDPM, stretching, FME), `grouped.py` (LDPE), `sampled.py`
(SM). What they rest on: `weights.py` (ADPM's weights), `many.py` (the same for very many users) and `fme.py` (FME's
threshold). `quantities.py` has the catalogue's entries.

Epsilons are public input: a user's epsilon must not depend on her record, or the weights, and with them the release,
tell something that no guarantee here covers.
"""
