"""The flags that vectors carry: each names a class of bugs and what it does to a user. One place,
one sentence each.

`EDGE` is the one definition of an edge: a vector is at an edge when one of its flags is in that
set. An edge is a place where a formula changes its form or arithmetic its quality, not merely an
interesting case.
"""

from __future__ import annotations

FLAGS: dict[str, tuple[str, str]] = {
    "Normalizer": (
        "the density does not integrate to 1",
        "every probability is off by a factor; audits against it are meaningless",
    ),
    "CellBoundary": (
        "a step is closed on the wrong side or off by one",
        "the density ratio reaches e^(2 epsilon) next to the boundary",
    ),
    "NegativeSide": (
        "the negative half is not the mirror image",
        "the noise is biased or the loss doubles on one side",
    ),
    "GammaOne": (
        "gamma = 1 leaves no second step in the centre",
        "division by zero or an empty cell",
    ),
    "GammaSmall": ("gamma close to 0", "cancellation in the normaliser"),
    "OptimalGamma": (
        "a wrong optimal gamma (objective, root or branch)",
        "more noise than needed, or gamma outside (0, 1]",
    ),
    "SmallEpsilon": (
        "1 - e^-epsilon computed with cancellation, or a small epsilon clamped",
        "noise scale off by a visible factor at small epsilon",
    ),
    "LargeEpsilon": (
        "e^-epsilon underflows or 1 - e^-epsilon rounds to 1",
        "tails become 0, infinite or NaN",
    ),
    "FarTail": (
        "a tail is taken as 1 minus a distribution function, or a log of an underflowed density",
        "a probability of 0, a log of -infinity, an infinite loss",
    ),
    "OnePointStep": (
        "2 gamma m points in the central step of a lattice instead of 2 gamma m - 1, where it "
        "is one point",
        "the mass at 0 is halved or doubled: another law, another loss",
    ),
    "LossEnds": (
        "the loss is taken wrongly at a shift of the whole sensitivity, of 0, or at a level "
        "equal to the loss",
        "the stated epsilon holds for inner shifts only, or delta 0 comes out positive",
    ),
    "AtBound": (
        "a term that vanishes or is largest at the end of a range is dropped or kept wrongly",
        "an error bound that fails for data at a bound",
    ),
    "SensitivityUnit": (
        "the sensitivity is left out, or used to the wrong power",
        "too little noise by the factor of the sensitivity",
    ),
    "Lattice": (
        "lattice steps and units are confused",
        "the noise lives on another lattice than the query: infinite loss",
    ),
    "NegativeK": (
        "diagonals with negative k are handled like positive ones",
        "the hourglass loses its waist; the loss is unbounded",
    ),
    "OffSupport": (
        "an outcome of probability 0 gets mass",
        "another law: an outcome that only one data set can produce identifies it",
    ),
    "ExactZero": (
        "a quantity that is exactly 0 comes out as rounding noise",
        "signs and comparisons downstream are random",
    ),
    "DiscreteNotContinuous": (
        "the continuous law's formula is used for the lattice law",
        "variance 2 t^2 instead of 2 t / (1 - t)^2 and the like",
    ),
    "SumCut": (
        "a sum over all outcomes stops after a fixed number of them, or an integral is used for it",
        "a wide law loses mass and a narrow one has the wrong total: every probability is off",
    ),
    "OneSided": (
        "a privacy-relevant quantity rounded in the wrong direction",
        "the stated epsilon is smaller than the real one",
    ),
    "Profile": (
        "the privacy profile of another law or direction",
        "wrong delta after conversion or composition",
    ),
    "Objective": (
        "the gamma of one objective is returned for another",
        "larger error than promised",
    ),
    "EmptyData": (
        "n = 0 is treated as an error or divides by zero",
        "whether data exists becomes visible",
    ),
    "OneRecord": ("n = 1 takes a special path", "a single person's presence changes the behaviour"),
    "ClipForgotten": (
        "records outside the bounds are not clipped",
        "one record has unbounded influence",
    ),
    "Outlier": (
        "a record far from the others is left out or pulled in, though it lies within the bounds",
        "what a record adds depends on the other records: the noise is not made for that",
    ),
    "ShiftForgotten": (
        "the data is not moved by lower or by the midpoint",
        "the sensitivity is larger than the noise assumes",
    ),
    "BudgetNotSplit": ("two draws each get the whole epsilon", "the release is 2 epsilon-DP"),
    "RatioOrder": (
        "the quotient is formed from the wrong sums, or before the noise",
        "biased estimate, or no privacy at all",
    ),
    "OutputClip": (
        "the quotient is not clipped, or clipped to the wrong interval",
        "estimates outside the bounds, larger error",
    ),
    "NegativeCount": (
        "a negative noisy count is clamped or flipped",
        "another estimate, with another bias, than the algorithm's (the privacy is the same: "
        "it is post-processing)",
    ),
    "SmallCount": (
        "a noisy count below 1 does not become 1",
        "another estimate of few records, with another bias (the privacy is the same: it is "
        "post-processing)",
    ),
    "ZeroCount": (
        "a noisy count of exactly 0 is not handled",
        "a crash whose probability depends on the data",
    ),
    "Rounding": (
        "records or outputs are rounded by another rule",
        "the query leaves the lattice of the noise",
    ),
    "MissingRecord": (
        "NaN or missing records are errors, or are counted",
        "a status that depends on one person's data",
    ),
    "Infinite": (
        "an infinite record is not clipped to the bound",
        "NaN in the sum, or an error that reveals the record",
    ),
    "Truncation": (
        "the output is conditioned on the bounds instead of moved to them",
        "more than epsilon near the bounds",
    ),
    "TapeOrder": (
        "bits are consumed in another order or number",
        "the sampler cannot be checked against this profile",
    ),
    "TapeExhausted": ("the end of the randomness is not noticed", "noise made of constant bits"),
    "Unlucky": (
        "a rare path: a draw near a boundary needs many bits",
        "an off-by-one that ordinary tests never reach",
    ),
    "Fork": (
        "a child of a stream is the stream itself, or is derived in another way",
        "two stages or two users get the same noise",
    ),
    "Accumulated": ("any wrong step in many draws", "found by one digest over many outcomes"),
    "StatusLeak": (
        "a record decides whether there is an answer at all",
        "the status alone reveals that the record is there, without any noise",
    ),
    "NotPositive": (
        "a parameter that must be positive is not checked",
        "infinite, negative or NaN noise",
    ),
    "NotANumber": (
        "NaN passes the checks because comparisons with it are false",
        "noise that is NaN, or none",
    ),
    "NotFinite": ("an infinite parameter is accepted", "no noise at all"),
    "BoundsOrder": (
        "equal or swapped bounds are accepted",
        "zero or negative sensitivity: no noise",
    ),
    "OffGrid": (
        "a parameter off its lattice (gamma, an order, a count) is rounded silently",
        "another law than asked for",
    ),
    "Saturation": (
        "weights follow the epsilons beyond theta, or are cut elsewhere",
        "a public record, or one careless user, decides the estimate: a larger error than that "
        "of ignoring her",
    ),
    "PublicUser": (
        "an infinite epsilon breaks a formula (infinity divided by infinity), or is refused",
        "weights that are NaN, or public records left unused",
    ),
    "UnusedUser": (
        "a user with epsilon 0 gets a weight",
        "her record is used although she forbade it: her loss is infinite",
    ),
    "Fallback": (
        "the midpoint is released where the bound allows an estimate, or the other way round",
        "an error beyond w^2/4, or no estimate where one was possible",
    ),
    "PerUser": (
        "noise or weights are made for the largest or the mean epsilon instead of everybody's own",
        "users with a small epsilon get less privacy than they asked for",
    ),
    "UserOrder": (
        "weights come back in the order of the epsilons, not of the users",
        "a record gets somebody else's weight, and somebody else's privacy",
    ),
    "Groups": (
        "sizes, weights or noises of groups are mixed up",
        "noise for another group size: less privacy than stated, or a larger error",
    ),
    "SampleChance": (
        "sampling chances are linear in epsilon, or are those of another edition",
        "user i gets more than epsilon_i, or is left out more often than needed",
    ),
    "Constants": (
        "a constant or a case of a bound is wrong",
        "a lower bound above what is attained, or one that is too weak to mean anything",
    ),
    "CaseEnd": (
        "the wrong case of a bound, or a quotient 0/0, where its case changes",
        "a bound that does not hold, or none",
    ),
    "PureCase": (
        "delta = 0 is refused, or breaks a formula",
        "pure guarantees cannot be compared with others",
    ),
    "MomentOrder": (
        "lambda for lambda - 1, or the wrong root",
        "clipping at another place: a larger bias than promised",
    ),
    "Degrees": (
        "another number of degrees of freedom, or d + 1 for d",
        "a tail that is too light: the loss is infinite far out",
    ),
    "Threshold": (
        "a bin is published too easily: log(1/delta) with another factor, or >= for >",
        "a bin that one person fills is published with a probability above delta",
    ),
    "OffsetForgotten": (
        "the histogram has fixed bins",
        "a bias that depends on where the mean lies between them",
    ),
    "BinEdge": (
        "a record at the edge of a bin belongs to the lower one, or to both",
        "a symmetric estimate that is not symmetric",
    ),
    "TieOrder": (
        "the first or last of equal bins always wins",
        "a symmetric estimate that is not symmetric",
    ),
    "StageScale": ("noise of one stage at the scale of the other", "the release is not epsilon-DP"),
    "SplitOverlap": (
        "the two stages share records",
        "the guarantee of disjoint parts does not hold: 2 epsilon, and a bias",
    ),
    "FallbackScale": (
        "the sum of the named records is not divided by delta and their number",
        "an estimate that is off by 1/delta, or not in the data's units",
    ),
    "NamedScale": (
        "named residuals are not divided by n delta, or the records themselves are named",
        "a biased estimate, or records published that lie inside the interval",
    ),
    "Margin": (
        "records are clipped to the bounds of the mean, or to a margin on one side",
        "a bias larger than promised",
    ),
    "DeltaOnce": (
        "delta of the count or of the mechanism is left out of the sum",
        "the guarantee says delta where it is 2 delta",
    ),
    "CountCut": (
        "the count's noise is not cut at +-v, or not moved by v",
        "more records are asked for than there are: a crash that reveals their number",
    ),
    "SampleOrder": (
        "the sub-sample comes in the order of the records",
        "a removed record shifts all others: no guarantee for a mechanism that depends on order",
    ),
    "SmoothScale": (
        "the noise's scale follows 1/n without the smooth bound",
        "n and n + 1 records can be told apart",
    ),
    "Narrow": (
        "a count, a sum or a record is kept in a type too narrow for it",
        "large numbers, or many records, are counted or added up wrongly",
    ),
    "LongNumber": (
        "a parameter is kept in 32 or 64 bits, or as a short fraction",
        "another parameter than the one given: noise for another epsilon, or another value",
    ),
    "Wrapped": (
        "a record is put into 64 bits before it is moved into its range",
        "a record far out comes back inside with another value: the sensitivity holds, the "
        "estimate does not",
    ),
    "BallRadius": (
        "the radius of a shrinking ball leaves out a part: the tail of the samples, the noise, "
        "the square of n",
        "samples near the mean are clipped, a bias that no noise explains; or the ball does "
        "not shrink",
    ),
    "Whitening": (
        "the matrix that whitens records is built in another order, without what is added to "
        "its diagonal, or is not undone",
        "an estimate in other units, or a covariance that noise has made singular",
    ),
    "TreeCount": (
        "counts from answers for the nodes of a tree: a wrong level, sign or scale",
        "the centre and the threshold are far from the ranks they stand for",
    ),
    "ResponseTurned": (
        "a randomised response is kept where it should be turned, or turned where it should be "
        "kept",
        "the aggregator reads the opposite of what users said",
    ),
    "ModularSum": (
        "a sum of shares is not taken back from the modulus, or a part is left out",
        "a negative noisy sum is off by the modulus; or the parts reveal a user",
    ),
    "Iterations": (
        "the halvings of a range are counted as log2(u), or one too few",
        "less noise than the counts need: more than rho is spent",
    ),
    "RankTie": (
        "a noisy count equal to the rank goes to the wrong side, or ranks are counted from 0",
        "the record after the one that was asked for; for the last one the end of the range",
    ),
    "MedianIndex": (
        "the median's rank is off by one",
        "a centre outside the data when there are few records",
    ),
    "TruncatedDivision": (
        "the middle of a negative range is rounded toward 0",
        "the search does not end, or leaves out a value",
    ),
    "WrongNorm": (
        "coordinates are clipped one by one, or the sum of their sizes is clipped",
        "a sensitivity larger than the noise assumes by sqrt(d)",
    ),
    "RoundedOut": (
        "clipped coordinates are rounded to nearest or away from 0",
        "the norm of a clipped record exceeds the threshold",
    ),
    "Unnormalised": (
        "the rotation is not divided by d when it is undone, or is divided twice",
        "an estimate that is off by a power of sqrt(d)",
    ),
    "PaddingKept": (
        "the padding is returned, left out of the budget, or rotated by another size",
        "coordinates that nobody asked for, or too little noise",
    ),
    "SignsForgotten": (
        "the random signs are not applied, or not undone",
        "spikes stay spikes, or coordinates with the wrong sign",
    ),
    "CenterForgotten": (
        "the medians are not subtracted, or not added back",
        "an error in proportion to the norms, or an estimate around 0",
    ),
    "RenyiOrder": (
        "order 1 or infinity is returned for another order",
        "a wrong rho after conversion",
    ),
    "ShuffleRows": (
        "whole blocks are permuted, or all records at once",
        "another guarantee than that of the theorem",
    ),
    "Contribution": (
        "the noise is made for one record of a user who has several, or for their square or root",
        "too little noise by the factor of what a user contributes",
    ),
    "Relation": (
        "the sensitivity is that of the other relation: max(|lower|, |upper|) where records are "
        "replaced, upper - lower where they are added or removed, or the upper bound alone",
        "less privacy than stated for the relation that is documented",
    ),
    "Clamp": (
        "a noisy number below 0 is not moved to 0, is drawn again, or is moved before the noise",
        "impossible counts, or another law: drawn again, more than epsilon next to 0",
    ),
    "SignBias": ("one sign is more likely than the other", "biased estimates"),
    "DoubleZero": (
        "zero is produced by both signs",
        "twice the mass at 0: the loss at 0 exceeds epsilon",
    ),
    "WrongScale": (
        "the noise has the wrong scale or shape",
        "too little noise: less privacy than stated",
    ),
    "TailCut": ("the tail is cut", "an outcome beyond the cut identifies the data set"),
    "RoundedContinuous": (
        "continuous noise rounded to integers instead of the lattice law",
        "loss above epsilon at the centre",
    ),
    "NoiseReused": (
        "draws are not fresh: a pool, mirror images, a first value that is fixed, a generator "
        "seeded anew in each request or with a constant at the start",
        "differences of releases reveal the data exactly",
    ),
    "FloatLeak": (
        "doubles are rounded where the data shows: in the noise, or in the sum of the records",
        "one output can identify the data set, or one record moves the sum by more than the "
        "sensitivity",
    ),
}

