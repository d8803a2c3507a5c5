"""Where randomness comes from: bits, streams of bytes, and what happens to both when a process
forks.
"""
