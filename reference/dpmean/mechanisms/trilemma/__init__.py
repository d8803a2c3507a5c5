"""Estimates with little or no bias (trilemma): clipping and naming (`clipped`, `named`), symmetric laws (`coarse`,
`symmetric`), a private number of records (`count`, `unknown_size`, `smooth`, `student`), shuffled blocks (`blocks`).

`quantities` has the names of `value`.
"""
