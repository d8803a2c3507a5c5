"""Noise for a given (epsilon, delta): searched by what the privacy loss is, a normal variable.

Under P the loss of Gaussian noise is normal with mean m = D^2/(2 sigma^2) and variance 2 m, under Q
with mean -m; delta = P(loss > epsilon) - e^epsilon Q(loss > epsilon), which grows with m. The
largest rho of a pair is searched by the epsilon that each rho has.
"""

from fractions import Fraction

import sharper_accounts
from mpmath import iv
from normal_law import HALF, signed, upper
from params import decay, sensitivity
from quantities import sharpest
from roots import root
from stream import Open, at_most
from trilemma.params import growth_factor, real, share
from values import MorePrecision, ends, ivf, require


def sigma(params):
    d, delta = sensitivity(params), share(params)
    e, grown = real(decay(params).rate()), real(growth_factor(params))

    def beyond(m, mean):
        y = e - ivf(mean)
        try:
            return ivf(HALF) if ends(y) == (0, 0) else ivf(upper(y**2 / ivf(2 * m), signed(y)))
        except MorePrecision:
            raise Open from None

    def enough(m):
        return not at_most(real(delta), beyond(m, m) - grown * beyond(m, -m))

    return ivf(d) / iv.sqrt(2 * root(enough))


def classical_sigma(params):
    d, delta, e = sensitivity(params), share(params), real(decay(params).rate())
    require(not at_most(1, e), "epsilon", "the classical formula is known to hold below 1 only")
    return ivf(d) * iv.sqrt(2 * (iv.log(5) - iv.log(4) - iv.log(real(delta)))) / e


def largest_rho(params):
    """Printed: the root of rho + 2 sqrt(rho c) = epsilon; else of the epsilon of the best order."""
    e, delta = real(decay(params).rate()), share(params)

    def before(rho):
        if not rho:
            return True
        if params.get("constants", "paper") == "paper":
            cost = -iv.log(real(delta))
            return not at_most(e, ivf(rho) + 2 * iv.sqrt(ivf(rho) * cost))
        given = {"rho": str(Fraction(rho)), "delta": str(delta)}
        return not at_most(e, real(sharper_accounts.zcdp_epsilon(given)))

    return root(before)


QUANTITIES = {"sigma": sigma, "classical_sigma": classical_sigma}


def answer(quantity, params):
    return sharpest(lambda: QUANTITIES[quantity](params))
