"""Many trials of all estimators on the same records.

They give errors by label and by point of a figure, as trimmed means with intervals. This file holds
loops over trials. Which settings belong to which figure is said outside of this folder.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt

import numpy as np

from ...points import Job
from ...simulation import Doubles, Source
from . import coinpress, gaboardi, local, ours, shipped
from .images import TOP, images
from .records import Normal, around, length, normals, spherical, spread

OURS, CM, PLAIN, KNOWN, UNKNOWN = "Shifted-CM", "CM", "non-private", "KnownVar", "UnkVar"
TOLD = "Shifted-CM, quantiles told"
SHIPPED, MORE = "Shifted-CM, as shipped", "Shifted-CM, 4/3 of rho"
Ends = tuple[Fraction, Fraction, Fraction]  # low, trimmed mean, high
Estimator = Callable[[], Doubles]


@dataclass(frozen=True)
class Found:
    """The errors of the trials of one label at one point, and the Mahalanobis errors where there
    are some.
    """

    errors: tuple[float, ...]
    others: tuple[float, ...] = ()

    @property
    def error(self) -> Ends:
        """Return the trimmed mean of the errors with its interval."""
        return around(self.errors)


def advantage(mine: Found, theirs: Found, mahalanobis: bool = False) -> list[float]:
    """Return the logarithm of the ratio of the errors, trial by trial.

    Both have the same records, and no trial counts for more because its error is large.
    """
    pairs = (mine.others, theirs.others) if mahalanobis else (mine.errors, theirs.errors)
    return [log(a / b) for a, b in zip(*pairs, strict=True)]


@dataclass(frozen=True)
class Central:
    """A setting of the central model: N(mu 1, I), or Sigma(kappa) as covariance where kappa is
    given.

    The bounds are ||mu|| <= radius and sigma_max = radius/sqrt(d).
    """

    d: int
    mu: float
    radius: float
    kappa: float | None = None
    n: int = 4000
    sigma_min: float = 0.1

    @property
    def bounds(self) -> ours.Bounds:
        """Return the bounds that all estimators are told."""
        return ours.Bounds(self.radius, self.sigma_min, self.radius / sqrt(self.d))

    def law(self, source: Source) -> Normal:
        """Return the law of the records of one trial."""
        return (
            spherical(self.mu, self.d)
            if self.kappa is None
            else spread(self.mu, self.d, self.kappa, source)
        )


def t_label(t: int) -> str:
    """Return the label of MVMRec in t steps."""
    return f"t = {t}"


def cov_label(t: int) -> str:
    """Return the label of MVCRec in t steps, then MVMRec."""
    return f"tcov = {t}"


def scaled_label(t: int) -> str:
    """Return the label of MVMRec on records divided by sigma_max."""
    return f"t = {t}, scaled by sigma_max"


def _central(
    x: Doubles,
    of: Central,
    rho: float,
    wanted: tuple[str, ...],
    grid: ours.Grid,
    turned: ours.Rotated,
    source: Source,
) -> dict[str, Estimator]:
    """Return how each label is estimated; only what is wanted is run."""
    bounds, most = of.bounds, of.radius
    found: dict[str, Estimator] = {
        PLAIN: lambda: x.mean(axis=0),
        CM: lambda: ours.cm(grid, rho, source),
        OURS: lambda: ours.shifted_cm(turned, rho, source),
        MORE: lambda: ours.shifted_cm(turned, rho * 4 / 3, source),
        SHIPPED: lambda: shipped.shifted_cm(grid, Fraction(rho), source),
    }
    for t in coinpress.STEPS:
        found[t_label(t)] = lambda t=t: coinpress.mean(x, most, rho, t, source)  # type: ignore[misc]
        found[scaled_label(t)] = lambda t=t: coinpress.mean(
            x, most, rho, t, source, bounds.sigma_max
        )  # type: ignore[misc]
    centred = x if of.mu == 0 else coinpress.paired(x)
    for t in coinpress.COVARIANCE_STEPS:
        found[cov_label(t)] = lambda t=t: coinpress.scaled_mean(
            x, centred, most, bounds.sigma_max, rho, t, source
        )  # type: ignore[misc]
    return {label: found[label] for label in wanted}


def central(
    of: Central, rhos: tuple[float, ...], wanted: tuple[str, ...], where: str, job: Job
) -> dict[float, dict[str, Found]]:
    """Return for each rho and label the errors of `job.trials` trials.

    All of them are on the same records, and on one rotation of them.
    """
    source = Source(f"{job.seed}/{where}/{of}")
    errors: dict[tuple[float, str], list[tuple[float, float]]] = defaultdict(list)
    for trial in range(job.trials):
        law = of.law(source)
        x = law.coloured(normals(source, of.n, of.d))
        grid = ours.quantised(x, of.bounds)
        turned = ours.rotated(grid, source)
        for rho in rhos:
            for label, estimate in _central(x, of, rho, wanted, grid, turned, source).items():
                away = estimate() - of.mu
                errors[rho, label].append((length(away), length(law.whitened(away[None])[0])))
        job.say(f"{where}: d = {of.d}, mu = {of.mu:g}: {trial + 1} of {job.trials} trials")
    return {rho: {label: _found(errors[rho, label]) for label in wanted} for rho in rhos}


def _found(pairs: list[tuple[float, float]]) -> Found:
    return Found(tuple(a for a, _ in pairs), tuple(b for _, b in pairs))


@dataclass(frozen=True)
class Pictures:
    """A setting with images of one class.

    `half` says that they have half the width and height; `unit` is what one grey step of full range
    is in the data that COINPRESS gets.
    """

    which: int
    half: bool
    per_root_d: float = 50.0
    unit: float = 1.0


def pictures(
    of: Pictures,
    rhos: tuple[float, ...],
    wanted: tuple[str, ...],
    where: str,
    trials: int,
    job: Job,
) -> tuple[str, int, dict[float, dict[str, Found]]]:
    """Return where the images are from, their dimension, and the errors from the mean of these
    images.

    Errors are for pixels in [0, 1].
    """
    source = Source(f"{job.seed}/{where}/{of}")
    given = images(of.which, of.half, source)
    units = np.rint(given.pixels * TOP)
    truth, n, d = units.mean(axis=0) / TOP, *units.shape
    x = units * (of.unit / TOP)
    radius = of.per_root_d * sqrt(d)
    grid = ours.Grid(units, TOP, 1 / TOP)
    errors: dict[tuple[float, str], list[float]] = defaultdict(list)
    for trial in range(trials):
        turned = ours.rotated(grid, source) if OURS in wanted else None
        centred = coinpress.paired(x[np.argsort(source.uniforms(n))])
        for rho in rhos:
            for label in wanted:
                errors[rho, label].append(
                    length(
                        _picture(label, x, centred, grid, turned, radius, of, rho, source) - truth
                    )
                )
                job.say(f"{where}: {trial + 1} of {trials} trials")
    return (
        given.origin,
        d,
        {rho: {label: Found(tuple(errors[rho, label])) for label in wanted} for rho in rhos},
    )


def mean_norm(of: Pictures, job: Job) -> float:
    """Return the norm of the mean image, in the unit that COINPRESS gets."""
    return (
        length(images(of.which, of.half, Source(f"{job.seed}/norm")).pixels.mean(axis=0)) * of.unit
    )


def _picture(
    label: str,
    x: Doubles,
    centred: Doubles,
    grid: ours.Grid,
    turned: ours.Rotated | None,
    radius: float,
    of: Pictures,
    rho: float,
    source: Source,
) -> Doubles:
    if label == OURS:
        assert turned is not None
        return ours.shifted_cm(turned, rho, source)
    if label == CM:
        return ours.cm(grid, rho, source)
    t = int(label.rsplit(" ", 1)[1])
    found = (
        coinpress.scaled_mean(x, centred, radius, of.per_root_d, rho, t, source)
        if label.startswith("tcov")
        else coinpress.mean(x, radius, rho, t, source)
    )
    return found / of.unit


@dataclass(frozen=True)
class Local:
    """A setting of the local model: N(mu 1, I) in d dimensions, where each of n users sends a
    message in each round.

    The mean has ||mu|| <= radius, and the protocols are (epsilon, delta)-DP.
    """

    d: int
    mu: float
    radius: float
    epsilon: float
    delta: float = 1e-9
    n: int = 100_000
    sigma_min: float = 0.1
    simple: bool = (
        False  # epsilon/d for each coordinate of the baselines in place of advanced composition
    )
    full: bool = False  # rho = epsilon^2/2 for ours in place of what delta leaves of it
    bucket: float = 1.0  # times the bucket of Section 3.4


def users(
    of: Local, wanted: tuple[str, ...], where: str, trials: int, job: Job
) -> dict[str, Found]:
    """Return the errors of the local protocols on the same records."""
    source = Source(f"{job.seed}/{where}/{of}")
    bounds = ours.Bounds(of.radius, of.sigma_min, of.radius / sqrt(of.d))
    sigmas = (bounds.sigma_min, bounds.sigma_max)
    rho = of.epsilon**2 / 2 if of.full else local.rho_for(of.epsilon, of.delta)
    share = (
        gaboardi.Share(of.epsilon / of.d, of.delta / of.d)
        if of.simple
        else gaboardi.advanced(of.epsilon, of.delta, of.d)
    )
    errors: dict[str, list[float]] = defaultdict(list)
    for trial in range(trials):
        x = normals(source, of.n, of.d) + of.mu
        grid = ours.quantised(
            x, ours.Bounds(bounds.radius, bounds.sigma_min * of.bucket, bounds.sigma_max)
        )
        ways: dict[str, Estimator] = {
            PLAIN: lambda: x.mean(axis=0),  # noqa: B023
            OURS: lambda: local.shifted_cm(grid, bounds.reach(of.n, of.d), rho, source),  # noqa: B023
            TOLD: lambda: local.shifted_cm(grid, bounds.reach(of.n, of.d), rho, source, told=True),  # noqa: B023
            KNOWN: lambda: gaboardi.known_var(x, of.radius, 1.0, share, source),  # noqa: B023
            UNKNOWN: lambda: gaboardi.unk_var(x, of.radius, sigmas, share, source),  # noqa: B023
        }
        for label in wanted:
            errors[label].append(length(ways[label]() - of.mu))
        job.say(
            f"{where}: d = {of.d}, epsilon = {of.epsilon:g}, mu = {of.mu:g}: {trial + 1} of "
            f"{trials} trials"
        )
    return {label: Found(tuple(errors[label])) for label in wanted}
