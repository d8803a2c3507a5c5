"""What Sections III-A and IV-A of hetero say of the algorithms that ADPM is compared with, and no
figure shows.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from ...exact import reals
from ...exact.reals import Number
from ..points import Enclosed, Job, Panel, Row, statement
from .errors import error
from .settings import COIN, TwoGroups

NAME = "baselines"
HALF = Fraction(1, 2)


def _uni() -> Row:
    lows = [Fraction(1, 10**k) for k in (1, 3, 5, 7)]
    users = [TwoGroups(1000, Fraction(1, 1000), e, Fraction(1)) for e in lows]
    ratios = [error("UNI", u, COIN).over(error("ADPM", u, COIN)) for u in users]
    rises = all(a * 50 < b for a, b in ((a.upper, b.lower) for a, b in pairwise(ratios[1:])))
    return statement(
        "Section IV-A",
        "'UNI can be arbitrarily worse than the ADPM (consider a single low epsilon1 datapoint)'",
        "one of 1000 users with epsilon 1/10, 1/10^3, 1/10^5, 1/10^7, the others with 1: "
        f"{', '.join(map(str, ratios))} times ADPM's error",
        rises,
        claim="Section IV-A, UNI",
    )


def _propdpm() -> Row:
    users = [
        TwoGroups(1000, Fraction(999, 1000), Fraction(1, 10), e)
        for e in (Fraction(10), Fraction(10**3), Fraction(10**6))
    ]
    found = [error("PropDPM", u, COIN) for u in users]
    near = found[-1].within(Fraction(249, 1000), Fraction(251, 1000)) and all(
        a.below(b) for a, b in pairwise(found)
    )
    return statement(
        "Section III-A",
        "with one huge epsilon PropDPM 'will essentially use only one sample'",
        "999 of 1000 users with 1/10, one with 10, 10^3, 10^6: error "
        f"{', '.join(map(str, found))}, towards that of one record, 1/4; ADPM "
        f"{error('ADPM', users[-1], COIN)}",
        near,
        claim="Section III-A, proportional weights",
    )


def densities(record: Fraction, printed: bool) -> Number:
    """Return the density of SM's output at 0, divided by t/2, with user 1's record `record` and
    user 2's record 1/2.

    The users' epsilons are log(3/2) and log 2, so that p = 1/2 and t = log 2. A sample of sum s
    divided by d has the density d t/2 2^(-|s|), whatever d is: e^(-d t |s/d|).
    """
    one, both = HALF, record + HALF
    divisors = (Fraction(1), Fraction(2)) if printed else (Fraction(3, 2), Fraction(3, 2))
    return sum(
        (
            HALF * d * reals.root(Fraction(1, 2 ** int(2 * abs(s))), 2)
            for d, s in zip(divisors, (one, both), strict=True)
        ),
        Fraction(0),
    )


def _sm() -> Row:
    ratios = {
        printed: Enclosed.of(densities(-HALF, printed) / densities(HALF, printed))
        for printed in (True, False)
    }
    allowed = Enclosed.of(Fraction(3, 2))
    return statement(
        "Section IV-A",
        "SM as printed 'is epsilon-DP'",
        "it is not: epsilons log(3/2), log 2; records 1/2, 1/2 and -1/2, 1/2: the densities at "
        f"0 have ratio {ratios[True]} = 3 - sqrt(2), where user 1 was promised at most 3/2",
        not allowed.below(ratios[True]),
        basis="enclosed",
        cause="mean and noise are divided by how many were sampled, which shows; the cited proof "
        "is for adding a record, not replacing one",
        tested=f"divided by the expected number, 3/2: the ratio is {ratios[False]} = sqrt(2)",
        claim="Section IV-A, SM",
    )


def make(job: Job) -> Panel:
    """Return the panel with the rows on the baselines."""
    rows = []
    for make_row in (_uni, _propdpm, _sm):
        rows.append(make_row())
        job.say(f"{NAME}: {len(rows)} of 3")
    return Panel(NAME, "Sections III-A and IV-A: the baselines", rows=tuple(rows))
