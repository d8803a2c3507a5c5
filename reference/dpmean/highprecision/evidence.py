"""What counts of draws say of a law: an alarm of a stated chance of being false, and the chance of
a true one.

N draws of which each lies below a threshold independently, with probabilities that average p, have
a share s with P(s >= t) <= e^(-N kl(t, p)) for t >= p, and likewise below (Chernoff; Hoeffding for
unequal probabilities). So with m counts an alarm where N kl(s, p) > log(2 m/alpha) is false with
probability at most alpha. A wrong law with probability q rings it unless the share falls back to
the edge of what is allowed, which has probability at most e^(-N kl(edge, q)).
"""

from __future__ import annotations

from collections.abc import Sequence

from .numbers import MP, Number

ALPHA = MP.mpf(10) ** -9


def divergence(share: Number, p: Number) -> Number:
    """Returns kl(share, p) = share log(share/p) + (1 - share) log((1 - share)/(1 - p))."""
    if not 0 < p < 1:
        return MP.mpf(0) if share == p else MP.inf
    parts = ((share, p), (1 - share, 1 - p))
    return MP.fsum(s * MP.log(s / q) for s, q in parts if s > 0)


def bar(counts: int, alpha: Number = ALPHA) -> Number:
    """Returns log(2 m/alpha), which N kl must exceed for an alarm."""
    return MP.log(2 * counts / alpha)


def alarms(
    draws: int, seen: Sequence[int], expected: Sequence[Number], alpha: Number = ALPHA
) -> list[int]:
    """Returns the places of the counts that a right law has with probability at most alpha
    together.
    """
    limit = bar(len(seen), alpha)
    return [
        n
        for n, (count, p) in enumerate(zip(seen, expected, strict=True))
        if draws * divergence(MP.mpf(count) / draws, p) > limit
    ]


def edge(draws: int, p: Number, upwards: bool, limit: Number) -> Number:
    """Returns the share from p on (upwards or downwards) at which the alarm begins, by halving; its
    end if there is none.
    """
    inside, outside = p, MP.mpf(1 if upwards else 0)
    if draws * divergence(outside, p) <= limit:
        return outside
    for _ in range(60):
        middle = (inside + outside) / 2
        if draws * divergence(middle, p) > limit:
            outside = middle
        else:
            inside = middle
    return outside


def power(
    draws: int, expected: Sequence[Number], wrong: Sequence[Number], alpha: Number = ALPHA
) -> Number:
    """Returns a lower bound of the probability of an alarm when the counts have the wrong law: the
    best count's.
    """
    limit, best = bar(len(expected), alpha), MP.mpf(0)
    for p, q in zip(expected, wrong, strict=True):
        begins = edge(draws, p, q > p, limit)
        if (q > begins) if q > p else (q < begins):
            best = max(best, 1 - MP.exp(-draws * divergence(begins, q)))
    return best
