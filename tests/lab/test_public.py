"""What is public stays: a name or a parameter that goes, or must be given, takes a MAJOR version
and is seen here.
"""

from __future__ import annotations

from tests.lab.releases import public


def test_what_breaks_users_is_said_and_what_is_new_is_not() -> None:
    before = public.parsed("value a: n [x]\nvalue b:\ncommand c d: [--e] [-f]\n")
    assert public.broken(before, before | {"value z": "q", "value a": "n [x] [y]"}) == []
    assert (
        public.broken(before, {"value a": "[n] [x]", "value b": "", "command c d": "[--e] [-f]"})
        == []
    )
    assert public.broken(before, {"value a": "n x", "command c d": "[-f]"}) == [
        "value a: x has to be given",
        "value b is gone",
        "command c d: [--e] is gone",
    ]
    assert public.parsed(public.rendered(before)) == before


def test_nothing_that_was_public_at_the_last_release_is_gone() -> None:
    """A change that means it rewrites the page, says so in the changelog, and raises the MAJOR
    version.
    """
    assert (
        public.broken(public.parsed(public.PAGE.read_text(encoding="utf-8")), public.public()) == []
    )
