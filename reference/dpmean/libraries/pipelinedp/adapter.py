"""Conformance adapter (protocol 2, JSON lines on stdio) for PipelineDP 0.3.1, from end to end.

* shifted_mean  DPEngine.aggregate with Metrics.MEAN, NoiseKind.LAPLACE and one public partition, on the local backend,
                each record that of another privacy id; one aggregation a draw. "Computed
                'normalized_sum' = sum of (value - middle)", each value clipped to the bounds first,
                and a count, half of epsilon on each; the mean is the quotient plus the middle.

Three differences are documented or in MeanMechanism's code: the count's noise is an integer, "denominator = max(1.0,
dp_count)  # to avoid division on a small number", and the mean is not clipped to the bounds. With hundreds of records
none of them is seen; with a few they are (known.toml).

Relation: add or remove one privacy id; max_partitions_contributed = max_contributions_per_partition
= 1.

Translation: "p/q" becomes the nearest binary64, which is all the library takes ("numbers" is
therefore empty). Data and parameters are handed on as they are. Whatever the library raises is
"rejected" with its type as the code; mistakes of this file are "error".
"""

import struct

import pipeline_dp
from protocol import Refused, Unsupported, hello, real, records, serve

VERSION = "0.3.1"
MOST = 10_000
POLICIES = {
    "count": "at_least_one",
    "count_noise": "integer",
    "missing": "propagated",
    "output": "as_drawn",
    "empty": "refused",
}
EXTRACTORS = pipeline_dp.DataExtractors(
    privacy_id_extractor=lambda row: row[0],
    partition_extractor=lambda _: 0,
    value_extractor=lambda row: row[1],
)


def mean(rows, epsilon, lower, upper):
    accountant = pipeline_dp.NaiveBudgetAccountant(total_epsilon=epsilon, total_delta=0.0)
    engine = pipeline_dp.DPEngine(accountant, pipeline_dp.LocalBackend())
    params = pipeline_dp.AggregateParams(
        metrics=[pipeline_dp.Metrics.MEAN],
        noise_kind=pipeline_dp.NoiseKind.LAPLACE,
        max_partitions_contributed=1,
        max_contributions_per_partition=1,
        min_value=lower,
        max_value=upper,
    )
    found = engine.aggregate(rows, params, EXTRACTORS, public_partitions=[0])
    accountant.compute_budgets()
    ((_, metrics),) = found
    return metrics.mean


def run(req):
    params, given = req["params"], req.get("input", {})
    if (
        req["object"] != "shifted_mean"
        or req["kind"] not in ("stat", "reject")
        or "quantity" in req
    ):
        raise Unsupported(f"no {req['object']} of kind {req['kind']}")
    if "epsilon" not in params or params.get("noise", "laplace") != "laplace":
        raise Unsupported("the library takes epsilon, and Laplace noise is what is judged")
    rows = list(enumerate(records(given)))
    if len(rows) > MOST:
        raise Unsupported(
            f"more than {MOST} records: the local backend takes seconds for one aggregation"
        )
    arguments = real(params["epsilon"]), real(params["lower"]), real(params["upper"])
    try:
        drawn = [mean(rows, *arguments) for _ in range(int(given.get("draws", "1")))]
    except Exception as exc:
        raise Refused(type(exc).__name__, str(exc)) from exc
    return {"samples": "".join(struct.pack(">d", x).hex() for x in drawn)}


if __name__ == "__main__":
    serve(
        hello(
            "pipelinedp",
            VERSION,
            ["shifted_mean"],
            ["stat", "reject"],
            policies=POLICIES,
            randomness="csprng",
        ),
        run,
    )
