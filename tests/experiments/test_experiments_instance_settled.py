"""What the ledger says that experiments of the instance paper refute, with as many trials as they have
by default: not the small ones of test_experiments_instance.py.
"""

from __future__ import annotations

import pytest

from dpmean.experiments import registry
from dpmean.experiments.instance import central, collected
from dpmean.experiments.points import Job, Panel
from tests.helpers.tied import denied_by


@pytest.mark.slow
def test_what_the_ledger_says_is_refuted_is_refuted() -> None:
    """Kills an entry of the errata whose experiment does not bear it out, at the default trials."""
    job = Job(1000, 20)
    settled = (
        Panel("figure2", "", rows=(central.settled2("Figure 2", job),)),
        Panel("figure10", "", rows=(collected.settled(job),)),
    )
    others = (registry.run("instance", name, job) for name in ("settings", "figure6", "figure9"))
    denied_by("instance", [*settled, *others])
