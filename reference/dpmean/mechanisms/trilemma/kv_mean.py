"""DPUMean without the random offset, after Karwa and Vadhan (trilemma Section 4.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .dpumean import DpuMean


@dataclass(frozen=True)
class KvMean(DpuMean):
    """DPUMean with T = 0 in place of a random offset: the estimate that Section 4.3 compares with.

    It has the same guarantee, but is biased for symmetric laws.

    Source.      trilemma Section 4.3, after Karwa and Vadhan (2018).
    """

    name = "kv_mean"
    summary = "as dpumean without the random offset of the centre; biased"
    required = ("epsilon", "delta", "clip", "n1", "n2")
    optional = ("sigma", "constants", "noise", "m")

    random_offset: ClassVar[bool] = False
    steps_vary: ClassVar[bool] = True  # a number for each bin that is not empty
