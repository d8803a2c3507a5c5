"""The rules of the house, enforced: arrows run one way, one file per dependency, no floats in exact code, small files.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "reference" / "dpmean"
FILES = [p for p in PACKAGE.rglob("*.py") if not {"adapters", "templates"} & set(p.parts)]

# a module may import from rooms of a lower or equal rank
RANK = {
    "errors": 0, "forks": 0, "bisection": 0, "numbers": 1, "bits": 1, "reals": 2, "algebra": 3, "enclosure": 3,
    "theta": 3, "balls": 4, "digits": 4, "neighbors": 4,
    "guarantees": 5, "entries": 6, "distributions": 7, "fast": 8, "accounting": 8, "mechanisms": 9, "bounds": 9,
    "heterogeneous": 9, "unbiased": 9, "multivariate": 9, "programs": 9,
    "catalogue": 10, "suite": 11, "conformance": 12, "experiments": 13, "cli": 14,
}  # fmt: skip
# one deliberate exception, imported when it is called: names in derivations are looked up in the catalogue
EXCEPTIONS = {("distributions", "catalogue"), ("guarantees", "digits")}


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Rooms of this package that a file imports, at any depth of nesting."""
    found = set()
    parts = ["dpmean", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            base = parts[: len(parts) - node.level + 1] if node.level else []
            full = base + (node.module.split(".") if node.module else [])
            if full[:1] == ["dpmean"]:
                found.add(full[1]) if len(full) > 1 else found.update(a.name for a in node.names)
    return found & set(RANK)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_arrows_run_one_way(path: Path) -> None:
    here = room(path)
    if here == "__init__":
        return
    for target in imports(path):
        if (here, target) not in EXCEPTIONS:
            assert RANK[target] <= RANK[here], f"{here} imports {target}"


def modules_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {a.name.split(".")[0] for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


def test_each_dependency_has_its_door() -> None:
    for path in FILES:
        name, used = str(path.relative_to(PACKAGE)), modules_of(path)
        assert "flint" not in used or name in ("enclosure.py", "balls.py", "theta.py"), name
        assert "sympy" not in used or name == "algebra.py" or name.startswith("distributions/derivations/"), name
        assert "pyarrow" not in used or name == "cli/columns.py", name
        assert "numpy" not in used or name in ("conformance/judging/batch.py", "conformance/bulk.py",
            "conformance/judging/support.py", "conformance/judging/verdict.py",
            "experiments/simulation.py") or name.startswith(("fast/", "experiments/instance/estimators/")), name
        assert "cryptography" not in used or name == "randomness/stream.py", name
        assert not used & {"dask", "distributed"} or name == "distributions/bulk/cluster.py", name
        assert "matplotlib" not in used or name in ("conformance/reports/pictures.py", "experiments/drawing.py"), name
        assert not used & {"jinja2", "markupsafe"} or name == "conformance/reports/html.py", name
        assert not used & {"random", "pickle", "yaml"}, name


def test_no_float_and_no_eval_in_exact_code() -> None:
    exact = [p for p in FILES if room(p) in ("numbers", "reals", "enclosure", "algebra", "distributions", "mechanisms",
        "bounds", "heterogeneous", "multivariate", "guarantees", "entries", "programs", "suite")]
    for path in exact:
        for node in ast.walk(ast.parse(path.read_text())):
            where = f"{path.name}:{getattr(node, 'lineno', 0)}"
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), where
            assert not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                and node.func.id in ("eval", "exec", "compile")), where
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float":
                # nan and inf records; doubles taken bit-exactly
                assert path.name in ("transcript.py", "numbers.py"), where


def test_files_are_small_and_have_a_charter() -> None:
    for path in [*FILES, *PROOFS]:
        lines = path.read_text().splitlines()
        assert len(lines) <= 300, f"{path.name}: {len(lines)} lines"
        if path.name != "__init__.py":
            assert lines[0].startswith('"""'), path.name


PROOFS = sorted((ROOT / "proofs").rglob("*.py"))


def test_the_proofs_keep_to_their_rooms() -> None:
    rooms = {"kernel", "formulas", "theorem", "tracing", "balls", "trusted", "signs", "solvers", "refusals"}
    for path in PROOFS:
        name, used = path.relative_to(ROOT / "proofs").as_posix(), modules_of(path)
        assert "flint" not in used or name in ("formulas.py", "signs.py", "kernel.py", "balls.py"), name
        assert not used & {"z3", "cvc5"} or name == "solvers.py", name
        assert not used & {"sympy", "random", "numpy", "mpmath"}, name
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{name}:{node.lineno}"
            assert not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                and node.func.id in ("eval", "exec")), name
            if isinstance(node, ast.ImportFrom) and any(a.name == "make" for a in node.names):
                assert name == "kernel.py", f"{name} imports the maker of steps"
            if name.startswith("theorems/") and isinstance(node, ast.ImportFrom) and node.level == 2:
                assert node.module in rooms, f"{name} imports {node.module}"
    for path in FILES:
        assert "proofs" not in modules_of(path), f"{path.name}: the package never imports the proofs"


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import dpmean, dpmean.cli.main, sys; print([m for m in ('sympy', 'numpy', 'matplotlib', 'jinja2', 'pyarrow', "
        "'jsonschema_rs', 'rich', 'mpmath', 'flint') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


def test_value_needs_neither_sympy_nor_numpy() -> None:
    code = (
        "import dpmean, sys; dpmean.report(dpmean.value('hourglass.variance', {'epsilon': '1', 'gamma': "
        "'optimal'}).values[0]); print('sympy' in sys.modules or 'numpy' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "False"


def test_the_project_names_no_registry_host() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: the list of the project's files is not known")
    hosts = re.compile(r"(pypi|pythonhosted|crates|npmjs|maven)\.(org|io|com)")
    for name in listed.stdout.split():
        path = ROOT / name
        if path.suffix in (".py", ".md", ".toml", ".txt",
                "") and path.is_file() and name != "tests/test_architecture.py":
            assert not hosts.search(path.read_text(errors="replace")), name
