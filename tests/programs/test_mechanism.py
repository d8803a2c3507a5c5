"""What a mechanism declares about itself is all that the catalogue, the command line and the suite
know of it.
"""

from __future__ import annotations

import inspect

import pytest
from click.testing import CliRunner

from dpmean.catalogue.mechanisms import MECHANISMS, mechanism
from dpmean.cli.release import release_command
from dpmean.errors import InvalidInput
from dpmean.mechanisms.trilemma.families import BASES
from dpmean.mechanisms.trilemma.unknown_size import unknown_size
from dpmean.parameters.declared import PARAMETERS
from dpmean.privacy.guarantees import Guarantee
from dpmean.programs.mechanism import MISSING, Mechanism

SPELT = {"decay": "epsilon", "moment": "lambda"}  # a field, and the parameter from which it comes
# fields that no request has; the delta of a histogram follows from its threshold
NOT_ASKED = {"dpucoarse": {"random_offset"}, "histogram": {"delta"}}


@pytest.mark.parametrize("name", MECHANISMS)
def test_a_declaration_names_the_parameters_of_the_class(name: str) -> None:
    """Kills a parameter that the row forgets or invents, and one that is said to be optional and is
    needed.
    """
    kind = MECHANISMS[name]
    maker = unknown_size if name == "unknown_size" else kind
    spelt = {**SPELT, "d": "degrees"} if name == "student_t_mean" else SPELT
    taken = {
        spelt.get(p, p): parameter
        for p, parameter in inspect.signature(maker).parameters.items()
        if p not in NOT_ASKED.get(name, ()) and p != "given"
    }
    more = (
        {SPELT.get(p, p) for base in BASES.values() for p in base[0] + base[1]}
        if name == "unknown_size"
        else set()
    )
    assert {*taken, *more} == {*kind.required, *kind.optional}
    assert all(taken[p].default is not inspect.Parameter.empty for p in kind.optional if p in taken)
    assert set(kind.parameters()) <= set(PARAMETERS)
    assert len(set(kind.parameters())) == len(kind.parameters())


@pytest.mark.parametrize("name", MECHANISMS)
def test_everything_that_others_ask_is_declared(name: str) -> None:
    """Kills a mechanism that leaves something for others to guess."""
    kind = MECHANISMS[name]
    assert issubclass(kind, Mechanism) and not inspect.isabstract(kind)
    assert kind.missing in MISSING and kind.relation and kind.summary
    assert kind.profile in ("release-1", "release-2", "release-3", None)
    assert (
        bool(kind.noises) == ("noise" in kind.parameters()) or kind.profile is None or kind.noises
    )
    for needs in kind.noises.values():
        assert {p.removesuffix("?") for p in needs} <= {*kind.required, *kind.optional}


def test_the_noise_and_what_goes_with_it_are_checked_in_one_place() -> None:
    """Kills a noise that is not one of the mechanism's, a parameter that it needs, and one that it
    does not use.
    """
    base = {"epsilon": "1", "lower": "0", "upper": "1"}
    for more, code, argument in (
        ({"noise": "gaussian"}, "unknown_name", "noise"),
        ({"noise": ["laplace"]}, "unknown_name", "noise"),
        ({"noise": "hourglass"}, "missing_parameter", "gamma"),
        ({"noise": "laplace", "m": "2"}, "unsupported_combination", "m"),
        ({"noise": "discrete_hourglass", "gamma": "1/2"}, "missing_parameter", "m"),
    ):
        with pytest.raises(InvalidInput) as caught:
            mechanism("transformed_mean", {**base, **more})
        assert (caught.value.code, caught.value.argument) == (code, argument)
    users = {"epsilons": "1,2", "lower": "0", "upper": "1"}
    for given, argument in (
        ({"noise": "laplace", "gamma": "1/2"}, "gamma"),
        ({"noise": "staircase", "weight_bits": "64"}, "weight_bits"),
    ):
        with pytest.raises(InvalidInput) as caught:
            mechanism("adpm", {**users, **given})
        assert (caught.value.code, caught.value.argument) == ("unsupported_combination", argument)
    mechanism("adpm", {**users, "noise": "staircase"})
    mechanism("adpm", {**users, "weight_bits": "64"})


def test_help_and_list_are_made_of_the_declarations() -> None:
    """Kills a help that is retyped by hand: a new mechanism, parameter or noise is told without a
    further line.
    """
    told = " ".join(CliRunner().invoke(release_command, ["--help"]).output.split())
    listed = CliRunner().invoke(release_command, ["--list"]).output
    for kind in MECHANISMS.values():
        assert f" {kind.usage()} " in told and f" {kind.summary}" in told
        assert f"{kind.usage()}\n    {kind.summary}" in listed
    assert "discrete_hourglass (gamma, m)" in told and "discrete_hourglass (gamma, m)" in listed


def test_a_mechanism_is_what_the_public_name_gives() -> None:
    """Kills a public name without a type."""
    built = mechanism(
        "sized_mean", {"epsilon": "1", "lower": "0", "upper": "1", "n": "2", "noise": "laplace"}
    )
    assert isinstance(built, Mechanism) and isinstance(built.guarantee, Guarantee)
    assert built.public_bounds == (0, 1) and built.default_grid is not None
