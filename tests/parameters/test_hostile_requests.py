"""Requests with one hostile value end in an answer or one typed error, within a second; and what
such requests once found.

`tests/helpers/hostile_requests.py` makes them, `tests/helpers/hostile_worker.py` runs them. Here is
a sample of some seconds, and behind the marker `slow` 20,000.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpmean.catalogue.quantities import value
from dpmean.distributions import student_t
from dpmean.errors import MOST_CHARACTERS, DpmeanError, InvalidInput
from dpmean.exact import reals, special
from dpmean.exact.balls import leading_digits, magnitude
from dpmean.exact.digits import binary64, decimals
from dpmean.exact.enclosure import FUNCTIONS, compare, interval, sign
from dpmean.exact.numbers import spell
from dpmean.suite.kinds import tape
from tests.helpers.hostile_requests import Request, request
from tests.helpers.hostile_worker import HANGS, SECONDS, outcomes, run

F = Fraction


def found(seed: str, count: int, seconds: float = SECONDS) -> list[str]:
    """The requests that crash or take too long."""
    return [
        f"{n} {status} {seen}\n{request(seed, n)}"
        for n, status, seen in outcomes(seed, 0, count, seconds)
        if status not in ("answer", "error")
    ]


def test_a_sample_ends_in_an_answer_or_a_typed_error() -> None:
    """Three seconds here: other tests run at the same time, and a second of a shared processor does
    less.
    """
    assert found("sample", 400, 3 * SECONDS) == []


@pytest.mark.slow
def test_twenty_thousand_end_in_an_answer_or_a_typed_error() -> None:
    assert found("fuzz", 20_000) == []


def test_a_crash_and_a_loop_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge itself: what it must not let pass, it does not."""
    from dpmean.catalogue import quantities as catalogue

    def loop(*_: object) -> None:
        while True:
            pass

    for fault, told in (
        (lambda *_: [][1], "crash"),
        (loop, "slow"),
        (lambda *_: (_ for _ in ()).throw(KeyError("x")), "crash"),
    ):
        monkeypatch.setattr(catalogue, "value", fault)
        assert run(Request("value", ("laplace.scale", {"epsilon": "1"})), 0.2)[0] == told
    assert HANGS > 1


# what was found: a name, its parameters, and the code (or the first digits and the exponent)
FOUND: dict[str, tuple[str, dict[str, object], str]] = {
    "a probability of half a million digits": (
        "laplace.tail",
        {"epsilon": "1", "x": "1e6"},
        "3.296831478088558e-434295",
    ),
    "a rational of half a million digits": (
        "laplace.tail",
        {"decay": "1/3", "x": "1e5"},
        "7.49079710127344e-47713",
    ),
    "a bound of half a million digits": (
        "trilemma.pure_mean_bound",
        {"n": "1000", "epsilon": "1000", "mean_absolute": "1"},
        "3.033215396802087e434294",
    ),
    "a tail that is a difference of two halves": (
        "student_t.cdf",
        {"degrees": "64", "x": "-1e300"},
        "3.118048401781981e-19144",
    ),
    "a series that never comes to what is asked": (
        "discrete_gaussian.cdf",
        {"sigma_squared": "1", "k": "1e400"},
        "out_of_range",
    ),
    "a series of a million terms": (
        "discrete_gaussian.variance",
        {"sigma_squared": "1e9"},
        "999999999.9999999",
    ),
    "a noise that is no noise of the mechanism": (
        "transformed_mean.leading_constant",
        {"noise": "staircase", "epsilon": "1", "alpha": "1/2"},
        "unknown_name",
    ),
    "the same of its bound": (
        "transformed_mean.mse_bound",
        {"noise": "staircase", "epsilon": "1", "mean": "1/2", "n": "9"},
        "unknown_name",
    ),
    "a list where a word belongs": (
        "transformed_mean.leading_constant",
        {"noise": ["laplace"], "epsilon": "1", "alpha": "1/2"},
        "unknown_name",
    ),
    "a proof about a power of a half a million": (
        "staircase.quantile",
        {"epsilon": "1/1000", "gamma": "1/2", "p": "1e-400"},
        "-920340.890011000817",
    ),
    "a comparison of a million candidates": (
        "discrete_staircase.optimal_gamma",
        {"epsilon": "1", "m": "1e6"},
        "0.416738",
    ),
}


