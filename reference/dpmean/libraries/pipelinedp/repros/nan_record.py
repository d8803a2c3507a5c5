"""PipelineDP's mean is NaN when one record is NaN: the release tells that the record is there."""

import math
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
        max_value=4.0,
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


without, with_nan = mean([1.0, 2.0, 3.0] * 300), mean([1.0, 2.0, 3.0] * 300 + [math.nan])
print("900 records: the mean is", without, "; with one more record, which is NaN:", with_nan)
sys.exit(0 if math.isfinite(without) and math.isnan(with_nan) else 1)
