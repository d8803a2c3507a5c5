"""Bulk draws within limits: what is refused, how draws are asked for, and how much memory they
need.
"""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from dpmean.distributions.bulk import ShakeStreamForTesting, bulk
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.errors import InvalidInput
from dpmean.parameters.declared import parse
from dpmean.randomness.bits import TapeForTesting
from dpmean.randomness.stream import TapeStreamForTesting


def test_tables_that_would_not_fit_are_refused() -> None:
    with pytest.raises(InvalidInput, match="draw one at a time with `sample`"):
        bulk("staircase", {"epsilon": "1/20000", "gamma": "1/2"})
    with pytest.raises(InvalidInput, match="take a coarser grid"):
        bulk("staircase", {"epsilon": "1", "gamma": "1/2"}, Fraction(1, 1 << 30))


@pytest.mark.parametrize("grid", ["1/3", "0", "-1/2", "3/4"])
def test_the_grid_is_a_power_of_two(grid: str) -> None:
    with pytest.raises(InvalidInput, match="grid: must be a power of 2"):
        bulk("hourglass", {"epsilon": "1", "gamma": "1/2"}, grid)


def test_an_unknown_name_is_told_what_there_is() -> None:
    with pytest.raises(
        InvalidInput, match="there are discrete_laplace, discrete_gaussian, discrete_staircase"
    ):
        bulk("cauchy", {})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "discrete_laplace needs epsilon"),
        (
            {"epsilon": "1", "gamma": "1/2"},
            "has no parameter 'gamma'; it takes epsilon, sensitivity",
        ),
        ({"epsilon": "1", "bogus": "1"}, "has no parameter 'bogus'"),
    ],
)
def test_parameters_that_are_not_the_laws_are_refused(
    given: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        bulk("discrete_laplace", given)


def test_a_grid_is_looked_at_where_none_is_needed() -> None:
    with pytest.raises(InvalidInput, match="not a number"):
        bulk("discrete_laplace", {"epsilon": "1"}, "abc")


def test_draws_beyond_the_type_of_the_table_are_widened() -> None:
    """A tail so far out that 64 bits say nothing: the outcome does not fit into the table's type,
    and is right.
    """
    sampler = bulk("discrete_laplace", {"epsilon": "1"})
    tape = bytes(2 + 8 + 8 * 3) + bytes([1] * 64)
    (drawn,) = sampler.draw(TapeStreamForTesting(tape), 1)
    assert drawn.dtype == np.int64
    assert (
        drawn[0]
        == DiscreteLaplace(**parse({"epsilon": "1"})).sample(
            TapeForTesting(bytes(8 * 4) + bytes([1] * 64))
        )
        < -128
    )


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("discrete_laplace", {"epsilon": "1/3"}),
        ("staircase", {"epsilon": "1", "gamma": "1/3"}),
        ("hourglass", {"epsilon": "1", "gamma": "optimal"}),
        ("discrete_staircase", {"epsilon": "1", "gamma": "1/2", "m": "2"}),
        ("discrete_hourglass", {"epsilon": "1", "gamma": "2/3", "m": "3"}),
    ],
)
def test_seeded_draws_do_not_depend_on_how_they_are_asked_for(
    name: str, given: dict[str, object]
) -> None:
    """The same stream gives the same draws, whatever other object drew before."""
    one, two = bulk(name, given), bulk(name, given)
    two.draw(ShakeStreamForTesting(b"other"), 50_000)
    for first, second in zip(
        one.draw(ShakeStreamForTesting(b"seed"), 50_000),
        two.draw(ShakeStreamForTesting(b"seed"), 50_000),
        strict=True,
    ):
        assert (first == second).all()


MEMORY = """
import resource, sys
from dpmean.distributions.bulk import SystemStream, bulk
from dpmean.distributions.bulk.laws import bulk as make
def peak():  # of this process alone: what a parent used counts in ru_maxrss from the start on some systems
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
make("discrete_laplace", {"epsilon": "5"}).draw(SystemStream(), 10)
before = peak()
make(sys.argv[1], dict(word.split("=") for word in sys.argv[2:])).draw(SystemStream(), 1 << 17)
print(peak() - before)
"""


@pytest.mark.share(3)
@pytest.mark.skipif(
    not Path("/proc/self/status").exists(),
    reason="the peak of a process's memory is read from /proc",
)
@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("discrete_laplace", "epsilon=1/1000"),
        ("discrete_gaussian", "sigma_squared=1000000"),
        ("discrete_staircase", "epsilon=1/1000 gamma=1/2 m=100"),
        ("discrete_hourglass", "epsilon=1/1000 gamma=1/2 m=100"),
        ("staircase", "epsilon=1/1000 gamma=optimal"),
        ("hourglass", "epsilon=1/1000 gamma=optimal"),
    ],
)
def test_a_sampler_and_its_draws_need_less_than_64_mib(name: str, given: str) -> None:
    """At epsilon 1/1000, the widest that is promised, with 131,072 draws."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, name, *given.split()],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < 64 * 1024
