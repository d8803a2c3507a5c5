"""What is mutated, and by which tests each module is judged: quick ones that aim at it, the
quickest first.
"""

from __future__ import annotations

from dataclasses import dataclass

PACKAGE = "reference/dpmean"
LAWS = (
    "laplace",
    "discrete_laplace",
    "discrete_gaussian",
    "staircase",
    "discrete_staircase",
    "hourglass",
    "discrete_hourglass",
    "staircase2d",
)
MEANS = ("independent_mean", "shifted_mean", "bounded_mean", "sized_mean", "transformed_mean")
REFUSALS = "tests/parameters/test_refusals.py"
COLUMNS = "tests/programs/columns"
WORDS = "tests/parameters/test_words_of_guarantees.py"
AROUND = "tests/programs/test_around_the_draws.py"
EXACT = (
    REFUSALS,
    "tests/distributions/test_laws_exact.py",
    "tests/distributions/test_laws_plane.py",
    "tests/distributions/test_privacy_of_laws.py",
)
SAMPLERS = (
    "tests/distributions/test_samplers.py",
    "--deselect=tests/distributions/test_samplers.py::test_continuous_laws_on_a_grid",
)
KNOWN_BUG = (
    "tests/judging/draws/test_statistics.py::"
    "test_a_known_bug_is_killed_with_the_published_power[laplace-stat-epsilon1-0-5 "
    "% too little noise]"
)
STATISTICS = (
    "tests/suite/test_pvalues.py",
    *(
        f"tests/judging/draws/test_statistics.py::{name}"
        for name in (
            "test_findings_carry_the_flag_of_the_worst_event",
            "test_requests_of_one_draw_show_a_generator_seeded_anew",
            "test_a_first_draw_without_noise_is_seen",
            "test_right_samplers_pass_at_the_real_budget",
        )
    ),
    KNOWN_BUG,
)


