"""The mutants, a file for each idea: a module here adds those of its `MUTANTS`."""
