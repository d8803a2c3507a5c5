"""What a line may become in memory is known before it is parsed: the largest right replies are read,
and what could cost more is refused with a word that says why.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from dpmean.errors import AdapterError
from dpmean.judging.draws.asking import REQUEST
from dpmean.wire.reading import MARKS, MAX_LINE, MOST_MARKS, MOST_OTHER, reply_of

LIMIT_MIB = 400
MEASURED = """
import re, sys
from dpmean.errors import AdapterError
from dpmean.wire.reading import reply_of
line = eval(sys.argv[1])
try:
    print(len(reply_of(line)))
except AdapterError as error:
    print(error)
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024)
"""
# what is as large as can be, of each kind: what it would take, and whether it is read
COSTLY = {
    "lists": ("b'{\"a\":[' + b'[],' * 700_000 + b'0]}'", "1"),
    "lists of one": ("b'{\"a\":[' + b'[0],' * 700_000 + b'0]}'", "1"),
    "objects": ("b'{\"a\":[' + b'{\"\":0},' * 500_000 + b'0]}'", "1"),
    "keys": ("('{' + ','.join(f'\"{i}\":0' for i in range(780_000)) + '}').encode()", "780000"),
    "numbers": ("b'{\"a\":[' + b'1.5,' * 1_500_000 + b'0]}'", "1"),
    "large numbers": ("b'{\"a\":[' + (b'9' * 4000 + b',') * 8000 + b'0]}'", "1"),
    "texts of four bytes": ("b'{\"a\":[' + b'\"\\\\ud83d\\\\ude00\",' * 1_500_000 + b'0]}'", "1"),
    "one text": ("b'{\"a\":\"' + b'x' * (31 << 20) + b'\"}'", "1"),
    "a text and one wide character": (
        "b'{\"a\":\"' + b'x' * (31 << 20) + b'\\\\ud83d\\\\ude00\"}'",
        "1",
    ),
    "lists without end": ("b'[],' * 10_000_000", "commas, colons and brackets"),
    "brackets": ("b'[' * 30_000_000", "commas, colons and brackets"),
    "keys without end": (
        "('{' + ','.join(f'\"{i}\":0' for i in range(2_000_000)) + '}').encode()",
        "commas, colons",
    ),
    "a wide text in UTF-8": (
        "('{\"a\":\"' + 'x' * (31 << 20) + '\\U0001f600\"}').encode()",
        "must be ASCII",
    ),
}


@pytest.mark.parametrize("name", COSTLY)
def test_no_line_costs_more_than_its_bound(name: str) -> None:
    """Kills a parse of 10^7 small lists, which took 920 MiB, and a wide character that makes 32 MB
    of digits four times as large.
    """
    line, told = COSTLY[name]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, line], capture_output=True, text=True, check=True
    )
    said, peak = done.stdout.splitlines()
    assert told in said
    assert int(peak) < LIMIT_MIB - 100  # an idle runner has about 100


def test_the_largest_right_reply_is_read() -> None:
    """Kills a bound that refuses the counts of a whole batch in the plane, each outcome once."""
    rows = [[[str(i), str(-i)], "1"] for i in range(REQUEST)]
    line = json.dumps({"seq": "1", "status": "ok", "output": {"counts": rows}}).encode()
    assert len(line) < MAX_LINE
    assert len(reply_of(line)["output"]["counts"]) == REQUEST


def padded(text: bytes, size: int) -> bytes:
    """An object with one member, in so many bytes."""
    return text.replace(b"*", b"x" * (size - len(text) + 1))


@pytest.mark.parametrize("mark", [bytes([mark]) for mark in MARKS])
def test_every_mark_counts(mark: bytes) -> None:
    """Kills a count that leaves out one of the marks, or is one too strict."""
    rest = len(b'{"a":"') - 4  # two of them are marks
    fits = b'{"a":"' + mark * (MOST_MARKS - 2) + b'"}'
    assert len(reply_of(fits)["a"]) == MOST_MARKS - 2
    with pytest.raises(AdapterError, match="commas, colons and brackets"):
        reply_of(fits.replace(b'"}', mark + b'"}'))
    assert rest == 2


def test_the_bounds_of_bytes_are_exact() -> None:
    """Kills bounds that are one off: what is not ASCII may be small, and nothing is longer."""
    assert reply_of(padded(b'{"a":"*"}', MAX_LINE))
    with pytest.raises(AdapterError, match="longer than"):
        reply_of(padded(b'{"a":"*"}', MAX_LINE + 1))
    wide = '{"é":"*"}'.encode()
    assert reply_of(padded(wide, MOST_OTHER))
    with pytest.raises(AdapterError, match="must be ASCII"):
        reply_of(padded(wide, MOST_OTHER + 1))


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_only_python_takes_for_json_is_none(word: str) -> None:
    """Kills a reply that a record could not hold: it is written as JSON."""
    with pytest.raises(AdapterError, match="not JSON"):
        reply_of(f'{{"a": {word}}}'.encode())
