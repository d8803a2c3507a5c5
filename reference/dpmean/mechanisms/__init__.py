"""The mechanisms of the four papers, in a folder for each paper by its key."""
