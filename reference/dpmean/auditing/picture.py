"""The picture of an audit: what both data sets' outputs look like, and how the evidence grew; or an
exact curve.
"""

from __future__ import annotations

import math
from io import BytesIO
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from .outputs import joined
from .report import ExactReport, Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "dpmean",
    "text.parse_math": False,
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "axes.titlesize": 9,
}
ONE, OTHER = "#0072b2", "#d55e00"
BINS, MOST_KINDS = 60, 8


def picture(found: Report | ExactReport, kind: str) -> bytes:
    """Returns the picture as svg or png."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(9.6, 3.4), layout="constrained")
        if isinstance(found, ExactReport):
            _exact(figure.subplots(), found)
        else:
            laws, growth, bound = figure.subplots(1, 3)
            _laws(laws, found)
            _growth(growth, bound, found)
        buffer = BytesIO()
        figure.savefig(
            buffer, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None
        )
        return buffer.getvalue()


def _laws(axes: Axes, found: Report) -> None:
    """Both empirical laws of the pair that speaks most: a histogram of the first number, or bars of
    kinds.
    """
    audit = found.audit
    place = (
        max(range(len(audit.books)), key=lambda i: audit.books[i].draws)
        if not found.evidence
        else found.evidence["place"]
    )
    book, pair = audit.books[place], audit.pairs[place]
    width = max((len(o.columns) for seen in book.seen for o in seen), default=0)
    both = [joined(seen, width) for seen in book.seen]
    axes.set_title("outputs for the two data sets")
    if width:
        columns = [c[np.isfinite(c)] for c in (o.columns[0] for o in both)]
        known = np.concatenate(columns)
        if len(known):
            low, high = np.quantile(known, [0.002, 0.998])
            edges = np.linspace(low, high if high > low else low + 1, BINS + 1)
            for column, colour, records in zip(
                columns, (ONE, OTHER), (pair.one, pair.other), strict=True
            ):
                axes.hist(
                    column,
                    bins=edges.tolist(),
                    density=True,
                    histtype="step",
                    color=colour,
                    label=_short(records),
                )
            axes.set_xlabel("output" if width == 1 else "first coordinate")
    else:
        words = audit.reader.words[:MOST_KINDS]
        for shift, outputs, colour, records in (
            (-0.2, both[0], ONE, pair.one),
            (0.2, both[1], OTHER, pair.other),
        ):
            shares = np.array(
                [np.count_nonzero(outputs.kinds == code) for code in range(len(words))]
            ) / max(1, len(outputs))
            axes.bar(
                np.arange(len(words)) + shift, shares, 0.4, color=colour, label=_short(records)
            )
        axes.set_xticks(range(len(words)), words, rotation=30, ha="right")
    axes.legend(fontsize=7)


def _growth(growth: Axes, bound: Axes, found: Report) -> None:
    draws = [max(1, n) for n, _, _ in found.audit.growth]
    growth.plot(draws, [w / math.log(10) for _, w, _ in found.audit.growth], color=ONE)
    growth.axhline(-math.log10(found.audit.alpha), color="#555555", linestyle="--", linewidth=0.8)
    growth.set(
        xscale="log",
        xlabel="outputs",
        title="evidence against the claim, a power of 10\n(refuted above the dashed line)",
    )
    bound.plot(draws, [e for _, _, e in found.audit.growth], color=ONE, drawstyle="steps-post")
    main = found.audit.main(found.audit.pairs[0])
    if main:
        bound.axhline(float(main[0].epsilon), color="#555555", linestyle="--", linewidth=0.8)
    bound.set(xscale="log", xlabel="outputs", title="epsilon is at least (dashed: claimed)")
    for axes in (growth, bound):
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
        axes.xaxis.set_minor_formatter(NullFormatter())


def _exact(axes: Axes, found: ExactReport) -> None:
    epsilons = [float(e) for e, _, _ in found.curve]
    axes.fill_between(
        epsilons,
        [float(a) for _, a, _ in found.curve],
        [float(b) for _, _, b in found.curve],
        color=ONE,
        alpha=0.3,
    )
    axes.plot(epsilons, [float(b) for _, _, b in found.curve], color=ONE)
    axes.set(xlabel="epsilon", ylabel="delta", title="the exact divergence of the worst pair")


def _short(records: tuple[object, ...]) -> str:
    from .pairs import told

    return told(records)[:40]
