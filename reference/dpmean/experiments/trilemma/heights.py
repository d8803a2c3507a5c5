"""The 25,000 heights of Figure 3b of trilemma: what is known of them, and what was found on them.

They are the paper's reference [63]: SOCR data, 25,000 records of human heights in inches and of
weights. The package has no copy of them. What stands here was found with the file of the authors'
program (its SHA-256 is DIGEST), and comes again with `dpmean experiment trilemma figure3b --heights
'FILE:Height (inches)' --runs 1000000`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from ...errors import InvalidInput
from .laws import Population

DIGEST = "16ba3eb4569d5816d3fb5731a4851765492760b496809a751582dee257cbfd8f"
# of all of them, in inches
SIZE, MEAN, DEVIATION = (25_000, Fraction("67.9931135968"), Fraction("1.9016407372"))
SKEWNESS = "-0.006"  # as printed, and of the file
Ends = tuple[Fraction, Fraction]
# 99.99 % intervals of biases in inches, to four digits: 10^6 runs in eight minutes, seed dpmean;
# LEVEL: of DPUMean on the heights and their mirror image together
FOUND: dict[str, Ends] = {
    "DPUMean": (Fraction("0.0042"), Fraction("0.0064")),
    "KV": (Fraction("0.0284"), Fraction("0.0306")),
}
LEVEL: Ends = (Fraction("-0.0018"), Fraction("0.0004"))
FEWEST = 4000  # several samples


def people(heights: Iterable[Fraction]) -> Population:
    """Return the population of these heights."""
    counts = Counter(heights)
    if counts.total() < FEWEST:
        raise InvalidInput(
            "count_not_positive", f"heights: at least {FEWEST} of them", argument="heights"
        )
    return Population(tuple(sorted(counts.items())))


def mirrored(of: Population) -> Population:
    """Return the population with each record beside its mirror image at the mean: the same mean,
    and symmetric.
    """
    counts: Counter[Fraction] = Counter()
    for v, c in of.counts:
        counts[v] += c
        counts[2 * of.mean - v] += c
    return Population(tuple(sorted(counts.items())))


def values(of: Population) -> list[float]:
    """Return the records as doubles."""
    return [float(v) for v, count in of.counts for _ in range(count)]


def skewness(of: Population) -> float:
    """Return E (X - E X)^3 over the cube of the deviation."""
    return float(of.central(3)) / float(of.central(2)) ** 1.5
