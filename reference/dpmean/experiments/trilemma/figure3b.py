"""Figure 3b of trilemma: the sampling distributions of DPUMean and KV on 400 of 25,000 heights,
drawn without replacement.

The parameters are those of the authors' program, as in Figure 3a, with sigma = c = the deviation of
all heights and 10^6 runs. The heights are no part of this package (`heights.py`). Without them
their normal law stands in, of the same mean and deviation: KV's bias, deviation and bins are
enclosed for it. It has their place between two multiples of sigma, not their asymmetry, so
DPUMean's bias of 0.0045 inches does not come out of it; nor has it the sample's share of 25,000.
What was found on the heights themselves is told. With `--heights` both estimators run on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

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
    an_order,
    reading,
    statement,
)
from ..simulation import Sampled, normal_records, subsamples, two_stage
from .coarse import clipped_moments
from .figure3a import RUNS, WAY, shown
from .heights import (
    DEVIATION,
    DIGEST,
    FOUND,
    LEVEL,
    MEAN,
    SIZE,
    SKEWNESS,
    Ends,
    mirrored,
    people,
    skewness,
    values,
)
from .winner import Outcome, outcome

NAME, ITEM, TEXT = "figure3b", "Figure 3b", "Section 4.3"
BINS = (35, 36, 37)  # that win, in deviations: 66.557, 68.459 and 70.361 inches
# the three peaks of KV's histogram, read off: the mean of the estimates around each, and their
# share
PEAKS = (
    (Fraction("67.475"), Fraction("0.190")),
    (Fraction("68.145"), Fraction("0.804")),
    (Fraction("69.000"), Fraction("0.006")),
)
# inches
PRINTED, DOUBT = ({"DPUMean": Fraction(45, 10**4), "KV": Fraction(30, 10**3)}, Fraction(6, 10**4))
WIDTH = Fraction(1, 20)  # the width of a cell of the histograms, inches
INCHES = replace(WAY, c=DEVIATION, sigma=DEVIATION)
Both = dict[str, Sampled]
TOLD = f"told: {RUNS:,} runs on the heights themselves, 99.99 %"


def meets(label: str, ours: Ends) -> bool:
    """Tell whether a printed bias and ours may be the same: their intervals meet."""
    number = PRINTED[label]
    return ours[0] <= number + DOUBT and number - DOUBT <= ours[1]


def printed(label: str, ours: Ends, basis: str, cause: str = "", tested: str = "") -> Row:
    """Return the row of a printed bias beside that of the heights."""
    same, number = meets(label, ours), PRINTED[label]
    return Row(
        ITEM,
        f"bias of {label}, in inches",
        f"{float(number):g} (+-0.0006)",
        shown(ours),
        agrees(same),
        basis,
        "" if same else f"{float(sum(ours) / 2 / number):.2f}",
        "" if same else cause,
        "" if same else tested,
        claim="Figure 3b, biases",
    )


def supposed(label: str, ours: Ends, basis: str, cause: str, tested: str) -> Row:
    """Return the row of the supposition that the heights have their normal law."""
    return reading(
        ITEM,
        f"the heights have their normal law: bias of {label}, in inches",
        f"{float(PRINTED[label]):g} (+-0.0006)",
        shown(ours),
        meets(label, ours),
        basis,
        cause,
        tested,
    )


def peaks() -> tuple[list[float], float]:
    """Return where KV's estimates lie if each of the bins wins, and the greatest of their
    deviations there, in inches.

    They are those of a mean of n2 heights clipped around the bin, with noise.
    """
    found = [clipped_moments(k - MEAN / DEVIATION, WAY.c) for k in BINS]
    noise, inch = 8 * (WAY.c / (WAY.n2 * WAY.epsilon)) ** 2, float(DEVIATION)
    at = [float(MEAN) + inch * about(Enclosed.of(mean)) for mean, _ in found]
    return at, inch * max(
        about(Enclosed.of(variance / WAY.n2 + noise)) for _, variance in found
    ) ** 0.5


def of_model(kv: Outcome, ours: Sampled) -> tuple[Row, ...]:
    """Return the rows of the normal law beside what is printed."""
    bias = Enclosed(kv.bias.lower * DEVIATION, kv.bias.upper * DEVIATION)
    less = PRINTED["KV"] - PRINTED["DPUMean"]
    apart, doubt = abs(about(bias) - float(less)), float(DOUBT) * 2**0.5
    halves = [2 * d / RUNS**0.5 for d in (float(DEVIATION) * kv.deviation, ours.deviation)]
    (at, wide), shares = peaks(), [about(kv.wins[k]) for k in BINS]
    same = all(
        abs(x - float(p)) < 0.02 and abs(s - float(q)) < 0.01
        for x, s, (p, q) in zip(at, shares, PEAKS, strict=True)
    )
    near = [min(abs(x - k * float(DEVIATION)) for k in BINS) for x in at]
    listed = "; ".join(f"{x:.3f} with {s:.4f}" for x, s in zip(at, shares, strict=True))
    drawn = "; ".join(f"{float(x):.3f} with {float(s):.3f}" for x, s in PEAKS)
    skewed = (
        "the heights are no normal law: they are not symmetric, and both estimators have that bias"
    )
    told = f"on the heights themselves DPUMean {shown(FOUND['DPUMean'])}, KV {shown(FOUND['KV'])}"
    law = "enclosed, of the normal law"
    return (
        supposed("KV", (bias.lower, bias.upper), law, skewed, told),
        supposed("DPUMean", (Fraction(0), Fraction(0)), "exact, of the normal law", skewed, told),
        Row(
            ITEM,
            "KV's bias less DPUMean's, in inches: what the bins do",
            f"{float(less):g} (+-{doubt:.4f})",
            f"{bias}",
            agrees(apart <= 1.5 * doubt),
            law,
            claim="Figure 3b, biases",
        ),
        Row(
            ITEM,
            "'both estimates +-0.0006': two deviations over sqrt(10^6), in inches",
            "0.0006 and 0.0006",
            f"KV {halves[0]:.5f}, DPUMean {halves[1]:.5f} (simulated)",
            agrees(all(f"{h:.4f}" == "0.0006" for h in halves)),
            law,
            claim="Figure 3b, biases",
        ),
        Row(
            ITEM,
            "the peaks of KV's histogram, in inches, with the share of the estimates around each",
            drawn + " (read off)",
            listed,
            agrees(same),
            law,
            claim="Figure 3b, the histogram",
        ),
        statement(
            TEXT,
            "'multimodal behaviour clustered around integer multiples of the dataset deviation'",
            "three peaks, one for each bin that wins; they lie "
            + ", ".join(f"{x:.2f}" for x in near)
            + f" inches from the nearest multiple, and none is wider than {wide:.2f}",
            max(near) < wide,
            cause="the centres are multiples of sigma, estimates are means of heights clipped "
            "one sigma around them",
            tested=f"these means, in closed form: {', '.join(f'{x:.3f}' for x in at)}",
            basis=law,
            claim="Section 4.3, multimodal behaviour",
        ),
    )


def of_text() -> tuple[Row, ...]:
    """Return the rows on sentences that compare the printed numbers with each other."""
    ours, kv = PRINTED["DPUMean"], PRINTED["KV"]
    least, most = (kv - DOUBT) / (ours + DOUBT), (kv + DOUBT) / (ours - DOUBT)
    factor = [sum(FOUND[k]) / 2 for k in ("KV", "DPUMean")]
    return (
        statement(
            TEXT,
            "'an order of magnitude larger bias' (the nearest power of ten is no less than 10)",
            f"0.030/0.0045 = {float(kv / ours):.2f}, "
            f"{float(least):.2f} to {float(most):.2f} with the intervals; on the heights "
            f"themselves about {float(factor[0] / factor[1]):.1f}",
            an_order(Enclosed(least, most)),
            cause="less than the root of ten",
            tested="the ends of both intervals",
            claim="Section 4.3, order of magnitude",
        ),
        statement(
            TEXT,
            "'we can expect near unbiasedness': 0.0045 +- 0.0006",
            f"{float(100 * ours / DEVIATION):.2f} % of the heights' deviation",
            ours < DEVIATION / 100,
            cause="asymmetry of the heights",
            tested=f"the heights and their mirror image together: DPUMean {shown(LEVEL)}",
            claim="Section 4.3, near unbiasedness",
        ),
        reading(
            TEXT,
            "the heights are symmetric, which would mean no bias at all",
            "'approximately symmetric'; 0.0045 +- 0.0006",
            f"0 is {float(2 * ours / DOUBT):.0f} standard errors away",
            ours <= DOUBT,
            cause="asymmetry of the heights beyond what the estimate's interval allows",
            tested=f"the heights and their mirror image together: DPUMean {shown(LEVEL)}",
        ),
    )


def told() -> tuple[Row, ...]:
    """Return the rows of what was found on the heights, and is not computed again."""
    origin = (
        f"the {SIZE:,} heights of the file with SHA-256 {DIGEST[:16]}...: mean "
        f"{float(MEAN):.4f}, deviation"
    )
    return (
        Row(
            ITEM,
            "skewness of the heights",
            SKEWNESS,
            f"-0.0057: {origin} {float(DEVIATION):.4f}",
            Verdict.AGREES,
            TOLD,
            claim="Figure 3b, the heights",
        ),
        *(printed(kind, FOUND[kind], TOLD) for kind in ("DPUMean", "KV")),
    )


def on_heights(job: Job) -> tuple[Both, tuple[Row, ...]]:
    """Run both estimators on the heights that were given; return what they gave, and the rows."""
    given = people(job.heights)
    sigma = Fraction(float(given.central(2)) ** 0.5).limit_denominator(10**12)
    way = replace(WAY, c=sigma, sigma=sigma)
    both, level = (
        two_stage(
            subsamples(values(of)), of.mean, way, f"{name}, {way}", job.runs, job, float(WIDTH)
        )
        for name, of in (("heights", given), ("symmetric heights", mirrored(given)))
    )
    basis = f"{job.runs:,} runs on the given heights, 99.99 %"
    same = (
        given.size == SIZE
        and abs(given.mean - MEAN) < Fraction(1, 10**9)
        and abs(sigma - DEVIATION) < 10**-9
    )
    flat = level["DPUMean"].bias
    return both, (
        Row(
            ITEM,
            "skewness of the heights",
            SKEWNESS,
            f"{skewness(given):.4f}: {given.size:,} of mean {float(given.mean):.4f}, deviation "
            f"{float(sigma):.4f}; {'those' if same else 'not those'} of the authors' program",
            agrees(f"{skewness(given):.3f}" == SKEWNESS),
            "exact",
            cause="" if same else "other heights",
            tested="" if same else "their number, mean and deviation",
            claim="Figure 3b, the heights",
        ),
        *(
            printed(
                kind,
                both[kind].bias,
                basis,
                "other heights",
                "" if same else "see the row of the skewness",
            )
            for kind in ("DPUMean", "KV")
        ),
        statement(
            TEXT,
            "the bias of KV is larger than ours",
            f"{shown(both['KV'].bias)} against {shown(both['DPUMean'].bias)}",
            both["KV"].bias[0] > both["DPUMean"].bias[1],
            basis=basis,
            cause="other heights, or too few runs",
            tested="--runs 1000000",
            claim="Section 4.3, order of magnitude",
        ),
        reading(
            ITEM,
            "DPUMean has no bias on the heights and their mirror image together",
            "no bias (Theorem 4.8)",
            shown(flat),
            flat[0] <= 0 <= flat[1],
            basis,
        ),
    )


def histogram(label: str, of: Sampled, hue: str, line: str, job: Job) -> Curve:
    """Return the curve of the shares of the runs, at the middles of the cells."""
    points = [
        (
            Enclosed.of(round(Fraction(left) / WIDTH) * WIDTH + WIDTH / 2),
            Enclosed.of(Fraction(count, job.runs)),
        )
        for left, count in of.histogram
    ]
    return Curve(label, tuple(Point(x, y, y) for x, y in points), hue, line)


def known(exact: Outcome, normal: Both, job: Job) -> Iterator[Check]:
    """Yield the checks of the two biases that are enclosed, in inches."""
    inches = Enclosed(exact.bias.lower * DEVIATION, exact.bias.upper * DEVIATION)
    for kind, true in (("KV", inches), ("DPUMean", Enclosed.of(0))):
        yield Check(f"{kind}'s bias", "normal heights", true, *normal[kind].bias, job.runs)


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    mu = MEAN / DEVIATION
    exact = outcome(mu, WAY, BINS)
    normal = two_stage(
        normal_records(MEAN, DEVIATION),
        MEAN,
        INCHES,
        f"normal heights, {INCHES}",
        job.runs,
        job,
        float(WIDTH),
    )
    both, rows = on_heights(job) if job.heights else (normal, told())
    kind = "of the heights" if job.heights else "of their normal law"
    curves = tuple(histogram(name, both[name], name, "-", job) for name in ("DPUMean", "KV"))
    return Panel(
        NAME,
        f"Figure 3b: 400 heights, {kind}, sigma = c = {float(DEVIATION):.3f}",
        "estimate, inches",
        f"share of runs in {float(WIDTH):g} inches",
        curves=curves,
        lines=(("true mean", MEAN),),
        rows=(*rows, *of_model(exact, normal["DPUMean"]), *of_text()),
        checks=tuple(known(exact, normal, job)),
    )
