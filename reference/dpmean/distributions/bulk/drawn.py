"""Arrays of bulk draws that know what they are: integers in a unit, which warn before they are
added to doubles.

Noise that is added in floating point has no longer the law of its sampler: the sum is rounded to
the doubles around the value, and the last bits of what is released tell which value that was
(Mironov 2012). With draws in integers this is easily done: `values + x * float(unit)`. So adding or
subtracting a double (an array, a number or a list) is answered with the warning `CellsInDoubles`.
What is right instead: `dpmean.release` and `programs/columns`, which add exactly; or values that
are integers in the same unit, rounded before the noise is added, `np.rint(values /
unit).astype(int) + x`.

Everything else is NumPy's own: integers are added, products with doubles and statistics are taken
without a word, and whatever is calculated from draws keeps the warning. `numpy.asarray(x)` gives
the plain array, for who knows why.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import CellsInDoubles

SUMS = (np.add, np.subtract)
MESSAGE = (
    "bulk draws are exact integers in units, and were added to floating-point numbers: the sum "
    "is rounded to the doubles around the value, which its last bits then betray. Round the "
    "values to the same unit first and add integers, or use dpmean.release; "
    "numpy.asarray(draws) silences this"
)


class Cells(np.ndarray[Any, np.dtype[Any]]):
    """An array of draws, or of numbers calculated from draws, that warns when doubles are added to
    it.
    """

    def __array_ufunc__(self, ufunc: np.ufunc, method: Any, *inputs: Any, **options: Any) -> Any:
        """Returns what NumPy calculates; warns of `CellsInDoubles` first where a sum has a double
        that is no draw.
        """
        if ufunc in SUMS and method == "__call__" and any(_in_doubles(x) for x in inputs):
            warnings.warn(MESSAGE, CellsInDoubles, stacklevel=2)
        out = options.get("out")
        if out is not None:
            options["out"] = tuple(_plain(x) for x in out)
        found = getattr(ufunc, method)(*(_plain(x) for x in inputs), **options)
        if out is not None:
            return out[0] if len(out) == 1 else out
        return tuple(_kept(x) for x in found) if isinstance(found, tuple) else _kept(found)


def cells(column: NDArray[np.signedinteger[Any]]) -> NDArray[np.signedinteger[Any]]:
    """Returns a column of draws as `Cells`; it shares the memory."""
    return column.view(Cells)


def plain(column: NDArray[np.signedinteger[Any]]) -> NDArray[np.signedinteger[Any]]:
    """Returns the same column as a plain array."""
    return column.view(np.ndarray)


def _plain(x: Any) -> Any:
    return x.view(np.ndarray) if isinstance(x, Cells) else x


def _kept(x: Any) -> Any:
    """Returns an array of numbers as `Cells`; what is no array or holds no numbers stays as it
    is.
    """
    return x.view(Cells) if isinstance(x, np.ndarray) and x.ndim and x.dtype.kind in "if" else x


def _in_doubles(x: Any) -> bool:
    return not isinstance(x, Cells) and np.asarray(x).dtype.kind == "f"
