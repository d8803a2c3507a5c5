"""Why a name of the catalogue has no derivation: one word for a class of reasons, and what the word
means.

Every name has a derivation or a word here, and none has both (`tests/deriving/test_reasons.py`).
"""

from __future__ import annotations

MEANING = {
    "inverse": "the inverse of a function that only rises (a distribution function, or a privacy loss): "
    "it has no closed form, and is found by a certified search",
    "search": "the best of finitely many candidates: it is found by comparing them, and has no "
    "closed form",
    "algorithm": "the outcome of an algorithm on a list of epsilons (it sorts, cuts, and divides): no "
    "law is summed",
    "release": "the exact error of a release: the moments of the derived noise, put together by the "
    "mechanism's rule",
    "calibration": "a parameter of a mechanism, set by its rule from a budget or a failure probability: a "
    "definition",
    "accounting": "what guarantees add up to: a rule about all mechanisms with a guarantee, and not "
    "about one law",
    "bound": "an inequality over all data or all mechanisms: an argument, and not the sum or "
    "integral of one law",
    "arithmetic": "arithmetic of a few rational numbers: the formula that `dpmean value` prints is all "
    "there is",
}
_PROVED = " (its theorem: `dpmean prove`, in a checkout)"

_NAMES = {
    "inverse": """
        discrete_gaussian.quantile discrete_laplace.quantile discrete_staircase.quantile gaussian.quantile
        student_t.quantile gaussian.sigma count.sigma bounded_sum.sigma
        count.half_width bounded_sum.half_width histogram.half_width histogram.least_threshold""",
    "search": """
        discrete_hourglass.optimal_gamma discrete_staircase.optimal_gamma norm_clipped_mean.optimal_threshold""",
    "arithmetic": """
        transformation.matrix transformation.inverse transformation.radius transformation.ball_area
        instance.neighbour_upper_bound instance.local_sensitivity_least""",
    "algorithm": """
        adpm.saturation adpm.weights adpm.granted adpm.objective adpm.noise_scale uni.noise_scale propdpm.weights
        propdpm.noise_scale stretching.weights stretching.noise_scale fme.weights fme.noise_scale ldpe.group_weights
        ldpe.noise_scales sm.probabilities hetero.ratio hetero.critical_epsilon""",
    "release": """
        adpm.mse uni.mse propdpm.mse stretching.mse fme.mse ldpe.mse sm.mse name_and_shame.mse student_t_mean.mse
        count.variance count.expected count.mse bounded_sum.variance bounded_sum.expected bounded_sum.mse
        histogram.variance histogram.expected histogram.mse randomized_response.mse""",
    "accounting": """
        student_t.privacy_loss group.epsilon group.delta group.rho replacement.epsilon replacement.delta zcdp.rho
        zcdp.epsilon zcdp.delta composition.advanced_epsilon composition.advanced_delta composition.delta
        composition.epsilon composition.renyi zcdp.largest_rho shuffling.epsilon shuffling.delta
        unknown_size.count_delta unknown_size.total_epsilon unknown_size.total_delta privquant.rho
        quantile_clipped_mean.rho shifted_clipped_mean.rho dpucoarse.lone_bin_delta
        histogram.delta randomized_response.epsilon randomized_response.hockey_stick randomized_response.renyi""",
    "bound": """
        hetero.upper_bound hetero.lower_bound hetero.sharper_lower_bound hetero.vector_lower_bound trilemma.lower_bound
        trilemma.lower_bound_of_moment trilemma.general_lower_bound trilemma.third_condition trilemma.least_bias
        trilemma.pure_mean_bound trilemma.zcdp_mean_bound bernoulli.risk_bound bernoulli.minimax_risk
        trilemma.clipped_mean_mse_bound trilemma.clipped_mean_margin trilemma.combined_mean_mse_bound
        trilemma.combined_mean_margin trilemma.upper_bound student_t_mean.smooth_bound dpucoarse.success
        dpumean.first_size dpumean.mse_bound privquant.rank_error norm_clipped_mean.error_bound
        quantile_clipped_mean.rank_error shifted_clipped_mean.rank_error instance.two_point_probability
        instance.neighbour_lower_bound instance.neighbour_lower_bound_zcdp instance.interior_point_size
        instance.rank_error_lower_bound instance.optimality_ratio instance.worst_case_lower_bound
        quantile_clipped_mean.error_bound gaussian_norm.radius rotation.spread gaussian_mean.radius
        shifted_clipped_mean.error_bound gaussian_mean.error_bound""",
    "calibration": """
        dpucoarse.threshold dpucoarse.noise_scale dpumean.noise_scale dpumean.clip unknown_size.half_width
        student_t_mean.smoothness student_t_mean.tau privquant.iterations privquant.noise_variance
        norm_clipped_mean.noise_variance quantile_clipped_mean.rank quantile_clipped_mean.threshold_noise_variance
        quantile_clipped_mean.noise_variance shifted_clipped_mean.median_noise_variance
        shifted_clipped_mean.threshold_noise_variance shifted_clipped_mean.noise_variance shifted_clipped_mean.rank
        coinpress_mean.clip coinpress_mean.noise_variance coinpress_mean.radius coinpress_scaled_mean.product_clip
        coinpress_scaled_mean.product_variance coinpress_scaled_mean.slack local_coordinate_mean.keep
        local_coordinate_mean.half_width local_coordinate_mean.noise_variance local_clipped_mean.median_keep
        local_clipped_mean.threshold_keep local_clipped_mean.noise_variance local_clipped_mean.rank
        shuffled_clipped_mean.median_epsilon shuffled_clipped_mean.threshold_epsilon shuffled_clipped_mean.mean_epsilon
        shuffled_clipped_mean.rank shuffled_clipped_mean.clip shuffled_clipped_mean.share_variance
        shuffled_clipped_mean.coordinate_epsilon shuffled_clipped_mean.coordinate_delta
        shuffled_clipped_mean.coordinate_bound gaussian_mean.universe count.sensitivity count.scale count.sigma_squared
        bounded_sum.sensitivity bounded_sum.scale bounded_sum.sigma_squared gaussian.classical_sigma
        histogram.sensitivity histogram.squared_sensitivity histogram.scale histogram.sigma_squared
        randomized_response.truth""",
}
WORDS: dict[str, str] = {name: word for word, names in _NAMES.items() for name in names.split()}


def reason(name: str) -> str:
    """Returns the reason of a name without a derivation: its word, and what that means."""
    word = WORDS[name]
    return f"{word}: {MEANING[word]}{_PROVED if word in ('accounting', 'bound') else ''}"
