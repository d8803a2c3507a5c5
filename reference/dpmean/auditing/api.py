"""`dpmean.audit(f, claim=..., neighbors=...)`: an audit from Python, in a notebook too."""

from __future__ import annotations

import inspect
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import isfinite
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from .. import written
from ..catalogue.mechanisms import build
from ..errors import InvalidInput
from ..exact.numbers import rational
from ..privacy.neighbors import Neighbors
from ..programs.law_of import law_of
from .asked import Asked, given, is_list, searched
from .claims import Claimed, claimed
from .door import PYTHON
from .durations import EXAMPLES, seconds_of
from .enumeration import law as enumerated
from .exact import curve, domain_pairs, judge, laws, loss
from .hints import hints_of
from .named import NamedLaw
from .pairs import Own, Pair, Relation
from .progress import Progress
from .report import ExactReport, Report
from .resuming import resumed
from .run import Audit, proceed
from .sources import Source
from .sources.buffered import Buffered
from .sources.function import Function
from .status import Without
from .store import of_pairs, save

# of the claimed one, at which the exact curve is given
EPSILONS = tuple(Fraction(i, 4) for i in range(9))
MOST_PAIRS = 20_000
SEARCHED = (Without.MISSING, Without.EMPTY)  # which say something of data sets that are searched


def relation_of(neighbors: object) -> Neighbors:
    """Returns the neighbouring relation of this name."""
    found = next((n for n in Neighbors if n.value == neighbors), None)
    if found is None:
        raise InvalidInput(
            "unknown_name",
            f"neighbors: one of {', '.join(n.value for n in Neighbors)}",
            argument="neighbors",
        )
    return found


def claims_of(claim: str | Iterable[str]) -> list[Claimed]:
    """Returns one claim or several."""
    texts = [claim] if isinstance(claim, str) else list(claim) if is_list(claim) else []
    if not texts or not all(isinstance(text, str) for text in texts):
        raise InvalidInput(
            "not_a_number",
            "claim: a text such as 'epsilon=1' or 'epsilon=1,delta=1e-6', or a list of such texts",
            argument="claim",
        )
    return [claimed(text) for text in texts]


