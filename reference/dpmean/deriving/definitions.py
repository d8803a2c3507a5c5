"""The definition that the derivations of a law start from, in one sentence each, and what the
letters stand for.
"""

from __future__ import annotations

_STEPS = "step 0 is |x| < gamma D, step j >= 1 is (j - 1 + gamma) D <= |x| < (j + gamma) D"
_POINTS = (
    "i = x m/D is an integer and g = gamma m; step 0 is |i| < g, step j >= 1 is (j - 1) m + g "
    "<= |i| < j m + g"
)

DEFINITIONS = {
    "laplace": "the density is proportional to e^(-epsilon |x|/D)",
    "discrete_laplace": "the mass of an integer k is proportional to t^|k|, t = e^(-epsilon/D)",
    "staircase": f"the density is A b^j on step j of |x|; {_STEPS}",
    "discrete_staircase": f"the mass is A b^j on step j of |x|; {_POINTS}",
    "staircase2d": "the density is A b^j on step j of r = |x| + |y|; "
    "step 0 is r < gamma D, step j >= 1 is (j - 1 + gamma) D <= r < (j + gamma) D",
    "hourglass": "on the diagonals x + y = k D, k an integer, the density in x is C b^(|J| + |k - J|), "
    f"J the step of |x| with the sign of x; {_STEPS}",
    "discrete_hourglass": "on the diagonals x + y = k D, k an integer, the mass is C b^(|J| + |k - J|), J the "
    f"step of |x| with the sign of x; {_POINTS}",
    "gaussian": "the density is proportional to e^(-x^2/(2 sigma^2))",
    "discrete_gaussian": "the mass of an integer k is proportional to e^(-k^2/(2 sigma^2))",
    "student_t": "the density is proportional to (1 + y^2)^(-(d + 1)/2), y = x/(scale sqrt(d))",
    "minimax": "the least variance of a staircase of sensitivity 1",
    "independent_mean": "Algorithm 1: (sum + Zs)/(count + Zn), each with Laplace noise of epsilon/2; to first "
    "order its error is (Zs - mean Zn)/n",
    "shifted_mean": "Algorithm 2: the same for records moved by the middle of the bounds; to first order "
    "its error is (Zs - (mean - middle) Zn)/n",
    "bounded_mean": "Algorithm 2 with the noise of the count rounded to an integer; to first order its "
    "error is (Zs - (mean - middle) K)/n",
    "transformed_mean": "Algorithm 3: (s1 + Z1)/(s1 + Z1 + s2 + Z2) for s1 = sum of (x - lower)/(upper - "
    "lower) and s2 = n - s1; to first order its error is ((1 - alpha) Z1 - alpha Z2)/n, "
    "alpha = s1/n",
    "addremove": "the leading constant of the algorithm's squared error over n^2, without 1 + o(1)",
    "sized_mean": "the mean of n records in [lower, upper], n public, with Laplace noise",
}
LETTERS = {
    "b": "e^-epsilon",
    "D": "sensitivity",
    "gamma": "width of the central step over 2 D",
    "t": "e^(-epsilon/D)",
    "g": "gamma m",
    "m": "lattice points per sensitivity",
    "i": "x m/D, a lattice point",
    "J": "step of |x| with the sign of x",
    "j": "the step of the point",
    "h": "at_epsilon",
    "l": "the step of |x| + |y|",
    "s": "|shift| in lattice steps",
    "u": "|shift_x + shift_y|",
    "alpha": "s1/n",
    "S1": "sum of e^(-n^2/(2 v)) over n >= 1",
    "v": "|shift_x - shift_y|",
    "sigma": "sqrt(sigma_squared)",
    "P": "probability",
}
