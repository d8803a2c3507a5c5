"""dp_auditorium (Google's differential-privacy repository): its hockey-stick and histogram testers,
both directions.

The network is trained for 1,000 steps, with at least 2 and at most 60 passes, on draws in units of
their spread: by its two passes of batches of 100 it learns little from a thousand draws. The
histogram tester's bound has at least four times the error of the other, and more for each bin, so
that it is asked with a twentieth of the error probability only and a few bins. The Renyi and MMD
testers bound other divergences: the first needs Renyi claims or compares an epsilon-DP claim with
min(epsilon, 2 a epsilon^2) at order a, which a shift of Laplace noise by little more than it may
does not exceed; the second is for pure claims by a kernel mean distance of few thousandths. They
are left out.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

NAME, ENVIRONMENT, CHECKOUT = "dp_auditorium", "auditorium", "auditorium"
SETUP = "google/differential-privacy at b5b0286e, python/dp_auditorium, with tensorflow-cpu 2.15.0"
STEPS, MOST_PASSES, BINS = 1000, 60, 8


def refutes(one: Any, other: Any, epsilon: float, delta: float, alpha: float) -> bool:
    """Whether a tester rejects in either direction."""
    from wire import flagged, loaded

    properties, configs, histograms, sticks = loaded(
        [
            f"dp_auditorium.{name}"
            for name in (
                "configs.privacy_property",
                "configs.property_tester_config",
                "testers.histogram_tester",
                "testers.hockey_stick_tester",
            )
        ],
        "dp_auditorium",
    )
    one, other = flagged(one, other)
    n = min(len(one), len(other))
    half = np.concatenate([one[: n // 2], other[: n // 2]])  # the draws that train
    low, middle, high = np.quantile(half, (0.25, 0.5, 0.75), axis=0)
    spread = np.where(high > low, (high - low) / 2, half.std(axis=0) + 1e-12)
    one, other = (
        np.clip((x[:n] - middle) / spread, -20, 20).astype(np.float32) for x in (one, other)
    )
    training = sticks.make_default_hs_training_config()
    training.batch_size = max(100, n // 2 // (STEPS // 2))
    training.training_epochs = min(
        MOST_PASSES, max(2, -(-STEPS * training.batch_size // max(1, n // 2)))
    )
    claim = properties.ApproximateDp(epsilon=epsilon, delta=delta)
    config = configs.HockeyStickPropertyTesterConfig(
        training_config=training, approximate_dp=claim, evaluation_batch_size=10_000
    )
    histogram = histograms.HistogramTester(
        configs.HistogramPropertyTesterConfig(
            test_discrete_mechanism=False,
            histogram_size=BINS,
            min_value=-4.0,
            max_value=4.0,
            approximate_dp=claim,
        )
    )
    for a, b in ((one, other), (other, one)):
        if histogram.reject_property(histogram.estimate_lower_bound(a[:, 0], b[:, 0], alpha / 40)):
            return True
        stick = sticks.HockeyStickPropertyTester(config, sticks.make_default_hs_base_model())
        if stick.reject_property(stick.estimate_lower_bound(a, b, alpha * 19 / 40)):
            return True
    return False


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
    sys.path[:0] = [str(Path(__file__).parent), f"{sys.argv[1]}/auditorium/python/dp_auditorium"]
    from wire import serve

    serve(refutes)
