"""What is audited: a row is a mechanism with its parameters, its claims, and the small data sets
that are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Own:
    """A shipped mechanism: `words` as on the command line; no claim: its own guarantee."""

    words: str
    claims: tuple[str, ...] = ()
    domain: tuple[str, ...] = ("0", "1/2", "1")
    size: int = 2

    @property
    def name(self) -> str:
        """Its key in what is kept."""
        return " ".join((self.words, *self.claims))


@dataclass(frozen=True)
class Library:
    """An object of a bundled library's adapter, audited by so many outputs."""

    library: str
    words: str
    claim: str
    neighbors: str = "replace-one"
    without: tuple[
        str, ...
    ] = ()  # data sets that are not looked at: those with a `missing` record, the `empty` one
    repro: str = ""  # the script, which needs that library only, of what refutes the claim
    note: str = ""  # what the library says of it
    draws: int = 200_000

    @property
    def name(self) -> str:
        """Its key in what is kept."""
        without = f" without {' and '.join(self.without)}" if self.without else ""
        return f"{self.library} {self.words} {self.claim} {self.neighbors}{without}"


_BOUNDS = "lower=0 upper=1"
ADDREMOVE = (
    Own(f"independent_mean epsilon=1 {_BOUNDS}"),
    Own(f"shifted_mean epsilon=1 {_BOUNDS}"),
    Own(f"transformed_mean epsilon=1 {_BOUNDS} noise=laplace"),
    Own(f"transformed_mean epsilon=1 {_BOUNDS} noise=discrete_laplace m=2"),
    Own(
        f"transformed_mean epsilon=1 {_BOUNDS} noise=discrete_hourglass m=2 gamma=1/2",
        domain=("0", "1"),
        size=1,
    ),
    Own(f"bounded_mean epsilon=1 {_BOUNDS}", domain=("0", "1"), size=1),
    Own(f"sized_mean epsilon=1 {_BOUNDS} n=2 noise=laplace"),
    Own(f"sized_mean epsilon=1 {_BOUNDS} n=2 noise=truncated_laplace"),
)
PARTS = (
    Own("count noise=laplace epsilon=1"),
    Own("count noise=discrete_laplace epsilon=1 clamp=zero"),
    Own("count noise=gaussian rho=1"),
    Own("count noise=discrete_gaussian rho=1"),
    Own(f"bounded_sum {_BOUNDS} noise=laplace epsilon=1 clamp=zero"),
    Own("bounded_sum lower=-2 upper=1 noise=laplace epsilon=1", domain=("-2", "0", "1")),
    Own(f"bounded_sum {_BOUNDS} noise=discrete_laplace epsilon=1 unit=1/2"),
    Own(f"bounded_sum {_BOUNDS} noise=discrete_gaussian rho=1 unit=1/2"),
    Own("randomized_response epsilon=1 categories=3", domain=("0", "1", "2"), size=1),
)
HETERO = (
    Own(f"adpm epsilons=1,2 {_BOUNDS}"),
    Own(f"adpm epsilons=4,8,8 {_BOUNDS}"),
    Own(f"adpm epsilons=4,8,8 {_BOUNDS} noise=staircase gamma=1/2"),
    Own(f"adpm epsilons=1/2,2,inf {_BOUNDS}"),
    Own(f"uni epsilons=1,2 {_BOUNDS}"),
    Own(f"propdpm epsilons=1,2 {_BOUNDS}"),
    Own(f"stretching epsilons=1,2 {_BOUNDS}"),
    Own(f"fme epsilons=1,2 {_BOUNDS}"),
    Own(f"ldpe epsilons=1,2 {_BOUNDS}"),
    Own(f"sm epsilons=1/2,1 {_BOUNDS}"),
    Own(f"sm epsilons=1/2,1 {_BOUNDS} edition=printed", ("epsilons=1/2;1",)),
)
TRILEMMA = (
    Own(f"clipped_mean epsilon=1 lambda=2 bias=1/4 {_BOUNDS} n=2"),
    Own(f"clipped_mean epsilon=1 lambda=2 bias=1/4 {_BOUNDS} n=2 noise=discrete_laplace m=2"),
    Own("name_and_shame delta=1/4 n=2"),
    Own("name_and_shame delta=1/4 n=2 variant=single"),
    Own(f"combined_mean epsilon=1 delta=1/4 lambda=4 psi=1 {_BOUNDS} n=2"),
    Own(
        f"combined_mean epsilon=1 delta=1/4 lambda=4 psi=1 {_BOUNDS} n=2 noise=discrete_laplace m=2"
    ),
    Own("dpucoarse epsilon=1 delta=1/10"),
    Own("dpucoarse epsilon=1 delta=1/10 constants=exact"),
    Own("dpucoarse epsilon=1 delta=1/10 noise=discrete_laplace m=1"),
    Own("dpumean epsilon=1 delta=1/10 n1=1 n2=1 clip=2"),
    Own(
        "dpumean epsilon=1 delta=1/10 n1=1 n2=1 clip=2 noise=discrete_laplace m=1",
        domain=("0", "1"),
    ),
    Own("kv_mean epsilon=1 delta=1/10 n1=1 n2=1 clip=2"),
    Own(
        "kv_mean epsilon=1 delta=1/10 n1=1 n2=1 clip=2 noise=discrete_laplace m=1",
        domain=("0", "1"),
    ),
    Own(f"unknown_size base=sized_mean epsilon=1 delta=1/4 {_BOUNDS}"),
    Own(f"student_t_mean epsilon=1 {_BOUNDS}", domain=("0", "1")),
    Own(f"shuffled_mean epsilon=1 {_BOUNDS} n=1 blocks=2"),
    Own(
        f"shuffled_mean epsilon=1 {_BOUNDS} n=1 blocks=2 noise=discrete_laplace m=1",
        domain=("0", "1"),
    ),
)
_TWO = ("0", "1")
INSTANCE = (
    Own("privquant low=0 high=2 rank=1 n=1 rho=1/2", domain=("0", "1", "2")),
    Own("privquant low=0 high=2 rank=1 n=1 rho=1/2 edition=printed", ("rho=1/2",), ("0", "1", "2")),
    Own("privquant low=0 high=2 rank=1 n=2 rho=1/2 noise=gaussian", domain=("0", "1", "2")),
    Own("norm_clipped_mean d=1 u=2 n=2 rho=1/2 threshold=1", domain=("0", "1", "2")),
    Own("norm_clipped_mean d=1 u=2 n=2 rho=1/2 threshold=1 noise=gaussian", domain=("0", "1", "2")),
    Own("quantile_clipped_mean d=1 u=1 n=6 rho=8", domain=_TWO),
    Own("quantile_clipped_mean d=1 u=2 n=4 rho=8 edition=printed", ("rho=8",), ("0", "2")),
    # few records: its rank is below 1, medians only
    Own("shifted_clipped_mean d=1 u=1 n=2 rho=8", domain=_TWO),
    Own("quantized_mean d=1 n=4 rho=8 radius=1 bucket=1", domain=("-1", "1")),
    Own("local_coordinate_mean d=1 n=2 rho=1 radius=1 sigma_max=1", domain=("-1", "1")),
    Own("local_clipped_mean d=1 n=1 rho=1 u=1", domain=_TWO),
    Own(
        "shuffled_clipped_mean epsilon=6 delta=1/2 u=1 d=1 n=1 messages=13 modulus=256 "
        "beta=9/10 constants=exact",
        domain=_TWO,
    ),
    Own("gaussian_mean d=1 n=2 rho=8 radius=1 sigma_min=1 sigma_max=1", domain=("-1", "1")),
    Own("coinpress_mean d=1 n=2 rho=8 radius=1 sigma_max=1 iterations=1", domain=("-1", "1")),
)
OWN = {
    "addremove": ADDREMOVE,
    "hetero": HETERO,
    "trilemma": TRILEMMA,
    "instance": INSTANCE,
    "parts": PARTS,
}

