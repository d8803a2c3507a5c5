"""A fast simulator of a histogram, right or with a named bug, from its definition in vectors/parts.md
alone.
"""

from __future__ import annotations

import numpy as np

from tests.lab.simulators.instance import Draws, number
from tests.lab.simulators.parts import noise
from tests.lab.simulators.records import Runs
from tests.lab.simulators.responses import category

OBJECTS = ("histogram",)


def counts_of(p: dict[str, str], records: Runs) -> list[float]:
    """How many records each category has."""
    k = int(p["categories"])
    found = [0.0] * k
    for x, times in records:
        if x == "nan" or ("no clip" in p and (x in ("inf", "-inf") or not 0 <= number(x) <= k - 1)):
            continue
        at = (
            int(number(x) + 0.5)
            if "half up" in p and 0 <= number(x) <= k - 1
            else category(x, k - 1)
        )
        found[at] += times
    return found


def release(p: dict[str, str], records: Runs, rng: np.random.Generator, n: int) -> Draws:
    """n releases. Bugs: "one noise" for all categories; "silent", none where there is no record;
    "no clip", "half up"; "of counts", a threshold before the noise; "empty too", and "all shown".
    """
    users, replaced = number(p.get("contribution", "1")), p.get("neighbors") == "replace-one"
    gaussian = p["noise"].endswith("gaussian")
    sensitivity = users * (2**0.5 if replaced and gaussian else 2 if replaced else 1)
    counts = counts_of(p, records)
    shared = noise(p, sensitivity, 1.0, rng, n)
    found = []
    for count in counts:
        z = shared if "one noise" in p else noise(p, sensitivity, 1.0, rng, n)
        value = count + (0 * z if "silent" in p and count == 0 else z)
        if p.get("clamp") == "zero":
            value = np.maximum(value, 0.0)
        if "count_threshold" in p:
            seen = count + 0 * z if "of counts" in p else value
            shown = (seen >= number(p["count_threshold"])) & (count > 0 or "empty too" in p)
            value = np.where(shown | ("all shown" in p and count > 0), value, 0.0)
        found.append(np.round(value) if "rounded" in p else value)
    return tuple(found)
