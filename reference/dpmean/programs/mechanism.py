"""What a mechanism is: everything that a release, the suite, the command line and the catalogue may
ask of one.

A mechanism is a class of plain public parameters with one program over draws. Its row of the
catalogue, the checks of its parameters, the help of `dpmean release` and what a release says beside
the estimate are all made from what its class declares. MISSING says in words what can become of a
missing record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Self

from ..errors import InvalidInput, did_you_mean
from ..parameters.signature import Signature
from ..privacy.guarantees import Guarantee
from ..privacy.neighbors import Neighbors
from .program import Program


# what becomes of a record (or of a coordinate of one) that is missing: the word of the policy, and
# what a release says
class Missing(NamedTuple):
    """What a mechanism does with a record that is missing: in words, and in the word in which an
    implementation declares the same, where there is one.
    """

    words: str
    policy: str | None = None


_CELLS = "missing, NaN and non-numeric cells"
MISSING: Mapping[str, Missing] = {
    "drop": Missing(f"{_CELLS} are not records", "dropped"),
    "midpoint": Missing(f"{_CELLS} count as the midpoint of the bounds", "midpoint"),
    "nearest_zero": Missing(f"{_CELLS} count as the number of the range that is nearest to 0"),
    "zero_coordinate": Missing("missing, NaN and non-numeric coordinates count as 0"),
    # without bounds the caps of `exact/numbers.py` are seen
    "zero": Missing(
        "missing, NaN, infinite and non-numeric cells count as 0. In text an exponent above 5000 is "
        "infinite, and one below -5000 makes 0; of a decimal of more than 4000 characters the first "
        "4000 digits count, it is infinite from 10^5000 on, and 0 below 10^-5001; a longer fraction "
        "is no number"
    ),
    "counted": Missing(f"{_CELLS} are records like every other"),
}


class Mechanism(ABC):
    """A private release as a program over draws, with everything public that there is to know about
    it.

    A class that may be named in a request declares `name`, `summary`, `required` and `optional`; a
    class that only shares code with others leaves `name` empty. Instances are frozen data classes
    of parsed parameters; every combination of parameters that has no meaning raises InvalidInput
    when the instance is made.
    """

    name: ClassVar[str] = ""  # its name in requests, in the vectors and on the command line
    summary: ClassVar[str] = ""  # one line on what it is
    required: ClassVar[
        tuple[str, ...]
    ] = ()  # names of parameters; with epsilon, decay may be given in its place
    optional: ClassVar[tuple[str, ...]] = ()
    # each noise that may be chosen, and the parameters that go with it and with no other noise that
    # lacks them; a name that ends in ? may be left out. Empty: there is no choice.
    noises: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    relation: ClassVar[Neighbors]  # which data sets its guarantee makes hard to tell apart
    missing: ClassVar[str]  # a key of MISSING
    clips_to_bounds: ClassVar[bool] = (
        True  # whether records are clipped to the bounds lower and upper
    )
    divides_by_count: ClassVar[bool] = False  # whether it divides by a noisy count, which may be 0
    vectors: ClassVar[bool] = False  # whether a record is a vector of d coordinates
    ordered: ClassVar[bool] = False  # whether the order of the records matters
    estimates_mean: ClassVar[bool] = True  # else a quantile, the number or the sum of the records
    # whether a release is a number of the records plus one noise, but for a last clamp
    adds_one_noise: ClassVar[bool] = False
    may_not_answer: ClassVar[bool] = False  # whether "no answer" is a possible output
    # the profile in which a release takes its bits (vectors/tape-profiles.md); None: no order of
    # bits is prescribed
    profile: ClassVar[str | None] = "release-1"
    probed: ClassVar[int] = (
        0  # the place of the record that changes in checks of neighbouring inputs
    )
    probed_twice: ClassVar[bool] = False  # whether such a check is made at a second scale too
    # how the steps begin that are parts of a sum and cancel in it: whole columns do not draw them
    cancelling: ClassVar[str | None] = None
    # whether it depends on the records how many numbers its steps have
    steps_vary: ClassVar[bool] = False
    rounds: ClassVar[str] = "(record - lower) / (upper - lower)"  # what goes to a multiple of 1/m

    d: int  # coordinates of a record, where records are vectors
    m: int | None = None  # lattice steps, where the noise lives on a lattice

    @classmethod
    def of(cls, **parsed: Any) -> Self:
        """Returns the mechanism with these parsed parameters, which have the names of the
        constructor.
        """
        return cls(**parsed)

    @classmethod
    def given(cls, **parameters: object) -> Self:
        """Returns the mechanism with these exact parameters of a request: integers, Fractions,
        Decimals or spellings.

        Raises InvalidInput for a parameter that is unknown, missing, a float, or out of range.
        """
        return cls.of(**cls.signature().parse(parameters))

    @property
    @abstractmethod
    def guarantee(self) -> Guarantee:
        """Returns what the mechanism promises: the measure, the neighbouring relation, the unit and
        the scope.
        """

    @abstractmethod
    def program(self, data: Iterable[object]) -> Program:
        """Returns the mechanism on the records `data`, which yields draws, steps and comparisons
        and returns the estimate.
        """

    def records(self, data: Iterable[object]) -> Any:
        """Returns the records as `program` uses them; to do this twice changes nothing.

        The data come back unchanged where nothing has to be done, as where every user reads her own
        record.
        """
        return data

    @property
    def public_bounds(self) -> tuple[Fraction, ...]:
        """Returns the public bounds of a record; an empty tuple where records may be any number."""
        return ()

    @property
    def clipped_to(self) -> tuple[Fraction, ...]:
        """Returns the interval to which every record is clipped; an empty tuple where none is."""
        return self.public_bounds

    @property
    def probes(self) -> tuple[Any, ...]:
        """Returns three records, of which everybody else has the first, whose releases are compared
        in checks of neighbouring inputs; an empty tuple where none is made.
        """
        if not self.public_bounds:
            return ()
        low, high = self.public_bounds
        return str(low), str(high), str(low + (high - low) / 3)

    @classmethod
    def counted(cls) -> Mapping[str, str]:
        """Returns how a noisy count is drawn and divided by, in the words in which implementations
        declare it; nothing where there is none.
        """
        return {"count": "as_drawn", "count_noise": "continuous"} if cls.divides_by_count else {}

    def unclipped(self, ratio: Fraction) -> Fraction:
        """Returns what the estimate would be without the last clip, from the step `ratio`."""
        raise LookupError(f"{self.name} does not clip a quotient last, whose value is {ratio}")

    def density_at_most(self, n: int) -> Fraction | None:
        """Returns a bound of the density of the estimate on n records, away from the bounds and
        their midpoint, where it may have atoms; None where none is known.
        """
        del n
        return None

    @property
    def outputs(self) -> int | None:
        """Returns how many numbers a release has; None where it is one number and no list."""
        return self.d if self.vectors else None

    @property
    def default_grid(self) -> Fraction | None:
        """Returns the grid to which a release rounds when none is asked for; None: the estimate is
        released exactly.
        """
        return None

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Returns what a release says about this mechanism in addition to what it says about every
        mechanism.
        """
        return ()

    @property
    def policies(self) -> tuple[str, ...]:
        """Returns what the mechanism does where the papers are silent, in words, without anything
        of the data.
        """
        lines = ["records outside the bounds are clipped to them"] if self.clips_to_bounds else []
        lines += [MISSING[self.missing].words, *self.further_policies]
        if self.divides_by_count:
            lines.append("a noisy count of exactly 0 gives the midpoint of the bounds")
        if self.m is not None:
            lines.append(
                f"{self.rounds} is rounded to the nearest multiple of 1/{self.m}, ties to even"
            )
        return tuple(lines)

    @classmethod
    def parameters(cls) -> tuple[str, ...]:
        """Returns the names of all parameters: required, optional, and decay where epsilon is
        required.
        """
        return (
            *cls.required,
            *cls.optional,
            *(("decay",) if "epsilon" in (*cls.required, *cls.optional) else ()),
        )

    @classmethod
    def signature(cls) -> Signature:
        """Returns what a request may give: the parameters, and the noises where noise is one of
        them.
        """
        words = {"noise": tuple(cls.noises)} if "noise" in (*cls.required, *cls.optional) else None
        return Signature(cls.name, cls.required, cls.optional, words, bounded=True)

    @classmethod
    def usage(cls) -> str:
        """Returns the name and the parameters, with those in brackets that may be left out."""
        return " ".join((cls.name, *cls.required, *(f"[{p}]" for p in cls.optional)))

    @classmethod
    def choice_of_noise(cls, value: object) -> str:
        """Returns the name of a noise; InvalidInput where the mechanism has no noise of that
        name.
        """
        if not isinstance(value, str) or value not in cls.noises:
            raise InvalidInput(
                "unknown_name",
                f"noise: must be one of {', '.join(cls.noises)}"
                f"{did_you_mean(str(value), cls.noises)}",
                argument="noise",
            )
        return value

    def check_noise(self, noise: str) -> None:
        """Raises InvalidInput for an unknown noise, a parameter that it needs and lacks, and one
        that it does not use.
        """
        needs = self.noises[self.choice_of_noise(noise)]
        for each in dict.fromkeys(p for taken in self.noises.values() for p in taken):
            name = each.removesuffix("?")
            given, used = getattr(self, name) is not None, each in needs
            if given and not used:
                raise InvalidInput(
                    "unsupported_combination", f"{name}: not used by noise={noise}", argument=name
                )
            if used and name == each and not given:
                raise InvalidInput(
                    "missing_parameter", f"{name}: needed with noise={noise}", argument=name
                )
