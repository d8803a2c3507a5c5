"""OpenDP's make_canonical_noise accepts delta = 0, maps it to (epsilon, 0), and ends the process at
the first release.

The release is tried in a process of its own. With delta = 1e-9 the same code releases.
"""

import subprocess
import sys

CODE = """
import opendp.prelude as dp
dp.enable_features("contrib")
noise = dp.m.make_canonical_noise(dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float),
    d_in=1.0, d_out=(1.0, {delta}))
print("accepted, map(1.0) =", noise.map(1.0), end="; ", flush=True)
print("released", noise(0.0), end="")
"""
codes = {}
for delta in ("1e-9", "0.0"):
    done = subprocess.run(
        [sys.executable, "-I", "-c", CODE.format(delta=delta)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    codes[delta] = done.returncode
    print(f"delta = {delta}: {done.stdout} (exit code {done.returncode})")
reproduced = codes["1e-9"] == 0 and codes["0.0"] < 0
sys.exit(0 if reproduced else 1)
