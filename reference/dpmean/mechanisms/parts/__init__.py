"""The parts of which every mean of a private number of records is made: a count and a bounded sum."""
