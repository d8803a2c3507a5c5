"""What a release tells of one user, as formulas over whatever numbers they are given; `proofs/theorems/hetero_privacy.py` rests on them.

`growth` is e^epsilon of a user, `most` the largest of all; records are from an interval of width 1.
"""

from __future__ import annotations

from typing import Any


def affine_loss(weight: Any, scale: Any) -> Any:
    """The privacy that user i loses to the sum of w_i y_i plus Laplace noise: the most by which her record moves it, in units of the noise's scale."""
    return weight / scale


def sampling_probability(growth: Any, most: Any) -> Any:
    """With which the sampling mechanism uses a record."""
    return (growth - 1) / (most - 1)


def sampled(p: Any, used: Any, unused: Any) -> Any:
    """The probability of an event from those given that the record is used, and that it is not."""
    return p * used + (1 - p) * unused


def sampled_growth(p: Any, most: Any) -> Any:
    """e^epsilon of a user whose record is used with probability p in what gives `most` to everybody, provided that adding a record changes no probability more."""
    return 1 + p * (most - 1)
