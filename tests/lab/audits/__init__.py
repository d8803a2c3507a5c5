"""Exact audits of the shipped mechanisms and audits by evidence of libraries, for AUDITS.md.

`python -m tests.lab.audits` judges all of them and writes the page; what was seen is kept in
`judged.json`, a row a line.
"""
