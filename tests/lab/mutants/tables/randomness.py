"""Mutants of the way from bits to outcomes: tapes, seeded streams, inversion, refinement, and
samplers of the laws.
"""

from __future__ import annotations

from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.samplers.inversion import Inversion
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.programs import interpret
from dpmean.randomness.bits import Shake128ForTesting, TapeForTesting
from dpmean.suite.kinds import tape

from ..mutant import Mutant, edit


def _reversed(given: bytes) -> bytes:
    """The bits of each byte in reverse."""
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in given)


MUTANTS = (
    Mutant(
        "tape-least-significant-first",
        "the bits of a byte are read least significant first",
        ("TapeOrder",),
        tape,
        "TapeForTesting",
        lambda f: lambda given: f(_reversed(given)),
        "opendp/smartnoise-core#278",
    ),
    Mutant(
        "inversion-one-bit-more",
        "a draw consumes one bit more than decides it",
        ("TapeOrder",),
        Inversion,
        "draw",
        edit(
            ("bits.skip(self._consumed(u, width, k))", "bits.skip(self._consumed(u, width, k) + 1)")
        ),
    ),
    Mutant(
        "inversion-whole-words",
        "a draw consumes 64 bits",
        ("TapeOrder",),
        Inversion,
        "draw",
        edit(("bits.skip(self._consumed(u, width, k))", "bits.skip(width)")),
    ),
    Mutant(
        "variables-in-reverse-turn",
        "the last variable is refined first",
        ("TapeOrder",),
        interpret,
        "_dealt",
        edit(("range(i, count, players)", "range(players - 1 - i, count, players)")),
    ),
    Mutant(
        "hourglass-offset-first",
        "the diagonal is drawn before the step",
        ("TapeOrder",),
        Hourglass,
        "sample",
        edit(
            (
                "    x, j = self.marginal.sample_with_level(bits)\n    k = j + "
                "self.offset.sample(bits)\n",
                "    k = self.offset.sample(bits)\n    x, j = "
                "self.marginal.sample_with_level(bits)\n    k = j + k\n",
            )
        ),
    ),
    Mutant(
        "staircase2d-difference-first",
        "x - y is drawn before x + y",
        ("TapeOrder",),
        Staircase2D,
        "sample",
        edit(("((p + q) * half, (p - q) * half)", "((q + p) * half, (p - q) * half)")),
    ),
    Mutant(
        "tape-padded-with-zeros",
        "past the end of the tape zeros are read",
        ("TapeExhausted",),
        TapeForTesting,
        "ensure",
        edit(("if self.used + count > self._length:", "if False:")),
    ),
    Mutant(
        "tape-begins-again",
        "past the end of the tape it is read again from its beginning",
        ("TapeExhausted",),
        tape,
        "TapeForTesting",
        lambda f: lambda given: f(given * 64),
    ),
    Mutant(
        "inversion-decides-too-early",
        "64 bits decide a draw even where they leave it open",
        ("Unlucky",),
        Inversion,
        "find",
        edit(("return high if u + 1 <= self._scaled(high, width)[0] else None", "return high")),
    ),
    Mutant(
        "inversion-doubles",
        "the distribution function is rounded to a double before it is compared",
        ("Unlucky",),
        Inversion,
        "_scaled",
        edit(
            (
                "scaled = self._cdf(k) * Fraction(1 << width)",
                "scaled = "
                "Fraction(__import__('dpmean.exact.digits').exact.digits.binary64(self._cdf(k))) "
                "* Fraction(1 << width)",
            )
        ),
    ),
    Mutant(
        "shake256",
        "the stream is SHAKE256",
        ("Accumulated",),
        Shake128ForTesting,
        "_more",
        edit(("hashlib.shake_128", "hashlib.shake_256")),
    ),
    Mutant(
        "shake-first-block-lost",
        "the first block of the stream is thrown away",
        ("Accumulated",),
        Shake128ForTesting,
        "_more",
        edit((".digest(self._given)[start:]", ".digest(self._given + 168)[start + 168 :]")),
        "cryspen/libcrux#1352",
    ),
    Mutant(
        "fork-is-the-parent",
        "a child goes on with the parent's stream",
        ("Fork", "NoiseReused"),
        Shake128ForTesting,
        "child",
        edit(('return Shake128ForTesting(self._seed + b"\\0" + label.encode())', "return self")),
    ),
    Mutant(
        "fork-without-separator",
        "a child's seed is seed || label, without the zero byte",
        ("Fork",),
        Shake128ForTesting,
        "child",
        edit(('self._seed + b"\\0" + label', "self._seed + label")),
    ),
    Mutant(
        "stream-reseeded-each-draw",
        "each draw begins the seeded stream anew",
        ("Accumulated", "NoiseReused"),
        tape,
        "answer",
        edit(
            (
                "draw(source)",
                'draw(Shake128ForTesting(bytes.fromhex(given["seed"])) if "seed" in given else '
                "source)",
            )
        ),
    ),
)
