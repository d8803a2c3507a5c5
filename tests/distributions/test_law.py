"""What a law declares about itself is what it does; there is one list of laws, and no other."""

from __future__ import annotations

import inspect
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from dpmean.catalogue.laws import LAWS
from dpmean.catalogue.quantities import CATALOGUE
from dpmean.cli.sample import sample_command
from dpmean.distributions import finite
from dpmean.distributions.bulk.laws import CONTINUOUS, LATTICE
from dpmean.distributions.law import Law, LineLaw, NoiseLaw, PlaneLaw
from dpmean.parameters.declared import PARAMETERS, parse
from dpmean.randomness.bits import Shake128ForTesting

GIVEN = {"epsilon": "1", "gamma": "1/2", "m": "4", "sigma_squared": "9/4", "degrees": "3"}


@pytest.mark.parametrize("name", LAWS)
def test_a_declaration_is_what_the_law_does(name: str) -> None:
    """Kills a lattice, a plane or a parameter that is declared wrongly."""
    kind = LAWS[name]
    made: Any = kind(**parse({p: GIVEN[p] for p in kind.REQUIRED}))
    assert isinstance(made, NoiseLaw) and isinstance(made, PlaneLaw if kind.plane else LineLaw)
    assert set(kind.PARSED) <= set(inspect.signature(kind).parameters)
    assert {*kind.REQUIRED, *kind.OPTIONAL} <= set(PARAMETERS)
    assert kind.on_lattice == (made.lattice is not None)
    assert kind.integers == (
        "k" in CATALOGUE[f"{name}.pmf"].parameters and not kind.plane if kind.on_lattice else False
    )
    drawn = made.sample(Shake128ForTesting(b"law"))
    assert isinstance(drawn, tuple) == kind.plane
    if kind.on_lattice:
        parts = drawn if kind.plane else (drawn,)
        assert all((Fraction(x) / made.lattice).denominator == 1 for x in parts)
    assert f"{name}.variance" in CATALOGUE and kind.profile.endswith("-1")


def test_what_a_law_does_not_have_is_refused_by_name() -> None:
    """Kills an answer for a law that has none."""
    made: Any = LAWS["gaussian"](**parse({"sigma_squared": "1"}))
    with pytest.raises(LookupError, match="gaussian has no largest loss"):
        made.privacy_loss(Fraction(1))
    with pytest.raises(LookupError, match="not listed"):
        finite.Uniforms(3, 2).support()
    assert (
        issubclass(finite.Sign, Law)
        and finite.Sign().lattice == 1
        and finite.Uniform().lattice is None
    )


def test_the_bulk_laws_are_named_by_themselves() -> None:
    """Kills a bulk sampler under another law's name, and a help that forgets one."""
    told = CliRunner().invoke(sample_command, ["--help"]).output
    for name, (kind, _) in {**LATTICE, **CONTINUOUS}.items():
        assert kind.name == name and LAWS[name] is kind and kind.on_lattice == (name in LATTICE)
        assert kind.usage() in told
