"""The laws of this room by name."""

from __future__ import annotations

from collections.abc import Mapping

from .hourglasses import HighDiscreteHourglass, HighHourglass
from .law import HighLaw
from .plane import HighStaircase2D
from .smooth import HighGaussian, HighLaplace, HighStudent
from .steps import HighDiscreteGaussian, HighDiscreteLaplace, HighDiscreteStaircase, HighStaircase

HIGH_LAWS: Mapping[str, type[HighLaw]] = {
    law.name: law
    for law in (
        HighLaplace,
        HighDiscreteLaplace,
        HighStaircase,
        HighDiscreteStaircase,
        HighStaircase2D,
        HighHourglass,
        HighDiscreteHourglass,
        HighGaussian,
        HighDiscreteGaussian,
        HighStudent,
    )
}
