"""The rules of the house, enforced: arrows run one way, one file per dependency, no floats in exact
code, small files.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from dpmean.catalogue.laws import LAWS
from dpmean.catalogue.mechanisms import MECHANISMS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "reference" / "dpmean"
# the adapters in its folders run in environments of their own
LIBRARIES = PACKAGE / "libraries"
FILES = [
    p
    for p in PACKAGE.rglob("*.py")
    if "templates" not in p.parts and not (LIBRARIES in p.parents and p.parent != LIBRARIES)
]
TESTS = sorted(p for p in (ROOT / "tests").rglob("*.py"))

# a room imports itself and rooms that stand before it in this list; there are no exceptions
ROOMS = (
    "errors",
    "exits",
    "interrupts",
    "written",
    "orphans",
    "strict_json",
    "highprecision",
    "randomness",
    "exact",
    "parameters",
    "privacy",
    "distributions",
    "programs",
    "mechanisms",
    "catalogue",
    "laws",
    "deriving",
    "suite",
    "wire",
    "judging",
    "auditing",
    "reports",
    "experiments",
    "libraries",
    "cli",
)


tree_of = cache(ast.parse)  # several rules look at the same files


def parsed(path: Path) -> ast.Module:
    return tree_of(path.read_text())


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Rooms of this package that a file imports, at any depth of nesting; "" is the package
    itself.
    """
    found = set()
    parts = ["dpmean", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom):
            base = parts[: len(parts) - node.level + 1] if node.level else []
            full = base + (node.module.split(".") if node.module else [])
            if full == ["dpmean"]:
                found |= {a.name if a.name in ROOMS else "" for a in node.names}
            elif full[:1] == ["dpmean"]:
                found.add(full[1])
        elif isinstance(node, ast.Import):
            found |= {
                (a.name.split(".") + [""])[1]
                for a in node.names
                if a.name.split(".")[0] == "dpmean"
            }
    return found


def test_every_file_stands_in_a_room() -> None:
    assert {room(p) for p in FILES} - {"__init__", "__main__"} == set(ROOMS)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_arrows_run_one_way(path: Path) -> None:
    here = room(path)
    if here in ("__init__", "__main__"):
        return
    for target in imports(path) - {""}:
        assert ROOMS.index(target) <= ROOMS.index(here), (
            f"{here} imports {target}, which stands after it"
        )


def files_that_import_one_another(files: Iterable[Path], base: Path) -> list[list[str]]:
    """What is left of the files when those are taken away, again and again, that import none or
    that none imports.

    Each is a module with those that it imports. Imports for types and inside functions count like
    any other.
    """
    modules = {
        ".".join(p.relative_to(base).with_suffix("").parts).removesuffix(".__init__"): p
        for p in files
    }
    arrows: dict[str, set[str]] = {}
    for name, path in modules.items():
        tree, package = parsed(path), name.split(".")[: None if path.stem == "__init__" else -1]
        arrows[name] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                stem = [
                    *(package[: len(package) - node.level + 1] if node.level else []),
                    *(node.module.split(".") if node.module else []),
                ]
                found = {".".join([*stem, a.name]) for a in node.names}
                arrows[name] |= {m if m in modules else ".".join(stem) for m in found}
            elif isinstance(node, ast.Import):
                arrows[name] |= {a.name for a in node.names}
    with_ends = True
    # a file that imports no file that is left, or is imported by none, is in no circle
    while with_ends:
        wanted = set().union(*arrows.values()) if arrows else set()
        ends = {m for m, to in arrows.items() if not to - {m} & arrows.keys() or m not in wanted}
        with_ends = bool(ends)
        arrows = {m: to & arrows.keys() - ends - {m} for m, to in arrows.items() if m not in ends}
    return [sorted({m, *to}) for m, to in sorted(arrows.items())]


@pytest.mark.parametrize("room_", ROOMS)
def test_no_files_of_a_room_import_one_another_in_a_circle(room_: str) -> None:
    """Kills two files neither of which can be read, or moved, without the other."""
    files = [p for p in FILES if room(p) == room_]
    assert files_that_import_one_another(files, PACKAGE.parent) == []


