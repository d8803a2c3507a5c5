"""Panels as SVG: curves against each other, the dashed line of a saturation, ranges with the
printed numbers.

This file draws panels, and is the only one of this room that imports matplotlib. Each algorithm has
one colour and one marker in all pictures; a curve is the group `curve-LABEL` of its picture.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import replace
from io import BytesIO, StringIO
from itertools import pairwise

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullFormatter

from .points import Bar, Histogram, Panel, about
from .words import axis as worded
from .words import caption

STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "dpmean",
    "text.parse_math": False,
    "font.size": 9,
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "axes.titlesize": 9,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
}
# colours that the colour-blind tell apart (Okabe and Ito)
MARKS = {
    "ADPM": ("#0072b2", "o"),
    "PropDPM": ("#e69f00", "s"),
    "LDPE": ("#009e73", "^"),
    "SM": ("#cc79a7", "D"),
    "FME": ("#d55e00", "X"),
    "UNI": ("#555555", "v"),
}
MARKS |= {
    "non-private": ("#555555", ""),
    "Shifted-CM": ("#0072b2", "o"),
    "CM": ("#56b4e9", "v"),
    "KnownVar": ("#e69f00", "s"),
    "UnkVar": ("#d55e00", "D"),
    "Shifted-CM, quantiles told": ("#56b4e9", ""),
}
MARKS |= {
    "Algorithm 1": ("#e69f00", "s"),
    "Algorithm 2": ("#009e73", "^"),
    "Algorithm 3": ("#0072b2", "o"),
    "2D staircase": ("#d55e00", "D"),
    "hourglass": ("#0072b2", "o"),
    "lower bound": ("#000000", ""),
}
MARKS |= {
    f"{name} = {t}": mark
    for name in ("t", "tcov")
    for t, mark in {
        1: ("#e69f00", "s"),
        2: ("#009e73", "^"),
        3: ("#cc79a7", "D"),
        4: ("#d55e00", "X"),
        5: ("#000000", "*"),
        10: ("#8c6d31", "P"),
    }.items()
}
OTHER = ("#000000", ".")
BESIDE = 26  # letters of a line under one of several plots
MOST_INSIDE = 4  # names in a plot; more stand beside it, where they cover no curve
STEP = 0.9  # points by which a curve is wider for every one that lies on it
# curves run along one another where they differ by less than a hundredth, at an eighth of it
NEAR, SHARE = (0.01, 8)
HUES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442")


def svg(panel: Panel) -> str:
    """Return the picture of a panel; the same panel gives the same text."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        buffer = StringIO()
        drawn(panel).savefig(
            buffer, format="svg", metadata={"Date": None, "Creator": None, "Title": panel.title}
        )
        return buffer.getvalue()


