"""All hostile adapters by name."""

from __future__ import annotations

from tests.lab.hostile.greetings import GREETINGS
from tests.lab.hostile.replies import REPLIES
from tests.lab.hostile.row import Row
from tests.lab.hostile.starts import STARTS

ROWS: dict[str, Row] = {**STARTS, **GREETINGS, **REPLIES}
assert len(ROWS) == len(STARTS) + len(GREETINGS) + len(REPLIES)
