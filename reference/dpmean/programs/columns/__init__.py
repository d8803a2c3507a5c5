"""Releases in columns: the same programs, run on thousands of rows of draws at once, and not a bit
less exact.

    >>> from dpmean.catalogue.mechanisms import build
    >>> mean = build("sized_mean", {"epsilon": "1", "lower": "0", "upper": "1", "n": "2", "noise": "laplace"})
    >>> sum(batch.count for batch in releases(mechanism=mean, data=["0", "1"], count=100_000))
    100000

A row is one release. Lattice noise is an integer, and a continuous number is the cell of its first
64 bits (`distributions/bulk`); arithmetic carries certified error bounds (`exact/doubles.py`). What
that much does not decide goes to `interpret.release`, one row at a time, with its draws and bits
kept: so every row has exactly the law of a release.
"""

from .batch import Batch
from .releases import releases, samples

__all__ = ["Batch", "releases", "samples"]
