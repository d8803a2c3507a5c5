"""Figure 3a of trilemma: the bias of DPUMean and of KV on 400 records of N(mu, 1), against mu.

KV is DPUMean without the random offset. The paper prints n = 400 and no other parameter. Its
authors' program, which is public, has n1 = 100, epsilon = 1, delta = 1/4000, c = 1 and 10^6 runs at
each of 41 means: `coarse.Way`. With these, KV's bias and deviation are enclosed here (`winner.py`),
DPUMean's bias is 0 (Theorem 4.8), and both stand beside the drawn curves and bands, read off in
`data/figure3a.csv`. Simulations of both only check what is enclosed.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files

from ..points import (
    Check,
    Curve,
    Enclosed,
    Job,
    Panel,
    Point,
    Row,
    Verdict,
    about,
    agrees,
    reading,
    statement,
)
from ..simulation import Sampled, normal_records, two_stage
from .coarse import Way, clipped_moments
from .winner import Outcome, outcome

NAME, ITEM, TEXT = "figure3a", "Figure 3a", "Section 4.3"
QUARTER, RUNS = Fraction(1, 4), 10**6  # RUNS: of the authors' program, at each mean
WAY = Way()
# what KV does at mu it does at mu + 1, and mirrored at -mu
MUS = [Fraction(k, 20) for k in range(11)]
READINGS = (
    replace(WAY, c=Fraction(2)),
    replace(WAY, epsilon=Fraction(2)),
    replace(WAY, n1=50, n2=350),
)
FAR = 5.0  # standard errors that no printed number is away from ours
ZERO = Enclosed.of(0)


@dataclass(frozen=True)
class Printed:
    """A point of a drawn curve: mu, the bias, and half the width of the band, which is two standard
    errors.
    """

    mu: Fraction
    bias: Fraction
    half: Fraction

    def errors(self, exact: Enclosed) -> float:
        """Return how many standard errors the drawn bias is away from a number."""
        return float(2 * (self.bias - (exact.lower + exact.upper) / 2) / self.half)


@cache
def printed(name: str) -> tuple[Printed, ...]:
    """Return the drawn curve of `kv` or `dpumean`."""
    text = (files(__package__) / "data" / f"{NAME}.csv").read_text(encoding="utf-8")
    return tuple(
        Printed(Fraction(row["mu"]), Fraction(row[name]), Fraction(row[f"{name}_half"]))
        for row in csv.DictReader(text.splitlines())
    )


def folded(mu: Fraction) -> tuple[Fraction, int]:
    """Return the mean in [0, 1/2] at which KV does the same, and the sign that its bias has at
    mu.
    """
    rest = mu - round(mu)
    return abs(rest), -1 if rest < 0 else 1


def bias(mu: Fraction, exact: dict[Fraction, Outcome]) -> Enclosed:
    """Return KV's bias at any mean, from those in [0, 1/2]."""
    at, sign = folded(mu)
    found = exact[at].bias
    return found if sign > 0 else Enclosed(-found.upper, -found.lower)


def run(mu: Fraction, way: Way, job: Job) -> dict[str, Sampled]:
    """Run both estimators at one mu."""
    return two_stage(normal_records(mu), mu, way, f"mu = {mu}, {way}", job.runs, job)


def shown(ends: tuple[Fraction, Fraction]) -> str:
    """Return an interval for people."""
    return f"[{float(ends[0]):.4f}, {float(ends[1]):.4f}]"


def period_deviation(exact: dict[Fraction, Outcome]) -> float:
    """Return DPUMean's deviation: its squared error is the mean of KV's over mu in a period, here
    over the points.

    The mean over k points of a period errs as little as the periodic function is smooth.
    """
    inner = [about(exact[mu].squared) for mu in exact if 0 < mu < Fraction(1, 2)]
    ends = [about(exact[mu].squared) for mu in exact if mu in (0, Fraction(1, 2))]
    return float(((2 * sum(inner) + sum(ends)) / (2 * len(inner) + len(ends))) ** 0.5)


def against(label: str, points: Sequence[Printed], exact: Callable[[Fraction], Enclosed]) -> Row:
    """Return the row of a drawn curve beside what is exact: the standard errors between them, and
    their squares.
    """
    away = [p.errors(exact(p.mu)) for p in points]
    most, squares, count = max(map(abs, away)), sum(z * z for z in away), len(away)
    at = QUARTER if any(p.mu == QUARTER for p in points) else points[0].mu
    drawn = next(p for p in points if p.mu == at)
    near = most < FAR and abs(squares - count) < FAR * float(2 * count) ** 0.5
    return Row(
        ITEM,
        f"the curve of {label}: bias at {count} means",
        f"at mu = {at}: {float(drawn.bias):.6f} (+-{float(drawn.half):.6f}, read off)",
        f"at mu = {at}: {exact(at)}; the {count} drawn points are at most {most:.1f} standard "
        f"errors away, whose squares add up to {squares:.0f} ({count} on average)",
        agrees(near),
        "enclosed",
        claim="Figure 3a, the curves",
    )


def drawn_with(way: Way, found: Outcome) -> Row:
    """Return the row of a choice of the parameters: does the bias that is drawn at mu = 1/4 come
    out?
    """
    drawn = next(p for p in printed("kv") if p.mu == QUARTER)
    away = abs(drawn.errors(found.bias))
    return Row(
        ITEM,
        f"the figure was drawn with {way}",
        f"KV's bias at mu = 1/4: {float(drawn.bias):.6f} (+-{float(drawn.half):.6f}, read off)",
        f"{found.bias}, {away:.1f} standard errors away",
        Verdict.POSSIBLE if away < FAR else Verdict.REFUTED,
        "enclosed",
    )


