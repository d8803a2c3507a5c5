"""Hypothesis profiles: `ci` is reproducible, `thorough` searches anew each time; HYPOTHESIS_PROFILE chooses."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
