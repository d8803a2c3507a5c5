"""Pictures of what was observed, as inline SVG: a law that failed, and the bits by which outputs
betray their input.

This file draws the `evidence` of a verdict, and is the only one of this room that imports
matplotlib. A picture has no colours of its own: each is drawn in a stand-in that becomes a variable
of the page's style, so that one picture serves light, dark and paper. What comes from a report is
drawn as plain text, never read as mathematics.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from typing import Any
from xml.etree import ElementTree as ET

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from .wording import probability

INK, MUTED, SEEN, BAD, BAND = (f"#0{i}0{i}0{i}" for i in range(1, 6))
VARIABLES = {INK: "--ink", MUTED: "--muted", SEEN: "--seen", BAD: "--bad", BAND: "--band"}
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "dpmean",
    "text.parse_math": False,
    "font.size": 9,
    "font.family": "sans-serif",
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "axes.titlesize": 9,
    "axes.facecolor": "none",
    "axes.unicode_minus": True,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
}
WIDTH = 4.2  # inches: on a narrow page a picture is shown at about its own size
REFERENCE = re.compile(r"(?:(?<=url\()|^)#([A-Za-z0-9_-]+)")
UNLIKELY = 1e-5  # p-values that are at most this are marked


@dataclass(frozen=True)
class Picture:
    """An SVG element to put into a page, and in words what it shows."""

    svg: str
    caption: str


def pictures(evidence: dict[str, Any], prefix: str) -> list[Picture]:
    """Return the pictures of one verdict; `prefix` keeps their ids apart from those of other
    pictures on the page.
    """
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        if evidence["type"] == "leak":
            return [_leak(evidence, prefix)] if evidence["lowest_bits"] else []
        return [
            make(evidence, f"{prefix}{key}")
            for key, make in (("points", _distribution), ("events", _events))
            if evidence[key]
        ]


def _distribution(e: dict[str, Any], prefix: str) -> Picture:
    """Draw the empirical against the exact distribution function at the registered points.

    Below is their difference, with the band that is allowed.
    """
    rows = sorted((float(Fraction(p["x"])), p["seen"], p["expected"]) for p in e["points"])
    x, seen, exact = ([row[i] for row in rows] for i in range(3))
    off, band = [s - t for s, t in zip(seen, exact, strict=True)], e["band"]
    figure = Figure(figsize=(WIDTH, 3.9), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    above.fill_between(
        x, [t - band for t in exact], [t + band for t in exact], color=BAND, lw=0, label="band"
    )
    above.plot(x, exact, color=INK, lw=1, label="exact")
    above.plot(x, seen, color=SEEN, lw=0, marker="o", ms=3.5, label="seen")
    above.set_ylabel("share of draws at or below x")
    above.legend(loc="upper left")
    below.axhspan(-band, band, color=BAND, lw=0)
    below.axhline(0, color=INK, lw=0.6)
    for outside, colour, marker in ((False, SEEN, "o"), (True, BAD, "X")):
        chosen = [(a, d) for a, d in zip(x, off, strict=True) if (abs(d) > band) is outside]
        below.vlines([a for a, _ in chosen], 0, [d for _, d in chosen], color=colour, lw=1)
        below.plot(
            [a for a, _ in chosen],
            [d for _, d in chosen],
            color=colour,
            lw=0,
            marker=marker,
            ms=4.5,
        )
    below.set_ylabel("share seen - exact")
    below.set_xlabel("value x of a draw, in the units of the query")
    for axes in (above, below):
        axes.axvline(float(Fraction(e["center"])), color=MUTED, lw=0.6, ls=":")
    worst = max(zip(x, off, strict=True), key=lambda pair: abs(pair[1]))
    outside_at = sum(abs(d) > band for d in off)
    caption = (
        f"The distribution function of {e['n']:,} draws (points) against the exact one (line "
        f"through the registered points), and their difference. At {outside_at} of {len(x)} "
        f"registered points it is farther off than {band:.4f}, the band (crosses); it is "
        f"farthest off, by {worst[1]:+.4f}, at x = {worst[0]:g}. Dotted: the centre."
    )
    return Picture(_inline(figure, prefix, caption), caption)


def _events(e: dict[str, Any], prefix: str) -> Picture:
    """Draw one row for each event: its exact probability and the share that was seen, from 0 on a
    logarithmic axis.
    """
    events = e["events"]
    visible = [
        s
        for event in events
        for s in (event["count"] / event["n"], event["expected"])
        if s * event["n"] >= 0.1
    ]
    # what is less than a tenth of a draw is drawn as 0
    floor = 10.0 ** (_decade(min(visible, default=0.1)) - 1)
    figure = Figure(figsize=(WIDTH, 0.75 + 0.4 * len(events)), layout="constrained")
    axes = figure.subplots()
    for row, event in enumerate(events):
        seen, bad = max(event["count"] / event["n"], floor), event["p"] <= UNLIKELY
        exact = max(event["expected"], floor)
        axes.plot([exact, seen], [row, row], color=BAD if bad else SEEN, lw=1)
        axes.plot(
            [exact],
            [row],
            color=INK,
            marker="|",
            ms=13,
            mew=1.6,
            lw=0,
            label="exact" if row == 0 else None,
        )
        axes.plot([seen], [row], color=BAD if bad else SEEN, marker="X" if bad else "o", ms=6, lw=0)
        axes.text(
            0,
            row - 0.3,
            event["name"][:44],
            transform=axes.get_yaxis_transform(),
            ha="left",
            va="bottom",
        )
        axes.text(
            1,
            row - 0.3,
            f"p {probability(event['p'])}",
            transform=axes.get_yaxis_transform(),
            ha="right",
            va="bottom",
            color=BAD if bad else INK,
        )
    axes.set(
        xscale="log",
        xlim=(floor / 1.5, 1.5),
        ylim=(len(events) - 0.6, -1.0),
        yticks=[],
        xlabel="share of the draws (bar: exact; point or cross: seen)",
    )
    powers = range(_decade(floor) + 1, 1)
    ticks = [floor, *(10.0**k for k in powers if (k - powers[0]) % max(1, len(powers) // 4) == 0)]
    axes.set_xticks(ticks, ["0", *(f"{t:g}" for t in ticks[1:])])
    axes.minorticks_off()
    axes.spines["left"].set_visible(False)
    unlikely = [event["name"] for event in events if event["p"] <= UNLIKELY]
    caption = (
        f"{len(events)} registered events: their exact probabilities (bars) and the shares seen. "
        + (
            f"Too unlikely for the exact law (crosses): {', '.join(unlikely)}."
            if unlikely
            else "None is too unlikely for the exact law."
        )
    )
    return Picture(_inline(figure, prefix, caption), caption)


def _leak(e: dict[str, Any], prefix: str) -> Picture:
    """Draw how often each bit is an output's lowest set one: upwards for one input, downwards for
    its neighbour.
    """
    exponents = [b["exponent"] for b in e["lowest_bits"]]
    left, right = min(exponents) - 1, max(exponents) + 1
    figure = Figure(figsize=(WIDTH, 3.1), layout="constrained")
    axes = figure.subplots()
    shaded = _mark(axes, e["event"], left, right)
    axes.bar(exponents, [b["input"] for b in e["lowest_bits"]], color=SEEN, width=0.8)
    axes.bar(exponents, [-b["neighbor"] for b in e["lowest_bits"]], color=INK, width=0.8)
    axes.axhline(0, color=INK, lw=0.6)
    top = max([0.01, *(max(b["input"], b["neighbor"]) for b in e["lowest_bits"])]) * 1.25
    axes.set(
        xlim=(left, right),
        ylim=(-top, top),
        xlabel="lowest set bit of the output: 2 to the power",
        ylabel="share of the outputs",
    )
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.yaxis.set_major_formatter(lambda y, _: f"{abs(y):g}")
    axes.text(0.99, 0.97, "one input", transform=axes.transAxes, ha="right", va="top", color=SEEN)
    axes.text(0.99, 0.03, "its neighbour", transform=axes.transAxes, ha="right", va="bottom")
    caption = (
        "How often each bit is the lowest one set in an output: upwards for one input, "
        f"downwards for its neighbour. The event{' (shaded)' if shaded else ''}, {e['event']}, "
        f"has a share of {e['share']:.2%} for one input and {e['neighbor_share']:.2%} for the "
        f"other; epsilon = {e['epsilon']} allows a factor of {e['factor']:.4g}"
        + (f" and {e['delta']:.4g} more." if "delta" in e else ".")
    )
    return Picture(_inline(figure, prefix, caption), caption)


def _mark(axes: Axes, event: str, left: float, right: float) -> bool:
    """Shade the bits that are in the event, and return False when the event is not one of bits."""
    found = re.match(r"x is (not )?a multiple of 2\^(-?[0-9]{1,4})\b", event)
    if found is None:
        return False
    edge = int(found[2]) - 0.5
    start, end = (left, min(edge, right)) if found[1] else (max(edge, left), right)
    if start >= end:
        return False
    axes.axvspan(start, end, color=BAND, lw=0)
    axes.text(
        (start + end) / 2,
        0.97,
        "the event",
        transform=axes.get_xaxis_transform(),
        ha="center",
        va="top",
    )
    return True


def _decade(share: float) -> int:
    """Return the greatest k with 10^k <= share."""
    return int(f"{max(share, 1e-15):e}".partition("e")[2])


def _inline(figure: Figure, prefix: str, label: str) -> str:
    """Return the figure as one SVG element for a page.

    It has no ids but those it refers to, no colours of its own, and a label.
    """
    buffer = StringIO()
    figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    svg = ET.fromstring(buffer.getvalue().encode())  # noqa: S314
    for element in list(svg.iter()):
        for child in list(element):
            if child.tag.rpartition("}")[2] in ("metadata", "style"):
                element.remove(child)
    referred = {
        name
        for element in svg.iter()
        for value in element.attrib.values()
        for name in REFERENCE.findall(value)
    }
    for element in svg.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.attrib = {
            key.rpartition("}")[2]: REFERENCE.sub(f"#{prefix}-\\1", value)
            for key, value in element.attrib.items()
        }
        name = element.attrib.pop("id", None)
        if name in referred:
            element.set("id", f"{prefix}-{name}")
    svg.attrib = {
        "viewBox": svg.attrib["viewBox"],
        "class": "picture",
        "role": "img",
        "aria-label": label,
    }
    drawn = ET.tostring(svg, encoding="unicode")
    for stand_in, variable in VARIABLES.items():
        drawn = drawn.replace(stand_in, f"var({variable})")
    return drawn
