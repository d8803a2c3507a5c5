"""The conformance vectors: their kinds, the plans that say which there are, their files and their
history.
"""
