"""What Figures 1 to 6 share: settings, labels, runs, and the observations (1) to (6) of Section 6.1.

What may be put here: runs of the central model on normal records, and rows that more than one of these figures has.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from ..points import Job, Row, statement
from .compare import Part, kind, never_worse, ordering, value, winners
from .estimators import coinpress
from .estimators.trials import CM, OURS, PLAIN, Central, Found, central, cov_label, scaled_label, t_label

RHO = 0.5
STEPS = tuple(t_label(t) for t in coinpress.STEPS)
COVARIANCES = tuple(cov_label(t) for t in coinpress.COVARIANCE_STEPS)
DIMENSIONS = [4, 8, 16, 32, 64, 128, 256]
SMALLER = [4, 8, 16, 32, 64, 128]  # where MVCRec runs: its steps cost n d^2
MUS = (0.0, 5.0, 10.0)
KAPPAS = (10.0, 100.0, 1000.0)
LETTERS = "abc"


def over_d(dimensions: list[int], mu: float, kappa: float | None, per_root_d: float, labels: tuple[str, ...], where: str, job: Job) -> dict[Fraction, dict[str, Found]]:
    """Errors against d; R = per_root_d sqrt(d)."""
    return {Fraction(d): central(Central(d, mu, per_root_d * sqrt(d), kappa), (RHO,), labels, where, job)[RHO] for d in dimensions}


def mu_part(mu: float) -> str:
    """The title of a plot."""
    return f"({LETTERS[MUS.index(mu)]}) mu = {mu:g}"


def kappa_part(kappa: float) -> str:
    """The title of a plot."""
    return f"({LETTERS[KAPPAS.index(kappa)]}) kappa = {kappa:g}"


@lru_cache(maxsize=8)  # Figures 4 and 5 are two errors of the same runs
def covariances(dimensions: tuple[int, ...], job: Job) -> dict[str, dict[Fraction, dict[str, Found]]]:
    """Figures 4 and 5: MVCRec-MVMRec, with MVMRec in ten steps beside it."""
    labels = (PLAIN, OURS, *COVARIANCES, t_label(coinpress.LONG))
    return {kappa_part(kappa): over_d(list(dimensions), 0.0, kappa, 100.0, labels, "figures 4 and 5", job) for kappa in KAPPAS}


def observation2(item: str, parts: Mapping[str, Part], others: tuple[str, ...], job: Job, mahalanobis: bool = False) -> Row:
    """(2): never worse than COINPRESS with the best t; where it is, the budget of the mean is tried as the cause."""
    found = ordering(parts, OURS, others, mahalanobis)
    tested = ""
    if found.greater:
        at = Central(128, 0.0, 50 * sqrt(128))
        both = central(at, (RHO,), (OURS, "Shifted-CM, 4/3 of rho", t_label(coinpress.LONG), PLAIN), f"{item}, cause", job)[RHO]
        tested = f"ours with 4/3 of rho on N(0, I), d = 128: {value(both['Shifted-CM, 4/3 of rho'])}; with rho: {value(both[OURS])}; t = 10: {value(both[t_label(coinpress.LONG)])}; non-private: {value(both[PLAIN])}"
    return never_worse(
        item, "(2) 'The error of our method (Shifted-CM) is always at least as good as COINPRESS with the best t across a variety of settings'", found, kind(job),
        "the noise of the mean gets 9/16 of rho in ours and 3/4 in COINPRESS's last step; where Sigma = I is true, the clipping radii are alike and nothing makes up for it", tested,
    )  # fmt: skip


def observation6(item: str, parts: Mapping[str, Part], labels: tuple[str, ...], job: Job) -> Row:
    """(6): not affected by mu."""
    apart, ratios = [], []
    first, *rest = parts.values()
    for part in rest:
        for x, found in part.items():
            for label in labels:
                a, b = found[label].error, first[x][label].error
                ratios.append(float(a[1] / b[1]))
                if a[0] > b[2] or b[0] > a[2]:
                    apart.append(f"{label} at {float(x):g}")
    return statement(
        item, "(6) 'Both our method and COINPRESS are translation-invariant': 'the results are not effected by mu'", f"against mu = 0 {min(ratios):.3g} to {max(ratios):.3g} times; certainly different at {len(apart)} of {len(ratios)} points", not apart, kind=kind(job),
        cause="COINPRESS starts at the origin: with few steps the first ball decides" if apart else "", tested=f"only these: {', '.join(dict.fromkeys(apart))}" if apart else "",
    )  # fmt: skip


def shift_matters(item: str, parts: Mapping[str, Part], job: Job) -> Row:
    """(6), last sentence."""
    zero, *others = parts.values()
    grows = all(found[CM].error[0] > zero[x][CM].error[2] for part in others for x, found in part.items())
    ratios = [float(found[CM].error[1] / zero[x][CM].error[1]) for part in others for x, found in part.items()]
    alone = ordering({name: part for name, part in parts.items() if name != mu_part(0.0)}, OURS, (CM,))
    return statement(item, "(6) CM, 'our estimator without this shift operation', 'is indeed affected by mu'", f"CM's error is {min(ratios):.3g} to {max(ratios):.3g} times that at mu = 0; ours against CM at mu = 5 and 10: {alone}", grows, kind=kind(job), cause="" if grows else "where the error of sampling outweighs the noise, a larger threshold is hardly seen", tested="" if grows else "the ratios rise with d and fall with rho")


def sensitive(item: str, parts: Mapping[str, Part], labels: tuple[str, ...], job: Job) -> Row:
    """(1): the best t depends on Sigma."""
    found = winners(parts, labels)
    text = "; ".join(f"{name[4:]}: {', '.join(t.split(' = ')[-1] for t in best)}" for name, best in found.items())
    varies = len({best for row in found.values() for best in row}) > 1
    return statement(item, "(1) 'The best choice of t is sensitive to the unknown Sigma'", f"best t from the least d to the greatest: {text}", varies, kind=kind(job))


__all__ = ["COVARIANCES", "DIMENSIONS", "MUS", "RHO", "SMALLER", "STEPS", "covariances", "kappa_part", "mu_part", "observation2", "observation6", "over_d", "scaled_label", "sensitive", "shift_matters"]
