"""PipelineDP's DPEngine refuses a collection without any record, and answers one with a record."""

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
    return list(found)


print("one record:", mean([1.0]))
try:
    sys.exit(f"no record: {mean([])}")
except ValueError as error:
    print("no record: ValueError:", error)
