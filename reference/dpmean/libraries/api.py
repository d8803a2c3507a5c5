"""`dpmean.conform(answer)`: an implementation judged from Python, with its report in a notebook."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..errors import InvalidInput, did_you_mean
from ..exact.numbers import rational
from ..judging import CHECKS, outcome
from ..judging.outcome import Job, Target, statistical
from ..judging.selecting import fits
from ..judging.support import support_vectors
from ..suite.files import load
from ..suite.pvalues import share
from ..wire.function import HAS_FORK, Answer, Called, Forked, greeting
from ..wire.protocol import Connection
from ..wire.sizes import Sizes
from .judged import conform as judged

# what a function that does not answer `hello` is taken to answer
KINDS = ("exact", "stat", "reject")


@dataclass(frozen=True, repr=False)
class Conformance:
    """The verdict on an implementation: `ok`, `data` (what `dpmean conform --json` writes), and the
    report as it shows.
    """

    data: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Returns whether something was judged and nothing that decides failed."""
        return all(run["exit_code"] == 0 and run["verdicts"] for run in self.data["runs"])

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        from ..reports.text import text

        return "\n".join(text(run) for run in self.data["runs"])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from ..reports.html import framed

        return framed(self.data)

    def html(self) -> str:
        """Returns the report as a page of its own."""
        from ..reports.html import page

        return page(self.data)


def conform(
    answer: Answer | str,
    *,
    run: str | Sequence[str] = (),
    skip: str | Sequence[str] = (),
    kinds: str | Sequence[str] = (),
    objects: str | Sequence[str] = (),
    name: str = "",
    alpha: object = "1/1000000",
    timeout: float = 60.0,
    draws: int | None = None,
    budget: float | None = None,
    randomness: str = "other",
    apart: bool = True,
) -> Conformance:
    """Returns the verdict on an implementation, as `dpmean conform` gives it.

    answer    a function answer(request) -> reply of the runner's protocol, both dicts of JSON (vectors/README.md), or
              what `-a` takes: a command line, direct:MODULE, or the name of a bundled library
    objects   what the function has, such as "laplace": then `hello` is answered for it, with `kinds` (exact, stat and
              reject, if none are given); without it the function answers `hello` itself
    run, skip globs on ids or names of objects, of vectors that are judged or left out; kinds: only these
    alpha     the probability of any false alarm in the whole run
    timeout   seconds for one request, more where the machine is slow or busy
    draws     draws in every batch; budget: seconds that the run may take, after which it is stopped, and incomplete
    randomness  where its draws come from: os, csprng, pcg64, mersenne or other, as it is printed
    apart     whether the function is called in a copy of this process, which it can neither end nor make hang

    An exception of the function is no refusal: it must reply {"status": "rejected"}. Raises
    InvalidInput where nothing is chosen.

    >>> from fractions import Fraction
    >>> def answer(request):
    ...     scale = Fraction(request["params"].get("sensitivity", "1")) / Fraction(request["params"]["epsilon"])
    ...     return {"status": "ok", "output": {"value": str(2 * scale)}}      # forgets to square it
    >>> found = conform(answer, objects="laplace", kinds="exact", run="laplace-variance-epsilon1*")
    >>> found.ok, found.data["runs"][0]["verdicts"][0]["status"]
    (False, 'pass')
    """
    only, chosen, of = _listed(kinds), _listed(run), _listed(objects)
    unknown = next((k for k in only if k not in CHECKS), None)
    if unknown is not None:
        hint = did_you_mean(unknown, CHECKS, f"one of {', '.join(CHECKS)}")
        raise InvalidInput("unknown_name", f"no kind '{unknown[:40]}'{hint}", argument="kinds")
    everything = load()
    everything += support_vectors(everything)
    vectors = [
        v
        for v in everything
        if (not chosen or any(fits(v, p) for p in chosen))
        and (not only or v.kind in only)
        and (not of or v.object in of)
        and not any(fits(v, p) for p in _listed(skip))
    ]
    # a refusal is judged by its twin, which is asked too
    asked = {v.id for v in vectors} | {v.expect["twin"] for v in vectors if v.kind == "reject"}
    vectors = [v for v in everything if v.id in asked]
    if not vectors:
        raise InvalidInput(
            "unknown_name",
            "no vector matches all of these; `dpmean list` lists them",
            argument="run",
        )
    probability = rational(alpha, "alpha")
    if not 0 < probability <= Fraction(1, 100):
        raise InvalidInput("out_of_range", "alpha: above 0 and at most 1/100", argument="alpha")
    job = Job(
        vectors,
        share(probability, statistical(vectors)),
        timeout,
        complete=False,
        sizes=Sizes(tier=draws, budget=budget),
    )
    if isinstance(answer, str):
        return _reported(judged(answer, job))
    title = name or getattr(answer, "__name__", "answer")
    served = greeting(answer, title, only or KINDS, of, randomness)
    connect: Callable[[], Connection] = (
        (lambda: Forked(served)) if apart and HAS_FORK else (lambda: Called(served))
    )
    return _reported(outcome.conform(Target(title, connect), job))


def _listed(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _reported(found: Any) -> Conformance:
    from ..reports import machine

    # words and numbers, as the file of a report holds them
    return Conformance(json.loads(json.dumps(machine.report_json([machine.run_json(found)]))))
