"""The command `dpmean`, one command a file."""
