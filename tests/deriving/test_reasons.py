"""Every name of the catalogue has a derivation or a reason for having none, and no name has
both.
"""

from __future__ import annotations

from dpmean.catalogue.laws import LAWS
from dpmean.catalogue.quantities import CATALOGUE
from dpmean.deriving.definitions import DEFINITIONS
from dpmean.deriving.reasons import MEANING, WORDS, reason
from dpmean.distributions.derivations import DERIVATIONS


def test_every_name_has_a_derivation_or_a_reason() -> None:
    """Kills a new name that nobody derives or explains, and a reason that stays when a derivation
    comes.
    """
    assert set(CATALOGUE) == set(DERIVATIONS) | set(WORDS)
    assert set(DERIVATIONS) & set(WORDS) == set()


def test_every_reason_is_one_of_the_classes() -> None:
    assert set(WORDS.values()) == set(MEANING)
    for name, word in WORDS.items():
        assert reason(name).startswith(f"{word}: ")
        assert word.isalpha()


SIGMAS = ("sigma", "classical_sigma")  # how much noise: a question about a guarantee


def test_what_is_not_derived_of_a_law_is_no_density_moment_or_variance() -> None:
    """Kills a law whose normaliser or variance is excused."""
    for name in WORDS:
        law, _, quantity = name.partition(".")
        if law in LAWS:
            assert quantity in ("quantile", "optimal_gamma", "privacy_loss", *SIGMAS), name


def test_the_error_constants_of_the_three_algorithms_are_derived() -> None:
    for algorithm in ("independent_mean", "shifted_mean", "transformed_mean"):
        assert f"{algorithm}.leading_constant" in DERIVATIONS


def test_every_object_that_is_derived_says_what_it_starts_from() -> None:
    assert set(DEFINITIONS) == {name.partition(".")[0] for name in DERIVATIONS}
