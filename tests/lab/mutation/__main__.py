"""Mutation testing with Cosmic Ray: `python tests/lab/mutation [AREA ...]`; what is judged by what is
in areas.py.

All one-operator mutants of an area's modules are listed, a random sample of them that the seed
fixes is run, each in a copy of the checkout under build/mutation/, and the kill rate is printed
with an exact 95 % interval. Finished mutants are kept in build/mutation/, so that a run that was
interrupted goes on; survivors are tried again each time, and `--fresh` forgets all. Replacements by
bit operators are left out: on fractions they raise at once, and would only flatter the rate.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from areas import AREAS, PACKAGE, Target
from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult

from dpmean.suite.pvalues import clopper_pearson

ROOT = Path(__file__).parents[3]
WORK = ROOT / "build" / "mutation"
SILLY = re.compile(r"core/ReplaceBinaryOperator_(BitOr_|\w+_(BitOr|BitAnd|BitXor|LShift|RShift)$)")
# of one mutant; the timeout only ends what sleeps
CPU_SECONDS, KILOBYTES, TIMEOUT = (40, 6_000_000, 900)


def command(tests: tuple[str, ...], seconds: int = CPU_SECONDS) -> str:
    """Run tests: one process, the first failure ends it, and it may use only so much time and
    memory.
    """
    pytest = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "--assert=plain",
        "-m",
        "not slow",
        *tests,
    ]
    return shlex.join(
        ["sh", "-c", f"ulimit -t {seconds}; ulimit -v {KILOBYTES}; exec {shlex.join(pytest)}"]
    )


def copy() -> None:
    """A fresh copy of the checkout, in which files are changed and changed back; the working folder
    moves there.
    """
    target = WORK / "copy"
    shutil.rmtree(target, ignore_errors=True)
    for name in ("reference", "tests", "vectors", "proofs"):
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", target)
    os.environ |= {
        "PYTHONPATH": str(target / "reference"),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONHASHSEED": "0",
        "DPMEAN_PART": "all",
    }
    os.chdir(target)


def order(item: WorkItem) -> tuple[str, str, int]:
    """Where a mutant stands in the list that the seed draws from: a function of the code alone."""
    (m,) = item.mutations
    return str(m.module_path), m.operator_name, m.occurrence


def sample(db: WorkDB, targets: tuple[Target, ...], size: int, seed: int) -> int:
    """List the mutants of an area and mark all but the sample as skipped; how many there are."""
    init([Path(PACKAGE) / m for t in targets for m in t.modules], db, {})
    listed = sorted(
        (i for i in db.work_items if not SILLY.match(i.mutations[0].operator_name)), key=order
    )
    chosen = {i.job_id for i in random.Random(seed).sample(listed, min(size, len(listed)))}
    skipped = [i.job_id for i in db.work_items if i.job_id not in chosen]
    db.set_multiple_results(
        skipped, WorkResult(worker_outcome=WorkerOutcome.SKIPPED, output=str(len(listed)))
    )
    return len(listed)


def finished(db: WorkDB) -> Iterator[tuple[WorkItem, WorkResult]]:
    """The mutants that were run, in the order of the code."""
    yield from sorted(
        ((i, r) for i, r in db.completed_work_items if r.worker_outcome != WorkerOutcome.SKIPPED),
        key=lambda p: order(p[0]),
    )


def run(name: str, size: int, seed: int, fresh: bool) -> bool:
    """One area; whether its mutants were all judged."""
    path, targets = WORK / f"{name}-{size}-{seed}.sqlite", AREAS[name]
    if fresh:
        path.unlink(missing_ok=True)
    with use_db(str(path)) as db:
        if not db.num_work_items:
            sample(db, targets, size, seed)
        tests = {f"{PACKAGE}/{m}": command(t.tests) for t in targets for m in t.modules}
        alive = [i for i, r in finished(db) if r.test_outcome == TestOutcome.SURVIVED]
        pending = sorted([*db.pending_work_items, *alive], key=order)
        outcome, output = run_tests(
            command(tuple(dict.fromkeys(w for t in targets for w in t.tests)), 10 * CPU_SECONDS),
            TIMEOUT,
        )
        if outcome != TestOutcome.SURVIVED:
            print(f"{name}: the tests fail without any mutation:\n{output[-2000:]}")
            return False
        for done, item in enumerate(pending, 1):
            result = mutate_and_test(item.mutations, tests[order(item)[0]], TIMEOUT)
            db.set_result(item.job_id, result)
            print(
                f"{name} {done}/{len(pending)} {result.test_outcome} {order(item)}",
                file=sys.stderr,
                flush=True,
            )
        report(name, db, seed)
    return True


def report(name: str, db: WorkDB, seed: int) -> None:
    """The kill rate of an area and of its modules; survivors go to a file as diffs."""
    results = list(finished(db))
    listed = next(
        (r.output for _, r in db.completed_work_items if r.worker_outcome == WorkerOutcome.SKIPPED),
        str(len(results)),
    )
    survivors = [(i, r) for i, r in results if r.test_outcome == TestOutcome.SURVIVED]
    n, killed = len(results), len(results) - len(survivors)
    low, high = (float(clopper_pearson(n, killed, Fraction(1, 40), upper=u)) for u in (False, True))
    print(
        f"{name}: {killed} of {n} killed = {killed / n:.1%}, 95 % interval {low:.1%} to "
        f"{high:.1%}; drawn from {listed} mutants with seed {seed}"
    )
    alive = Counter(Path(order(i)[0]).name for i, _ in survivors)
    for module, count in sorted(Counter(Path(order(i)[0]).name for i, _ in results).items()):
        print(f"    {module:24} {count - alive[module]} of {count}")
    (WORK / f"{name}-survivors.txt").write_text(
        "\n".join(f"{order(i)}\n{r.diff}\n" for i, r in survivors)
    )


def main() -> int:
    """Run the areas one after the other."""
    parser = argparse.ArgumentParser(
        prog="python tests/lab/mutation",
        description="Mutation testing of the parts that must be right.",
    )
    parser.add_argument(
        "area", nargs="*", default=list(AREAS), help=f"of {', '.join(AREAS)}; default: all"
    )
    parser.add_argument(
        "--sample", type=int, default=300, help="mutants of each area (default 300)"
    )
    parser.add_argument("--seed", type=int, default=1, help="which ones (default 1)")
    parser.add_argument(
        "--fresh", action="store_true", help="forget the mutants that were judged before"
    )
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    copy()
    return (
        0
        if all([run(name, options.sample, options.seed, options.fresh) for name in options.area])
        else 1
    )


if __name__ == "__main__":
    sys.exit(main())
