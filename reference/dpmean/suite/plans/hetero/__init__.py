"""Which vectors of the mechanisms of `hetero` there are."""