# A bug of this name, where it is what happened, makes the loss larger than stated or lets one
# record decide the status.
GUARANTEE = frozenset(
    {
        "BudgetNotSplit",
        "CellBoundary",
        "ClipForgotten",
        "Contribution",
        "CountCut",
        "Degrees",
        "DeltaOnce",
        "DoubleZero",
        "FloatLeak",
        "Fork",
        "Groups",
        "Infinite",
        "Iterations",
        "Lattice",
        "MissingRecord",
        "NegativeK",
        "NoiseReused",
        "OffSupport",
        "OneSided",
        "PerUser",
        "RatioOrder",
        "Relation",
        "RoundedContinuous",
        "RoundedOut",
        "SampleChance",
        "SampleOrder",
        "SensitivityUnit",
        "ShiftForgotten",
        "SmoothScale",
        "SplitOverlap",
        "StageScale",
        "StatusLeak",
        "TailCut",
        "TapeExhausted",
        "Threshold",
        "Truncation",
        "UnusedUser",
        "UserOrder",
        "WrongNorm",
        "WrongScale",
    }
)

EDGE = frozenset(
    {
        "CellBoundary",
        "GammaOne",
        "GammaSmall",
        "SmallEpsilon",
        "SumCut",
        "LargeEpsilon",
        "FarTail",
        "OnePointStep",
        "LossEnds",
        "AtBound",
        "OffSupport",
        "ExactZero",
        "OneRecord",
        "EmptyData",
        "PublicUser",
        "UnusedUser",
        "Fallback",
        "Saturation",
        "CaseEnd",
        "PureCase",
        "LongNumber",
    }
)


def notes(used: set[str]) -> dict[str, dict[str, str]]:
    """Return the part of the table of flags that a file uses, each flag with its bug and its
    effect.
    """
    return {flag: {"bug": FLAGS[flag][0], "effect": FLAGS[flag][1]} for flag in sorted(used)}
