"""The causes of a refutation: the word of each, why that leaks, and how to mend it. Which one outputs
look like is told in `causes.py`.
"""

from __future__ import annotations

from enum import Enum


class Cause(Enum):
    """Why a claim does not hold: its word, why that leaks, and how to mend it; the gravest first."""

    NO_NOISE = (
        "no noise",
        "every output for a data set is the same: it has no noise, or noise from a seed or a cache",
        "add noise to the answer, of a scale of its sensitivity over epsilon, and draw it anew for every "
        "release, with no seed",
    )
    EXACT_PART = (
        "a part without noise",
        "one number of the output has no noise, whatever the others have",
        "leave that number out, or add noise to it too, and share epsilon between all that is released",
    )
    NOW_AND_THEN = (
        "no noise now and then",
        "some outputs are the exact answer: one number comes again and again among others that never do, "
        "and it is another one for other records",
        "draw noise for every release, and where an answer is out of range clamp the noisy one: never "
        "fall back on the exact answer",
    )
    RECORDS = (
        "outputs that are records",
        "every output is the value of one of the records, so it says by itself that the record is there",
        "release a noisy number, or round it to values that are fixed beforehand, and not to a record",
    )
    SAME_NOISE = (
        "the same noise for several numbers",
        "several numbers of an output have the same noise, so their differences are exact",
        "draw noise of its own for every number",
    )
    CACHED = (
        "noise that is kept",
        "outputs repeat or depend on one another, so noise is drawn once and used again, or comes from "
        "a seed",
        "draw new noise for every release, from the system's randomness, with no seed and no cache",
    )
    STATE = (
        "outputs that depend on earlier ones",
        "what comes out depends on the calls before it: on noise that is used again, a counter or a clock",
        "draw new noise for every release, and leave out what counts releases or tells the time: without "
        "it the rest can be audited",
    )
    ORDER = (
        "the order of the records",
        "two orders of the same records give different outputs, and to this relation they are one data "
        "set",
        "sort or shuffle records first, or compute nothing that depends on their order",
    )
    PLACE = (
        "one place is treated in its own way",
        "the record at one place has more weight than those at others",
        "treat all records alike, whatever their order",
    )
    CATEGORY = (
        "one value is treated in its own way",
        "a record with a certain value changes more than one with another value",
        "count every value with noise, and let no value choose what is released",
    )
    SWITCH = (
        "a switch at a size",
        "from a certain number of records on something else is done, and that number is private",
        "do the same for every number of records, or decide by a noisy count that is paid for",
    )
    OVERFLOW = (
        "a number that overflows",
        "beyond a certain sum the answer is wrong by a power of two, so that one record moves it by as much",
        "compute with whole numbers that cannot overflow, such as Python's, or of 64 bits for a sum that "
        "fits into 32",
    )
    GRID = (
        "values that one data set alone gives",
        "the noise lies on a grid, and the records shift it: an output says by its value alone from "
        "which data set it comes",
        "round what is released to the grid of the noise before the noise is added, or take a finer grid "
        "for both",
    )
    NO_CLIPPING = (
        "no clipping",
        "a record outside the bounds moves the answer farther than any record inside them",
        "clip every record to the bounds before anything is computed from it",
    )
    DATA_RANGE = (
        "noise that depends on the data",
        "the spread of the noise, or the range that it is made from, is computed from the records",
        "use bounds that are fixed beforehand, and noise whose scale follows from them",
    )
    PRIVATE_COUNT = (
        "the private count as if it were public",
        "the noise, or the answer, is divided by the exact number of records, which one record changes",
        "divide by a noisy count, which costs a part of epsilon, or by a number that is public",
    )
    ERRORS = (
        "errors that depend on the data",
        "the program fails, or words its error, depending on the records",
        "make no error, and no message, depend on a record",
    )
    FORM = (
        "a form that depends on the data",
        "the kind, the length or the keys of the output depend on the records",
        "release the same form for every data set",
    )
    EMPTY = (
        "no record at all",
        "without any record something else comes out, which no other data set gives",
        "give the same kind of answer for no record: a fixed middle with the same noise",
    )
    MISSING = (
        "missing records",
        "a record that is missing (NaN) changes what comes out, or ends it",
        "leave missing records out, or replace them by a fixed value, before anything is computed",
    )
    INFINITE = (
        "infinite numbers",
        "an infinite number comes out, or a record that is one changes everything",
        "clip records, and give a fixed finite answer where there would be none",
    )
    ONE_SIDED = (
        "noise on one side only",
        "the noise goes in one direction only, so that an answer beyond its end gives a data set away",
        "use noise that goes in both directions without an end, such as Laplace's",
    )
    BOUNDED = (
        "noise that ends",
        "the noise never goes beyond an end, so that an answer there gives a data set away",
        "use noise without an end, such as Laplace's, and clip only the sum of answer and noise",
    )
    TOO_LITTLE = (
        "too little noise",
        "the noise is too small for how far one record moves the answer",
        "take noise of a scale of sensitivity over epsilon, with the sensitivity of this relation",
    )
    TAILS = (
        "too little noise in the tails",
        "far out the noise falls faster than the claim allows",
        "use Laplace noise, or claim (epsilon, delta), or rho or mu for Gaussian noise",
    )
    WRITING = (
        "how a number is written",
        "the number of digits with which a number is written depends on the records",
        "write every number with the same digits",
    )
    BITS = (
        "the last bits of doubles",
        "noise of floating-point numbers leaves last bits that depend on the answer",
        "draw noise on a grid with exact integers (as `dpmean.release` does), or round answer and noise "
        "to a coarse grid that is fixed beforehand",
    )

    @property
    def word(self) -> str:
        """Returns its name."""
        return str(self.value[0])

    @property
    def why(self) -> str:
        """Returns why that leaks."""
        return str(self.value[1])

    @property
    def fix(self) -> str:
        """Returns how to mend it."""
        return str(self.value[2])
