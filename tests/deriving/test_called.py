"""What a page says of the shipped function of a name is what happens: it is called, or the page says
"formula only".
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy

import dpmean.deriving
from dpmean.catalogue.laws import LAWS
from dpmean.catalogue.quantities import CATALOGUE
from dpmean.deriving import pages, shipped
from dpmean.deriving.derived import compare, derivation
from dpmean.deriving.letters import Letter, formula
from dpmean.deriving.reasons import WORDS
from dpmean.deriving.shipped import Called, arguments, called, places
from dpmean.distributions.derivations import DERIVATIONS, derived
from dpmean.distributions.derivations.record import Refuted
from dpmean.exact import enclosure, reals
from dpmean.exact.loss import Loss


def doubled(found: Any) -> Any:
    """Twice a value, and one where twice is the same."""
    if isinstance(found, Loss):
        return Loss(2 * found.epsilons, 2 * found.constant)
    return 2 * found if isinstance(found, reals.Real) or found else Fraction(1)


@pytest.mark.share(2)
@pytest.mark.parametrize("name", DERIVATIONS)
def test_a_doubled_function_of_the_catalogue_turns_its_page_red(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a page that calls something else than what `dpmean value` calls: for every name, the
    method of the law or the function of the bound is doubled where it stands.
    """
    expression, how = derived(name), called(name)
    head, _, method = name.partition(".")
    law: Any = LAWS.get(head)
    if law is not None and method in dir(law):
        right = getattr(law, method)
        monkeypatch.setattr(law, method, lambda *given, **more: doubled(right(*given, **more)))
    else:
        entry = CATALOGUE[name]

        def twice(**given: Any) -> Any:
            result = entry.compute(**given)
            return replace(result, values=tuple(map(doubled, result.values)))

        monkeypatch.setitem(CATALOGUE, name, replace(entry, compute=twice))
    if how is Called.NEVER:
        assert compare(name, expression) == ()
    else:
        with pytest.raises(Refuted):
            compare(name, expression)


def test_the_page_of_a_function_that_is_not_called_says_formula_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kills "the shipped formula" on the page of a name whose function nobody calls."""
    monkeypatch.delitem(shipped.LETTERS, "laplace")
    found = derivation("laplace.variance")
    assert found.called is Called.NEVER and found.shipped == ()
    text, shown = pages.text(found), json.loads(json.dumps(pages.members(found)))
    assert "formula only" in text and "the shipped formula" not in text
    assert (shown["called"], shown["shipped"]) == ("formula only", [])
    assert "formula only" in pages.document([found])


def test_the_readme_counts_the_names_of_each_kind() -> None:
    told = (Path(dpmean.deriving.__path__[0]) / "README.md").read_text()
    kinds = Counter(map(called, DERIVATIONS))
    numbers = re.search(
        r"So it is\nwith (\d+) names; (\d+) are called with numbers.*?; (\d+) are formula only",
        told,
        re.DOTALL,
    )
    assert numbers is not None
    assert [*map(int, numbers.groups())] == [kinds[kind] for kind in Called]
    assert f"{len(DERIVATIONS)} names of the catalogue" in told and f"{len(WORDS)} say" in told


@pytest.mark.parametrize("name", [n for n in DERIVATIONS if called(n) is Called.LETTERS])
def test_every_letter_is_a_parameter_of_its_name(name: str) -> None:
    """Kills a function that is called without what it needs, or with what it does not take."""
    for place in places(name):
        given = arguments(name, place)
        required = {"decay" if w == "epsilon" else w for w in CATALOGUE[name].required}
        renamed = {"at_epsilon": "ratio", "degrees": "d"}
        assert {renamed.get(w, w) for w in required} <= {*given}
        assert place.given.keys() - given.keys() <= {"y", "gamma"}


X, N = sympy.symbols("x n", positive=True)


def test_a_letter_is_its_value_where_it_is_compared_and_its_name_where_it_is_read() -> None:
    """Kills a comparison that is decided by a name, and a formula that shows a value."""
    x, n = Letter.named(X, Fraction(7, 2)), Letter.named(N, 3)
    made = (1 - x) ** 2 / (Fraction(1, 2) * x) - 3 + x * n - -n
    assert sympy.expand(formula(made) - ((1 - X) ** 2 / (X / 2) - 3 + X * N + N)) == 0
    value = Fraction(-5, 2) ** 2 / Fraction(7, 4) - 3 + Fraction(21, 2) + 3
    assert made == value and not made < value and made <= value and made + 1 > value
    assert max(x, Fraction(3)) is x and max(x, Fraction(4)) == 4 and abs(3 - x) == x - 3
    assert formula(abs(3 - x)) == sympy.Abs(3 - X)
    assert n.denominator == 1 and n.numerator is n and x.denominator != 1
    assert bool(x) and not (x - x)
    half = enclosure.floor(x / 2)
    assert half == 1 and formula(half) == sympy.floor(X / 2)
    assert (x + 1) // 2 == 2 and formula((x + 1) // 2) == sympy.floor((X + 1) / 2)
    with pytest.raises(TypeError, match="Real"):
        Fraction(1, 3) ** n
    assert x**n == Fraction(7, 2) ** 3 and formula(x**n) == X**N
    root = reals.root(x, 2)
    assert formula(root**n) == sympy.sqrt(X) ** N
    assert formula(root * x) == X ** sympy.Rational(3, 2)
    assert enclosure.compare(root, Fraction(187, 100)) > 0
    assert formula(reals.log(x)) == sympy.log(X)
