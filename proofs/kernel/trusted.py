"""What is taken without a machine proof: a few lemmas of analysis, and results cited from elsewhere. Nothing else.

A step that uses a lemma names it, and the report prints the list. Everything here is textbook material; each entry
says exactly what is used.
"""

LEMMAS: dict[str, str] = {
    "powers_decay": "for 0 <= r < 1 and a polynomial p, r^k p(k) -> 0 as k -> infinity",
    "densities_decide": "if f(z) <= e^eps f(z - s) for every z, then P(Z in S) <= e^eps P(Z + s in S) for every "
    "measurable S: integrate",
    "post_processing": "a function of an epsilon-DP output, which does not look at the data again, is epsilon-DP",
    "fubini": "sums and integrals of nonnegative terms may be taken in any order (Tonelli), of absolutely convergent "
    "ones too (Fubini)",
    "primitive": "the integral over [p, q] of the derivative of F is F(q) - F(p)",
    "product_rule": "(u v)' = u' v + u v' for differentiable u and v",
    "monotone_by_derivative": "a function with positive derivative on an interval increases there; between consecutive "
    "zeros of the derivative it is monotone",
    "intermediate_value": "a continuous function with values of both signs at the ends of an interval has a zero in "
    "between",
    "cauchy_schwarz": "E|UV| <= sqrt(E U^2 E V^2)",
    "expectation_is_monotone": "U <= V everywhere implies E U <= E V; expectation is linear",
    "dominated_convergence": "limits pass through expectations of integrands dominated by one integrable function",
    "union_bound": "P(A or B) <= P(A) + P(B)",
    "power_series": "sinh, cosh and exp equal their power series; if no coefficient of a power series is negative, it "
    "is nonnegative for h >= 0",
    "exp_and_log": "e^x is continuous and increasing, e^(x + y) = e^x e^y, e^x >= 1 + x",
    "extreme_rays": "a point of a closed pointed polyhedral cone is a nonnegative combination of its extreme rays, and "
    "an extreme ray in k + 1 dimensions has k independent tight constraints (Minkowski)",
    "bayes": "the largest risk over a family is at least the average risk under any prior on it",
    "riemann_sum": "for an increasing F on [0, 1], the mean of F at theta + i/m, i = 0..m-1, 0 <= theta <= 1/m, is "
    "within (F(1) - F(0))/m of the integral",
    "poisson": "for a > 0, a real c and an even p, the sum over integers k of (k - c)^p e^(-a (k - c)^2) is the sum "
    "over integers n of the Fourier transform of x^p e^(-a x^2) at 2 pi n, times cos(2 pi n c)",
    "convexity": "a convex function on a segment is largest at an end",
    "total_variation": "TV(P, Q) = sup of P(A) - Q(A) = 1 - the integral of min(p, q) is a metric and does not grow "
    "under a common kernel; |E_P g - E_Q g| <= (sup g - inf g) TV(P, Q)",
    "holder": "E UV <= (E U^p)^(1/p) (E V^q)^(1/q) for U, V >= 0, p, q > 1, 1/p + 1/q = 1",
    "cauchy_morera": "a continuous function on an open set of the plane is analytic exactly when its integral over "
    "every closed contour in every disc of that set is 0",
    "identity_theorem": "two analytic functions on a connected open set that agree on an interval are equal",
    "hoeffding": "independent X_i in [0, 1], n of them: P(sum <= E sum - s) <= e^(-2 s^2/n) for s >= 0",
    "uniform_shift": "if U is uniform on [0, 1), so is U + c - floor(U + c), and 1 - U is uniform on (0, 1]; P(U in A) "
    "= 0 for finite A",
    "pinsker": "TV(P, Q)^2 <= KL(P, Q)/2, and the divergences of independent coordinates add up",
}

CITED: dict[str, str] = {
    "Dwork-Roth 2014": "the definition of differential privacy, group privacy, composition and post-processing",
    "Geng-Viswanath 2014": "R_sw(epsilon) = (u - l)^2 sigma^2(epsilon); that a staircase minimises every monotone loss "
    "among all noise laws",
    "Geng-Kairouz-Oh-Viswanath 2015": "the two-dimensional staircase is optimal for the l1 cost on l1 balls",
    "Hardt-Talwar 2010": "the K-norm mechanism on a convex body that contains the sensitivity space is epsilon-DP",
    "Kamath et al. 2023": "their generic conversion from the swap to the add-remove model, with its constant",
    "Kamath-Singhal-Ullman 2020": "their Theorem 3.8: a private mean of laws with mean in [-1, 1] and variance at most "
    "1 errs by at least 1/(n (epsilon + delta)) in square, up to a constant",
    "Feldman-McMillan-Talwar 2021": "their Theorem 3.8: privacy amplification by shuffling for local randomisers that "
    "are (epsilon, delta)-DP",
    "complex analysis": "Cauchy's, Morera's and the identity theorem (textbooks)",
    "measure theory": "the dominated convergence theorem and Fubini's theorem (textbooks)",
    "Karwa-Vadhan 2018": "Theorem 1.1: the error at which the mean of a Gaussian of unknown location can be estimated "
    "privately",
    "Kamath-Li-Singhal-Ullman 2019": "Theorem 5: the lower bound on the error of private Gaussian mean estimation",
    "Bun-Steinke 2016": "zero-concentrated DP: the Gaussian mechanism, composition, conversions, group privacy",
    "Ailon-Chazelle 2009": "a random sign flip and a Hadamard transform spread every vector over all coordinates",
    "Laurent-Massart 2000": "the tail of a chi-square variable",
    "Cormode-Kulkarni-Srivastava 2019": "range counts under local DP by a hierarchy of noisy histograms",
    "Balle-Bell-Gascon-Nissim 2020": "sums in the shuffle model by split and mix: how many shares hide each user's "
    "number",
    "Ghazi-Golowich-Kumar-Pagh-Velingker 2021": "range counts in one round of the shuffle model",
    "Amin et al. 2019": "clipping bounds may be chosen privately when none are known",
}
