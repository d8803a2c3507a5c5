"""Which vectors of the mechanisms of `addremove` there are."""