@dataclass(frozen=True)
class Target:
    """Modules that are judged by the same tests."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


def own(objects: tuple[str, ...], *kinds: str) -> tuple[str, ...]:
    """Our own answers to the vectors of these objects and kinds."""
    return tuple(
        f"tests/wire/test_own_answers.py::test_our_own_answers_are_right[{o}-{k}]"
        for o in objects
        for k in kinds
    )


def law(*names: str) -> Target:
    """A law, by its own vectors first."""
    return Target(
        tuple(f"distributions/{n}.py" for n in names),
        own(names, "exact", "reject", "tape") + EXACT + SAMPLERS,
    )


AREAS: dict[str, tuple[Target, ...]] = {
    "distributions": (
        *(law(name) for name in LAWS),
        Target(
            ("distributions/cells.py", "distributions/series.py", "privacy/losses.py"),
            own(LAWS, "exact") + own(LAWS, "tape") + EXACT,
        ),
        Target(
            ("distributions/optimal_gamma.py", "parameters/declared.py"),
            own(LAWS, "exact", "reject") + own(MEANS, "reject", "exact") + EXACT,
        ),
        Target(("privacy/conversions.py",), ("tests/privacy/test_sharper_conversions.py",)),
        Target(("privacy/best_composition.py",), ("tests/privacy/test_best_composition.py",)),
        Target(
            ("privacy/clones.py", "privacy/clone_sums.py", "exact/binomials.py"),
            ("tests/privacy/test_clones.py",),
        ),
        Target(("exact/roots.py",), ("tests/exact/test_roots.py",)),
        Target(
            ("distributions/samplers/inversion.py", "distributions/samplers/refine.py"),
            own(LAWS, "tape") + own(MEANS, "tape") + SAMPLERS,
        ),
    ),
    "fast": (
        Target(("distributions/bulk/drawn.py",), ("tests/distributions/bulk/test_drawn.py",)),
        Target(
            (
                "distributions/bulk/lookup.py",
                "distributions/bulk/positions.py",
                "distributions/bulk/thresholds.py",
                "distributions/bulk/formulas.py",
                "distributions/bulk/laws.py",
                "distributions/bulk/singly.py",
            ),
            (
                "tests/distributions/test_bulk_laws.py",
                "tests/distributions/test_bulk_laws_limits.py",
                "tests/distributions/test_discrete_gaussian.py",
                "tests/wire/test_bulk_adapter.py",
                "tests/randomness/test_stream.py",
            ),
        ),
        Target(
            tuple(
                f"distributions/bulk/{n}.py"
                for n in (
                    "boxes",
                    "choices",
                    "columns",
                    "continuous",
                    "geometric",
                    "outcomes",
                    "rejection",
                    "wide_lattice",
                )
            ),
            tuple(
                f"tests/distributions/bulk/test_columns_{n}.py"
                for n in ("boundaries", "boxes", "laws", "rows")
            ),
        ),
        Target(
            ("distributions/bulk/quantiles.py", "exact/inverse_series.py"),
            ("tests/distributions/test_bulk_quantiles.py", "tests/exact/test_inverse_series.py"),
        ),
        Target(
            tuple(
                f"programs/columns/{name}.py"
                for name in ("values", "settle", "forms", "arithmetic", "tables")
            ),
            tuple(
                f"{COLUMNS}/test_{name}.py"
                for name in ("values", "settle", "forms", "tables", "same_bits")
            ),
        ),
        Target(
            tuple(
                f"programs/columns/{name}.py"
                for name in ("group", "pools", "releases", "exact_rows")
            ),
            tuple(
                f"{COLUMNS}/test_{name}.py"
                for name in ("releases", "forms", "same_bits", "boundaries")
            ),
        ),
        Target(
            ("randomness/stream.py", "randomness/forks.py"),
            ("tests/randomness/test_stream.py", "tests/distributions/test_bulk_laws.py"),
        ),
        Target(
            ("distributions/bulk/counts.py", "distributions/bulk/cluster.py"),
            (
                "tests/cli/test_sample.py",
                "tests/randomness/test_stream.py",
                "tests/cli/test_sample_on_dask.py",
            ),
        ),
        Target(
            ("distributions/samplers/knuth_yao.py", "distributions/samplers/economical.py"),
            (
                "tests/distributions/test_knuth_yao.py",
                *own(("discrete_laplace", "discrete_hourglass"), "tape"),
            ),
        ),
        Target(
            ("distributions/samplers/canonne_kamath_steinke.py",),
            (
                *own(("discrete_laplace", "discrete_gaussian"), "tape"),
                "tests/distributions/test_canonne_kamath_steinke.py",
            ),
        ),
        Target(
            ("distributions/gaussian_moments.py", "exact/theta.py"),
            (
                "tests/distributions/test_discrete_gaussian.py",
                *own(("discrete_gaussian",), "exact"),
            ),
        ),
    ),
    "verdicts": (
        Target(
            tuple(
                f"judging/{n}.py"
                for n in ("answers", "verdict", "judge", "exact", "transcript", "tape", "reject")
            ),
            (
                "tests/judging/test_verdicts.py",
                *own(("laplace", "hourglass"), "exact", "reject"),
                *own(MEANS, "transcript"),
            ),
        ),
        Target(
            (
                "judging/draws/batch.py",
                "judging/draws/statistics.py",
                "judging/draws/sampling.py",
                "suite/pvalues.py",
            ),
            (
                "tests/judging/draws/test_looks.py",
                "tests/judging/draws/test_batch.py",
                "tests/judging/draws/test_batch_reading.py",
                *STATISTICS,
            ),
        ),
        Target(
            tuple(
                f"judging/{n}.py"
                for n in ("support", "support_inputs", "support_power", "claims", "leak", "bits")
            ),
            ("tests/judging/draws/test_support_by_hand.py", "tests/judging/draws/test_support.py"),
        ),
        Target(
            ("judging/draws/freshness.py", "judging/draws/singles.py"),
            (
                "tests/judging/draws/test_freshness.py",
                "tests/judging/draws/test_freshness_of_counts.py",
                "tests/judging/draws/test_singles.py",
                "tests/judging/draws/test_batch_reading.py",
            ),
        ),
        Target(
            ("wire/sizes.py", "wire/clock.py"),
            ("tests/wire/test_batch_sizes.py", "tests/wire/test_tier.py"),
        ),
    ),
    "mechanisms": (
        Target(
            (
                *(f"mechanisms/addremove/{n}.py" for n in ("one_epsilon", *MEANS)),
                *(
                    f"programs/{n}.py"
                    for n in ("postprocess", "interpret", "program", "records", "release")
                ),
                "catalogue/mechanisms.py",
            ),
            own(MEANS, "transcript", "reject", "exact", "tape")
            + (REFUSALS, WORDS, AROUND)
            + own(LAWS, "tape", "reject")
            + ("tests/mechanisms/test_privacy_of_mechanisms.py",)
            + SAMPLERS,
        ),
    ),
}
