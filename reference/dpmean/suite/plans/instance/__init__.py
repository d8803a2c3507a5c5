"""Which vectors of the mechanisms of `instance` there are."""
