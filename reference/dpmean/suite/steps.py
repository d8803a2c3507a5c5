"""The names of all steps of the mechanisms, as the pages of `vectors/` list them; `*` stands for a
number.

Our own implementation exposes every one of them.
"""

from __future__ import annotations

STEPS = (
    *(
        "clipped",
        "sum",
        "count",
        "noisy_sum",
        "noisy_count",
        "s1",
        "s2",
        "noisy_s1",
        "noisy_s2",
        "ratio",
        "mean",
    ),
    *("exact_mean", "noisy_mean", "exact_sum", "residuals"),
    *("category", "response"),
    *(
        "weights",
        "weighted_mean",
        "group_means",
        "group_weights",
        "noisy_means",
        "sampled_sum",
        "divisor",
    ),
    *(
        "named_sum",
        "bins",
        "counts",
        "noisy_counts",
        "winner",
        "coarse",
        "inside_sum",
        "below",
        "above",
        "fine",
    ),
    *("size", "sample", "shuffled", "block_means"),
    *(
        "sorted",
        "middles",
        "squared_norms",
        "threshold_middles",
        "threshold_counts",
        "threshold_noisy_counts",
    ),
    *(
        "threshold_squared",
        "rotated",
        "median_*_middles",
        "median_*_counts",
        "median_*_noisy_counts",
        "center",
    ),
    *(
        "shifted",
        "mean_around_center",
        "estimate",
        "buckets",
        "clipped_*",
        "sum_*",
        "noisy_sum_*",
        "center_*",
    ),
    *("products_*", "noisy_products_*", "whitening_*"),
    *(
        "user_*_bins",
        "user_*_values",
        "user_*_round_*",
        "user_*_median_*_*",
        "user_*_threshold_*",
        "user_*_mean_*",
    ),
    *(
        "median_*_*_shuffled",
        "median_*_*_sum",
        "threshold_*_shuffled",
        "threshold_*_sum",
        "mean_*_shuffled",
    ),
    "mean_*_sum",
)