@pytest.mark.parametrize("folder", ["proofs", "tests"])
def test_no_files_beside_the_package_import_one_another_in_a_circle(folder: str) -> None:
    assert files_that_import_one_another((ROOT / folder).rglob("*.py"), ROOT) == []


def test_a_circle_of_files_is_seen(tmp_path: Path) -> None:
    texts = {
        "one": "from .two import X",
        "two": "def f():\n    from . import three",
        "four": "from . import one",
        "three": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import box.one",
    }
    for name, text in texts.items():
        path = tmp_path / "box" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    files = [*tmp_path.rglob("*.py")]
    seen = {m for circle in files_that_import_one_another(files, tmp_path) for m in circle}
    assert seen == {"box.one", "box.two", "box.three"}
    (tmp_path / "box" / "two.py").write_text("X = 1")
    assert files_that_import_one_another(files, tmp_path) == []


def place(path: Path, base: Path) -> str:
    """The folder of a file below the base; a file at the top stands for itself, as a room does."""
    inside = path.relative_to(base)
    return inside.parent.as_posix() if len(inside.parts) > 1 else inside.stem


def circles_of_folders(files: Iterable[Path], base: Path, name: str) -> list[set[str]]:
    """The sets of folders below the base that reach one another by imports.

    A folder may know the folders in it, and they may know it: it is one room with its drawers. What
    the top says of itself (its own `__init__` and `__main__`, which show what there is) is no place.
    """
    places = {
        ".".join((name, *p.relative_to(base).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): place(p, base)
        for p in files
        if place(p, base) not in ("__init__", "__main__")
    }
    arrows: dict[str, set[str]] = {}
    for path in files:
        if (here := place(path, base)) in ("__init__", "__main__"):
            continue
        package = [name, *path.relative_to(base).parts[:-1]]
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ImportFrom):
                stem = [
                    *(package[: len(package) - node.level + 1] if node.level else []),
                    *(node.module.split(".") if node.module else []),
                ]
                wanted = [".".join([*stem, a.name]) for a in node.names]
                found = {m if m in places else ".".join(stem) for m in wanted}
            elif isinstance(node, ast.Import):
                found = {a.name for a in node.names}
            else:
                continue
            arrows.setdefault(here, set()).update(places[m] for m in found if m in places)
    drawers = {
        (one, two)
        for one, to in arrows.items()
        for two in to
        if one == two or one.startswith(f"{two}/") or two.startswith(f"{one}/")
    }
    reached = {one: {t for t in to if (one, t) not in drawers} for one, to in arrows.items()}
    for middle in reached:
        for to in reached.values():
            if middle in to:
                to |= reached[middle]
    circles = [
        {one, *(two for two in to if one in reached.get(two, ()))}
        for one, to in reached.items()
        if one in to
    ]
    return [c for n, c in enumerate(circles) if c not in circles[:n]]


@pytest.mark.parametrize("folder", ["reference/dpmean", "proofs"])
def test_no_folders_import_one_another_in_a_circle(folder: str) -> None:
    """Kills a checker that calls what is not called the checker: two folders of which neither can
    be read, or trusted, without the other.
    """
    base = ROOT / folder
    files = FILES if base == PACKAGE else [*base.rglob("*.py")]
    assert circles_of_folders(files, base, base.name) == []


def test_a_circle_of_folders_is_seen(tmp_path: Path) -> None:
    texts = {
        "kernel/rules": "from ..guards import points",
        "kernel/steps": "",
        "guards/points": "",
        "guards/gate": "def f():\n    from ..kernel.steps import make",
        "run": "from .kernel import rules",
        "pages/deep/drawer": "from ..page import X",
        "pages/page": "from .deep import drawer\nfrom .. import run",
    }
    for name, text in texts.items():
        path = tmp_path / "box" / f"{name}.py"
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
    files = [*tmp_path.rglob("*.py")]
    assert circles_of_folders(files, tmp_path / "box", "box") == [{"kernel", "guards"}]
    (tmp_path / "box" / "guards" / "gate.py").write_text("X = 1")
    assert circles_of_folders(files, tmp_path / "box", "box") == []


PAPERS = ("addremove", "hetero", "trilemma", "instance")
NO_PAPERS = ("parts",)  # folders of mechanisms of no paper, which libraries ship
WORDS = {"count"}  # names of mechanisms that are words of every day, too
OTHER_WORDS = ("heterogeneous", "per_user", "lowbias", "multivariate")


