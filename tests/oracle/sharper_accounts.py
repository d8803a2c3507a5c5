"""Sharper accounts of privacy, each from the two laws that it is about: orders tried by the sign of
a derivative, the law of k coins step by step, the law of what clones and the changed block say cell
by cell, ranked by its likelihood ratio.
"""

from fractions import Fraction
from math import comb, factorial

from mpmath import iv
from normal_law import order_of
from params import decay, positive_integer, ratio
from roots import root
from stream import Open, at_most, plus, product, quotient
from trilemma.params import at_least_zero, growth_factor, real, share
from values import MorePrecision, Unsupported, ivf, number, plus_part, require

STEPS = 300  # releases that are composed one after the other; the law of more is written down
CELLS = 600  # blocks whose cells are listed


# ---- zero-concentrated DP: E e^((a - 1) L) <= e^((a - 1) a rho) for every order a > 1 ----


def exponent(a, rho, h):
    """log of max over losses of (1 - e^(h - L))^+ e^(-(a - 1) L), times the moment."""
    return (a - 1) * (a * real(rho) - h) - iv.log(a - 1) + a * iv.log(1 - 1 / a)


def zcdp_delta(params):
    rho, at = at_least_zero(params, "rho"), ratio(params)
    if not rho:  # both laws are one
        return (
            plus_part(1 - at.value)
            if at.value is not None
            else plus_part(1 - at.interval())
            if at.log()
            else Fraction(0)
        )
    h = real(at.log())

    def falls(x):
        return not at_most(h, (2 * (1 + real(x)) - 1) * real(rho) + iv.log(real(x) / (1 + real(x))))

    return iv.exp(exponent(1 + root(falls), rho, h))


def zcdp_epsilon(params):
    """Each order has its epsilon, (1 + x) rho + M(x)/x for the order 1 + x; M' = log(x/(1 + x))."""
    rho, delta = at_least_zero(params, "rho"), share(params)
    if not rho:
        return Fraction(0)

    def rest(x):
        return -iv.log(real(delta)) + (1 + x) * iv.log(x / (1 + x)) - iv.log(x)

    def falls(x):
        x = real(x)
        return not at_most(rest(x), real(rho) * x * x + x * iv.log(x / (1 + x)))

    x = root(falls)
    return plus_part((1 + x) * real(rho) + rest(x) / x)


def zcdp_rho(params):
    """The divergence of order 1 of a coin of e^epsilon : 1 from the opposite one."""
    g, e = growth_factor(params), decay(params).rate()
    return plus(
        product(quotient(g, plus(g, Fraction(1))), e),
        product(quotient(Fraction(-1), plus(g, Fraction(1))), e),
    )


# ---- k releases, each a coin that tells the truth with odds e^epsilon : 1, or everything with probability delta ----


def coins(g, k):
    """[(P, Q)] by the number of lies."""
    true, lie = quotient(g, plus(g, Fraction(1))), quotient(Fraction(1), plus(g, Fraction(1)))
    if k > STEPS:
        p, q, laws = ivf(true) ** k, ivf(lie) ** k, []
        for l in range(k + 1):
            laws.append((p, q))
            p, q = p * (k - l) / ((l + 1) * ivf(g)), q * (k - l) * ivf(g) / (l + 1)
        return laws
    laws = [(Fraction(1), Fraction(1))]
    for _ in range(k):
        zero = (Fraction(0), Fraction(0))
        laws = [
            (plus(product(p, true), product(a, lie)), plus(product(q, lie), product(b, true)))
            for (p, q), (a, b) in zip([*laws, zero], [zero, *laws])
        ]
    return laws


def caught(laws, r):
    """The divergence of two laws at e^h = r."""
    total = Fraction(0)
    for p, q in laws:
        total = plus(total, plus_part(plus(p, -product(r, q))))
    return total


def some_failure(delta, k):
    """The probability that one release, or several, say everything."""
    return (
        1 - (1 - delta) ** k
        if k * delta.denominator.bit_length() < 4000
        else 1 - iv.exp(k * iv.log(ivf(1 - delta)))
    )


def composed(params):
    k, delta = positive_integer(params, "releases"), number(params, "delta")
    require(0 <= delta <= 1, "delta", "delta must lie in [0, 1]")
    return coins(growth_factor(params), k), some_failure(delta, k), k


def composition_delta(params):
    laws, failed, _ = composed(params)
    at = ratio(params)
    r = at.value if at.value is not None else at.interval() if at.log() else Fraction(1)
    return plus(failed, product(plus(Fraction(1), -failed), caught(laws, r)))


