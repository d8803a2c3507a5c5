"""Every word that a choice of a mechanism takes has a stat vector of what is released, and so has
every optional parameter that changes its law: a bug that sits in one variant is seen by draws of no
other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import MECHANISMS
from dpmean.suite.plans.laws.law import ALL
from dpmean.suite.plans.stat_rows import rows

# where not narrowed
CHOICES = {
    "noise": (),
    "edition": ("corrected", "printed"),
    "constants": ("paper", "exact"),
    "variant": ("independent", "single"),
    "tails": ("together", "each"),
    "base": ("sized_mean", "clipped_mean", "name_and_shame", "combined_mean", "dpumean"),
}
EXCEPT = {
    (
        "adpm",
        "weight_bits",
    ): "it rounds the weights for speed, as vectors/hetero.md says; no vector asks for it",
    ("shuffled_mean", "delta1"): "it changes the guarantee, not the draws",
    ("transformed_mean", "sensitivity"): "anything but 1 is refused",
}
STEPS = {"coinpress_scaled_mean"}  # what it releases has no closed law: the rows of its steps count
ROWS = [row for _, row in rows()]


def given(rows_: Iterable[Mapping[str, Any]], name: str) -> list[Mapping[str, str]]:
    """The parameters of the rows of a mechanism that look at what is released."""
    return [
        row["params"]
        for row in rows_
        if row["object"] == name and ("observe" not in row or name in STEPS)
    ]


def missing(rows_: list[dict[str, Any]]) -> set[tuple[str, str, str]]:
    """(mechanism, parameter, word) without a row; the word is empty where a parameter is never
    given.
    """
    found = set()
    for name, mechanism in MECHANISMS.items():
        signature, seen = mechanism.signature(), given(rows_, name)
        for parameter in (*signature.required, *signature.optional):
            default = getattr(mechanism, parameter, None)  # of a word that is left out
            words = (signature.words or {}).get(parameter, CHOICES.get(parameter, ()))
            here = {params.get(parameter, default) for params in seen}
            found |= {(name, parameter, word) for word in words if word not in here}
        found |= {
            (name, parameter, "")
            for parameter in signature.optional
            if (name, parameter) not in EXCEPT and not any(parameter in params for params in seen)
        }
    return found


def test_every_word_and_every_optional_parameter_has_a_row() -> None:
    assert missing(ROWS) == set()


@pytest.mark.parametrize(
    ("name", "parameter", "word"),
    [
        ("dpucoarse", "noise", "discrete_laplace"),
        ("shuffled_mean", "noise", "discrete_laplace"),
        ("name_and_shame", "variant", "single"),
        ("kv_mean", "constants", "exact"),
        ("privquant", "edition", "printed"),
        ("unknown_size", "base", "dpumean"),
        ("gaussian_mean", "noise", "gaussian"),
        ("coinpress_mean", "tails", "each"),
    ],
)
def test_a_word_without_rows_is_missed(name: str, parameter: str, word: str) -> None:
    """Kills a criterion that counts rows of other mechanisms, or a default where a word is asked
    for.
    """
    kept = [row for row in ROWS if row["object"] != name or row["params"].get(parameter) != word]
    assert (name, parameter, word) in missing(kept)


def test_rows_of_steps_do_not_count_and_parameters_without_rows_are_missed() -> None:
    kept = [
        row
        for row in ROWS
        if row["object"] != "shuffled_clipped_mean" or "dropouts" not in row["params"]
    ]
    assert ("shuffled_clipped_mean", "dropouts", "") in missing(kept)
    observed = [{**row, "observe": "mean"} if row["object"] == "kv_mean" else row for row in ROWS]
    assert ("kv_mean", "constants", "exact") in missing(observed)
    assert ("kv_mean", "constants", "paper") in missing(observed)


def test_every_exception_is_one() -> None:
    """Kills an exception for a parameter that a mechanism has no longer, or that has a row by
    now.
    """
    for name, parameter in EXCEPT:
        assert parameter in MECHANISMS[name].signature().optional
        assert not any(parameter in params for params in given(ROWS, name))


NO_DECAY = {"shuffled_clipped_mean": "its epsilon is of messages, whose rows are about steps"}


def without_decay(rows_: list[dict[str, Any]]) -> set[str]:
    """The mechanisms that take a decay in place of epsilon and have no row with one."""
    return {
        name
        for name, mechanism in MECHANISMS.items()
        if "epsilon" in mechanism.signature().required
        and not any("decay" in params for params in given(rows_, name))
    }


def test_every_mechanism_with_an_epsilon_has_a_row_with_a_decay() -> None:
    assert without_decay(ROWS) == set(NO_DECAY)
    kept = [row for row in ROWS if row["object"] != "sized_mean" or "decay" not in row["params"]]
    assert "sized_mean" in without_decay(kept)


def bare(stats: Mapping[str, Any]) -> set[str]:
    """The laws with an epsilon and a sensitivity that have no row with a decay and a sensitivity
    that is not 1.
    """
    return {
        name
        for name, cases in stats.items()
        if any("epsilon" in params for params, _, _ in cases)
        and not any(
            "decay" in params and params.get("sensitivity", "1") != "1" for params, _, _ in cases
        )
    }


def test_every_law_has_a_row_with_a_decay_and_a_sensitivity() -> None:
    stats = {name: cases.stats for name, cases in ALL.items()}
    assert bare(stats) == set()
    assert bare(
        {**stats, "laplace": [row for row in stats["laplace"] if "decay" not in row[0]]}
    ) == {"laplace"}
