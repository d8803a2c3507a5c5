"""What Table II prints, the numbers that are printed so, and the logarithm in which it prints
them.
"""

from __future__ import annotations

from fractions import Fraction

from ..points import Enclosed

LABELS = ("ADPM", "PropDPM", "LDPE", "SM", "FME", "UNI")


def _printed(*figures: str) -> dict[str, Fraction]:
    return dict(zip(LABELS, map(Fraction, figures), strict=True))


COLUMNS = {
    "High": (-4, 2, _printed("-9.3", "-9.0", "-7.2", "-6.5", "-6.2", "-5.1")),
    "Low": (-3, -2, _printed("-8.1", "-8.1", "-1.3", "-7.9", "-6.2", "-7.1")),
}
Errors = dict[str, Enclosed]  # by algorithm, for one vector


def half_open(printed: Fraction) -> tuple[Fraction, Fraction]:
    """Return the interval of the numbers that are printed so when they are rounded to one digit."""
    return printed - Fraction(1, 20), printed + Fraction(1, 20)


def natural(x: Enclosed) -> Enclosed:
    """Return the natural logarithm of an error.

    A rational's digits are cut to 60 first, outwards, as a logarithm needs no more.
    """
    unit = 1 << 200
    return Enclosed(
        Fraction(x.lower * unit // 1, unit), Fraction(-(-x.upper * unit // 1), unit)
    ).log()
