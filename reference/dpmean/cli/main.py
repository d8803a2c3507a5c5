"""The command `dpmean`: one command a file, loaded when it is asked for, so that --help is
quick.
"""

from __future__ import annotations

import errno
import signal
import sys
import traceback
from importlib import import_module

import click

from .. import __version__
from ..errors import DpmeanError, Unforeseen, near_name
from ..exits import MEANINGS, Exit
from ..interrupts import ended, interrupting, once
from .terminal import say

ANY_FILE = ("conform", "judge", "simulate", "audit")  # any word after their --json is its FILE

# of errors that say more than that the request makes no sense
CODES = {"integrity": Exit.DAMAGED, "protocol": Exit.BROKE, "adapter_start": Exit.BROKE}
# what is to be done about an error of the system, after the file that it names
REMEDIES = {
    **dict.fromkeys(
        (errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
        "; make room there, or name another place, and run it again",
    ),
    **dict.fromkeys(
        (errno.EACCES, errno.EPERM, errno.EROFS), "; name a file that you can read or write"
    ),
}
EXTRAS = {
    "pyarrow": "files",
    "matplotlib": "pictures",
    "z3": "prove",
    "cvc5": "prove",
    "rich": "prove",
    "sympy": "symbols",
    "mpmath": "symbols",
}

COMMANDS = {
    "value": ("value", "One reference value: certified digits, formula and source."),
    "derive": ("derive", "Derive a quantity from its definition, step by step, each step checked."),
    "release": ("release", "Run a mechanism on a CSV or Parquet column with system randomness."),
    "advise": (
        "advise",
        "Say which mechanism has the least certified error for n, epsilon and bounds.",
    ),
    "simulate": (
        "simulate",
        "Say what very many releases on a data set look like, beside their exact law.",
    ),
    "sample": ("sample", "Count the outcomes of very many exact draws of a law."),
    "audit": ("audit", "Say what a mechanism's outputs tell about the guarantee that it claims."),
    "list": ("vectors", "List the conformance vectors."),
    "show": ("vectors", "Show one vector, and why it exists."),
    "copy": ("vectors", "Copy the vectors into a directory, to vendor them."),
    "diff": ("vectors", "Compare two folders of vectors: what was added, retired, fixed, changed."),
    "verify": (
        "vectors",
        "Check the vectors, shipped or copied, against manifest, schemas and ledger.",
    ),
    "fill": ("fill", "Regenerate the vectors, or check that they are what the code gives."),
    "conform": ("conform", "Judge an implementation against the vectors."),
    "judge": ("conform", "Give the verdicts of a recorded run again."),
    "known-failing": ("known_failing", "Write or check a list of known failures."),
    "report": (
        "report",
        "Make reports (JUnit, Markdown, HTML, badge) from the JSON report of an earlier run.",
    ),
    "smoke": ("smoke", "Check in seconds that an adapter speaks the protocol."),
    "adapter": ("adapter", "Write an adapter to start from, in your language."),
    "findings": (
        "findings",
        "List what is known to be wrong with the bundled libraries, or reproduce it.",
    ),
    "matrix": (
        "matrix",
        "Make the page that says of every library what matters to its users, from reports.",
    ),
    "explain": ("explain", "Print the tables that verdicts are made from."),
    "experiment": ("experiment", "Recompute a paper's figures and tables, beside what it prints."),
    "completion": (
        "completion",
        "Print what makes bash, zsh or fish complete names, ids and files.",
    ),
    "prove": ("prove", "Check the machine proofs, and print the ledger of the paper's claims."),
}


class _Lazy(click.Group):
    """A group that knows its commands' names and one-liners without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of this file."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's file, and return the command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".{COMMANDS[cmd_name][0]}", __package__)
        command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest command when a misspelt one is asked for."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(
                f"no command '{args[0][:40]}'; did you mean '{near_name(args[0], COMMANDS)}'?"
            )
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Say where a word after --json is its FILE: where it names one, and in commands that never
        had it alone.
        """
        return super().parse_args(ctx, args if args and args[0] in ANY_FILE else _json_alone(args))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands, from this file alone."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])
        with formatter.section("Exit codes, of all commands"):
            formatter.write_dl([(str(int(code)), meaning) for code, meaning in MEANINGS.items()])


def _json_alone(args: list[str]) -> list[str]:
    """Return the words with `--json` as `--json=-`, unless `-` or the name of a file, which ends in
    .json, follows.
    """
    end = args.index("--") if "--" in args else len(args)
    alone = [
        i
        for i, word in enumerate(args[:end])
        if word == "--json"
        and not (i + 1 < end and (args[i + 1] == "-" or args[i + 1].endswith(".json")))
    ]
    return ["--json=-" if i in alone else word for i, word in enumerate(args)]


@click.group(
    cls=_Lazy,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Try: dpmean value hourglass.covariance epsilon=1 gamma=1/2",
)
@click.version_option(
    __version__, "-V", "--version", prog_name="dpmean", message="%(prog)s %(version)s"
)
@click.pass_context
def cli(context: click.Context) -> None:
    """The yardstick for differentially private means: exact values, vectors, and verdicts on
    implementations.

    Not a production library: it is what production libraries are checked against.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    """Run the command; a DpmeanError becomes one line `error [code]: message`; `exits.py` has
    the codes.

    An error of ours that nobody foresaw never ends with 1, which says that something was refuted or
    failed.
    """
    # ends like Ctrl-C: children killed, results kept
    signal.signal(signal.SIGTERM, once)
    if interrupting(signal.SIGINT):  # who ignores it, as in the background, goes on to
        signal.signal(signal.SIGINT, once)
    try:
        cli(standalone_mode=False, prog_name="dpmean")
    except click.ClickException as error:
        # of the command that was asked, so that its own help is named
        context = getattr(error, "ctx", None)
        say(
            f"error [usage]: {error.format_message().strip().splitlines()[0].rstrip('.')}; see "
            f"{'dpmean' if context is None else context.command_path} --help",
            err=True,
        )
        sys.exit(Exit.USAGE)
    except click.Abort:
        click.echo("interrupted", err=True)
        sys.exit(Exit.INTERRUPTED)
    except DpmeanError as error:
        say(f"error [{error.code}]: {error}", err=True)
        sys.exit(CODES.get(error.code, Exit.USAGE))
    except Unforeseen as error:
        say(f"error: {error}", err=True)
        sys.exit(Exit.MISTAKE)
    except BrokenPipeError:
        sys.exit(Exit.OK)
    except (MemoryError, OverflowError, RecursionError) as error:
        click.echo(
            f"error [out_of_range]: too large to compute ({type(error).__name__}); give smaller "
            "parameters",
            err=True,
        )
        sys.exit(Exit.USAGE)
    except ModuleNotFoundError as error:
        if (extra := EXTRAS.get((error.name or "").partition(".")[0])) is None:
            raise
        click.echo(
            f"error [usage]: this needs {error.name}: pip install 'dpmean[{extra}]'", err=True
        )
        sys.exit(Exit.USAGE)
    except OSError as error:
        hint = REMEDIES.get(error.errno or 0, "")
        say(f"error [usage]: {error.strerror or error}: {error.filename or ''}{hint}", err=True)
        sys.exit(Exit.USAGE)
    except Exception as error:
        traceback.print_exc()
        click.echo(
            f"error: a mistake in dpmean itself ({type(error).__name__}); please report it",
            err=True,
        )
        sys.exit(Exit.MISTAKE)
    finally:
        ended()


def pairs(arguments: tuple[str, ...]) -> dict[str, str]:
    """Return `key=value` words as a dictionary; a word without `=` or a repeated key is a usage
    error.
    """
    given: dict[str, str] = {}
    for word in arguments:
        key, equals, text = word.partition("=")
        if not equals:
            raise click.UsageError(f"expected key=value, got '{word[:40]}'")
        if key in given:
            raise click.UsageError(f"parameter '{key[:40]}' is given twice")
        given[key] = text
    return given


if __name__ == "__main__":
    main()
