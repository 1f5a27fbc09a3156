"""`make bench`: ratios between two things measured in one run, absolute figures beside them."""
