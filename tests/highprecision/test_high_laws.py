"""The laws of high precision agree with the catalogue at any parameters, and planted mistakes are
seen.

A mistake is planted in a law of high precision or in a sampler; the checks of `deriving/precise.py`
and the counts of `highprecision/counting.py` have to see it.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dpmean.catalogue.laws import LAWS
from dpmean.deriving import precise
from dpmean.deriving.precise import PARAMETERS, agreement, check, random_parameters
from dpmean.highprecision import counting
from dpmean.highprecision.hourglasses import HighHourglass
from dpmean.highprecision.numbers import MP, Uniforms
from dpmean.highprecision.registry import HIGH_LAWS
from dpmean.highprecision.steps import HighStaircase

# a large epsilon has few cells that are not faint, and so is quick
QUICK = {
    name: {**words, "epsilon": "4"} if "epsilon" in words else dict(words)
    for name, words in PARAMETERS.items()
}


def uniforms(seed: str = "tests") -> Uniforms:
    return Uniforms.seeded_for_testing(seed)


def test_every_law_is_there_and_the_room_shares_nothing() -> None:
    """Kills a new law without one of high precision, and one that calls what it is to check."""
    assert set(HIGH_LAWS) == set(LAWS) == set(PARAMETERS)
    for path in (Path(precise.__file__).parents[1] / "highprecision").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert node.level <= 1, path
                assert not (node.module or "").startswith("dpmean"), path


@pytest.mark.parametrize("name", HIGH_LAWS)
def test_a_law_agrees_with_the_catalogue(name: str) -> None:
    found = list(check(name, QUICK[name], uniforms()))
    assert [f for f in found if not f.holds] == []
    assert len(found) >= 4


@pytest.mark.parametrize(
    "name", ["discrete_laplace", "staircase", "discrete_gaussian", "student_t"]
)
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.text(alphabet="abcdefgh", min_size=4, max_size=8))
def test_a_law_agrees_with_the_catalogue_at_any_parameters(name: str, seed: str) -> None:
    drawn = uniforms(seed)
    parameters = random_parameters(name, drawn)
    assert [f for f in check(name, parameters, drawn) if not f.holds] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", HIGH_LAWS)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.text(alphabet="abcdefgh", min_size=4, max_size=8))
def test_every_law_agrees_with_the_catalogue_at_any_parameters(name: str, seed: str) -> None:
    drawn = uniforms(seed)
    parameters = random_parameters(name, drawn)
    assert [f for f in check(name, parameters, drawn) if not f.holds] == []


@pytest.mark.parametrize("name", HIGH_LAWS)
def test_draws_are_as_often_below_thresholds_as_they_should_be(name: str) -> None:
    counted = counting.count(HIGH_LAWS[name](QUICK[name]), 200, uniforms(name))
    assert counted.first_is_off() == []
    assert counted.alarms() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", HIGH_LAWS)
def test_very_many_draws_are_as_often_below_thresholds_as_they_should_be(name: str) -> None:
    counted = counting.count(HIGH_LAWS[name](PARAMETERS[name]), 100_000, uniforms(name))
    assert counted.first_is_off() == []
    assert counted.alarms() == []
    for mistake in counting.caught(HIGH_LAWS[name](PARAMETERS[name]), 100_000):
        assert mistake.certain


DRAWS = 600


@pytest.mark.parametrize(
    "name", ["laplace", "staircase", "discrete_laplace", "discrete_gaussian", "student_t"]
)
def test_known_mistakes_in_a_sampler_are_seen(name: str) -> None:
    """Kills gamma a tenth off, a scale one in a hundred off, a wrong epsilon or variance, as often
    as was said.
    """
    law = HIGH_LAWS[name](QUICK[name])
    said = {c.mistake: c for c in counting.caught(law, DRAWS)}
    assert set(said) == {mistake for mistake, _ in law.wrong()} != set()
    certain = 0
    for mistake, other in law.wrong():
        counted = counting.count(law, DRAWS, uniforms(mistake), by=other)
        if said[mistake].certain:
            certain += 1
            assert counted.first_is_off(), mistake
        if said[mistake].power > MP.mpf(999) / 1000:
            assert counted.alarms(), mistake
    assert certain


class FlatDiagonals(HighHourglass):
    """The diagonal is drawn around 0 and not around the step of x: X is right, Y is not."""

    def draw(self, first: Any, more: Uniforms) -> Any:
        x, _, _ = super().draw(first, more)
        k = self._offsets.find(more.next())[0]
        return x, k * self.given("sensitivity") - x, MP.mpf(k)


class ExponentOfTheDiagonal(HighHourglass):
    """The weight b^(2 |J| + |k - J|): the marginals are staircases of another epsilon."""

    def across(self, j: int) -> Any:
        return MP.fsum(self.power(2 * abs(j) + abs(k - j)) for k in self.diagonals)


class OneSided(HighHourglass):
    """Diagonals k >= J only: the law of X stays, that of Y does not."""

    def power(self, exponent: int) -> Any:
        return super().power(exponent)

    def other_marginal(self, y: Any) -> Any:
        width = self.given("sensitivity")
        steps = ((k, self.step(k * width - y)) for k in self.diagonals)
        return 2 * MP.fsum(self.power(abs(j) + abs(k - j)) for k, j in steps if k >= j) / self.mass


class WrongStep(HighStaircase):
    """The steps begin at gamma D/2."""

    def height(self, x: Any) -> Any:
        return MP.exp(
            -self.given("epsilon")
            * (MP.floor(abs(x) / self.given("sensitivity") - self.given("gamma") / 2) + 1)
        )


def test_a_wrong_diagonal_is_seen_in_y_and_not_in_x() -> None:
    law = HighHourglass(QUICK["hourglass"] | {"epsilon": "2"})
    counted = counting.count(law, 700, uniforms(), by=FlatDiagonals(law.parameters))
    assert counted.first_is_off() == []
    in_x = len(counted.seen[0])
    assert counted.alarms()
    assert min(counted.alarms()) >= in_x


@pytest.mark.parametrize("wrong", [ExponentOfTheDiagonal, OneSided])
def test_wrong_marginals_are_no_staircase(wrong: type[HighHourglass]) -> None:
    found = list(precise.marginals(wrong(QUICK["hourglass"]), uniforms()))
    assert not all(f.holds for f in found)
    assert all(f.holds for f in precise.marginals(HighHourglass(QUICK["hourglass"]), uniforms()))


def test_a_wrong_step_is_seen_in_density_and_privacy() -> None:
    """Kills a staircase whose central step has half its width, with the cells of the right one."""
    law = WrongStep(QUICK["staircase"])
    assert not all(f.holds for f in precise.normalisation(law, uniforms()))


def test_marginals_with_another_gamma_agree_in_no_digit() -> None:
    law = HighHourglass(QUICK["hourglass"])
    other = HighStaircase({**law.parameters, "gamma": "2/5"})
    x = MP.mpf(1) / 10
    assert agreement(law.marginal(x), law.shape.weight((x,)) / law.shape.mass) > 50
    assert agreement(law.marginal(x), other.weight((x,)) / other.mass) <= 1


def test_a_ratio_that_is_1_is_seen_in_the_hourglass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills a privacy check that would pass a law whose ratio is sometimes 1."""
    law = HighHourglass(QUICK["hourglass"])
    monkeypatch.setattr(law, "weight", lambda point: MP.exp(-4 * abs(law.step(point[0]))))
    assert not all(f.holds for f in precise.privacy(law, uniforms()))


def test_digits_of_agreement() -> None:
    assert agreement(MP.mpf(1), 1 + MP.mpf(10) ** -30) in (29, 30)
    assert agreement(MP.mpf(1), MP.mpf(1)) == 60
    assert agreement(MP.mpf(1), MP.mpf(2)) == 0
