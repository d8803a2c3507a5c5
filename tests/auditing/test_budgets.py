"""A budget is kept to within a tenth, or one call, by whatever is slow: a start, a reply, every
reply, a bye, the second start; and what a limit cuts short is no output and no failure.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from dpmean.exits import Exit
from tests.helpers.command import dpmean

ADAPTER = """
import json, os, struct, sys, time
HELLO = {"ok": True, "protocol": 2, "adapter": {"name": "slow", "version": "1", "language": "py"},
         "supports": {"kinds": ["stat", "exact"], "objects": ["laplace"]}, "randomness": "os"}
START
for line in sys.stdin:
    q = json.loads(line)
    if q["op"] == "bye":
        BYE
        break
    if q["op"] == "hello":
        HELLO_
        print(json.dumps(HELLO), flush=True)
        continue
    REPLY
    n = int(q.get("input", {}).get("draws", "1"))
    output = {"samples": struct.pack(f">{n}d", *os.urandom(n)).hex()} if q["kind"] == "stat" else {"value": "2"}
    print(json.dumps({"seq": q["seq"], "status": "ok", "output": output}), flush=True)
END
"""
SLOW = {
    "starts slowly": {"START": "time.sleep(2)"},
    "greets slowly": {"HELLO_": "time.sleep(1.5)"},
    "never greets": {"HELLO_": "time.sleep(60)"},
    "replies slowly": {"REPLY": "time.sleep(0.7)"},
    "hangs at every reply": {"REPLY": "time.sleep(60)"},
    "is slow draw by draw": {
        "REPLY": "time.sleep(0.02 * int(q.get('input', {}).get('draws', '1')))"
    },
    "ends slowly": {"BYE": "time.sleep(60)"},
    "ends slowly after bye": {"END": "time.sleep(60)"},
    "is slow in all": dict.fromkeys(("START", "HELLO_", "REPLY", "BYE", "END"), "time.sleep(0.9)"),
    "breaks slowly": {"REPLY": "time.sleep(0.5); sys.exit(3)"},
    "leaves children": {
        "START": "os.fork() or (os.setsid(), [os.close(i) for i in (0, 1, 2)], time.sleep(60))"
    },
}
BUDGET = 4.0
CALL = 2.5  # the longest that one call takes here: a start of those that start slowly
OURS = 4.0  # what the runner takes beside, on a busy machine: vectors are loaded, reports are made


def adapter(name: str, tmp_path: Path) -> str:
    text = ADAPTER
    for place in ("START", "HELLO_", "REPLY", "BYE", "END"):
        text = text.replace(f"{place}\n", f"{SLOW[name].get(place, 'pass')}\n")
    path = tmp_path / "adapter.py"
    path.write_text(text)
    return f"{sys.executable} -S -E {path}"


@pytest.mark.share(3)
@pytest.mark.parametrize("name", SLOW)
def test_a_budget_is_kept_whatever_is_slow(name: str, tmp_path: Path) -> None:
    """Kills a budget that holds between calls only, or not for starts and ends: an adapter that hung
    at every reply took a minute and more for each.
    """
    began = time.monotonic()
    done = dpmean(
        *("audit", "-a", adapter(name, tmp_path), "laplace", "epsilon=1"),
        *("--budget", f"{BUDGET:g}s"),
    )
    lasted = time.monotonic() - began
    assert lasted < 1.1 * BUDGET + CALL + OURS, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode != Exit.MISTAKE
    if name == "never greets":
        assert done.returncode == Exit.BROKE
        assert f"took longer than {BUDGET:g} s, its --budget" in done.stderr


def test_what_a_limit_cuts_short_is_no_output_and_no_failure(tmp_path: Path) -> None:
    """Kills a request that fails because the run had no time left for it: the adapter has a minute
    for each.
    """
    report = tmp_path / "r.json"
    words = ["-a", adapter("hangs at every reply", tmp_path), "--json", str(report)]
    done = dpmean("conform", *words, "--longest", "2", "--run", "laplace-variance-*")
    (made,) = json.loads(report.read_text())["runs"]
    assert (done.returncode, made["end"], made["verdicts"]) == (Exit.INCONCLUSIVE, "clock", [])
    assert "took longer than 2 s, its limit (--longest)" in made["stopped"]
    done = dpmean("audit", *words, "laplace", "epsilon=1", "--budget", "2s")
    assert done.returncode == Exit.INCONCLUSIVE, done.stdout + done.stderr
    assert json.loads(report.read_text())["draws"] == 0
