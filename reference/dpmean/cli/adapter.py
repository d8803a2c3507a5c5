"""`dpmean adapter`: help for those who write one. `adapter init` writes a complete small adapter to start from.

The templates are plain files in conformance/templates/LANGUAGE/, copied as they are. Here is only what differs between
languages: the file to edit, how it is built, how it is started.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

import click

TEMPLATES = Path(__file__).parents[1] / "conformance" / "templates"


@dataclass(frozen=True)
class Language:
    """The file that the user edits, and the commands, in which {into} is the folder."""

    edit: str
    run: str
    build: str = ""


LANGUAGES = {
    "python": Language("adapter.py", "python3 {into}/adapter.py"),
    "javascript": Language("adapter.mjs", "node {into}/adapter.mjs"),
    "rust": Language("src/main.rs", "{into}/target/release/adapter",
        "cargo build --release --manifest-path {into}/Cargo.toml"),
    "go": Language("main.go", "{into}/adapter", "go build -C {into} -o adapter ."),
    "java": Language("Adapter.java", "java {into}/Adapter.java"),
    "r": Language("adapter.R", "Rscript {into}/adapter.R"),
}


@click.group("adapter")
def adapter_command() -> None:
    """Write an adapter: the small program through which `dpmean conform` asks your implementation."""


@adapter_command.command("init", epilog="Example:  dpmean adapter init --lang go --into conformance")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), help="The language of your implementation.")
@click.option("--into", default=Path("dpmean-adapter"), show_default=True,
    type=click.Path(path_type=Path, file_okay=False), help="A folder; made when absent.")
def init_command(lang: str | None, into: Path) -> None:
    """Write an adapter that runs as it is, with a toy implementation where yours goes. Nothing is overwritten."""
    if lang is None:
        raise click.UsageError(f"name the language of your implementation: --lang {', '.join(LANGUAGES)}")
    files = {path.relative_to(TEMPLATES / lang): path.read_bytes() for path in sorted((TEMPLATES / lang).rglob("*"))
        if path.is_file() and path.suffix != ".pyc"}
    taken = next((into / name for name in files if (into / name).exists()), None)
    if taken is not None:
        raise click.UsageError(f"{taken} exists, and nothing is overwritten; choose another folder with --into")
    for name, body in files.items():
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        (into / name).write_bytes(body)
        click.echo(f"wrote {into / name}")
    language = LANGUAGES[lang]
    build, run = (shlex.join(word.replace("{into}", str(into)) for word in command.split())
        for command in (language.build, language.run))
    click.echo(f"1. put your library into part 1 of {into / language.edit}, and say in part 2 what it can answer"
        + (f"; then\n   {build}" if build else ""))
    click.echo(f"2. dpmean smoke -a {shlex.quote(run)}")
    click.echo(f"3. dpmean conform -a {shlex.quote(run)}")
