"""Hypothesis profiles: `ci` is reproducible, `thorough` searches anew each time; HYPOTHESIS_PROFILE chooses."""

from __future__ import annotations

import os

from hypothesis import Phase, settings

# no explain phase: it traces every line, and a failure would take minutes to appear
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60, phases=[Phase.explicit, Phase.generate, Phase.shrink])
settings.register_profile("thorough", deadline=None, max_examples=600, phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
