"""Version 1 of the paper: the three plots of its Figure 2, all with 1,000 records in [0, 1]."""
