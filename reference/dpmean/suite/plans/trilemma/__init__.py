"""Which vectors of the mechanisms of `trilemma` there are."""
