"""How fast is exact? Our bulk samplers beside the usual ones, in one run: `python -m tests.lab.bench`,
`make bench`.
"""
