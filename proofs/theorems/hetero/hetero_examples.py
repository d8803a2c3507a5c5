"""The examples, Remark 2, and the sentences of the experiments that can be computed.

Claim.       Example 1: FME saturates at sqrt 2 exactly, ADPM at 17. Example 2: the squared error is 81/1600 + 200/n^2.
             Remark 2 is exact. LDPE errs at least as much as ADPM and never saturates; UNI can be
             arbitrarily worse; PropDPM is worse beyond R e1. Table II's entries for ADPM, PropDPM,
             LDPE, FME and UNI, on evenly spaced log eps.
Source.      hetero Examples 1 and 2, Remark 2, Section IV, Table II, Figures 1, 3 and 4, Appendix D.
Derivation.  (1) Two independent unbiased estimates of errors E1, E2 combine to at least E1 E2/(E1 + E2). (2) LDPE has
             the squared error of the same weights with the sum of the two groups' squared scales
             where ADPM has the greater one. (3) FME as in `vectors/hetero.md`: c_i = min(eps_i, h),
             h^2 = 1/(n - k), k the least with eps_(k+1)^2 (n - k) > 1; among equal epsilons the
             first decides. (4) Table II: variance 1/25 of Beta(2, 3); natural logarithms; 10^3
             epsilons at the midpoints of 10^3 equal parts of the range of log eps, cut to six
             decimals. SM is left out: it is random, and not private (`hetero_privacy`).
Trusted.     monotone_by_derivative.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from dpmean.exact import enclosure, reals
from dpmean.mechanisms.hetero import fme, ldpe, sm, weights
from dpmean.mechanisms.hetero import minimax as hetero
from dpmean.mechanisms.hetero.adpm import Adpm
from dpmean.mechanisms.hetero.affine import affine_error
from dpmean.mechanisms.hetero.fme import Fme
from dpmean.mechanisms.hetero.ldpe import Ldpe
from dpmean.mechanisms.hetero.propdpm import PropDpm
from dpmean.mechanisms.hetero.stretching import Stretching
from dpmean.mechanisms.hetero.uni import Uni

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, decomposition, exhaustive, identity, positive
from ...theorem import Theorem, rows

G = Ring({"n": POSITIVE, "f": UNIT, "e": POSITIVE, "d": POSITIVE, "s": POSITIVE})
E = Ring({"a": POSITIVE, "b": POSITIVE, "u": NONNEGATIVE, "m": POSITIVE, "e": POSITIVE})
HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
TABLE_II: dict[str, tuple[Any, str, str]] = {
    "ADPM": (Adpm, "-9.3", "-8.1"),
    "PropDPM": (PropDpm, "-9.0", "-8.1"),
    "LDPE": (Ldpe, "-7.2", "-1.3"),
    "FME": (Fme, "-6.2", "-6.2"),
    "UNI": (Uni, "-5.1", "-7.1"),
}


def group_error(size: Any, e: Any) -> Any:
    """Return the squared error of one group's mean, 1/(4 n_g) + 2/(n_g e)^2."""
    return ldpe.group_error(size, 1 / (size * e))


def ldpe_error(n: Any, f: Any, e: Any, d: Any) -> Any:
    """Return LDPE's squared error, E1 E2/(E1 + E2)."""
    one, two = group_error(n * f, e), group_error(n * (1 - f), d)
    return one * two / (one + two)


def squared(x: Any) -> Fraction:
    """Return x^2, for a rational or the square root of one."""
    if isinstance(x, Fraction):
        return x * x
    if (x.op, x.extra) != ("root", 2):
        raise ValueError(f"no square root: {x}")
    return Fraction(x.args[0])


def example_1(second: Fraction) -> bool:
    """Tell whether Example 1 holds at n = 10^4, f = 1/2, e1 = 1/100.

    FME's ratio of weights, squared, is 2 from e2 = sqrt(2)/100 on, and ADPM's is that of e2, at
    most 17.
    """
    low = Fraction(1, 100)
    vector = [low] * 5000 + [second] * 5000
    shares, w = fme.shares(vector, fme.threshold(vector)), weights.weights(vector)
    return squared(shares[-1]) / squared(shares[0]) == min((second / low) ** 2, Fraction(2)) and w[
        -1
    ] / w[0] == min(second / low, Fraction(17))


