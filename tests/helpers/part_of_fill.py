"""`python -m tests.helpers.part_of_fill`: a part of every plan gives the lines of the committed
files, in less than fifth of the time of all.

Of `reject` and `transcript` all vectors, of `exact` too, but for the laws: all of one law in
OF_LAWS (DPMEAN_PART chooses others), the first few of the others; of `tape` the first of each plan;
of `stat` the first of each law, and of every second mechanism (DPMEAN_PART chooses the others) the
first that is not DEAR, whose exact laws take most of the time of that kind. Of `reject`, `exact`
and `transcript` each object has a vector that is asked. It prints how many vectors of each kind
were asked, and ends with 1 and their names when some differ.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice

from dpmean.suite import kinds
from dpmean.suite.files import load
from dpmean.suite.kinds import KINDS
from dpmean.suite.plans import modules, stat_rows
from dpmean.suite.plans.laws import values
from dpmean.suite.plans.laws.law import ALL
from dpmean.suite.vectors import Vector, canonical

DEAR = (
    "gaussian_mean-stat-rho200-n4-radius1_16-sigma_min1-sigma_max1-constantsexact-d1-beta9_10-2--2-0-1",
    "shuffled_clipped_mean-stat-d1-n6-epsilon6-delta1_2-u1-constantsexact-messages10-modulus256-beta9_10-0-1-1-0-1-1",
    "shifted_clipped_mean-stat-rho3-u7-n3-d1-beta9_10-1-6-7",
    "gaussian_mean-stat-rho2-n3-radius1_8-sigma_min1-sigma_max1-d1-beta9_10--1-3_2-2",
    "local_clipped_mean-stat-d1-n1-rho20-u3-steps2-constantsexact-1",
    "local_clipped_mean-stat-d1-n2-rho4-u1-0-1",
    "local_coordinate_mean-stat-d1-n2-rho6-radius6-sigma_max1-constantsexact-beta9_10-3--50",
    "local_coordinate_mean-stat-d2-n2-rho12-radius3-sigma_max1-beta9_10-1--2-50-0",
    "quantized_mean-stat-rho10-n7-radius1-bucket1_2-d1-beta9_10--1-1_2-1-3_4--1_2-1-0",
    "shifted_clipped_mean-stat-rho8-u3-n8-d1-beta9_10-0-0-0-1-3-3-3-2",
    "shifted_clipped_mean-stat-rho3-u3-n3-d2-beta9_10-0-3-2-2-3-1",
    "shifted_clipped_mean-stat-rho50-u2-n5-d2-beta9_10-0-2-2-2-2-0-0-0-1-1",
    "shuffled_clipped_mean-stat-d1-n4-epsilon24-delta1_4-u2-steps2-messages30-modulus1024-beta9_10-0-2-1-2",
)
TAPES = 15  # of a plan
OF_LAWS, FIRST = 10, 20
PART = int(os.environ.get("DPMEAN_PART", "0").replace("all", "0")) % OF_LAWS


def part(kind: str) -> Iterator[Vector]:
    """The vectors of a kind that are made again."""
    for module in (*modules(), import_module(f"{kinds.__name__}.{kind}")):
        if kind == "stat" and module is stat_rows:
            first = {
                row["object"]: row
                for _, row in reversed([*stat_rows.rows()])
                if row["id"] not in DEAR
            }
            yield from (stat_rows.Row(row).vector() for row in [*first.values()][PART % 2 :: 2])
        elif kind == "stat" and hasattr(module, "stat_vectors"):
            yield from module.stat_vectors(of_each=1)
        elif kind == "exact" and module is values:
            whole = [*ALL][PART::OF_LAWS]
            for law in ALL:
                yield from islice(values.law_vectors(law), None if law in whole else FIRST)
                yield from values._designs(law) if law in whole else ()
        elif made := getattr(module, f"{kind}_vectors", None):
            yield from islice(made(), TAPES if kind == "tape" else None)


def main() -> int:
    """0 when all are as they are committed."""
    committed = {v.id: v for v in load()}
    lines = {id_: canonical(v.to_json()) for id_, v in committed.items()}
    different = []
    for kind in KINDS:
        # of two plans that ask the same, the first
        made = {v.id: v for v in reversed(list(part(kind)))}
        different += [id_ for id_, v in made.items() if lines.get(id_) != canonical(v.to_json())]
        objects = {v.object for v in made.values()}
        different += [
            f"nothing of {v.object} in {kind}"
            for v in committed.values()
            if v.kind == kind not in ("tape", "stat") and v.object not in objects
        ]
        print(kind, len(made))
    print(*different[:20], sep="\n", file=sys.stderr)
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
