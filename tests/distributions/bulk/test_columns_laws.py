"""Draws in columns have exactly the law of `sample`: counted, for every law that a program draws.

The checks are those of tests/helpers/columns_for_tests.py, which says how often they are false and
what they see.
"""

from __future__ import annotations

import pytest

from tests.helpers.columns_for_tests import alarms
from tests.helpers.laws_in_columns import LAWS


@pytest.mark.share(4)
@pytest.mark.parametrize("name", LAWS)
def test_events_come_as_often_as_their_chances_say(name: str) -> None:
    assert alarms(LAWS[name]) == []
