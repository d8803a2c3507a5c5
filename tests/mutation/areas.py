"""What is mutated, and by which tests each module is judged: quick ones that aim at it, the quickest first."""

from __future__ import annotations

from dataclasses import dataclass

PACKAGE = "reference/dpmean"
LAWS = ("laplace", "discrete_laplace", "staircase", "discrete_staircase", "hourglass", "discrete_hourglass", "staircase2d")
MEANS = ("independent_mean", "shifted_mean", "sized_mean", "transformed_mean")
EXACT = ("tests/test_laws_exact.py", "tests/test_laws_plane.py", "tests/test_privacy_exhaustive.py")
SAMPLERS = ("tests/test_samplers.py", "--deselect=tests/test_samplers.py::test_continuous_laws_on_a_grid")


@dataclass(frozen=True)
class Target:
    """Modules that are judged by the same tests."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


def own(objects: tuple[str, ...], *kinds: str) -> tuple[str, ...]:
    """Our own answers to the vectors of these objects and kinds."""
    return tuple(f"tests/test_own_answers.py::test_our_own_answers_are_right[{o}-{k}]" for o in objects for k in kinds)


def law(*names: str) -> Target:
    """A law, by its own vectors first."""
    return Target(tuple(f"distributions/{n}.py" for n in names), own(names, "exact", "reject", "tape") + EXACT + SAMPLERS)


AREAS: dict[str, tuple[Target, ...]] = {
    "distributions": (
        *(law(name) for name in LAWS),
        Target(("distributions/cells.py", "distributions/series.py", "distributions/privacy.py"), own(LAWS, "exact") + own(LAWS, "tape") + EXACT),
        Target(("distributions/optimal_gamma.py", "distributions/parameters.py"), own(LAWS, "exact", "reject") + own(MEANS, "reject", "exact") + EXACT),
        Target(("distributions/inversion.py", "distributions/refine.py"), own(LAWS, "tape") + own(MEANS, "tape") + SAMPLERS),
    ),
    "mechanisms": (
        Target(
            tuple(f"mechanisms/{n}.py" for n in ("means", "postprocess", "interpret", "program", "records", "registry", "release")),
            own(MEANS, "transcript", "reject", "exact", "tape") + own(LAWS, "tape") + ("tests/test_privacy_mechanisms.py",) + SAMPLERS,
        ),
    ),
}
