"""The records of `count` and `bounded_sum`, their exact statistic, and the steps of a release."""

from collections import Counter
from fractions import Fraction
from math import floor

from means_by_hand import plain
from parts.params import Settings
from values import Rejected, number, require

MISSING = ("missing", "nan")


def value_of(settings, record):
    """What one record adds to the statistic."""
    if settings.name == "count":
        if record not in (*MISSING, "inf", "-inf"):
            number({"record": record}, "record")
        return Fraction(record not in MISSING)
    if record in ("inf", "-inf"):
        return settings.upper if record == "inf" else settings.lower
    x = Fraction(0) if record in MISSING else number({"record": record}, "record")
    x = sorted((settings.lower, x, settings.upper))[1]
    return nearest_multiple(x, settings.unit) if settings.lattice else x


def nearest_multiple(x, unit):
    """Of the multiples on both sides the nearer one; of two as near the even one."""
    low = floor(x / unit)
    sides = sorted((low, low + 1), key=lambda k: (abs(k * unit - x), k % 2))
    return sides[0] * unit


class Statistic:
    """The records, each as it counts, and their sum."""

    def __init__(self, settings, given):
        if not isinstance(given.get("data"), list):
            raise Rejected("data", "a release needs records")
        data = given["data"]
        for record in data:
            require(isinstance(record, (str, int)), "record", "a record is a number or missing")
        known = {r: value_of(settings, r) for r in set(data)}
        self.each = [known[r] for r in data]
        self.sum = sum((v * times for v, times in Counter(self.each).items()), Fraction(0))


def transcript(name, params, given):
    """Every named step, and the value; noise on a lattice is a multiple of its unit."""
    settings = Settings(name, params)
    statistic = Statistic(settings, given)
    outcome = number(given.get("outcomes") or {}, "noise")
    if settings.lattice:
        require(settings.on_lattice(outcome), "noise", "noise on a lattice is a multiple of unit")
    noisy = statistic.sum + outcome
    value = Fraction(0) if settings.clamped and noisy < 0 else noisy
    exact = (
        [["count", statistic.sum], ["noisy_count", noisy]]
        if name == "count"
        else [["clipped", statistic.each], ["exact_sum", statistic.sum], ["noisy_sum", noisy]]
    )
    steps = [[label, plain(v)] for label, v in [*exact, ["output", value]]]
    return {"steps": steps, "value": str(value)}
