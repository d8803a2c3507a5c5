"""What bets are made of: two sides, ledgers, certified logarithms, shares of the capital, leaders,
and named laws.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, log

import numpy as np
import pytest

from dpmean.auditing.betting import COMMON, FINE, RARE, STAKES, Ledger, Positions
from dpmean.auditing.book import LATE, Book, families
from dpmean.auditing.bounds import level_of
from dpmean.auditing.named import Named, NamedLaw
from dpmean.auditing.outputs import Outputs, Reader

LEVELS = [level_of(Fraction(e), Fraction(d)) for e, d in ((1, 0), (1, Fraction(1, 10)), (0, 0))]


def test_two_sides_pay_delta_twice() -> None:
    """Kills delta counted once for a bet on two events: A is likelier under one input, B under the
    other.
    """
    level, delta = LEVELS[1], 0.1
    mean = 0.0
    # own: the first input; P(A) = delta, P(B) = 0, Q(A) = 0, Q(B) = delta
    for own in (True, False):
        for hit, chance in ((True, delta), (False, 1 - delta)):
            a = np.array([1 if hit else 0], np.int64)
            none = np.zeros(1, np.int64)
            found = Positions(
                a, none, none, np.ones(1, np.int64), np.full(1, 2), np.zeros(1), none, np.ones(1)
            )
            mean = mean + chance / 2 * np.exp(found.log_wealth(level)[0])
        del own
    assert np.all(np.abs(mean - 1) < 1e-6)


def test_a_ledger_gains_nothing_at_the_edge_of_the_claim() -> None:
    """Kills stakes of a ledger that pay more than 1/F, or delta that is not paid at the highest
    stake.
    """
    level, delta = LEVELS[1], 0.1
    for low, top in ((3, 20), (20, 20), (len(FINE) - 1, len(FINE) - 1)):
        q, mean = 0.1, 0.0
        # of two events, only that of the top stake has delta
        weak, strong = (q / 2, q / 2 * float(level.factor) + delta)
        laws = {True: (weak * float(level.factor), strong), False: (weak, q / 2)}
        for own, (first, second) in laws.items():
            for chance, place in ((first, low), (second, top), (1 - first - second, None)):
                hits, misses, tops = (np.zeros(len(FINE), np.int64) for _ in range(3))
                tops[top] = 1
                if place is not None:
                    (hits if own else misses)[place] = 1
                mean += chance / 2 * exp(Ledger(hits, misses, tops).log_wealth(level))
        assert mean <= 1 + 1e-12


def test_what_is_certified_is_below_and_near() -> None:
    """Kills a certified term with another formula than the doubles: hedged, approximate, with a
    ledger.
    """
    random = np.random.default_rng(3)
    draws = np.full(6, 1000)
    hits, misses = random.integers(0, 300, 6), random.integers(0, 100, 6)
    own = np.full(6, 520)
    ledger = Ledger(*(random.integers(0, most, len(FINE)) for most in (9, 3, 20)))
    made = Positions(
        hits,
        misses,
        own,
        draws,
        np.array([1, 1, 2, 1, 2, 1]),
        np.array([0, 0.3, 0, 0.1, 0, 0]),
        np.array([COMMON, RARE] * 3),
        np.full(6, 1 / 8),
        ledger,
    )
    for level in LEVELS:
        exact, rough = float(made.certified(level)), made.log_mixture(level)
        assert exact <= rough + 1e-9
        assert exact == pytest.approx(rough, abs=1e-3)


def test_stakes_and_shares_add_up() -> None:
    assert all(0 < s < 1 for s in (*STAKES, *FINE))
    for width in (1, 3):
        kept = LATE if width > 1 else 0  # for what is seen later to tell data sets apart
        assert sum(w for w, _ in families(width, ["number"])) == pytest.approx(1 - kept)
        book = book_of(np.random.default_rng(1).laplace(size=(2, 40, width)))
        assert book.positions is not None
        assert book.positions.weights.sum() == pytest.approx(1 - kept)
        assert all(book.told(i) for i in range(len(book.positions.hits)))


def book_of(draws: np.ndarray, law: NamedLaw | None = None, delta: float = 0.0) -> Book:
    """A book that has bet on these draws of two inputs, ten of each at a time."""
    reader = Reader()
    book = Book(exp(1), reader.words, law, delta)
    for i in range(0, draws.shape[1], 10):
        book.add(*(reader.read(x[i : i + 10]) for x in draws))
    return book


def test_no_draw_is_in_both_half_lines_of_a_leader() -> None:
    """Kills a leader whose two half lines overlap on an atom, on which it would win twice."""
    random = np.random.default_rng(5)
    for atoms in ([0.0, 1.0], [0.0, 1.0, 2.0], [0.0]):
        x = random.choice(atoms, (2, 300))
        x[1] = random.choice(
            atoms[::-1], 300, p=np.arange(1, len(atoms) + 1) / sum(range(1, len(atoms) + 1))
        )
        book = book_of(x)
        family = book.parts[0][1]
        assert np.all(family.low < family.high)
        assert len(family.leaders) == 3
        for leader in family.leaders:
            if leader.left >= 0 and leader.right >= 0:
                assert family.low[leader.left] < family.high[leader.right]


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("laplace", lambda r, n: r.laplace(size=n) / 2),
        ("gaussian", lambda r, n: r.standard_normal(n) / 2),
        (
            "discrete_laplace",
            lambda r, n: (r.geometric(0.9, n) - r.geometric(0.9, n)).astype(float),
        ),
    ],
)
def test_a_named_law_is_refuted_by_its_likelihood_ratio(name: str, draw) -> None:
    """Kills a wrong scale or a wrong direction: these laws lose at least 2 between their
    centres.
    """
    random = np.random.default_rng(9)
    x = np.array([draw(random, 600), 1 + draw(random, 600)])
    book = book_of(x, NamedLaw(name, (0.0, 1.0)))
    assert book.named is not None
    rate = {"laplace": 2.0, "gaussian": 2.0, "discrete_laplace": log(10)}[name]
    assert book.named.rate == pytest.approx(rate, rel=0.1)
    assert book.named.ledger.log_wealth(LEVELS[0]) > 10


def test_a_named_law_bets_on_nothing_that_is_allowed() -> None:
    named = Named(NamedLaw("laplace", (0.0, 1.0)), lambda o: o.columns[0], exp(1), 0.0, rate=0.99)
    some = Outputs(np.zeros(99, np.int64), (np.linspace(-5, 6, 99),))
    named.count(some, some)
    assert not named.hits.any()
    assert not named.misses.any()


@pytest.mark.slow
def test_innocents_are_seldom_accused() -> None:
    """Kills a bet with an edge: 60 runs on each innocent at alpha = 1/20, of which 27 of 540 may be
    accused on average and more than 48 with a probability below 10^-4.
    """
    from tests.lab.auditors.catalogue import INNOCENT
    from tests.lab.auditors.ours import run

    hits = sum(
        run(row, 2000, (Fraction(1, 20),)).needed[0] is not None
        for row, _ in product(INNOCENT.values(), range(60))
    )
    assert hits <= 48


@pytest.mark.filterwarnings("error")
def test_outputs_beyond_doubles_are_bet_on_in_silence() -> None:
    """Kills a warning of NumPy that reaches the terminal of whoever audits."""
    draws = np.random.default_rng(2).laplace(size=(2, 40, 2))
    draws[:, ::5] *= 1e306
    draws[0, 3], draws[1, 4] = (np.inf, -np.inf), (-1.5e308, -1.5e308)
    assert book_of(draws).positions is not None
