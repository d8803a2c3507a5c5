"""One interruption, however often its signal comes."""

from __future__ import annotations

import signal

import pytest

from dpmean import interrupts


def test_a_signal_that_comes_again_at_once_is_the_same_interruption(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kills a second KeyboardInterrupt in what ends the work, and a later one that is lost."""
    now = [100.0]
    monkeypatch.setattr(interrupts.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(interrupts, "_last", [-1000.0])
    for seconds, raised in ((0.0, True), (0.001, False), (0.09, False), (0.5, True), (0.05, False)):
        now[0] += seconds
        if raised:
            with pytest.raises(KeyboardInterrupt):
                interrupts.once(signal.SIGINT, None)
        else:
            interrupts.once(signal.SIGTERM, None)
