"""Estimates with little or no bias (paper `trilemma`).

- Clipping and naming: `clipped`, `named`, and their margins and bounds in `margins`.
- Symmetric laws: `coarse`, `symmetric`, `symmetric_bounds`.
- A private number of records: `count`, `unknown_size` with `families`, `smooth`, `student`.
- Shuffled blocks: `blocks`.

`quantities` has the catalogue's entries.
"""