def composition_epsilon(params):
    laws, failed, k = composed(params)
    most = number(params, "delta1")
    require(0 < most <= 1, "delta1", "delta1 must lie in (0, 1]")
    require(at_most(failed, most), "delta1", "delta1 is below the probability of a failure")
    if most == 1:
        return Fraction(0)
    if failed == most:
        return product(Fraction(k), decay(params).rate())

    def too_much(h):
        r = iv.exp(ivf(h)) if h else Fraction(1)
        return not at_most(plus(failed, product(plus(Fraction(1), -failed), caught(laws, r))), most)

    return root(too_much) if too_much(Fraction(0)) else Fraction(0)


def composition_renyi(params):
    """The sum of P^a Q^(1 - a) over the number of lies."""
    k, a, g = positive_integer(params, "releases"), order_of(params), ivf(growth_factor(params))
    true, lie = iv.log(g / (1 + g)), -iv.log(1 + g)
    up, down = iv.exp(ivf(a) * true + ivf(1 - a) * lie), iv.exp(ivf(a) * lie + ivf(1 - a) * true)
    whole = (
        sum((comb(k, l) * up ** (k - l) * down**l for l in range(k + 1)), iv.mpf(0))
        if k <= STEPS
        else (up + down) ** k
    )
    return iv.log(whole) / ivf(a - 1)


# ---- blocks in random order: so many say what x says, so many what x' says ----


def cells(params, m):
    """(x, y, P, Q): the numbers of blocks that say the one and the other, the changed block among
    them.
    """
    require(m <= CELLS, "blocks", "too many blocks")
    q = decay(params)
    b = q.b if q.b is not None else q.power(1)
    g = quotient(Fraction(1), b)
    parts = [[Fraction(1)], [Fraction(1)]]
    for power, base in zip(parts, (b / 2, 1 - b)):
        for _ in range(m):
            power.append(product(power[-1], base))
    said, silent = parts

    def others(x, y):
        if x < 0 or y < 0:
            return Fraction(0)
        ways = Fraction(factorial(m - 1), factorial(x) * factorial(y) * factorial(m - 1 - x - y))
        return product(ways, said[x + y], silent[m - 1 - x - y])

    likely, unlikely = (
        quotient(g, plus(g, Fraction(1))),
        quotient(Fraction(1), plus(g, Fraction(1))),
    )
    for total in range(1, m + 1):
        masses = [others(x, total - 1 - x) for x in range(total)]
        for x in range(total + 1):
            one, other = (
                (masses[x - 1] if x else Fraction(0)),
                (masses[x] if x < total else Fraction(0)),
            )
            yield (
                x,
                total - x,
                plus(product(likely, one), product(unlikely, other)),
                plus(product(unlikely, one), product(likely, other)),
            )


def shuffled_growth(params):
    """e^epsilon at which the cells of the largest likelihood ratios, which grow with x/(x + y),
    catch delta1.
    """
    m, most, g = positive_integer(params, "blocks"), number(params, "delta1"), growth_factor(params)
    require(0 < most <= 1, "delta1", "delta1 must lie in (0, 1]")
    ranked = sorted(
        cells(params, m), key=lambda cell: Fraction(cell[0], cell[0] + cell[1]), reverse=True
    )
    p, q = Fraction(0), Fraction(0)
    for x, y, one, other in ranked:
        here = quotient(
            plus(product(g, Fraction(x)), Fraction(y)), plus(Fraction(x), product(g, Fraction(y)))
        )
        if x == y or at_most(here, Fraction(1)):
            break
        if at_most(most, plus(p, -product(here, q))) and (p or q):
            break
        p, q = plus(p, one), plus(q, other)
    if at_most(plus(p, -q), most):
        return Fraction(1)
    return quotient(plus(p, -most), q)


def shuffling(name, params):
    m, g = positive_integer(params, "blocks"), shuffled_growth(params)
    if name == "epsilon":
        return Fraction(0) if g == 1 else iv.log(real(g))
    if name == "delta":  # what the changed block is off by, and each other one, in both laws
        delta = number(params, "delta")
        require(0 <= delta <= 1, "delta", "delta must lie in [0, 1]")
        big = growth_factor(params)
        off = plus(
            quotient(delta, plus(big, Fraction(1))), product(Fraction(m - 1), quotient(delta, big))
        )
        return plus(number(params, "delta1"), plus(off, product(g, off)))
    raise Unsupported(f"shuffling.{name} is unknown")


KNOWN = {
    ("zcdp", "rho"): zcdp_rho,
    ("zcdp", "epsilon"): zcdp_epsilon,
    ("zcdp", "delta"): zcdp_delta,
    ("composition", "delta"): composition_delta,
    ("composition", "epsilon"): composition_epsilon,
    ("composition", "renyi"): composition_renyi,
}


def compute(name, quantity, params):
    try:
        return KNOWN[name, quantity](params) if name != "shuffling" else shuffling(quantity, params)
    except Open:
        raise MorePrecision("an order of two numbers is not decided") from None