def audit(
    function: Callable[..., Any],
    claim: str | Iterable[str] = "epsilon=1",
    *,
    neighbors: str | Callable[[Any, Any], Any] = Neighbors.ADD_OR_REMOVE_ONE.value,
    data: tuple[Any, Any] | None = None,
    pairs: Iterable[tuple[Any, Any]] | None = None,
    lower: float = 0,
    upper: float = 1,
    size: int = 4,
    domain: Sequence[Any] | Mapping[str, Any] | None = None,
    table: Any = None,
    user: str | None = None,
    draws: int = 100_000,
    seconds: float | str = 60.0,
    alpha: str = "1e-6",
    many: bool = False,
    without: str | Iterable[str] = (),
    first: bool = False,
    law: str | None = None,
    centers: tuple[float, float] | None = None,
    record: str | os.PathLike[str] | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> Report | ExactReport:
    """Returns what the outputs of `function(records)` say about a claimed guarantee.

    claim     `epsilon=1`, `epsilon=1,delta=1e-6`, `rho=1/2`, `renyi=2:1/4`, `mu=1`, `epsilons=1/2;1`, or a list of them
    neighbors add-or-remove-one, replace-one, add-remove-or-replace-one, replace-given-user; or a function of two data
              sets, in the form that `function` gets, that is true of neighbours: it says which of the pairs count
    data      two neighbouring data sets; without them pairs of about `size` records in [lower, upper] are searched
    pairs     several pairs of two neighbouring data sets, in place of data
    domain    the values of a record, numbers or texts, where these are all; or for rows of a table a dict from columns
              to (lower, upper), a list of values, or None for a column that numbers the rows
    table     an example of the table that `function` gets, a data frame or a list of rows: without it, a list of dicts
    user      the column that says whose a row is: a user has several rows, and neighbours differ in those of one user
    draws     outputs in all, at most
    seconds   how long to go on at most, or a text such as "10m"; to within a tenth, or one call of the function
    alpha     the error probability of all that the report says
    many      the function is called as function(records, n) and returns n outputs
    without   missing, empty, infinite, bits: records that are not handed in, outputs that are not told apart
    first     end when all claims are refuted: without it an audit goes on, for every cause and a larger bound
    law       laplace, gaussian or discrete_laplace, where the outputs are meant to have this law with `centers` for the
              two data sets: bets on it need fewer draws, and lose little where it is something else
    record    a file (.npz) that keeps all outputs, now and then and at the end
    resume    such a file, of the same function and the same arguments but for draws and seconds: the audit goes on
              from it; with `record` too the same file, or another, is written
    progress  say to standard error how long it will take, and how far it is

    The function is called in this process, one call after the other. An interrupt (Ctrl-C, or the
    stop of a notebook) ends an audit with the report of what came. A `Report` is shown, and
    `report.save(path)` writes it as .json, .html, .svg, .png, or .npz: see `dpmean.auditing`.

    An output is a number, or texts, numbers and truth values in lists, dicts, arrays and data
    classes; numbers that stand in a text are read. A claim is refuted, not refuted, or inconclusive
    where too little was seen.

    A function with a second parameter `random` asks only that for coins and dice
    (`random.bernoulli(p)`, `random.integer(n)`), and a generator function yields `Draw`s: both are
    judged exactly, for all data sets of `size` records of `domain` (default: lower, the middle,
    upper) and all their neighbours.
    """
    began = time.monotonic()
    relation: Relation = Own(neighbors) if callable(neighbors) else relation_of(neighbors)
    claims = claims_of(claim)
    _check(function, size, draws)
    limit = seconds_in(seconds)
    if data is not None:
        _refuse({"pairs": pairs is not None}, "two data sets that are given (data)")
    are_given = data is not None or pairs is not None
    exact = inspect.isgeneratorfunction(function) or "random" in _parameters(function)
    if exact:
        _refuse(
            {
                "many": many,
                "law": law is not None,
                "table": table is not None,
                "user": user is not None,
                "without": bool(without_of(without)),
                "first": first,
                "record": record is not None,
                "resume": resume is not None,
                "progress": progress,
            },
            "a function that is judged exactly",
        )
        values: Any = domain
        if domain is None and not are_given:
            low, high = bounds_of(lower, upper)
            values = (low, (low + high) / 2, high)
        if not are_given and (not isinstance(values, Sequence) or not values):
            raise InvalidInput("out_of_range", "domain: a list of records", argument="domain")
        words = "two data sets"
        if are_given:
            told = given(data, pairs, relation)
            every = [record for p in told.pairs for d in (p.one, p.other) for record in d]
            if domain is not None and not all(record in domain for record in every):
                raise InvalidInput(
                    "out_of_range",
                    f"{'data' if pairs is None else 'pairs'}: a record is not one of domain",
                    argument="domain",
                )
            words = words if pairs is None else f"{len(told.pairs)} pairs of data sets"
            chosen = [way for p in told.pairs for way in (p, Pair(p.other, p.one, p.user))]
        else:
            words = f"all data sets of up to {size} records of {len(values)} values"
            chosen = _all_pairs(values, size, relation)
        if inspect.isgeneratorfunction(function):
            return exactly(
                function.__name__,
                lambda r: law_of(lambda: function(list(r))),
                claims,
                relation,
                chosen,
                words,
            )
        return exactly(
            getattr(function, "__name__", "function"),
            lambda r: enumerated(function, r),
            claims,
            relation,
            chosen,
            words,
        )
    named = None
    if law is not None:
        if data is None or centers is None:
            raise InvalidInput(
                "unsupported_combination", "law: needs data and centers too", argument="law"
            )
        named = NamedLaw(law, centers)
    _refuse({"centers": law is None and centers is not None}, "an audit without law")
    left = without_of(without)
    if are_given:
        idle = {f"without={word}": word in left for word in SEARCHED}
        _refuse(idle, "data sets that are given")
    kept = _file(record, "record")
    asked = _asked(function, relation, data, pairs, lower, upper, size, domain, table, user, left)
    if kept is not None:
        written.possible(kept)
        _keepable(asked.pairs)
    source = Function(function, many, asked.form)
    state = opened(
        source,
        claims,
        relation,
        asked.pairs,
        rational(alpha, "alpha"),
        named=named,
        without=left,
    )
    before = _file(resume, "resume")
    if before is not None:
        if not before.is_file():
            raise InvalidInput("file_not_found", "resume: there is no such file", argument="resume")
        state = resumed(before, state, AGAIN, PYTHON)
    say = Progress(PYTHON, draws, limit, kept, _said if progress else None)
    left_over = max(0.0, limit - (time.monotonic() - began))
    proceed(state, Buffered(source) if many else source, draws, left_over, say, first=first)
    if kept is not None:
        try:
            save(state, kept)
        except OSError as error:  # which costs no report
            warnings.warn(
                f"record: {error}; report.save(path) writes it elsewhere", UserWarning, stacklevel=2
            )
    return Report(state)


AGAIN = {  # what a record was made with, and how the report of another calls it
    "claims": "claim",
    "neighbors": "neighbors",
    "alpha": "alpha",
    "without": "without",
    "law": "law or centers",
    "pairs": "choice of data sets (data, pairs, lower, upper, size, domain, user)",
}


def _said(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _file(path: Any, name: str) -> Path | None:
    """Returns a file that is named, if it is."""
    if path is not None and not isinstance(path, str | os.PathLike):
        raise InvalidInput("file_not_found", f"{name}: the name of a file", argument=name)
    return None if path is None else Path(path)


def _keepable(pairs: Sequence[Pair]) -> None:
    """Refuses records that no file keeps, before the audit."""
    try:
        of_pairs(pairs)
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            "unsupported_combination",
            "record: it keeps records that are numbers, texts or None, or lists or dicts of these",
            argument="record",
        ) from error


def without_of(words: str | Iterable[str]) -> frozenset[Without]:
    """Returns what is left out, from a list of words or a text with commas between them."""
    listed = words.split(",") if isinstance(words, str) else list(words) if is_list(words) else [""]
    known = {each.value: each for each in Without}
    if not all(isinstance(word, str) and word.strip() in known for word in listed if word != ""):
        raise InvalidInput(
            "unknown_name",
            f"without: some of {', '.join(known)}, with commas between them",
            argument="without",
        )
    return frozenset(known[word.strip()] for word in listed if word)


def _asked(
    function: Callable[..., Any],
    relation: Relation,
    data: Any,
    pairs: Any,
    lower: Any,
    upper: Any,
    size: int,
    domain: Any,
    table: Any,
    user: Any,
    without: frozenset[Without],
) -> Asked:
    """Returns the data sets for which outputs are asked."""
    if data is not None or pairs is not None:
        _refuse({"domain": domain is not None}, "data sets that are given")
        return given(data, pairs, relation, table, user)
    bounds_are_given = domain is not None and (lower, upper) != (0, 1)
    _refuse({"lower": bounds_are_given, "upper": bounds_are_given}, "records of a domain")
    low, high = (Fraction(0), Fraction(1)) if domain is not None else bounds_of(lower, upper, False)
    return searched(
        relation,
        float(low),
        float(high),
        size,
        domain=domain,
        table=table,
        user=user,
        hints=hints_of(function),
        **handed(without),
    )


def handed(without: frozenset[Without]) -> dict[str, bool]:
    """Returns which records are handed in, as `candidates` takes them."""
    names = {Without.MISSING: "missing", Without.EMPTY: "empty", Without.INFINITE: "infinite"}
    return {name: word not in without for word, name in names.items()}


def _all_pairs(values: Sequence[Any], size: int, relation: Relation) -> list[Pair]:
    """Returns all pairs of neighbours of up to so many records."""
    within = relation if isinstance(relation, Neighbors) else Neighbors.ADD_REMOVE_OR_REPLACE_ONE
    found = chain.from_iterable(domain_pairs(values, n, within) for n in range(size + 1))
    if isinstance(relation, Neighbors):
        return list(found)
    return [p for p in found if relation.holds(list(p.one), list(p.other))]


def bounds_of(lower: Any, upper: Any, exact: bool = True) -> tuple[Fraction, Fraction]:
    """Returns the bounds of the records; where outputs are judged, doubles are taken as they are."""
    low, high = (
        Fraction(x) if not exact and isinstance(x, float) and isfinite(x) else rational(x, name)
        for name, x in (("lower", lower), ("upper", upper))
    )
    if low >= high:
        raise InvalidInput("bounds_order", "lower must be smaller than upper", argument="lower")
    return low, high


def _check(function: Any, size: Any, draws: Any) -> None:
    """Refuses arguments of other types, in one line each."""
    if not callable(function):
        raise InvalidInput(
            "unsupported_combination",
            "function: what is called as function(records) and returns one output",
            argument="function",
        )
    for name, value, least in (("size", size, 1), ("draws", draws, 1)):
        if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
            raise InvalidInput(
                "not_an_integer", f"{name}: an integer of at least {least}", argument=name
            )


def seconds_in(told: Any) -> float:
    """Returns the seconds of a number of them, or of a text such as 10m."""
    found = seconds_of(told) if isinstance(told, str) else told
    if isinstance(found, bool) or not isinstance(found, Real) or not float(found) > 0:
        raise InvalidInput(
            "out_of_range",
            f"seconds: a number of seconds above 0, or {EXAMPLES}",
            argument="seconds",
        )
    return float(found)


def _refuse(given: dict[str, bool], what: str) -> None:
    """Refuses what was given and has no effect on what is judged."""
    for name, is_given in given.items():
        if is_given:
            raise InvalidInput(
                "unsupported_combination", f"{name}: has no effect on {what}", argument=name
            )


def _parameters(function: Callable[..., Any]) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []


def opened(
    source: Source,
    claims: Sequence[Claimed],
    relation: Relation,
    pairs: Sequence[Pair],
    alpha: Fraction,
    *,
    named: NamedLaw | None = None,
    without: frozenset[Without] = frozenset(),
) -> Audit:
    """Returns an audit of a source of outputs, of which there are none yet."""
    if not 0 < alpha < 1:
        raise InvalidInput(
            "probability_out_of_range", "alpha: must lie in (0, 1)", argument="alpha"
        )
    return Audit(
        source.name,
        claims,
        relation.value,
        pairs,
        alpha,
        law=named,
        key=source.key,
        without=without,
    )


def exactly(
    name: str,
    law_for: Callable[[tuple[Any, ...]], Any],
    claims: Sequence[Claimed],
    relation: Relation,
    asked: Sequence[Pair],
    words: str,
    say: Callable[[int], None] = lambda _: None,
    *,
    curves: bool = True,
) -> ExactReport:
    """Returns the report of an exact audit over these pairs; with `curves` that of the worst pair
    too.
    """
    if not asked:
        raise InvalidInput("out_of_range", "there is no pair of neighbours to look at")
    if len(asked) > MOST_PAIRS:
        raise InvalidInput(
            "out_of_range", f"{len(asked):,} pairs are too many; give a smaller size or domain"
        )
    known = laws(law_for, asked, say)
    judged = tuple(judge(c, asked, known) for c in claims)
    found, worst = loss(asked, known), judged[0].pair
    main = claims[0].levels(asked[0].user)
    scale = main[0].epsilon if len(main) == 1 else Fraction(1)
    assert worst is not None
    return ExactReport(
        name,
        relation.value,
        judged,
        None if found is None else found[0],
        tuple(curve([scale * e for e in EPSILONS], worst, known)) if curves else (),
        words,
    )


def shipped(
    name: str,
    given: dict[str, object],
    claims: Sequence[Claimed] | None,
    domain: Sequence[Any],
    size: int,
    relation: Neighbors | None,
    say: Callable[[int], None] = lambda _: None,
) -> ExactReport:
    """Returns the exact audit of a shipped mechanism: by default, of its own guarantee."""
    mechanism = build(name, given)
    own = relation or mechanism.guarantee.neighbors
    public = public_size(mechanism)
    sizes = range(size + 1) if public is None else [public]
    asked = list(chain.from_iterable(domain_pairs(domain, int(n), own) for n in sizes))
    words = (
        f"all data sets of {'' if len(sizes) == 1 else 'up to '}{max(sizes)} records of "
        f"{len(domain)} values"
    )
    return exactly(
        name,
        lambda records: law_of(mechanism, list(records)),
        claims or [own_claim(mechanism)],
        own,
        asked,
        words,
        say,
    )


def public_size(mechanism: Any) -> int | None:
    """Returns the number of records that a mechanism must be given, where it is public."""
    if hasattr(mechanism, "epsilons"):
        return len(mechanism.epsilons)
    n = getattr(mechanism, "n", None)
    return None if not n else int(n) * int(getattr(mechanism, "blocks", 1))


def own_claim(mechanism: Any) -> Claimed:
    """Returns the guarantee of a mechanism as a claim."""
    from ..privacy.guarantees import ApproximateDP, PerUserDP, PureDP, ZeroConcentratedDP

    measure = mechanism.guarantee.measure
    if isinstance(measure, PureDP) and isinstance(measure.epsilon, Fraction):
        return claimed(f"epsilon={measure.epsilon}")
    if (
        isinstance(measure, ApproximateDP)
        and isinstance(measure.epsilon, Fraction)
        and isinstance(measure.delta, Fraction)
    ):
        return claimed(f"epsilon={measure.epsilon},delta={measure.delta}")
    if isinstance(measure, ZeroConcentratedDP) and isinstance(measure.rho, Fraction):
        return claimed(f"rho={measure.rho}")
    if isinstance(measure, PerUserDP):
        return claimed(
            "epsilons=" + ";".join("inf" if e is None else str(e) for e in measure.epsilons)
        )
    raise InvalidInput(
        "unsupported_combination",
        "its guarantee has no rational numbers: give --claim",
        argument="claim",
    )
