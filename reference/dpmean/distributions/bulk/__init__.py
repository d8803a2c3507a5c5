"""The laws in bulk on NumPy, just as exact: `bulk(name, params).draw(stream, n)`.

What may be put here: samplers whose law *equals* that of `distributions`, thousands to billions of draws at a time, and
certified values of
whole arrays of parameters. Doubles occur only as correctly rounded results.
"""

from ...randomness.stream import ShakeStreamForTesting, SystemStream
from .laws import bulk

__all__ = ["ShakeStreamForTesting", "SystemStream", "bulk"]
