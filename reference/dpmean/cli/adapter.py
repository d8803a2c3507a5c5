"""`dpmean adapter`: help for those who write one. `adapter init` writes a complete small adapter to
start from.

The templates are plain files in wire/templates/LANGUAGE/, copied as they are. Here is only
what differs between languages: the file to edit, how it is built, how it is started.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

import click

from .. import written
from .completion import names_of_objects
from .objects import TOY, chosen, listed, objects, page

TEMPLATES = Path(__file__).parents[1] / "wire" / "templates"


@dataclass(frozen=True)
class Language:
    """The file that the user edits, and the commands, in which {into} is the folder."""

    edit: str
    run: str
    build: str = ""


LANGUAGES = {
    "python": Language("adapter.py", "python3 {into}/adapter.py"),
    "javascript": Language("adapter.mjs", "node {into}/adapter.mjs"),
    "rust": Language(
        "src/main.rs",
        "{into}/target/release/adapter",
        "cargo build --release --manifest-path {into}/Cargo.toml",
    ),
    "go": Language("main.go", "{into}/adapter", "go build -C {into} -o adapter ."),
    "java": Language("Adapter.java", "java {into}/Adapter.java"),
    "r": Language("adapter.R", "Rscript {into}/adapter.R"),
}


def of_object(template: str, name: str) -> str:
    """Return the template with another object declared, about which it answers nothing yet."""
    return template.replace(f'"{TOY}"', f'"{name}"', 1).replace(
        "only Laplace noise, given by epsilon",
        f"{name} is not written yet; {name}.md says what is asked",
        1,
    )


@click.group("adapter")
def adapter_command() -> None:
    """Write an adapter: the small program through which `dpmean conform` asks your
    implementation.
    """


@adapter_command.command("objects")
def objects_command() -> None:
    """List what an implementation may be of: every law, mechanism and set of values that vectors
    ask for.
    """
    listed(objects())


@adapter_command.command(
    "init", epilog="Example:  dpmean adapter init --object sized_mean --lang go --into conformance"
)
@click.option(
    "--object",
    "name",
    shell_complete=names_of_objects,
    help="What your implementation is of; `dpmean adapter objects` lists them. Without it you "
    "are asked at a terminal; elsewhere they are listed, and laplace is taken.",
)
@click.option(
    "--lang", type=click.Choice(list(LANGUAGES)), help="The language of your implementation."
)
@click.option(
    "--into",
    default=Path("dpmean-adapter"),
    show_default=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder; made when absent.",
)
def init_command(name: str | None, lang: str | None, into: Path) -> None:
    """Write an adapter that runs as it is, with a toy implementation where yours goes. Nothing is
    overwritten.

    The toy is of laplace. For another object the adapter declares that, answers nothing yet, and
    has a page beside it: the parameters, the values, and a request of each kind with the right
    reply.
    """
    if lang is None:
        raise click.UsageError(
            f"name the language of your implementation: --lang {', '.join(LANGUAGES)}"
        )
    files = {
        path.relative_to(TEMPLATES / lang): path.read_bytes()
        for path in sorted((TEMPLATES / lang).rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    }
    language = LANGUAGES[lang]
    name = chosen(name)
    if name != TOY:
        edit = Path(language.edit)
        files[edit] = of_object(files[edit].decode(), name).encode()
        files[Path(f"{name}.md")] = page(name).encode()
    taken = next((into / name for name in files if (into / name).exists()), None)
    if taken is not None:
        raise click.UsageError(
            f"{taken} exists, and nothing is overwritten; choose another folder with --into"
        )
    for file, body in files.items():
        (into / file).parent.mkdir(parents=True, exist_ok=True)
        written.whole(into / file, body, new=True)
        click.echo(f"wrote {into / file}")
    build, run = (
        shlex.join(word.replace("{into}", str(into)) for word in command.split())
        for command in (language.build, language.run)
    )
    click.echo(
        f"1. put your library into part 1 of {into / language.edit}, and say in part 2 what it "
        "can answer"
        + ("" if name == TOY else f" (what is asked: {into / name}.md)")
        + (f"; then\n   {build}" if build else "")
    )
    click.echo(f"2. dpmean smoke -a {shlex.quote(run)}")
    click.echo(f"3. dpmean conform -a {shlex.quote(run)}")
