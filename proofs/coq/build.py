"""`make coq`: compile every file, run Coq's checker on what was compiled, and print what the
theorems assume.

Exit codes: 0 all is proved, 1 it is not, 2 Coq or one of its libraries is not installed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time

from .emit import EMITTED, HERE, text

PACKAGES = "coq libcoq-mathcomp-ssreflect libcoq-mathcomp-analysis libcoq-coquelicot"
MISSING = (
    "Coq 8.16 or one of its libraries is not installed: apt-get update && apt-get install -y "
    f"{PACKAGES}"
)
NEEDED = (
    "mathcomp/ssreflect/ssreflect.vo",
    "mathcomp/analysis/lebesgue_integral.vo",
    "Coquelicot/Coquelicot.vo",
)
STALE = (
    "error: Emitted.v is not what the shipped functions are now; run: python -m proofs.coq --write"
)
UNPROVED = re.compile(
    r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture)\b"
    r"|Unset Guard Checking|bypass_check|type-in-type"
)
LIBRARY = ("-Q", ".", "dpmean_proofs")
QUIET = ("-w", "-notation-overridden,-ambiguous-paths,-parsing,-redundant-canonical-projection")
# what the theorems may rest on: the axioms of Coq's real numbers and of MathComp Analysis
# (boolp.v), and no other
ALLOWED = {
    "ClassicalDedekindReals.sig_not_dec": "Coq's real numbers: a negated statement is decided",
    "ClassicalDedekindReals.sig_forall_dec": "Coq's real numbers: a statement about all natural numbers is decided",
    "FunctionalExtensionality.functional_extensionality_dep": "functions with equal values are equal, in Coq's library",
    "Classical_Prop.classic": "excluded middle",
    "Epsilon.epsilon_statement": "choice, in Coq's library",
    "functional_extensionality_dep": "functions with equal values are equal, in MathComp",
    "propositional_extensionality": "equivalent statements are equal, in MathComp",
    "constructive_indefinite_description": "choice, in MathComp",
}


def files() -> list[str]:
    """Return the names of the files in the order in which they are compiled: each after those that
    it requires.
    """
    requires = {
        path.stem: set(
            re.findall(
                r"\w+",
                " ".join(
                    re.findall(
                        r"From dpmean_proofs Require (?:Import )?([^.]*)\.", path.read_text()
                    )
                ),
            )
        )
        for path in HERE.glob("*.v")
    }
    order: list[str] = []
    while len(order) < len(requires):
        ready = sorted(
            name for name, needs in requires.items() if name not in order and needs <= set(order)
        )
        if not ready:
            raise ValueError(
                "files of proofs/coq require one another in a circle, or one that is not there"
            )
        order += ready
    return order


def without_comments(source: str) -> str:
    """Return a source of Coq without its comments, which may be nested."""
    depth, kept = 0, []
    for part in re.split(r"(\(\*|\*\))", source):
        depth += {"(*": 1, "*)": -1}.get(part, 0)
        if depth == 0 and part != "*)":
            kept.append(part)
    return "".join(kept)


def unproved() -> list[str]:
    """Return every word in a file that leaves something unproved."""
    return [
        f"{path.name}: {match[0]}"
        for path in sorted(HERE.glob("*.v"))
        for match in UNPROVED.finditer(without_comments(path.read_text()))
    ]


def installed() -> bool:
    """Tell whether Coq and the libraries are on this machine."""
    if not shutil.which("coqc") or not shutil.which("coqchk"):
        return False
    asked = ["coqc", "-where"]
    where = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    return all((HERE.__class__(where) / "user-contrib" / name).exists() for name in NEEDED)


def run(command: list[str]) -> str:
    """Return what a command of Coq prints; show it and exit with 1 where it fails."""
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        if kept := sorted(p.name for p in HERE.glob(".*.cache")):
            print(
                f"error: coqc failed; if a run was cut short, remove {', '.join(kept)} in {HERE} "
                "first",
                file=sys.stderr,
            )
        sys.exit(1)
    return done.stdout


def assumptions(printed: str) -> set[str]:
    """Return the names of the axioms in the output of Print Assumptions."""
    return set(re.findall(r"^([A-Za-z_][\w.']*)\s+:", printed, flags=re.MULTILINE))


def main() -> int:
    """Do all of it, and return the exit code."""
    if not installed():
        print(MISSING, file=sys.stderr)
        return 2
    if not EMITTED.exists() or EMITTED.read_text() != text():
        print(STALE, file=sys.stderr)
        return 1
    if found := unproved():
        print("error: left unproved: " + ", ".join(found), file=sys.stderr)
        return 1
    started, printed = time.perf_counter(), ""
    for name in files():
        begun = time.perf_counter()
        out = run(["coqc", *QUIET, *LIBRARY, f"{name}.v"])
        printed += out
        print(f"  {name + '.v':24} compiled in {time.perf_counter() - begun:6.1f} s", flush=True)
    print(printed, end="")
    if strange := sorted(assumptions(printed) - ALLOWED.keys()):
        print(
            f"error: rests on {', '.join(strange)}, which is no axiom of the libraries' reals",
            file=sys.stderr,
        )
        return 1
    begun = time.perf_counter()
    names = [word for name in files() for word in ("-norec", f"dpmean_proofs.{name}")]
    run(["coqchk", "-silent", "-o", *LIBRARY, *names])
    print(
        f"coqchk has checked these {len(files())} files in {time.perf_counter() - begun:.1f} s; "
        "those of the libraries it takes as Debian has compiled them"
    )
    for name in sorted(assumptions(printed)):
        print(f"  axiom of a library: {name}: {ALLOWED[name]}")
    print(f"make coq: proved, in {time.perf_counter() - started:.0f} s")
    return 0
