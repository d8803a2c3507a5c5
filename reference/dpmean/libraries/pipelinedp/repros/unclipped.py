"""PipelineDP's mean of two records in [0, 1] is often outside of [0, 1]: it is not clipped, as
documented.
"""

import sys

import pipeline_dp


def mean(values):
    accountant = pipeline_dp.NaiveBudgetAccountant(total_epsilon=1.0, total_delta=0.0)
    engine = pipeline_dp.DPEngine(accountant, pipeline_dp.LocalBackend())
    params = pipeline_dp.AggregateParams(
        metrics=[pipeline_dp.Metrics.MEAN],
        noise_kind=pipeline_dp.NoiseKind.LAPLACE,
        max_partitions_contributed=1,
        max_contributions_per_partition=1,
        min_value=0.0,
        max_value=1.0,
    )
    extractors = pipeline_dp.DataExtractors(
        privacy_id_extractor=lambda row: row[0],
        partition_extractor=lambda _: 0,
        value_extractor=lambda row: row[1],
    )
    found = engine.aggregate(list(enumerate(values)), params, extractors, public_partitions=[0])
    accountant.compute_budgets()
    ((_, metrics),) = found
    return metrics.mean


outside = sum(not 0 <= mean([0.75, 1.0]) <= 1 for _ in range(300))
print(outside, "of 300 means of two records in [0, 1] are outside of [0, 1]")
sys.exit(0 if outside > 30 else 1)
