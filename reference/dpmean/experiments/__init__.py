"""The papers' figures and tables, recomputed: `dpmean experiment PAPER [NAME]...`.

`points.py` has what an experiment gives, `drawing.py` and `export.py` make files of it,
`registry.py` finds it. Each paper has a folder with one file per figure or table. Numbers are exact
or enclosed; what is simulated or sampled says so, and from how many runs. `advice.py` compares
mechanisms for `dpmean advise`.
"""
