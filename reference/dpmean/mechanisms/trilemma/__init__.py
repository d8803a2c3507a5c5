"""Estimates with little or no bias (paper `trilemma`).

Each mechanism stands in the file of its name. What they rest on:

- Clipping and naming: `beyond_bounds`, and margins and bounds in `margins`.
- Symmetric laws: `symmetric_bounds`.
- A private number of records: `count`, `families` (what runs on a sub-sample), `smooth`.

`public_size` has what several of them check and choose; `quantities` has the catalogue's entries.
"""
