"""dp_auditorium (Google's differential-privacy repository): its hockey-stick and histogram testers.

Each is asked in both directions; the error is shared among the four. The Renyi and MMD testers bound other divergences:
the first needs Renyi claims or compares an epsilon-DP claim with min(epsilon, 2 a epsilon^2) at order a, which a shift
of Laplace noise by little more than it may does not exceed; the second is for pure claims by a kernel mean distance of
few thousandths. They are left out: `page.py` says so.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

NAME, ENVIRONMENT = "dp_auditorium", "auditorium"
SETUP = "google/differential-privacy at b5b0286e, python/dp_auditorium, with tensorflow-cpu"
BINS = 32


def refutes(one: Any, other: Any, epsilon: float, delta: float, alpha: float) -> bool:
    """Whether any tester rejects in any direction."""
    from wire import loaded

    properties, configs, histograms, sticks = loaded([f"dp_auditorium.{name}" for name in ("configs.privacy_property",
        "configs.property_tester_config", "testers.histogram_tester", "testers.hockey_stick_tester")], "dp_auditorium")
    claim = properties.ApproximateDp(epsilon=epsilon, delta=delta)
    low, high = (float(np.quantile(np.concatenate([one[:, 0], other[:, 0]]), q)) for q in (0.001, 0.999))
    histogram = histograms.HistogramTester(configs.HistogramPropertyTesterConfig(test_discrete_mechanism=False,
        histogram_size=BINS, min_value=low, max_value=max(high, low + 1e-6), approximate_dp=claim))
    training = sticks.make_default_hs_training_config()
    stick = sticks.HockeyStickPropertyTester(configs.HockeyStickPropertyTesterConfig(training_config=training,
        approximate_dp=claim), sticks.make_default_hs_base_model())
    n = min(len(one), len(other))
    for a, b in ((one[:n], other[:n]), (other[:n], one[:n])):
        if histogram.reject_property(histogram.estimate_lower_bound(a[:, 0], b[:, 0], alpha / 4)):
            return True
        if stick.reject_property(stick.estimate_lower_bound(a.astype(np.float32), b.astype(np.float32), alpha / 4)):
            return True
    return False


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
    sys.path[:0] = [str(Path(__file__).parent), f"{sys.argv[1]}/auditorium/python/dp_auditorium"]
    from wire import serve

    serve(refutes)
