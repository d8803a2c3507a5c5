"""What is generated from the theorem files, written, and compared with what stands there.

Committed: claims.toml (every row), README.md (theorems and rows by paper), errata/*.md (what is
wrong as printed, a page a paper), their index ERRATA.md, smt/*.smt2 (the statements given to the
solvers, a file a theorem), and the sentences that count rows in the project's README and mechanisms in that of the
tests. Nothing generated depends on a
solver's model or on time.
"""

from __future__ import annotations

from dpmean import written

from . import errata
from .ledger import HERE
from .pages import claims_toml, front_page, readme_md, what_to_believe
from .theorem import Theorem


def smt_files(found: list[Theorem]) -> dict[str, str]:
    """Return the SMT-LIB texts of a theorem's statements, each followed by its rival, by file name.

    A solver answers such a file with unsat and sat by turns.
    """
    files = {}
    for theorem in found:
        texts = []
        for step in theorem.steps:
            if step.smt is not None:
                statement, rival = step.smt()
                texts += [
                    f"; {step.name}\n; negated: unsat proves it\n{statement}",
                    f"; rival of: {step.name}\n; the same hypotheses, another conclusion, "
                    f"negated: sat\n{rival}",
                ]
        if texts:
            files[f"smt/{theorem.id}.smt2"] = "(reset)\n\n".join(texts)
    return files


def generated(found: list[Theorem]) -> dict[str, str]:
    """Return every generated file, by its path below proofs/."""
    front = front_page(found, (HERE.parent / "README.md").read_text())
    return {
        "claims.toml": claims_toml(found),
        "README.md": readme_md(found),
        **errata.files(found),
        "../README.md": front,
        "../tests/README.md": what_to_believe((HERE.parent / "tests" / "README.md").read_text()),
        **smt_files(found),
    }


def write(found: list[Theorem]) -> None:
    """Write the generated files, and remove SMT texts that no step has any more."""
    files = generated(found)
    for folder in ("smt", "errata"):
        (HERE / folder).mkdir(exist_ok=True)
    for old in (HERE / "smt").glob("*.smt2"):
        if f"smt/{old.name}" not in files:
            old.unlink()
    for name, text in files.items():
        written.whole(HERE / name, text)


def stale(found: list[Theorem]) -> list[str]:
    """Return the generated files that differ from what the theorem files give."""
    files = generated(found)
    different = [
        name
        for name, text in files.items()
        if not (HERE / name).exists() or (HERE / name).read_text() != text
    ]
    return different + [
        f"smt/{p.name}" for p in (HERE / "smt").glob("*.smt2") if f"smt/{p.name}" not in files
    ]
