"""Which experiments there are: for each paper its figures and tables, in the paper's order.

A paper is added by adding its folder here.
"""

from __future__ import annotations

from importlib import import_module

from ..errors import InvalidInput, near_name
from .points import Job, Panel

PAPERS: dict[str, tuple[str, ...]] = {
    "addremove": (
        "figure2c",
        "figure2d",
        "figure2e",
        "figure3",
        *(f"appendixh{k}" for k in range(1, 5)),
    ),
    "addremove.v1": ("figure2a", "figure2b", "figure2c"),
    "hetero": (
        "figure1a",
        "figure1b",
        "table2",
        "figure2",
        "figure3a",
        "figure3b",
        "figure4",
        "example2",
        "remark2",
        "baselines",
        "fme",
    ),
    "instance": ("settings", *(f"figure{k}" for k in range(1, 13))),
    "trilemma": ("figure1", "table1", "lognormal", "figure2", "figure3a", "figure3b"),
}


def names(paper: str, asked: tuple[str, ...]) -> tuple[str, ...]:
    """Return the experiments of a paper that were asked for, each once; all of them for none or
    `all`.
    """
    if paper not in PAPERS:
        raise InvalidInput(
            "unknown_name",
            f"no experiments of the paper '{paper[:40]}'; there are those of {', '.join(PAPERS)}",
            argument="paper",
        )
    known = PAPERS[paper]
    for name in asked:
        if name not in (*known, "all"):
            raise InvalidInput(
                "unknown_name",
                f"{paper} has no experiment '{name[:40]}'; did you mean "
                f"'{near_name(name, known)}'?",
                argument="name",
            )
    return known if not asked or "all" in asked else tuple(dict.fromkeys(asked))


def run(paper: str, name: str, job: Job) -> Panel:
    """Run one experiment, and return its panel."""
    panel: Panel = import_module(f".{paper}.{name}", __package__).make(job)
    return panel