def test_one_word_a_paper_in_every_path() -> None:
    for path in [*FILES, *PROOFS, *TESTS]:
        name = path.relative_to(ROOT).as_posix()
        assert not any(word in name for word in OTHER_WORDS), name
    for folder in ("mechanisms", "suite/plans"):
        found = {
            p.name for p in (PACKAGE / folder).iterdir() if p.is_dir() and p.name != "__pycache__"
        }
        assert found - {"laws", "stat"} == {*PAPERS, *NO_PAPERS}, folder


def test_every_mechanism_stands_in_a_file_of_its_name() -> None:
    """Kills a mechanism in a file of another name, in a folder of no paper, or two of them in one
    file.
    """
    from dpmean.catalogue.mechanisms import MECHANISMS

    for name, made in MECHANISMS.items():
        folders = (*PAPERS, *NO_PAPERS)
        assert made.__module__ in {f"dpmean.mechanisms.{f}.{name}" for f in folders}, name


def modules_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {a.name.split(".")[0] for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


JUDGES = ("wire", "judging", "reports", "programs")


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.relative_to(PACKAGE).parts[0] in JUDGES], ids=str
)
def test_whoever_judges_or_runs_knows_no_law_and_no_mechanism_by_name(path: Path) -> None:
    """Kills a judge that treats an object in a way of its own: what is so of it, it declares."""
    found = {n.value for n in ast.walk(parsed(path)) if isinstance(n, ast.Constant)}
    assert not found & ({*LAWS, *MECHANISMS} - WORDS), path


def test_each_dependency_has_its_door() -> None:
    for path in FILES:
        name, used = str(path.relative_to(PACKAGE)), modules_of(path)
        assert "flint" not in used or name in (
            "exact/enclosure.py",
            "exact/balls.py",
            "exact/theta.py",
            "exact/student.py",
            "exact/wide.py",
            "exact/inverse_series.py",
            "exact/integrals.py",
            "exact/binomials.py",
            "exact/quadrature.py",
            "exact/quotients.py",
        ), name
        assert "sympy" not in used or name.startswith(
            ("distributions/derivations/", "deriving/")
        ), name
        assert "mpmath" not in used or name.startswith("highprecision/"), name
        assert "pyarrow" not in used or name == "cli/columns.py", name
        assert (
            "numpy" not in used
            or name
            in (
                "judging/draws/batch.py",
                "wire/bulk.py",
                "judging/support.py",
                "judging/draws/bits.py",
                "judging/draws/leak.py",
                "judging/draws/moved.py",
                "judging/draws/neighbours.py",
                "judging/draws/second.py",
                "judging/reject.py",
                "judging/draws/reading.py",
                "judging/draws/freshness.py",
                "judging/draws/matching.py",
                "judging/draws/successors.py",
                "judging/draws/recurrence.py",
                "experiments/simulation.py",
                "randomness/stream.py",
                "programs/numpy_table.py",
                *(f"exact/{file}" for file in CERTIFIED_DOUBLES),
            )
            or name.startswith(
                (
                    "distributions/bulk/",
                    "programs/columns/",
                    "experiments/instance/estimators/",
                    "auditing/",
                )
            )
        ), name
        assert "cryptography" not in used or name == "randomness/stream.py", name
        assert not used & {"dask", "distributed"} or name == "distributions/bulk/cluster.py", name
        assert "matplotlib" not in used or name in (
            "reports/pictures.py",
            "auditing/picture.py",
            "experiments/drawing.py",
        ), name
        assert not used & {"jinja2", "markupsafe"} or name == "reports/html.py", name
        assert not used & {"random", "pickle", "yaml"}, name


# columns of double-doubles whose errors are proved; the only doubles in exact code
CERTIFIED_DOUBLES = ("doubles.py", "errorfree.py", "pairs.py", "radii.py")


