"""What many releases of one mechanism on one data set look like, beside the exact law of a
release.
"""
