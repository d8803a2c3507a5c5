"""The records of `histogram`, its counts, and the steps of a release on given draws."""

from collections import Counter
from fractions import Fraction

from means_by_hand import plain
from parts.histogram_params import of_release
from parts.records import MISSING, nearest_multiple
from values import Rejected, number, require

ZERO, ONE = Fraction(0), Fraction(1)


def category(record, k):
    """The category of a record; None where it is missing."""
    require(isinstance(record, (str, int)), "record", "a record is a number or missing")
    if record in MISSING:
        return None
    if record in ("inf", "-inf"):
        return k - 1 if record == "inf" else 0
    x = sorted((ZERO, number({"record": record}, "record"), Fraction(k - 1)))[1]
    return int(nearest_multiple(x, ONE))


def counts_of(k, given):
    data = given.get("data")
    if not isinstance(data, list):
        raise Rejected("data", "a release needs records")
    found = Counter()
    for record, times in Counter(data).items():
        found[category(record, k)] += times
    return [Fraction(found[i]) for i in range(k)]


def shown(settings, count, noisy):
    """The output of one category."""
    if settings.threshold is not None:
        return noisy if count > 0 and noisy >= settings.threshold else ZERO
    return ZERO if settings.clamped and noisy < 0 else noisy


def transcript(name, params, given):
    """Every named step, and the values."""
    settings, k = of_release(params)
    counts, outcomes = counts_of(k, given), given.get("outcomes") or {}
    labels = [f"noise_{i + 1}" for i in range(k)]
    require({*outcomes} <= {*labels}, "outcomes", "an outcome that is not drawn")
    noises = [number(outcomes, label) for label in labels]
    if settings.lattice:
        for z in noises:
            require(z.denominator == 1, "noise", "noise on a lattice is a whole number")
    noisy = [c + z for c, z in zip(counts, noises)]
    output = [shown(settings, c, y) for c, y in zip(counts, noisy)]
    steps = [["counts", counts], ["noisy_counts", noisy], ["output", output]]
    return {"steps": [[label, plain(v)] for label, v in steps], "values": plain(output)}
