"""Reads the language in which the catalogue writes its formulas; shares nothing with the package.

A formula is one or more editions, separated by semicolons: `A; exact: B; printed: C`. The last
edition whose words are all chosen by the request holds, otherwise the first. An edition is one
value, or cases `A for x >= 0; B otherwise`, and definitions after commas: `c / 3, c = b + 1`; those
of the first edition hold in all. An edition that gives only definitions keeps the first edition's
value. A product is written side by side, and binds as tightly as a division; where that would be
ambiguous (`1/2 x`), the text is refused. `read` gives the syntax tree, as nested tuples.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

Node = tuple[Any, ...]
NUMBER, NAME = "number", "name"
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z]\w*'*(?:\.[a-z]\w*)*)"
    r"|(?P<sign><=|>=|!=|!!|\)\+(?=[\s),;^|]|$)|.))"
)
FUNCTIONS = frozenset(
    "log log2 sqrt floor ceil min max erfc sinh cosh tanh arcosh arctan cos sign clip Gamma".split()
)
OVER = frozenset("sum min max argmin gcd integral".split())
WORDS = frozenset("for otherwise below if else and or over of from to with in given Z".split())
CLOSING = {"(": ")", "{": "}"}
_LABEL = re.compile(r"\s*((?:[a-z][a-z0-9_-]*|\d)(?:(?: and | or )[a-z][a-z0-9_-]*)*): ")


class UnreadableError(Exception):
    """The text is not in the language."""


@dataclass(frozen=True)
class Edition:
    """The cases (value, condition or None) that hold for some words of a request, and the
    definitions that they use.
    """

    label: str
    cases: tuple[tuple[Node, Node | None], ...]
    definitions: tuple[tuple[str, tuple[str, ...] | None, Node], ...]


def tokens(text: str) -> list[tuple[str, str, int, int]]:
    """(sort, text, start, end) of each token; the sort of a sign is the sign itself."""
    found = []
    for match in _TOKEN.finditer(text.rstrip()):
        sort = match.lastgroup or ""
        word = match.group(sort)
        found.append((word if sort == "sign" else sort, word, match.start(sort), match.end(sort)))
    return found


def apart(text: str, separator: str) -> list[str]:
    """The pieces of a text between separators outside all brackets."""
    depth, pieces = 0, [""]
    for character in text:
        depth += (character in "({") - (character in ")}")
        if character == separator and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += character
    return pieces


def read(text: str) -> tuple[Edition, ...]:
    groups: list[tuple[str, list[str]]] = []
    for piece in apart(text, ";"):
        label = _LABEL.match(piece)
        if label or not groups:
            groups.append((label.group(1) if label else "", [piece[label.end() if label else 0 :]]))
        else:
            groups[-1][1].append(piece)
    return tuple(_edition(label, pieces) for label, pieces in groups)


def _edition(label: str, pieces: list[str]) -> Edition:
    cases: list[tuple[Node, Node | None]] = []
    definitions = []
    for piece in pieces:
        for number, part in enumerate(apart(piece, ",")):
            defined = re.match(r"\s*([A-Za-z]\w*'*)(?:\(([\w, ]+)\))? = ", part)
            if defined:
                arguments = (
                    tuple(a.strip() for a in defined.group(2).split(","))
                    if defined.group(2)
                    else None
                )
                definitions.append(
                    (defined.group(1), arguments, Reader(part[defined.end() :]).whole())
                )
            elif number == 0:
                cases.append(Reader(part).case())
            else:
                raise UnreadableError(f"not a definition: {part!r}")
    return Edition(label, tuple(cases), tuple(definitions))


class Reader:
    """Recursive descent over the tokens of one piece of text."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.at = text, tokens(text), 0
        self.bars = 0  # how many |...| are open inside the innermost bracket

    def peek(self, ahead: int = 0) -> tuple[str, str, int, int]:
        return (
            self.tokens[self.at + ahead]
            if self.at + ahead < len(self.tokens)
            else ("end", "", len(self.text), 0)
        )

    def word(self) -> str:
        return self.peek()[1]

    def take(self, expected: str | None = None) -> str:
        word = self.word()
        if expected is not None and word != expected or not word:
            raise UnreadableError(
                f"expected {expected!r} at {self.text[self.peek()[2] :]!r} in {self.text!r}"
            )
        self.at += 1
        return word

    def accept(self, word: str) -> bool:
        if self.word() == word:
            self.at += 1
            return True
        return False

    def end(self, found: Any) -> Any:
        if self.peek()[0] != "end":
            raise UnreadableError(f"left over: {self.text[self.peek()[2] :]!r} in {self.text!r}")
        return found

    def whole(self) -> Node:
        return self.end(self.value())

    def case(self) -> tuple[Node, Node | None]:
        value = self.value()
        condition: Node | None = None
        if self.accept("for"):
            condition = self.condition()
        else:
            _ = self.accept("otherwise") or self.accept("below")
        return self.end((value, condition))

    def condition(self) -> Node:
        found = self.both()
        while self.accept("or"):
            found = ("or", found, self.both())
        return found

    def both(self) -> Node:
        found = self.compared()
        while self.accept("and"):
            found = ("and", found, self.compared())
        return found

    def compared(self) -> Node:
        if self.peek(1)[1] == "given":
            return ("given", self.take(), self.take())
        sides, signs = [self.sum()], []
        while self.word() in ("<", "<=", ">", ">=", "=", "!="):
            signs.append(self.take())
            sides.append(self.sum())
        if not signs:
            raise UnreadableError(f"no comparison in {self.text!r}")
        return ("compared", tuple(signs), tuple(sides))

    def value(self) -> Node:
        found = self.sum()
        if self.accept("if"):
            condition = self.condition()
            self.take("else")
            return ("if", condition, found, self.value())
        return found

    def sum(self) -> Node:
        found = self.product()
        while self.word() in ("+", "-"):
            sign = self.take()
            found = (sign, found, self.product())
        return found

    def product(self) -> Node:
        if self.accept("-"):
            return ("negative", self.product())
        found, bare = self.power(), False
        while True:
            if self.accept("/"):
                bracketed = self.word() in CLOSING
                found = ("/", found, self.power())
                bare = not bracketed
            elif self.begins_factor():
                if bare:
                    raise UnreadableError(
                        f"ambiguous after a division: {self.text[self.peek()[2] :]!r}"
                    )
                found = ("*", found, self.power())
            else:
                return found

    def begins_factor(self) -> bool:
        sort, word = self.peek()[:2]
        return (
            sort == NUMBER
            or word in CLOSING
            or (sort == NAME and word not in WORDS)
            or (word == "|" and not self.bars)
        )

    def power(self) -> Node:
        base = self.postfix()
        if self.accept("^"):
            return ("^", base, self.exponent())
        return base

    def exponent(self) -> Node:
        if self.accept("-"):
            return ("negative", self.exponent())
        return self.power()

    def postfix(self) -> Node:
        found = self.primary()
        while self.word() in ("!", "!!"):
            found = (self.take(), found)
        return found

    def inside(self, opening: str) -> list[Node]:
        """The values between brackets, the opening one taken already."""
        bars, self.bars = self.bars, 0
        found = [self.value()]
        while self.accept(","):
            found.append(self.value())
        self.bars = bars
        if opening == "(" and self.accept(")+"):
            return [("positive", *found)]
        self.take(CLOSING[opening])
        return found

    def primary(self) -> Node:
        sort, word = self.peek()[:2]
        self.take()
        if sort == NUMBER:
            return (NUMBER, word)
        if word in CLOSING:
            found = self.inside(word)
            return found[0] if len(found) == 1 else ("list", *found)
        if word == "|":
            self.bars += 1
            inner = self.value()
            self.take("|")
            self.bars -= 1
            return ("abs", inner)
        if sort != NAME or word in WORDS:
            raise UnreadableError(f"unexpected {word!r} in {self.text!r}")
        if word in OVER and self.word() == "over":
            return self.over(word)
        if word in ("least", "greatest", "the") and self.peek()[0] == NAME:
            return self.searched(word)
        if word in FUNCTIONS and self.word() in CLOSING:
            return ("function", word, *self.inside(self.take()))
        # no space before the bracket: arguments
        if self.word() == "(" and self.peek()[2] == self.peek(-1)[3]:
            self.take()
            return ("call", word, *self.arguments())
        return (NAME, word)

    def arguments(self) -> tuple[tuple[str | None, Node], ...]:
        found: list[tuple[str | None, Node]] = []
        bars, self.bars = self.bars, 0
        while True:
            named = self.take() if self.peek()[0] == NAME and self.peek(1)[1] == "=" else None
            if named:
                self.take("=")
            found.append((named, self.value()))
            if not self.accept(","):
                break
        self.bars = bars
        self.take(")")
        return tuple(found)

    def over(self, word: str) -> Node:
        """`sum over k >= 1 of ...`, `over k from 1 to m`, `over all k`, `over i` (all users)."""
        self.take("over")
        everywhere = self.accept("all")
        variable = self.take()
        low: Node | None = None
        high: Node | None = None
        if self.accept(">="):
            low = self.sum()
        elif self.accept("from"):
            low = self.sum()
            self.take("to")
            high = self.sum()
        self.take("of")
        kind = "all" if everywhere else "listed" if low is None else "from"
        return ("over", word, variable, kind, low, high, self.product())

    def searched(self, word: str) -> Node:
        """`least k with ...`, `greatest p in 2^-40 Z with ...`, `the x from A to B with L = R`,
        `the greatest x ...
        """
        if word == "the" and self.accept("greatest"):
            word = "the greatest"
        variable = self.take()
        low: Node | None = None
        high: Node | None = None
        step: Node = (NUMBER, "1")
        if self.accept(">="):
            low = self.sum()
        if self.accept("from"):
            low = self.sum()
            self.take("to")
            high = self.sum()
        if self.accept("in"):
            step = self.product()
            self.take("Z")
        self.take("with")
        return ("searched", word, variable, low, high, step, self.condition())