def rows(
    exact: dict[Fraction, Outcome], varied: dict[Way, Outcome], checks: tuple[Check, ...]
) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the figure."""
    known = [p for p in printed("kv") if folded(p.mu)[0] in exact]
    ours = printed("dpumean")
    pairs = [(p, q) for p in printed("kv") for q in printed("kv") if q.mu == p.mu + 1]
    apart = max(
        abs(float(2 * (p.bias - q.bias)) / float(p.half**2 + q.half**2) ** 0.5) for p, q in pairs
    )
    bands = [float(p.half) * RUNS**0.5 / (2 * exact[folded(p.mu)[0]].deviation) for p in known]
    whole, deviation = len(exact) == len(MUS) == 11, period_deviation(exact)
    band = max(abs(float(p.half) * RUNS**0.5 / (2 * deviation) - 1) for p in ours)
    alone, wins = about(Enclosed.of(clipped_moments(-QUARTER, WAY.c)[0])), exact[QUARTER].wins
    at = about(exact[QUARTER].bias)
    return (
        against("KV", known, lambda mu: bias(mu, exact)),
        against("DPUMean", ours, lambda _: ZERO),
        Row(
            ITEM,
            "the band of KV: two deviations of one estimate over sqrt(10^6)",
            "'95% CI is lightly shaded'",
            f"drawn over exact, at {len(bands)} means: {min(bands):.4f} to {max(bands):.4f}",
            agrees(max(abs(b - 1) for b in bands) < 1 / 100),
            "enclosed",
            claim="Figure 3a, the bands",
        ),
        *(
            [
                Row(
                    ITEM,
                    "the band of DPUMean",
                    "'95% CI is lightly shaded'",
                    "from the mean over 20 means of a period: "
                    f"deviation {deviation:.5f}; drawn over it: within {band:.4f} of 1",
                    agrees(band < 1 / 100),
                    "enclosed at 11 means, no proof in between",
                    claim="Figure 3a, the bands",
                )
            ]
            if whole
            else []
        ),
        statement(
            TEXT,
            "'the bias of the KV estimator varies cyclically with respect to the true mean'",
            "period sigma = 1 exactly (bins and clipping move with mu), odd around each "
            f"multiple of 1/2; the drawn points at mu and mu + 1 differ by at most {apart:.1f} "
            "standard errors",
            apart < FAR,
            claim="Section 4.3, cyclic bias",
        ),
        statement(
            TEXT,
            "'the KV estimator is forced to clip around an integer-valued coarse estimate'",
            f"at mu = 1/4 bin -1, 0, 1 wins with probability {wins[-1]}, {wins[0]}, {wins[1]}; "
            f"around 0 alone the bias would be {alone:.4f} (closed form), with the others it is "
            f"{at:.6f}: of the same sign, nearer to 0",
            alone < at < 0,
            basis="enclosed",
            claim="Section 4.3, whole numbers",
        ),
        statement(
            TEXT,
            "'our estimator can more naturally track data between integers' (Theorem 4.8: no bias)",
            f"0 at every mean; of the {len(ours)} drawn points "
            f"{sum(abs(p.bias) <= p.half for p in ours)} have 0 in their band of two standard "
            "errors",
            all(abs(p.errors(ZERO)) < FAR for p in ours),
            claim="Section 4.3, data between integers",
        ),
        drawn_with(WAY, exact[QUARTER]),
        *(drawn_with(way, found) for way, found in varied.items()),
        reading(
            ITEM,
            "simulations of both estimators",
            "nothing",
            f"{sum(c.inside for c in checks)} of {len(checks)} intervals "
            "have the exact bias inside",
            all(c.inside for c in checks),
            "enclosed",
        ),
    )


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    exact, checks = {}, []
    for mu in MUS:
        exact[mu] = outcome(mu, WAY, (-1, 0, 1))
        job.say(f"{NAME}: mu = {mu}")
        both = run(mu, WAY, job)
        for kind, true in (("KV", exact[mu].bias), ("DPUMean", ZERO)):
            checks.append(Check(f"{kind}'s bias", f"mu = {mu}", true, *both[kind].bias, job.runs))
    varied = {way: outcome(QUARTER, way) for way in READINGS}

    def drawn(label: str, name: str, hue: str) -> Curve:
        points = [
            (Enclosed.of(p.mu), Enclosed(p.bias - p.half, p.bias + p.half)) for p in printed(name)
        ]
        return Curve(label, tuple(Point(x, y, y) for x, y in points), hue, ":")

    known = [p.mu for p in printed("kv") if folded(p.mu)[0] in exact]
    curves = (
        Curve(
            "KV",
            tuple(Point(Enclosed.of(mu), y, y) for mu in known for y in (bias(mu, exact),)),
            "KV",
        ),
        Curve(
            "DPUMean",
            tuple(Point(Enclosed.of(p.mu), ZERO, ZERO) for p in printed("dpumean")),
            "ours",
        ),
        drawn("KV as printed", "kv", "KV as printed"),
        drawn("DPUMean as printed", "dpumean", "ours as printed"),
    )
    return Panel(
        NAME,
        "Figure 3a: bias on 400 records of N(mu, 1)",
        "mu",
        "bias",
        curves=curves,
        rows=rows(exact, varied, tuple(checks)),
        checks=tuple(checks),
    )