def example_2(n: int) -> bool:
    """Return the stretching mechanism's error for n records of 1/2.

    Half of the users have epsilon 1/100, half have 1/10.
    """
    mechanism = Stretching((Fraction(1, 100),) * (n // 2) + (TENTH,) * (n // 2), -HALF, HALF)
    return mechanism.mse(HALF, Fraction(0)) == Fraction(81, 1600) + Fraction(200, n**2)


@cache
def spaced(low: int, high: int) -> tuple[Fraction, ...]:
    """Return 10^3 epsilons, evenly spaced in their logarithm."""
    return tuple(
        Fraction(
            enclosure.floor(reals.exp(low + Fraction((high - low) * (2 * i + 1), 2000)) * 10**6),
            10**6,
        )
        for i in range(1000)
    )


def as_in_table_ii(method: str) -> bool:
    """Tell whether both logarithms of a method are within 1/10 of those that Table II prints.

    They are of the shipped mechanism's error for the mean 2/5 and the variance 1/25.
    """
    mechanism, *column = TABLE_II[method]
    for printed, (low, high) in zip(column, ((-4, 2), (-3, -2)), strict=True):
        error = mechanism(spaced(low, high)).mse(Fraction(2, 5), Fraction(1, 25))
        if (
            enclosure.compare(error, reals.exp(Fraction(printed) - TENTH)) < 0
            or enclosure.compare(error, reals.exp(Fraction(printed) + TENTH)) > 0
        ):
            return False
    return True


def fme_errs_no_less(n: int) -> bool:
    """Tell whether FME errs at least as much as UNI, as in Figure 1 (A): uniform records, half of n
    users with epsilon 1/10, half with 3/20.
    """
    users = (TENTH,) * (n // 2) + (Fraction(3, 20),) * (n // 2)
    one, other = (made(users).mse(HALF, Fraction(1, 12)) for made in (Fme, Uni))
    return enclosure.compare(one, other) >= 0


def adpm_errs_no_more(second: int) -> bool:
    """Tell whether ADPM errs at most as much as PropDPM for uniform records of two users, with
    epsilon 1 and `second`.
    """
    users = (Fraction(1), Fraction(second))
    one, other = (made(users).mse(HALF, Fraction(1, 12)) for made in (Adpm, PropDpm))
    return enclosure.compare(one, other) <= 0


STEPS = (
    exhaustive(
        "Example 1: FME keeps the ratio sqrt 2, ADPM goes to 17",
        lambda: [Fraction(x, 1000) for x in (10, 14, 15, 20, 100, 169, 170, 171, 1000, 5000)],
        example_1,
    ),
    exhaustive(
        "R = 17 there",
        lambda: [hetero.ratio(10**4, Fraction(1, 2), Fraction(1, 100))],
        lambda r: r == 17,
    ),
    identity(
        "Example 2: weights 1/(10 n) and 1/n of n/2 users each have the bias 9/40, whose "
        "square is 81/1600, and the noise has variance 200/n^2",
        G,
        lambda n: (
            affine_error(
                0, 0, 2 * (1 / (n * TENTH)) ** 2, (n / 2 * (TENTH / n + 1 / n) - 1) * HALF
            ),
            Fraction(81, 1600) + 200 / n**2,
        ),
    ),
    exhaustive(
        "Example 2: that is the shipped mechanism's error for 2, 4, ..., 40 users",
        lambda: range(2, 42, 2),
        example_2,
    ),
    decomposition(
        "two estimates combine to no less than E1 E2/(E1 + E2), which the weight E2/(E1 + E2) "
        "attains",
        E,
        lambda a, b, u: (u**2 * a + (1 - u) ** 2 * b - a * b / (a + b), [(a + b, u - b / (a + b))]),
    ),
    identity(
        "Remark 2: with E1 = 1/(4 n f) + 2/(n f e1)^2, E2 = 1/(4 n (1 - f)) that is Theorem 1 (B)",
        G,
        lambda n, f, e: (
            (lambda one, two: one * two / (one + two))(
                group_error(n * f, e), 1 / (4 * n * (1 - f))
            ),
            hetero.saturated(n, f, hetero.ratio_form(n, f, e)),
        ),
    ),
    identity(
        "LDPE: a group's part is that of the weights u/n_g, its noise counted by itself",
        E,
        lambda u, m, e: (u**2 * group_error(m, e), m * (u / m) ** 2 / 4 + 2 * (u / m / e) ** 2),
    ),
    positive(
        "LDPE errs more than ADPM at e1 = e2",
        G,
        lambda n, f, e: ldpe_error(n, f, e, e) - hetero.proportional(n, f, e, e),
    ),
    positive(
        "LDPE falls with e2 for ever",
        G,
        lambda n, f, e, d: -ldpe_error(n, f, e, d).derivative("d"),
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "PropDPM errs more than ADPM beyond R e1",
        G,
        lambda n, f, e, s: (
            hetero.proportional(n, f, e, (hetero.ratio_form(n, f, e) + s) * e)
            - hetero.saturated(n, f, hetero.ratio_form(n, f, e))
        ),
    ),
    positive(
        "UNI errs by more than 1/4 with n public users and one of epsilon 1/(n + 1)^2, ADPM by "
        "at most 1/(4n)",
        G,
        lambda n: group_error(n + 1, 1 / (n + 1) ** 2) - Fraction(1, 4),
    ),
    positive(
        "ADPM errs less than the public users alone",
        G,
        lambda n, e: (
            1 / (4 * n)
            - hetero.saturated(n + 1, 1 / (n + 1), hetero.ratio_form(n + 1, 1 / (n + 1), e))
        ),
    ),
    positive(
        "SM: p_i is at most e^(eps_i - t)",
        G,
        lambda e, s: (1 + e) / (1 + e + s) - sm.sampling_probability(1 + e, 1 + e + s),
    ),
    counterexample(
        "and positive for finite t: e^eps_i = 2, e^t = 3",
        lambda most: sm.sampling_probability(Fraction(2), most) == 0,
        Fraction(3),
    ),
    identity(
        "Figure 1 (A): R = 1 + 1600/n, so weights are proportional up to n = 3200",
        G,
        lambda n: (hetero.ratio_form(n, Fraction(1, 2), TENTH), 1 + 1600 / n),
    ),
    identity(
        "FME, nobody below h = 1/sqrt n: the noise has variance 2/n, n = m^2",
        E,
        lambda m: (2 * (1 / (m**2 * (1 / m))) ** 2, 2 / m**2),
    ),
    counterexample("Figure 1 (A), n = 100: FME errs less than UNI", fme_errs_no_less, 100),
    counterexample(
        "uniform records, eps = 1 and 10: PropDPM errs less than ADPM",
        adpm_errs_no_more,
        10,
        lambda: range(2, 10),
    ),
    exhaustive(
        "Table II on evenly spaced log eps: five methods, both columns, to 0.1",
        lambda: TABLE_II,
        as_in_table_ii,
    ),
    exhaustive(
        "in its second column nothing saturates: ADPM is PropDPM",
        lambda: [spaced(-3, -2)],
        lambda e: weights.granted(e) == e,
    ),
)


def holds(alpha: Fraction, epsilon: Fraction, extra: Fraction, n: int) -> bool:
    """Check that LDPE errs at least as much as ADPM for n + 2 users in two groups."""
    k = 1 + int(alpha * n)
    total = n + 2
    low, high = epsilon, epsilon * (1 + extra)
    users, error = (
        (low,) * k + (high,) * (total - k),
        ldpe_error(total, Fraction(k, total), low, high),
    )
    # which takes users of one epsilon for one group
    shipped = low == high or Ldpe(users).mse(HALF, HALF**2) == error
    return bool(shipped and error >= weights.objective(users))


LDPE = (
    "LDPE: a group's part is that of the weights u/n_g, its noise counted by itself",
    "LDPE errs more than ADPM at e1 = e2",
    "LDPE falls with e2 for ever",
)
ONE, TWO = (
    "Example 1: FME keeps the ratio sqrt 2, ADPM goes to 17",
    (
        "Example 2: weights 1/(10 n) and 1/n of n/2 users each have the bias 9/40, whose "
        "square is 81/1600, and the noise has variance 200/n^2",
        "Example 2: that is the shipped mechanism's error for 2, 4, ..., 40 users",
    ),
)


THEOREM = Theorem(
    id="hetero_examples",
    title="The examples and what the experiments say",
    statement="Examples 1 and 2, Remark 2 and the comparisons of Section IV with LDPE, UNI, PropDPM "
    "and FME hold as stated; Table II for five of its methods",
    source="hetero Examples 1 and 2, Remark 2, Section IV, Appendix D",
    steps=STEPS,
    depends_on=("adpm_weights", "hetero_privacy"),
    holds=holds,
    claims=rows(__file__),
)
