"""All quantities and all mechanisms by name: the only place that knows them all."""
