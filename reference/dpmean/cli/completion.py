"""What the shell completes: names of values, laws, mechanisms, libraries and vectors, parameters,
and files.

`dpmean completion SHELL` prints the script that a shell reads once; the functions here are what it
then asks. An error completes nothing: a line that is being typed is not yet wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem, get_completion_class

SHELLS = {
    "bash": 'eval "$(dpmean completion bash)"      in ~/.bashrc',
    "zsh": 'eval "$(dpmean completion zsh)"       in ~/.zshrc, after compinit',
    "fish": "dpmean completion fish | source       in ~/.config/fish/config.fish",
}
Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _from(names: Callable[[click.Context], Iterable[tuple[str, str]]]) -> Complete:
    """Return a completer of those of the names, each with its one line, that begin as what was
    typed.
    """

    def complete(
        context: click.Context, parameter: click.Parameter, typed: str
    ) -> list[CompletionItem]:
        del parameter
        try:
            return [
                CompletionItem(name, help=line)
                for name, line in names(context)
                if name.startswith(typed)
            ]
        except Exception:
            return []

    return complete


def _values(_: click.Context) -> Iterable[tuple[str, str]]:
    from ..catalogue.quantities import CATALOGUE

    return ((e.name, e.summary) for e in CATALOGUE.values())


def _laws(_: click.Context) -> Iterable[tuple[str, str]]:
    from ..catalogue.laws import LAWS

    return ((name, law.usage()) for name, law in LAWS.items())


def _mechanisms(_: click.Context) -> Iterable[tuple[str, str]]:
    from ..catalogue.mechanisms import MECHANISMS

    return ((name, made.summary) for name, made in MECHANISMS.items())


def _objects(context: click.Context) -> Iterable[tuple[str, str]]:
    return (*_laws(context), *_mechanisms(context))


def _libraries(_: click.Context) -> Iterable[tuple[str, str]]:
    from ..libraries.bundled import bundled

    return ((name, library.title) for name, library in bundled().items())


def _adapters(context: click.Context) -> Iterable[tuple[str, str]]:
    from ..libraries.bundled import OWN

    return (*((name, "this package") for name in OWN), *_libraries(context))


def _ids(_: click.Context) -> Iterable[tuple[str, str]]:
    from ..suite.files import manifest_of, root

    return ((name, "") for name in manifest_of(root())["vectors"])


def _of_a_value(context: click.Context) -> Iterable[tuple[str, str]]:
    from ..catalogue.quantities import find
    from ..parameters.declared import PARAMETERS

    taken = find(context.params["name"]).parameters
    return (
        (f"{name}=", PARAMETERS[name].meaning)
        for name in (*taken, *(("decay",) if "epsilon" in taken else ()))
    )


names_of_values, names_of_laws, names_of_mechanisms = (
    _from(_values),
    _from(_laws),
    _from(_mechanisms),
)
names_of_objects, names_of_libraries, names_of_adapters = (
    _from(_objects),
    _from(_libraries),
    _from(_adapters),
)
ids_of_vectors, parameters_of_a_value = _from(_ids), _from(_of_a_value)


def _of_a_mechanism(context: click.Context) -> Iterable[tuple[str, str]]:
    from ..catalogue.mechanisms import MECHANISMS
    from ..parameters.declared import PARAMETERS

    return (
        (f"{name}=", PARAMETERS[name].meaning)
        for name in MECHANISMS[context.params["mechanism"]].parameters()
    )


def _columns(typed: str) -> Iterable[tuple[str, str]]:
    from pathlib import Path

    from ..exact.numbers import datum
    from .columns import column_names, is_parquet

    name = typed.partition(":")[0]
    found = column_names(Path(name))
    if not is_parquet(Path(name)) and any(datum(column) is not None for column in found):
        return ()  # a first line with a number is no header but a person
    return ((f"{name}:{column}", "") for column in found)


def files_with_columns(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Complete the words after a mechanism: its parameters, then a file, and after its colon the
    columns of it.
    """
    if ":" in typed:
        return _from(lambda _: _columns(typed))(context, parameter, typed)
    found = _from(_of_a_mechanism)(context, parameter, typed)
    return found or [CompletionItem(typed, type="file")]


@click.command("completion", epilog="  |  ".join(SHELLS.values()))
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion_command(shell: str) -> None:
    """Print what makes SHELL complete the words of dpmean: commands, options, names, ids,
    parameters and files.

    Put one line into the file that your shell reads when it starts; the lines stand below. Then the
    tab key completes `dpmean value hourg`, `dpmean value hourglass.variance eps`, `dpmean show
    laplace-`, `dpmean conform -a open` and `dpmean release sized_mean people.csv:`.
    """
    from .main import cli

    made = get_completion_class(shell)
    if made is None:  # pragma: no cover  (click has all three)
        raise click.UsageError(f"no completion for {shell}")
    click.echo(made(cli, {}, "dpmean", "_DPMEAN_COMPLETE").source())
