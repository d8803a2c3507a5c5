"""Other auditors, one file each: what they say of draws that are handed to them. None of their code
is kept here.

A file is both: what is to be installed (`NAME`, `ENVIRONMENT`, `CHECKOUT`, `SETUP`), and the
program that is started there, which reads requests and prints answers (`wire.py`).
"""