def test_no_float_and_no_eval_in_exact_code() -> None:
    exact = [
        p
        for p in FILES
        if room(p)
        in (
            "exact",
            "parameters",
            "privacy",
            "distributions",
            "programs",
            "mechanisms",
            "catalogue",
            "suite",
        )
        and not {"bulk", "columns"} & {*p.parts}
        and p.name not in ("numpy_table.py", *CERTIFIED_DOUBLES)
    ]
    for path in exact:
        for node in ast.walk(parsed(path)):
            where = f"{path.name}:{getattr(node, 'lineno', 0)}"
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), where
            assert not (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("eval", "exec", "compile")
            ), where
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "float"
            ):
                # nan and inf records; doubles taken bit-exactly
                assert path.name in ("transcript.py", "numbers.py", "balls.py", "digits.py"), where


def test_no_two_files_of_tests_have_one_name() -> None:
    """Kills a pair that pytest does not collect together."""
    names = [p.name for p in TESTS if p.name.startswith(("test_", "conftest"))]
    assert sorted(names) == sorted(set(names))


def test_files_have_a_charter() -> None:
    for path in [*FILES, *PROOFS]:
        if path.name != "__init__.py":
            assert path.read_text().startswith('"""'), path.name


def test_one_formatter_lays_out_every_file() -> None:
    """Kills a file in a layout of its own: `ruff format` and `ruff check`, as in `make lint`."""
    for command in (["format", "--check", "-q"], ["check", "-q"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "."],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


PROOFS = sorted((ROOT / "proofs").rglob("*.py"))


def test_the_proofs_keep_to_their_rooms() -> None:
    doors = ("kernel.", "theorem", "domains.")
    for path in PROOFS:
        name, used = path.relative_to(ROOT / "proofs").as_posix(), modules_of(path)
        assert "flint" not in used or name in (
            "kernel/formulas.py",
            "kernel/signs.py",
            "kernel/rules.py",
            "kernel/balls.py",
        ), name
        assert not used & {"z3", "cvc5"} or name in ("kernel/solvers.py", "kernel/models.py"), name
        assert not used & {"sympy", "random", "mpmath"}, name
        # shipped code on columns is handed arrays of symbols
        assert "numpy" not in used or name == "domains/multiples.py", name
        for node in ast.walk(parsed(path)):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), (
                f"{name}:{node.lineno}"
            )
            assert not (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("eval", "exec")
            ), name
            if isinstance(node, ast.ImportFrom) and any(a.name == "make" for a in node.names):
                assert name == "kernel/rules.py", f"{name} imports the maker of steps"
            if (
                name.startswith("theorems/")
                and isinstance(node, ast.ImportFrom)
                and node.level == 3
            ):
                assert (node.module + ".").startswith(doors), f"{name} imports {node.module}"
    for path in FILES:
        assert "proofs" not in modules_of(path), (
            f"{path.name}: the package never imports the proofs"
        )


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import dpmean, dpmean.cli.main, sys; print([m for m in ('sympy', 'numpy', "
        "'matplotlib', 'jinja2', 'pyarrow', 'jsonschema_rs', 'mpmath', 'flint') if m in "
        "sys.modules])"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert out.strip() == "[]"


def test_value_needs_neither_sympy_nor_numpy() -> None:
    code = (
        "import dpmean, sys; dpmean.report(dpmean.value('hourglass.variance', {'epsilon': '1', "
        "'gamma': 'optimal'}).values[0]); print('sympy' in sys.modules or 'numpy' in "
        "sys.modules)"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert out.strip() == "False"


def test_the_project_names_no_registry_host() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout: the list of the project's files is not known")
    hosts = re.compile(r"(pypi|pythonhosted|crates|npmjs|maven)\.(org|io|com)")
    for name in listed.stdout.split():
        path = ROOT / name
        if (
            path.suffix in (".py", ".md", ".toml", ".txt", "")
            and path.is_file()
            and name != "tests/test_architecture.py"
        ):
            assert not hosts.search(path.read_text(errors="replace")), name


def test_the_version_is_that_of_the_changelog() -> None:
    """Kills a version that stays behind: the package's, the citation's and the top of the changelog
    are one.
    """
    import tomllib

    import dpmean

    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text()
    top = re.search(r"^## (?:Unreleased \()?(\d+\.\d+\.\d+)", changes, re.MULTILINE)
    assert top is not None
    assert declared.partition(".dev")[0] == top[1]
    assert dpmean.__version__ == declared
    assert f"\nversion: {declared}\n" in (ROOT / "CITATION.cff").read_text()