@pytest.mark.parametrize("what", FOUND)
def test_what_was_found(what: str) -> None:
    """In the time of any other test; each took from ten seconds to for ever, or was a KeyError."""
    name, given, expected = FOUND[what]
    try:
        low = decimals(value(name, given).values[0])[0]
    except DpmeanError as error:
        assert error.code == expected
    else:
        digits, e, exponent = expected.partition("e")
        assert low.startswith(digits)
        assert low.endswith(e + exponent)


def test_far_digits_are_those_of_the_number() -> None:
    """Beside the way over a rational enclosure, where both can be gone; a decimal is itself."""
    for x in (reals.exp(F(-300)), -reals.exp(F(299, 7)), reals.exp(F(5)) ** 400, F(1, 3) ** 700):
        for digits in (1, 5, 30, 400):
            low, high = decimals(x, digits)
            ends = leading_digits(x, digits)
            assert ends is not None
            assert [F(k) * F(10) ** ends[2] for k in ends[:2]] == [F(low), F(high)]
    assert leading_digits(F(1, 10**50), 30) is None  # a decimal itself
    assert decimals(F(3, 10**30000)) == ("3e-30000", "3e-30000")
    assert decimals(reals.exp(F(-(10**6))) ** 10**9)[0].endswith("e-434294481903252")
    assert magnitude(F(0)) is None
    size = magnitude(reals.exp(F(-(10**6))))
    assert size is not None
    assert abs(size + 1442695) <= 2


def test_what_cannot_be_written_out_has_a_sign_and_a_double() -> None:
    tiny = reals.exp(F(-(10**6))) ** 1000
    assert (sign(tiny), sign(0 - tiny), compare(tiny, F(0)), binary64(tiny)) == (1, -1, 1, 0.0)
    found = interval(tiny)
    assert found.lower == 0 < found.upper
    assert found.open_lower
    with pytest.raises(InvalidInput, match="beyond 2"):
        interval(1 / tiny)


def test_a_far_tail_of_student_is_that_of_the_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    for d, x in ((64, 10**20), (3, 10**300), (4, -(10**300)), (1, -7), (2, 5)):
        direct = decimals(student_t.StudentT(d).cdf(F(x)), 100)
        monkeypatch.setattr(student_t, "FAR", 0)
        assert decimals(student_t.StudentT(d).cdf(F(x)), 100) == direct
        monkeypatch.undo()


@pytest.mark.parametrize(
    "p",
    [
        F(1, 10**30),
        F(1, 3**99),
        F(1, 2**60),
        F(1, 1000),
        F(1, 2) - F(1, 2**97),
        F(1, 2) + F(1, 10**28),
    ],
)
def test_a_quantile_of_student_is_that_of_its_law(p: Fraction) -> None:
    """One unit of the 30th digit to either side has less and more below it, and 96 bits know most
    of these digits.
    """
    for d in (1, 2, 3, 64):
        law = student_t.StudentT(d)
        found = interval(law.quantile(p))
        assert p > F(49, 100) or found.upper - found.lower < abs(found.upper) / 10**20
        low, high = (F(end) for end in decimals(law.quantile(p), 30))
        assert compare(law.cdf(low), p) < 0 < compare(law.cdf(high), p)


def test_many_draws_of_a_wide_law_take_no_longer() -> None:
    """24 draws of 1000 bits each took twenty seconds."""
    asked = {"count": "24", "grid": "1/1000", "seed": "00"}
    found = tape.answer("student_t", {"degrees": "64", "scale": "1e300"}, asked)
    assert 24_000 < int(found["bits"]) < 26_000


def test_an_error_is_one_line_and_a_number_is_written_however_long() -> None:
    error = InvalidInput("out_of_range", "a\nb\x1b[0m" + "9" * 5000)
    assert str(error).startswith("a?b?[0m999")
    assert len(str(error)) <= MOST_CHARACTERS + 4
    assert spell(F(10**6000 + 1, 7)) == "1" + "0" * 5999 + "1/7"


def test_each_operation_has_one_row() -> None:
    """What reals.py and special.py build is what is evaluated, no more and no less."""
    import inspect
    import re

    built = set(re.findall(r'Real\("(\w+)"', inspect.getsource(reals) + inspect.getsource(special)))
    assert built == {*reals.ARITHMETIC, *FUNCTIONS}
    assert not set(reals.ARITHMETIC) & set(FUNCTIONS)
