"""The picture of an audit: what both data sets' outputs look like, and how the evidence grew; or an
exact curve.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from ..errors import printable
from .outputs import joined

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .run import Audit

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


def of_outputs(audit: Audit, place: int, kind: str) -> bytes:
    """Returns the picture of an audit of outputs as svg or png, with the laws of the pair at this
    place.
    """

    def draw(figure: Figure) -> None:
        laws, growth, bound = figure.subplots(1, 3)
        _laws(laws, audit, place)
        _growth(growth, bound, audit)

    return _made(draw, kind)


def of_curve(curve: Sequence[tuple[Fraction, Fraction, Fraction]], kind: str) -> bytes:
    """Returns the picture of an exact curve as svg or png."""
    return _made(lambda figure: _exact(figure.subplots(), curve), kind)


def _made(draw: Callable[[Figure], None], kind: str) -> bytes:
    # of what a program prints not all letters are in a font, and not all lines fit
    with mpl.rc_context(STYLE), warnings.catch_warnings():  # type: ignore[arg-type]
        warnings.simplefilter("ignore", UserWarning)
        figure = Figure(figsize=(9.6, 3.4), layout="constrained")
        draw(figure)
        buffer = BytesIO()
        undated = {"Date": None} if kind == "svg" else None
        figure.savefig(buffer, format=kind, dpi=150, metadata=undated)
        return buffer.getvalue()


def _laws(axes: Axes, audit: Audit, place: int) -> None:
    """Both empirical laws of one pair: a histogram of the first number, or bars of kinds."""
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
        words = [_cut(word) for word in audit.reader.words[:MOST_KINDS]]
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


def _growth(growth: Axes, bound: Axes, audit: Audit) -> None:
    draws = [max(1, n) for n, _, _ in audit.growth]
    growth.plot(draws, [w / math.log(10) for _, w, _ in audit.growth], color=ONE)
    growth.axhline(-math.log10(audit.alpha), color="#555555", linestyle="--", linewidth=0.8)
    growth.set(
        xscale="log",
        xlabel="outputs",
        title="evidence against the claim, a power of 10\n(refuted above the dashed line)",
    )
    bound.plot(draws, [e for _, _, e in audit.growth], color=ONE, drawstyle="steps-post")
    main = audit.main(audit.pairs[0])
    if main:
        bound.axhline(float(main[0].epsilon), color="#555555", linestyle="--", linewidth=0.8)
    bound.set(xscale="log", xlabel="outputs", title="epsilon is at least (dashed: claimed)")
    for axes in (growth, bound):
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
        axes.xaxis.set_minor_formatter(NullFormatter())


def _exact(axes: Axes, curve: Sequence[tuple[Any, Any, Any]]) -> None:
    epsilons = [float(e) for e, _, _ in curve]
    axes.fill_between(
        epsilons,
        [float(a) for _, a, _ in curve],
        [float(b) for _, _, b in curve],
        color=ONE,
        alpha=0.3,
    )
    axes.plot(epsilons, [float(b) for _, _, b in curve], color=ONE)
    axes.set(xlabel="epsilon", ylabel="delta", title="the exact divergence of the worst pair")


def _short(records: tuple[object, ...]) -> str:
    from .pairs import told

    return _cut(told(records), 40)


def _cut(text: str, most: int = 24) -> str:
    """Returns a text that a program may have made as one that can be drawn."""
    return printable(text[:most])