def drawn(panel: Panel) -> Figure:
    """Return the picture of a panel as matplotlib has it."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        parts = list(dict.fromkeys(curve.part for curve in panel.curves))
        figure = Figure(
            figsize=(5.6, 3.8) if len(parts) < 2 else (3 * len(parts) + 0.6, 4.2),
            layout="constrained",
        )
        if panel.bars:
            _bars(figure, panel)
        elif len(parts) < 2:
            _curves(figure.subplots(), panel)
        else:
            _parts(figure, panel, parts)
        figure.suptitle(textwrap.fill(panel.title, int(14 * figure.get_figwidth())), fontsize=9)
        if told := caption(panel, int(17 * figure.get_figwidth())):
            figure.supxlabel(told, fontsize=7, x=0.01, ha="left").set_gid("caption")
        return figure


def _parts(figure: Figure, panel: Panel, parts: list[str]) -> None:
    """Draw one plot beside the other, with the same axes and one legend below."""
    row = figure.subplots(1, len(parts), sharey=True)
    for axes, part in zip(row, parts, strict=True):
        _curves(
            axes,
            replace(panel, curves=tuple(curve for curve in panel.curves if curve.part == part)),
        )
        axes.get_legend().remove()
        axes.set(
            title=part,
            xlabel=textwrap.fill(worded(panel.x), BESIDE),
            ylabel=worded(panel.y) if part == parts[0] else "",
        )
    if panel.scales[1] == "log":  # bands may go down to 0
        middles = [
            about(p.behind if p.y.lower == 0 else p.y)
            for curve in panel.curves
            for p in curve.points
        ]
        row[0].set_ylim(min(middles) / 1.6, max(middles) * 1.6)
        for axes in row:
            _plain(axes, panel)
    handles, labels = row[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right center", fontsize=8)


def _curves(axes: Axes, panel: Panel) -> None:
    hues = list(dict.fromkeys(curve.hue for curve in panel.curves if curve.hue))
    for curve, under in zip(panel.curves, _under(panel), strict=True):
        colour, marker = (
            (HUES[hues.index(curve.hue) % len(HUES)], "")
            if curve.hue
            else MARKS.get(curve.label, OTHER)
        )
        # the solid curve of the same colour is named
        legend = None if curve.line == "--" and curve.hue else curve.label
        (line,) = axes.plot(
            [about(p.x) for p in curve.points],
            [about(p.y) for p in curve.points],
            color=colour,
            marker=marker,
            ms=3 + STEP * under,
            lw=1 + STEP * under,
            ls=curve.line,
            label=legend,
            zorder=2.0 if curve.line == "-" else 2.5,
        )
        line.set_gid(
            f"curve-{curve.label.replace(' ', '-')}"
            + (f"-in-{curve.part.replace(' ', '-')}" if curve.part else "")
        )
        # intervals that can be seen, of a simulation
        if max(p.y.upper - p.y.lower for p in curve.points) * 10**6 > max(
            abs(p.y.upper) for p in curve.points
        ):
            axes.fill_between(
                [about(p.x) for p in curve.points],
                [float(p.y.lower) for p in curve.points],
                [float(p.y.upper) for p in curve.points],
                color=colour,
                alpha=0.2,
                lw=0,
                where=[panel.scales[1] != "log" or p.y.lower > 0 for p in curve.points],
            )
    for label, x in panel.lines:
        line = axes.axvline(float(x), color="#000000", lw=0.8, ls="--", label=label)
        line.set_gid(f"line-{label.replace(' ', '-')}")
    axes.set(
        xscale=panel.scales[0],
        yscale=panel.scales[1],
        xlabel=worded(panel.x),
        ylabel=worded(panel.y),
    )
    axes.margins(x=0.02)
    _plain(axes, panel)
    if len(axes.get_legend_handles_labels()[1]) > MOST_INSIDE:
        axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1))
    else:
        axes.legend(fontsize=8)


def _under(panel: Panel) -> list[int]:
    """Return for each curve how many that are drawn over it run along it somewhere: it is drawn so
    much wider, so that it shows on both sides of them. Broken lines are drawn over solid ones,
    which show in their gaps.
    """
    places = [[(about(p.x), about(p.y)) for p in curve.points] for curve in panel.curves]
    if panel.scales[1] == "log":
        places = [[(x, math.log10(y)) for x, y in curve if y > 0] for curve in places]
    heights = [y for curve in places for _, y in curve]
    near = NEAR * (max(heights) - min(heights)) if heights else 0.0
    found = []
    for i, curve in enumerate(places):
        solid = panel.curves[i].line == "-"
        others = [
            dict(places[j])
            for j in range(i + 1, len(places))
            if (panel.curves[j].line == "-") == solid
        ]
        found.append(
            sum(
                sum(abs(y - other[x]) <= near for x, y in curve if x in other) > len(curve) / SHARE
                for other in others
            )
        )
    return found


def _plain(axes: Axes, panel: Panel) -> None:
    """Label a logarithmic axis with few numbers, written out."""
    for scale, axis in zip(panel.scales, (axes.xaxis, axes.yaxis), strict=True):
        if scale == "log":
            low, high = sorted(axis.get_view_interval())
            ticks = [
                m * 10.0**k for k in range(-12, 13) for m in (1, 2, 5) if low <= m * 10.0**k <= high
            ]
            crowded = axis is axes.xaxis and sum(len(f"{t:g}") for t in ticks) > BESIDE
            few = crowded or high > 300 * low
            shown = [t for t in ticks if f"{t:e}"[0] == "1"] if few else ticks
            axis.set_major_locator(FixedLocator(shown))
            axis.set_major_formatter(lambda value, _: f"{value:g}")
            axis.set_minor_formatter(NullFormatter())


def _bars(figure: Figure, panel: Panel) -> None:
    """Draw for each column how far the sampled range and its median are from what is printed.

    Grey is the interval of the numbers that round to what is printed.
    """
    for axes, (name, bars) in zip(
        figure.subplots(1, len(panel.bars), sharey=True, squeeze=False)[0], panel.bars, strict=True
    ):
        axes.axhspan(
            -float(panel.rounding),
            float(panel.rounding),
            color="#dddddd",
            lw=0,
            label="rounds to the printed figure",
        )
        axes.axhline(0, color="#000000", lw=0.6)
        for i, bar in enumerate(bars):
            _bar(axes, i, name, bar)
        axes.set_xticks(
            range(len(bars)), [f"{bar.label}\n{float(bar.printed):.1f}" for bar in bars], fontsize=7
        )
        axes.set(title=name, ylabel=worded(panel.y) if name == panel.bars[0][0] else "")
    axes.legend(fontsize=7, loc="best")


def _bar(axes: Axes, at: int, column: str, bar: Bar) -> None:
    colour, _ = MARKS.get(bar.label, OTHER)
    low, middle, high = (float(x - bar.printed) for x in (bar.low, bar.middle, bar.high))
    (line,) = axes.plot(
        [at, at],
        [low, high],
        color=colour,
        lw=5,
        solid_capstyle="butt",
        label="range of ours" if at == 0 else None,
    )
    line.set_gid(f"curve-{bar.label}-{column}")
    axes.plot(
        [at],
        [middle],
        color="#000000",
        marker="_",
        ms=10,
        lw=0,
        label="median" if at == 0 else None,
    )


def histogram(found: Histogram, kind: str) -> bytes:
    """Return the picture of a histogram as `svg` or `png`; the same histogram gives the same
    bytes.
    """
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(5.6, 3.8), dpi=200, layout="constrained")
        axes = figure.subplots()
        edges, shares = [float(e) for e in found.edges], [float(s) for s in found.shares]
        exact = None if found.exact is None else [about(e) for e in found.exact]
        if found.by_value:  # every value has a bin, what lies below the first belongs to it
            places = edges
            axes.vlines(edges, 0, shares[:-1], color="#9ecae1", lw=4, label="releases").set_gid(
                "releases"
            )
            shown = None if exact is None else exact[:-1]
        else:
            places = [(a + b) / 2 for a, b in pairwise(edges)]
            axes.stairs(shares[1:-1], edges, fill=True, color="#9ecae1", label="releases").set_gid(
                "releases"
            )
            shown = None if exact is None else exact[1:-1]
        if shown is not None:
            (line,) = axes.plot(
                places,
                shown,
                color="#d55e00",
                lw=1,
                marker="o" if found.by_value else "",
                ms=3,
                ls="" if found.by_value else "-",
                label="exact law",
            )
            line.set_gid("exact")
        for i, (label, x) in enumerate(found.lines):
            axes.axvline(
                float(x), color="#000000", lw=0.8, ls=("--", ":")[i % 2], label=label
            ).set_gid(f"mean-{i}")
        axes.set(xlabel=found.x, ylabel="probability" if found.by_value else "probability of a bin")
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=8)
        figure.suptitle(found.title, fontsize=9)
        buffer = BytesIO()
        figure.savefig(
            buffer,
            format=kind,
            metadata={"Date": None, "Creator": None, "Title": found.title}
            if kind == "svg"
            else {"Software": None, "Title": found.title},
        )
        return buffer.getvalue()
