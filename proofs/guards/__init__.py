"""What stands around the checker and is called by none of it: no step is accepted because of what
is here.

The gate reads theorem files before they run, the snapshot sees what they replace, and `shipped`
notes which functions of the package ran in a step.
"""