# laws that are out of reach, or of several numbers; every other mechanism is above
ELSEWHERE = frozenset({"coinpress_scaled_mean", "histogram"})

# the objects that adapters draw; a law's value is 0 or 1
_SIZED = "sized_mean epsilon=1 lower=0 upper=1 n=4 noise="
_MEAN = "_mean epsilon=1 lower=0 upper=1"
_ANY = "add-or-remove-one"
LIBRARIES = (
    Library("diffprivlib", "laplace epsilon=1", "epsilon=1", repro="float_leak.py"),
    Library("diffprivlib", "staircase epsilon=1 gamma=1/2", "epsilon=1", repro="float_leak.py"),
    Library("diffprivlib", "discrete_laplace epsilon=1", "epsilon=1"),
    Library("diffprivlib", f"{_SIZED}truncated_laplace", "epsilon=1", repro="nan_record.py"),
    Library(
        "diffprivlib",
        f"{_SIZED}truncated_laplace",
        "epsilon=1",
        without=("missing",),
        repro="float_leak.py",
    ),
    Library("opendp", "laplace epsilon=1", "epsilon=1"),
    Library("opendp", "discrete_laplace epsilon=1", "epsilon=1"),
    Library("opendp", "discrete_gaussian sigma_squared=4", "rho=1/8"),
    Library("opendp", "staircase epsilon=1 gamma=1/2", "epsilon=1"),
    Library(
        "opendp",
        f"{_SIZED}laplace",
        "epsilon=1",
        repro="nan_record.py",
        note="a missing record lies outside the domain that it documents",
    ),
    Library("opendp", f"{_SIZED}laplace", "epsilon=1", without=("missing",)),
    Library("pydp", "laplace epsilon=1", "epsilon=1"),
    Library("pydp", "discrete_laplace epsilon=1", "epsilon=1"),
    Library("pydp", f"bounded{_MEAN}", "epsilon=1", _ANY),
    Library("pydp", f"bounded{_MEAN}", "epsilon=1"),
    Library("tumult", "laplace epsilon=1", "epsilon=1"),
    Library("tumult", "discrete_laplace epsilon=1", "epsilon=1"),
    Library("tumult", "discrete_gaussian sigma_squared=4", "rho=1/8"),
    Library(
        "pipelinedp",
        f"shifted{_MEAN}",
        "epsilon=1",
        _ANY,
        repro="empty.py",
        note="its engine refuses a collection without records",
    ),
    Library(
        "pipelinedp",
        f"shifted{_MEAN}",
        "epsilon=1",
        _ANY,
        without=("empty",),
        repro="nan_record.py",
    ),
    Library("pipelinedp", f"shifted{_MEAN}", "epsilon=1", _ANY, without=("missing", "empty")),
    Library("pipelinedp", f"shifted{_MEAN}", "epsilon=1", without=("missing", "empty")),
)
