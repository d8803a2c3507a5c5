"""The laws in bulk on NumPy, just as exact: `bulk(name, params).draw(stream, n)`.

The samplers here have laws that *equal* those of `distributions`, thousands to billions of draws at
a time; there are also certified values of whole arrays of parameters. Doubles occur only as
correctly rounded results. Draws are integers in `units`; who adds them to doubles is warned of
`CellsInDoubles`, because such a sum betrays the value (`drawn.py`).
"""

from ...errors import CellsInDoubles
from ...randomness.stream import ShakeStreamForTesting, SystemStream
from .laws import bulk

__all__ = ["CellsInDoubles", "ShakeStreamForTesting", "SystemStream", "bulk"]
