"""A small release of every mechanism, as the words of `dpmean release`: of 6 records where their
number is public, and of one where one person answers.
"""

from __future__ import annotations

from dpmean.catalogue.mechanisms import MECHANISMS

N = 6
_BOX = "epsilon=1 lower=0 upper=10"
_USERS = "epsilons=1,1,1,1/2,1,1 lower=0 upper=10"
_ONE = "epsilons=1,1,1,1,1,1 lower=0 upper=10"
_PARTS = "epsilon=1 delta=1/10 clip=10 n1=3 n2=3"
_SPACE = "rho=1 d=2 n=6"
# names that several releases share have a number behind them
RELEASES: dict[str, str] = {
    "independent_mean": _BOX,
    "shifted_mean": _BOX,
    "bounded_mean": _BOX,
    "transformed_mean": f"{_BOX} noise=hourglass gamma=1/2",
    "transformed_mean 2": f"{_BOX} noise=discrete_hourglass gamma=1/2 m=10",
    "transformed_mean 3": f"{_BOX} noise=staircase2d gamma=1/2",
    "transformed_mean 4": f"{_BOX} noise=discrete_laplace m=10",
    "sized_mean": f"{_BOX} n=6 noise=laplace",
    "sized_mean 2": f"{_BOX} n=6 noise=truncated_laplace",
    "count": "noise=laplace epsilon=1",
    "count 2": "noise=discrete_gaussian rho=1 contribution=2 clamp=zero",
    "bounded_sum": f"{_BOX} noise=discrete_laplace unit=1/2",
    "bounded_sum 2": "rho=1 lower=0 upper=10 noise=gaussian neighbors=replace-one clamp=zero",
    "histogram": "categories=3 noise=laplace epsilon=1",
    "histogram 2": "categories=3 noise=discrete_laplace epsilon=1 count_threshold=2",
    "randomized_response": "epsilon=1 categories=7",
    "adpm": _USERS,
    "uni": _ONE,
    "propdpm": _ONE,
    "stretching": _USERS,
    "fme": _USERS,
    "ldpe": _USERS,
    "sm": _USERS,
    "clipped_mean": "epsilon=1 bias=1/10 lambda=2 lower=0 upper=10 n=6",
    "combined_mean": "epsilon=1 delta=1/10 psi=2 lambda=3 lower=0 upper=10 n=6",
    "name_and_shame": "delta=1/2 n=6",
    "name_and_shame 2": "delta=1/6 n=6 variant=single",
    "dpucoarse": "epsilon=1 delta=1/10",
    "dpucoarse 2": "epsilon=1 delta=1/10 noise=discrete_laplace m=4",
    "dpumean": _PARTS,
    "dpumean 2": f"{_PARTS} noise=discrete_laplace m=4",
    "kv_mean": _PARTS,
    "student_t_mean": _BOX,
    "shuffled_mean": f"{_BOX} n=3 blocks=2",
    "unknown_size": "base=name_and_shame epsilon=1 delta=1/2",
    "privquant": "rho=1 low=0 high=100 rank=3 n=6",
    "norm_clipped_mean": f"{_SPACE} u=100 threshold=5",
    "quantile_clipped_mean": f"{_SPACE} u=100",
    "shifted_clipped_mean": f"{_SPACE} u=100",
    "quantized_mean": f"{_SPACE} radius=100 bucket=1",
    "gaussian_mean": f"{_SPACE} radius=100 sigma_min=1 sigma_max=10",
    "coinpress_mean": f"{_SPACE} radius=100 sigma_max=10",
    "coinpress_scaled_mean": f"{_SPACE} radius=100 sigma_min=1 sigma_max=10",
    "local_coordinate_mean": f"{_SPACE} radius=100 sigma_max=10",
    "local_clipped_mean": f"{_SPACE} u=100",
    "shuffled_clipped_mean": "epsilon=1 delta=1/1000 u=100 d=2 n=6 messages=20 modulus=1000003",
}
FREE = {"independent_mean", "shifted_mean", "bounded_mean", "transformed_mean", "student_t_mean"}
FREE |= {
    "dpucoarse",
    "unknown_size",
    "count",
    "bounded_sum",
    "histogram",
}  # of any number of records
ONE = {"randomized_response"}  # of one record


def mechanism_of(key: str) -> str:
    """The mechanism of a row."""
    return key.partition(" ")[0]


def size_of(key: str) -> int:
    """How many records its data set has here."""
    return 1 if mechanism_of(key) in ONE else N


def words_of(key: str) -> list[str]:
    """The mechanism and its parameters."""
    return [mechanism_of(key), *RELEASES[key].split()]


def vectors(key: str) -> bool:
    """Whether a record is a vector, here of two numbers."""
    return MECHANISMS[mechanism_of(key)].vectors


def by_user(key: str) -> bool:
    """Whether a column may say who a person is."""
    return not vectors(key) and "epsilons=" not in RELEASES[key]
