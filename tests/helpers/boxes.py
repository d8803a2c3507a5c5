"""Where the words of a picture stand, as matplotlib measures them."""

from __future__ import annotations

from itertools import combinations

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from dpmean.experiments.drawing import STYLE, drawn
from dpmean.experiments.points import Panel

Words = list[tuple[str, Bbox]]


def texts(figure: Figure) -> Words:
    """All words that are shown, with their boxes; numbers beyond the ends of an axis are not."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw_without_rendering()
    beyond = set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if not low <= tick.get_loc() <= high:
                    beyond |= {tick.label1, tick.label2}
    return [
        (found.get_text(), found.get_window_extent(renderer))
        for found in figure.findobj(Text)
        if isinstance(found, Text)
        and found.get_text().strip()
        and found.get_visible()
        and found not in beyond
    ]


def illegible(panel: Panel) -> list[str]:
    """The words of a panel that leave its picture, and the pairs that stand on one another."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        figure = drawn(panel)
        found, frame = texts(figure), figure.bbox
    out = [
        text
        for text, box in found
        if box.x0 < -1 or box.y0 < -1 or box.x1 > frame.width + 1 or box.y1 > frame.height + 1
    ]
    on = [
        f"{one} / {other}"
        for (one, a), (other, b) in combinations(found, 2)
        if min(a.x1, b.x1) - max(a.x0, b.x0) > 1 and min(a.y1, b.y1) - max(a.y0, b.y0) > 1
    ]
    return out + on
