"""Table 1 of trilemma: thresholds, biases, standard errors and RMSEs on salaries that are not to be
had.

It is checked what its numbers say of each other. Whatever the records, the bias E max(X - T, 0)
falls in T, is convex and starts at the mean; the standard error is made of the noise's, sqrt(2)
T/(500 epsilon), and of a sampling part that is at most E min(X, T) (T - E min(X, T))/500 in square;
all up to the error of 5,000 repetitions, for which a 99.99 % interval is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ...exact import reals
from ..points import Enclosed, Job, Panel, Row, Verdict, agrees, grouped, reading, statement
from .clipping import EPSILONS, N, noise_variance

NAME, ITEM = "table1", "Table 1"
RUNS = 5000
DEVIATIONS = Fraction(38906, 10000)  # standard deviations of a normal law with 99.99 % inside
SMALLER, LARGER = Fraction(24_989), Fraction(40_865)  # 'Mean, median, and maximum'
START, STEP = Fraction(20_000), Fraction(380_000, 49)  # of the thresholds tried, found here
HALF = Fraction(1, 2)  # of the last digit printed


@dataclass(frozen=True)
class Column:
    """The numbers that Table 1 prints for one epsilon."""

    epsilon: Fraction
    threshold: int
    bias: int
    error: int
    rmse: int

    @property
    def noise(self) -> Fraction:
        """Return the variance of the noise."""
        found: Fraction = noise_variance(Fraction(self.threshold), self.epsilon, N)
        return found

    @property
    def bias_doubt(self) -> Fraction:
        """Return half the interval of a bias that is estimated by 5,000 repetitions."""
        return DEVIATIONS * root(Fraction(self.error**2, RUNS)) + HALF

    @property
    def error_doubt(self) -> Fraction:
        """Return half the interval of a standard error.

        Relatively it is sqrt((kurtosis - 1)/(4 runs)), the kurtosis being 3 + 3 q^2 where q is the
        noise's share of the variance.
        """
        share = min(Fraction(1), self.noise / self.error**2)
        return DEVIATIONS * self.error * root((2 + 3 * share**2) / (4 * RUNS)) + HALF


def root(q: Fraction) -> Fraction:
    """Return the square root, from below, to 40 digits and more."""
    return Enclosed.of(reals.root(q, 2)).lower


PRINTED = (
    (51_020, 14_909, 14_408, 20_733),
    (105_306, 5_825, 6_005, 8_366),
    (167_347, 2_565, 4_964, 5_587),
    (299_184, 708, 2_343, 2_448),
    (337_959, 534, 2_276, 2_337),
    (376_735, 349, 2_283, 2_309),
)
COLUMNS = tuple(Column(e, *found) for e, found in zip(EPSILONS, PRINTED, strict=True))
Ends = tuple[Fraction, Fraction]


def on_grid(c: Column) -> int | None:
    """Return the integer k for which START + k STEP rounds to the printed threshold; None where
    there is none.
    """
    k = round((c.threshold - START) / STEP)
    return k if abs(START + k * STEP - c.threshold) <= HALF else None


def bias_bounds(columns: tuple[Column, ...], i: int, mean: Fraction) -> Ends:
    """Return what the other biases leave for the i-th.

    It lies below the chord of its neighbours and above the chords beside it, continued; each of
    them may be anywhere in its interval.
    """
    known = [
        (Fraction(0), mean, mean),
        *((Fraction(c.threshold), c.bias - c.bias_doubt, c.bias + c.bias_doubt) for c in columns),
    ]
    t, before, after = known[i + 1][0], known[: i + 1], known[i + 2 :]
    low, high = Fraction(0), before[-1][2]
    if after:
        (a, _, ya), (b, _, yb) = before[-1], after[0]
        high = ya + (yb - ya) * (t - a) / (b - a)
        low = max(low, after[0][1])
    if len(before) > 1:
        (a, _, ya), (b, yb, _) = before[-2:]
        low = max(low, yb + (yb - ya) * (t - b) / (b - a))
    if len(after) > 1:
        (a, ya, _), (b, _, yb) = after[:2]
        low = max(low, ya + (yb - ya) * (t - a) / (b - a))
    return low, high


def error_bounds(c: Column, mean: Fraction) -> Ends:
    """Return the least and the greatest standard error of any records with this mean, at the
    printed bias.
    """
    first = mean - c.bias
    return root(c.noise), root(c.noise + first * (c.threshold - first) / N) + HALF


def rmse_bounds(c: Column) -> Ends:
    """Return the ends of sqrt(bias^2 + error^2) over numbers that are rounded to the printed
    ones.
    """
    low, high = (root((c.bias + s) ** 2 + (c.error + s) ** 2) for s in (-HALF, HALF))
    return low, high


def overlap(ends: Ends, printed: int, doubt: Fraction) -> Verdict:
    """Return AGREES if some number is within both intervals, else DIFFERS."""
    return agrees(ends[0] <= printed + doubt and printed - doubt <= ends[1])


def numbers(columns: tuple[Column, ...], mean: Fraction) -> list[Row]:
    """Return a row for each of the 24 numbers."""
    rows = []
    for i, c in enumerate(columns):
        item, k = f"{ITEM}, epsilon = {float(c.epsilon):g}", on_grid(c)
        bias, error, rmse = bias_bounds(columns, i, mean), error_bounds(c, mean), rmse_bounds(c)
        rows += [
            Row(
                item,
                "clipping threshold",
                f"{c.threshold:,}",
                "on no such grid"
                if k is None
                else f"20,000 + {k} x 380,000/49 = {grouped(START + k * STEP, 1)}: the {k + 1}th "
                "of 50 evenly spaced from 20,000 to 400,000",
                agrees(k is not None),
                cause="a grid was searched, as all six are of this form",
                claim="Table 1",
            ),
            Row(
                item,
                "bias",
                f"{c.bias:,} (+-{grouped(c.bias_doubt)})",
                f"{grouped(bias[0])} to {grouped(bias[1])} is what convexity and the other "
                "biases leave",
                overlap(bias, c.bias, c.bias_doubt),
                "enclosed, for every law",
                claim="Table 1",
            ),
            Row(
                item,
                "standard error",
                f"{c.error:,} (+-{grouped(c.error_doubt)})",
                f"{grouped(error[0])} (the noise alone) to {grouped(error[1])}",
                overlap(error, c.error, c.error_doubt),
                "enclosed, for every law",
                claim="Table 1",
            ),
            Row(
                item,
                "RMSE",
                f"{c.rmse:,}",
                "sqrt(bias^2 + SE^2) = "
                f"{grouped(root(Fraction(c.bias**2 + c.error**2)), 1)}, {grouped(rmse[0], 1)} to "
                f"{grouped(rmse[1], 1)} with the rounding",
                overlap(rmse, c.rmse, HALF),
                claim="Table 1",
                ratio=f"{c.rmse / float(root(Fraction(c.bias**2 + c.error**2))):.6f}",
            ),
        ]
    return rows


def sampling(c: Column) -> Ends:
    """Return the interval of the sampling part's variance that the printed standard error
    leaves.
    """
    low, high = ((c.error - s * c.error_doubt) ** 2 - c.noise for s in (1, -1))
    return max(Fraction(0), low), high


def parts(columns: tuple[Column, ...]) -> list[Row]:
    """Return the rows on what is left of the standard errors without the noise."""
    first, found = columns[0], [sampling(c) for c in columns]
    noise, plain = root(first.noise), [c.error**2 - c.noise for c in columns]
    steps = all(a[0] <= b[1] for i, a in enumerate(found) for b in found[i + 1 :])
    texts = [
        f"{grouped(root(p))} at {float(c.epsilon):g}"
        for c, p in zip(columns, plain, strict=True)
        if p >= 0
    ]
    return [
        reading(
            ITEM,
            "the printed standard errors are exact, and contain the noise's",
            f"{first.error:,} at epsilon = 0.01",
            f"sqrt(2) x 51,020/(500 x 0.01) = {grouped(noise, 1)} is "
            f"{'more' if plain[0] < 0 else 'not more'} than the printed {first.error:,}",
            all(p >= 0 for p in plain),
            cause="Monte Carlo error of 5,000 repetitions, whose noise has a kurtosis near 6",
            tested=f"99.99 % interval around {first.error:,}: "
            f"{grouped(first.error - first.error_doubt)} to "
            f"{grouped(first.error + first.error_doubt)}, which has {grouped(noise, 1)} and "
            "the sampling part inside",
        ),
        reading(
            ITEM,
            "the sampling part sqrt(SE^2 - noise^2) rises with the threshold, as it must",
            "standard errors with intervals",
            f"{', '.join(texts)}; each may, within the intervals",
            steps,
            "enclosed, for every law",
        ),
    ]


def averages(columns: tuple[Column, ...]) -> list[Row]:
    """Return the rows on two readings of the sentence on mean and median, against the bias at
    epsilon = 0.01.
    """
    c, item = columns[0], "Section 2"
    quoted = (
        "'Mean, median, and maximum salaries are $24,989 USD, $40,865 USD, and $2,884,880 USD "
        "respectively'"
    )

    def row(what: str, mean: Fraction, median: Fraction) -> Row:
        # E min(X, T) is at least half of min(median, T)
        left, least = mean - c.bias, min(median, Fraction(c.threshold)) / 2
        most = (
            median + (c.threshold - median) / 2 if median < c.threshold else Fraction(c.threshold)
        )
        fits = least <= left + c.bias_doubt and left - c.bias_doubt <= most
        away = (least - left) / (c.bias_doubt / DEVIATIONS)
        ours = (
            f"the mean of the salaries clipped at 51,020 would be {grouped(mean)} - {c.bias:,} "
            f"= {grouped(left)}; with this median it is between {grouped(least)} and "
            f"{grouped(most)}"
        )
        return Row(
            item,
            what,
            quoted,
            ours if fits else f"{ours}: {grouped(away)} standard errors away",
            Verdict.POSSIBLE if fits else Verdict.REFUTED,
            "exact, for every law >= 0",
        )

    return [
        row("as printed: mean 24,989, median 40,865", SMALLER, LARGER),
        row("exchanged: mean 40,865, median 24,989", LARGER, SMALLER),
    ]


def sentences(columns: tuple[Column, ...]) -> list[Row]:
    """Return the rows on what the text says of the table."""
    rising = all(a.threshold < b.threshold and a.bias > b.bias for a, b in pairwise(columns))
    quoted = (
        "'Figure 1 shows the clipping threshold that minimizes RMSE at different settings of "
        "the privacy parameter, together with the bias and standard error'"
    )
    return [
        Row(
            "Section 2",
            "meant: Figure 1",
            quoted,
            "Figure 1 is of simulated records, and no number is printed in it",
            Verdict.REFUTED,
        ),
        Row(
            "Section 2",
            "meant: Table 1",
            quoted,
            "thresholds, biases and standard errors at six epsilons, on the data set that the "
            "sentence is about",
            Verdict.POSSIBLE,
        ),
        statement(
            "Section 2",
            "'As privacy is relaxed, a larger clipping threshold may be safely chosen to "
            "reduce bias'",
            "thresholds rise and biases fall from column to column; for every law so does the "
            "exact optimum (see `clipping.py`)",
            rising,
            claim="Section 2, a larger threshold",
        ),
    ]


def make(job: Job) -> Panel:
    """Return the panel with the rows on the table."""
    rows = [*numbers(COLUMNS, LARGER), *parts(COLUMNS), *averages(COLUMNS), *sentences(COLUMNS)]
    job.say(f"{NAME}: {len(rows)} rows")
    return Panel(NAME, "Table 1: what the printed numbers say of each other", rows=tuple(rows))
