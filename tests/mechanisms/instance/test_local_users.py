"""Users of the local model cannot see each other, the aggregator sees messages only, and a release
says what it is.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.finite import PowerOfTwo
from dpmean.errors import InvalidInput
from dpmean.exact.rotation import back
from dpmean.mechanisms.instance import local_clipped_mean, local_tree
from dpmean.mechanisms.instance.local_clipped_mean import LocalClippedMean, LocalUser, local_rank
from dpmean.mechanisms.instance.local_response import keep_for
from dpmean.mechanisms.instance.local_tree import Counts
from dpmean.mechanisms.instance.users import owner, separately
from dpmean.programs.interpret import release
from dpmean.programs.release import release as made
from dpmean.programs.run import Transcript, run
from dpmean.programs.table import Rows
from dpmean.randomness.bits import Shake128ForTesting
from tests.helpers.exploring import paths

SMALL = LocalClippedMean(F(8), 3, 2, 5)
DATA = [[0, 3], [1, 2], [3, 3], [2, 0], [1, 1]]


def messages(transcript: Transcript, user: int, rounds: Sequence[int] = (1, 2, 3)) -> list[Any]:
    return [v for name, v in transcript.steps if name in {f"user_{user}_round_{r}" for r in rounds}]


def transcript_of(
    data: Any, seed: bytes = b"seed", mechanism: LocalClippedMean = SMALL
) -> Transcript:
    return run(mechanism.program(data), separately(Shake128ForTesting(seed)))


def test_a_user_does_not_see_the_others() -> None:
    """With the randomness of each user fixed: in round 1 the others' records change nothing, nor
    does their order.

    Kills a randomiser that looks at the table.
    """
    here = transcript_of(DATA)
    for other in ([[3, 3], *DATA[1:4], [0, 0]], [DATA[3], DATA[1], DATA[2], DATA[0], DATA[4]]):
        there = transcript_of(other)
        assert messages(here, 2, (1,)) == messages(there, 2, (1,))
        assert messages(here, 3, (1,)) == messages(there, 3, (1,))
    seeds = (b"a", b"b", b"c", b"d", b"e", b"f")
    assert any(
        messages(transcript_of(DATA, z), 1, (1,))
        != messages(transcript_of([[3, 3], *DATA[1:]], z), 1, (1,))
        for z in seeds
    ), "her own record does count"


def test_a_user_on_her_own_machine_sends_the_same() -> None:
    """From her record, her stream and what was announced: all three rounds. Kills any other way
    into a message.
    """
    here, alone = transcript_of(DATA), LocalUser(2, DATA[1])
    steps, stream = dict(here.steps), Shake128ForTesting(b"seed").child("user-2")

    def sent(program: Any) -> Any:
        return run(program, lambda d: d.law.sample(stream)).output

    alone.rotate([int(o) for d, o in here.draws if owner(d.label) is None])
    assert [[F(v) for v in a] for a in sent(alone.medians(SMALL.median_tree))] == steps[
        "user_2_round_1"
    ]
    alone.shift([int(c) for c in steps["center"]])
    assert [F(v) for v in sent(alone.norm(SMALL.norm_tree))] == steps["user_2_round_2"]
    alone.clip(steps["threshold_squared"], 1)
    assert [
        F(v) for v in sent(alone.noisy_vector(SMALL.vector_noise(steps["threshold_squared"])))
    ] == steps["user_2_round_3"]


def test_every_draw_belongs_to_a_user_or_is_public() -> None:
    labels = [d.label for d, _ in transcript_of(DATA).draws]
    assert labels[:2] == ["sign_1", "sign_2"]
    assert {owner(label) for label in labels[2:]} == {f"user_{i}" for i in range(1, 6)}
    assert len(labels) == len(set(labels))
    assert owner("user_13_threshold_level") == "user_13"


@pytest.mark.parametrize(
    ("seed", "fine"), [(b"seed", 1), (b"a", 3), (b"b", 3), (b"c", 1), (b"d", 3)]
)
def test_the_estimate_is_made_of_messages_alone(seed: bytes, fine: int) -> None:
    """Everything after the messages is computed again from the steps.

    Kills an aggregator that uses a record, and signs that are undone in another order.
    """
    m = LocalClippedMean(F(8), 3, 2, 5, steps=fine)
    t = transcript_of(DATA, seed, m)
    steps = dict(t.steps)
    assert all((v * fine).denominator == 1 for i in range(1, 6) for v in steps[f"user_{i}_round_3"])
    received = [[tuple(int(x) for x in a) for a in steps[f"user_{i}_round_1"]] for i in range(1, 6)]
    center = [Counts(m.median_tree, 5, [r[j] for r in received]).select(3) for j in range(2)]  # type: ignore[misc]
    assert center == steps["center"]
    norms = [tuple(int(x) for x in steps[f"user_{i}_round_2"]) for i in range(1, 6)]
    squared = Counts(m.norm_tree, 5, norms).select(local_rank(2, 5, F(9, 2)))  # type: ignore[arg-type]
    assert squared == steps["threshold_squared"]
    mean = [
        sum(column) / 5
        for column in zip(*(steps[f"user_{i}_round_3"] for i in range(1, 6)), strict=True)
    ]
    signs = [int(o) for d, o in t.draws if d.label.startswith("sign")]
    assert t.output == tuple(back([a + b for a, b in zip(mean, center, strict=True)], signs, 2))
    assert set(inspect.signature(Counts.__init__).parameters) == {"self", "tree", "n", "answers"}


def test_a_missing_record_is_zeros_and_a_table_is_its_rows() -> None:
    """No status depends on a value: the same draws, the same release."""
    gone = [[None, None], *DATA[1:]]
    zeros = [[0, 0], *DATA[1:]]
    assert (
        transcript_of(gone).steps
        == transcript_of(zeros).steps
        == transcript_of(Rows(zeros, 2)).steps
    )


def test_a_release() -> None:
    """Much budget, one coordinate: the mean comes out, about.

    With system's or any bits the output is rational, and the steps are lattice points.
    """
    rows = [[10 + i % 3] for i in range(900)]
    (found,) = release(
        build(
            "local_clipped_mean",
            {"rho": "10000", "u": "31", "d": "1", "n": "900", "steps": "4", "constants": "exact"},
        ).program(rows),
        Shake128ForTesting(b"r"),
        None,
    )
    assert found is not None
    assert abs(found - 11) < 2


def test_a_release_says_what_it_is_and_takes_columns() -> None:
    """Arrays of a file become users; the guarantee names the model, the policies say that users are
    simulated.

    Kills a mechanism that hands arrays to a table, which has no users.
    """
    m = LocalClippedMean(F(8), 3, 2, 5)
    columns = [np.array(c) for c in zip(*DATA, strict=True)]
    one, other = (
        made(m, data, bits=Shake128ForTesting(b"c")) for data in (DATA, m.from_arrays(columns))
    )
    assert one == other
    assert isinstance(one.estimate, tuple)
    assert "local model" in str(one.guarantee)
    assert any("sees every record" in line for line in one.policies)


def test_refusals() -> None:
    good = {"rho": "1", "u": "3", "d": "2", "n": "2"}
    for bad in (
        {"d": "0"},
        {"n": "0"},
        {"u": "0"},
        {"rho": "0"},
        {"steps": "0"},
        {"constants": "best"},
        {"noise": "gaussian"},
    ):
        with pytest.raises(InvalidInput):
            build("local_clipped_mean", {**good, **bad})
    m = build("local_clipped_mean", good)
    for data in ([[1, 2]], [[1, 2], [1]], [[1, 2], [1, 2], [1, 2]], Rows([[1], [2]], 1)):
        with pytest.raises(InvalidInput) as e:
            list(paths(lambda data=data: m.program(data), 1))
        assert e.value.code == "size_mismatch"
    with pytest.raises(InvalidInput):
        keep_for(F(1, 1 << 90))


def test_powers_of_two_are_bits() -> None:
    bits = Shake128ForTesting(b"p")
    whole = Shake128ForTesting(b"p").peek(10)
    assert [PowerOfTwo(3).sample(bits), PowerOfTwo(7).sample(bits), bits.used] == [
        whole >> 7,
        whole & 127,
        10,
    ]
    assert local_tree.entry(3, 3) == 1 and local_tree.entry(3, 1) == -1
    assert local_clipped_mean.FACTOR == 4
