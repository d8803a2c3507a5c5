"""`dpmean smoke`: whether an adapter speaks the protocol."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ..errors import printable
from ..exits import Exit
from .completion import names_of_adapters
from .options import SECONDS, sandbox_option
from .terminal import say

if TYPE_CHECKING:
    from ..suite.vectors import Vector
    from ..wire.session import Session

SAID = 4000  # characters of a list of declared words that are printed
LONGEST = 60  # the limit of all of it, in limits of a request


@click.command("smoke")
@click.option(
    "-a",
    "--adapter",
    required=True,
    shell_complete=names_of_adapters,
    help="A command line, direct:MODULE, dpmean, or a bundled library.",
)
@click.option(
    "--timeout",
    default=10.0,
    show_default=True,
    type=SECONDS,
    help="Seconds for one request; more where the machine is slow or busy.",
)
@sandbox_option()
def smoke_command(adapter: str, timeout: float, sandbox: bool) -> None:
    """Check in seconds that an adapter speaks the protocol: hello, one request of each declared
    kind, bye.
    """
    from ..libraries import bundled as libraries
    from ..suite.files import load
    from ..wire.bounded import Bounds
    from ..wire.session import Session

    bounds = Bounds(timeout, LONGEST * timeout, option=f"{LONGEST} times --timeout")
    connect = libraries.connector(adapter, lambda text: say(text, err=True), sandbox=sandbox)
    session = Session(bounds.wrap(connect), timeout)
    hello, vectors = session.hello, load()
    say(
        f"hello      {hello.name} {hello.version}: protocol {hello.protocol}; kinds "
        f"{', '.join(hello.kinds)[:SAID] or 'none'}; objects "
        f"{', '.join(hello.objects)[:SAID] or 'none'}"
    )
    try:
        answered = [
            _first(
                session, [v for v in vectors if v.kind == kind and hello.missing(v) is None], kind
            )
            for kind in hello.kinds
        ]
    finally:
        session.close()
    asked, failed = sum(o is not None for o in answered), sum(o is False for o in answered)
    say(
        "the adapter speaks the protocol"
        if asked and not failed
        else "nothing was answered"
        if not asked
        else "a reply was malformed"
    )
    if bounds.told:
        say(bounds.told)
        sys.exit(Exit.BROKE)
    sys.exit(Exit.BROKE if failed else Exit.OK if asked else Exit.INCONCLUSIVE)


def _first(session: Session, candidates: list[Vector], kind: str) -> bool | None:
    """Tell whether the first reply to a vector of a kind is well formed; None if no vector is
    answered.
    """
    from ..judging import verdict_on
    from ..judging.draws.sampling import look
    from ..judging.verdict import PASS, Problem

    for vector in candidates:
        reply = session.ask(vector.prompt())
        if reply["status"] == "unsupported":
            continue
        if reply["status"] == "error":
            good, said = False, "the adapter reports an error of its own"
        elif kind == "stat" and reply["status"] == "ok":
            tested = look(vector, reply["output"])
            good, said = (
                (False, printable(str(tested)))
                if isinstance(tested, Problem)
                else (True, "reply is well formed")
            )
        else:
            verdict = verdict_on(vector, reply)
            good, said = (
                True,
                "ok"
                if verdict.status == PASS
                else f"{verdict.status}: {printable(verdict.detail)}",
            )
        say(f"{kind:10} {vector.id}: {said}")
        return good
    say(f"{kind:10} nothing answered among {len(candidates)} requests")
    return None
