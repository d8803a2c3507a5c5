"""What mechanisms with one epsilon per user refuse: bad requests beside good ones."""

from crude import COUNT
from estimates import transcript
from hetero.values import answer
from values import Rejected

GOOD = ("adpm", "uni", "propdpm", "stretching", "fme", "ldpe", "sm")
BAD = [
    (GOOD, dict(epsilons=e))
    for e in ("-1,2", "nan,1", "abc,1", "1/0,1", "0,0", "", "1,,2", "1", "1,2,3", "1;2", None)
]
BAD += [
    (GOOD, dict(lower="1")),
    (GOOD, dict(lower="2")),
    (("propdpm", "stretching", "sm"), dict(epsilons="1,inf")),
    (("uni",), dict(epsilons="1,0")),
    (("adpm",), dict(gamma="1/2")),
    (("adpm",), dict(noise="gauss")),
    (("adpm",), dict(noise="staircase", gamma="2")),
    (("sm",), dict(edition="third")),
]
MEAN = dict(record_mean="1/2", record_variance="1/4")
BAD_EXACT = [
    ("adpm", "saturation", dict(epsilons="inf,inf,0")),
    ("adpm", "granted", dict(epsilons="inf,inf,0")),
    *(
        ("adpm", "mse", dict(MEAN, epsilons="1,2", **{k: v}))
        for k, v in (
            ("record_mean", "3/2"),
            ("record_mean", "-1/2"),
            ("record_variance", "1/3"),
            ("record_variance", "-1/9"),
            ("record_mean", None),
        )
    ),
    *(
        ("hetero", q, dict(n="10", f=f, epsilon1=e, epsilon2="2"))
        for q, f, e in (
            ("ratio", "1/3", "1"),
            ("ratio", "0", "1"),
            ("ratio", "2", "1"),
            ("ratio", "1/2", "0"),
            ("critical_epsilon", "1/3", "1"),
            ("upper_bound", "1/3", "1"),
            ("upper_bound", "1/2", "3"),
            ("upper_bound", "1/2", "-1"),
            ("lower_bound", "1/2", "3"),
            ("sharper_lower_bound", "1/2", "inf"),
        )
    ),
    ("hetero", "vector_lower_bound", dict(epsilons="0,0")),
    ("hetero", "upper_bound", dict(n="0", f="1", epsilon1="1", epsilon2="1")),
]


def refused(f, *args):
    COUNT[0] += 1
    try:
        f(*args)
    except Rejected:
        return True
    return False


def run():
    """Every bad request is refused, and its nearest good one is not."""
    given = dict(
        data=["0", "1"],
        outcomes=dict(noise="0", noise_1="0", noise_2="0", sampled_1="1", sampled_2="1"),
    )
    for name in GOOD:
        assert not refused(transcript, name, dict(epsilons="1,2"), given), name
    for names, change in BAD:
        for name in names:
            assert refused(transcript, name, {**dict(epsilons="1,2"), **change}, given), (
                name,
                change,
            )
    for name, quantity, params in BAD_EXACT:
        assert refused(
            answer, name, quantity, {k: v for k, v in params.items() if v is not None}
        ), (name, quantity, params)
    assert not refused(answer, "adpm", "mse", dict(MEAN, epsilons="1,2"))
    assert not refused(
        answer, "hetero", "sharper_lower_bound", dict(n="10", f="1/2", epsilon1="1", epsilon2="inf")
    )
