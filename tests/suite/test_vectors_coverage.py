"""What the vectors cover, counted: how many of each kind and quantity, how many at edges, in pairs,
in layers, by flag.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from dpmean.catalogue.laws import LAWS
from dpmean.catalogue.quantities import CATALOGUE, value
from dpmean.mechanisms.hetero import weights
from dpmean.parameters.declared import PARAMETERS
from dpmean.randomness.bits import TapeForTesting
from dpmean.suite.files import load
from dpmean.suite.flags import EDGE, FLAGS
from dpmean.suite.kinds import KINDS
from dpmean.suite.kinds.tape import FURTHER, PROFILES, sampler
from dpmean.suite.primitives import PRIMITIVES
from dpmean.suite.pvalues import TOTAL
from dpmean.suite.vectors import Vector

VECTORS = load()
LEAST = {"exact": 1500, "transcript": 300, "tape": 300, "stat": 25, "reject": 300}
# a transformation takes nothing but the name of one of three algorithms, which is no number with
# edges
THREE = {f"transformation.{q}" for q in ("matrix", "inverse", "radius", "ball_area")}
REPLACED = {
    "sized_mean",
    "clipped_mean",
    "name_and_shame",
    "combined_mean",
    "dpumean",
    "kv_mean",
    "student_t_mean",
    "shuffled_mean",
    "privquant",
    "norm_clipped_mean",
    "quantile_clipped_mean",
    "shifted_clipped_mean",
    "quantized_mean",
    "gaussian_mean",
    "coinpress_mean",
    "local_coordinate_mean",
    "local_clipped_mean",
    "shuffled_clipped_mean",
    "dpucoarse",
    "coinpress_scaled_mean",
    "unknown_size",
    "randomized_response",
}
OF_DRAWS = {"FloatLeak", "NoiseReused"}  # found by checks on draws that belong to no one vector


def of(kind: str) -> list[Vector]:
    return [v for v in VECTORS if v.kind == kind]


def by_quantity() -> dict[str, list[Vector]]:
    found = defaultdict(list)
    for v in of("exact"):
        found[f"{v.object}.{v.quantity}"].append(v)
    return found


def test_every_kind_has_enough_vectors() -> None:
    count = Counter(v.kind for v in VECTORS)
    assert set(count) == set(KINDS) >= set(LEAST)
    assert {kind: n for kind, n in count.items() if n < LEAST.get(kind, 1)} == {}


@pytest.mark.parametrize("quantity", sorted(CATALOGUE))
def test_every_quantity_has_a_dozen_vectors_and_a_third_of_them_at_edges(quantity: str) -> None:
    vectors = by_quantity()[quantity]
    if quantity in THREE:
        assert [v.params for v in vectors] == [{"algorithm": a} for a in ("1", "2", "3")]
        return
    assert len(vectors) >= 12
    assert 3 * sum(bool(EDGE & set(v.flags)) for v in vectors) >= len(vectors)


def test_edges_are_what_they_are_called() -> None:
    """A flag of EDGE on an ordinary point would make the count above worthless."""
    for v in of("exact"):
        if "epsilons" in v.params or v.object == "hetero":
            continue  # the next test
        p, flags = v.params, set(v.flags)
        epsilon = Fraction(p["epsilon"]) if "epsilon" in p else None
        if epsilon is not None and v.quantity != "epsilon":
            assert "SmallEpsilon" not in flags or epsilon / Fraction(
                p.get("sensitivity", "1")
            ) <= Fraction(1, 100), v.id
            assert "LargeEpsilon" not in flags or epsilon >= 20, v.id
        if "scale" in p:
            rate = Fraction(p.get("sensitivity", "1")) / Fraction(p["scale"])
            assert ("SmallEpsilon" not in flags or rate < Fraction(1, 100)) and (
                "LargeEpsilon" not in flags or rate >= 20
            ), v.id
        assert "GammaOne" not in flags or p["gamma"] == "1", v.id
        assert "GammaSmall" not in flags or Fraction(p["gamma"]) <= Fraction(1, 1000), v.id
        assert "OneRecord" not in flags or p["n"] == "1", v.id
        assert (
            "OnePointStep" not in flags
            or p["m"] == "1"
            or Fraction(p["gamma"]) == Fraction(1, int(p["m"]))
        ), v.id
        if "ExactZero" in flags:
            assert any(
                x.get("exact") == "0" for x in v.expect.get("values", [v.expect.get("value")])
            ), v.id
        if "CellBoundary" in flags and v.quantity == "quantile":
            place = {"k" if v.object == "discrete_laplace" else "x": v.expect["value"]["exact"]}
            assert value(
                f"{v.object}.cdf", {k: x for k, x in p.items() if k != "p"} | place
            ).values == (Fraction(p["p"]),), v.id
        elif "CellBoundary" in flags:
            d, g = Fraction(p.get("sensitivity", "1")), Fraction(p["gamma"])
            at = abs(Fraction(p.get("x") or p.get("r") or "0"))
            near = d / int(p["m"]) if "m" in p else g * d / 8
            assert any(at in (edge, edge - near) for edge in (g * d, g * d + d)), v.id
        if "FarTail" in flags:
            if v.object == "discrete_gaussian" and "k" in p:
                assert Fraction(p["k"]) ** 2 / (2 * Fraction(p["sigma_squared"])) >= 300, v.id
                continue
            size = max(
                (abs(Fraction(p[k])) for k in ("x", "r", "k") if k in p), default=Fraction(0)
            ) / Fraction(p.get("sensitivity", "1"))
            assert size >= 10 or (
                "p" in p and min(Fraction(p["p"]), 1 - Fraction(p["p"])) <= Fraction(1, 1024)
            ), v.id
        if "LossEnds" in flags:
            d = Fraction(p.get("sensitivity", "1"))
            shift = (
                abs(Fraction(p["shift"]))
                if "shift" in p
                else abs(Fraction(p["shift_x"])) + abs(Fraction(p["shift_y"]))
                if "shift_x" in p
                else None
            )
            whole = shift in (0, d) and (
                v.object not in ("hourglass", "discrete_hourglass")
                or 0 in (Fraction(p["shift_x"]), Fraction(p["shift_y"]))
            )
            gaussian = (
                "sigma_squared" in p
                and "at_epsilon" in p
                and 2 * Fraction(p["sigma_squared"]) * abs(Fraction(p["at_epsilon"])) == 1
            )
            assert (
                whole
                or gaussian
                or (epsilon is not None and abs(Fraction(p["at_epsilon"])) == epsilon)
            ), v.id
        assert (
            "SumCut" not in flags or not Fraction(1, 20) < Fraction(p["sigma_squared"]) < 10000
        ), v.id
        if "AtBound" in flags:
            ends = {p.get("lower", "0"), p.get("upper", "1")}
            assert (
                p.get("mean") in ends
                or p.get("alpha") in ("0", "1")
                or ("count" in p and p["count"] in ("0", p.get("n")))
                or {"0", "1"}
                & {p.get(k) for k in ("variance_c", "variance_f", "bound_m", "probability")}
            ), v.id


def test_edges_of_lists_of_epsilons_are_what_they_are_called() -> None:
    """The same for mechanisms with one epsilon per user, and for two groups of users."""
    for v in of("exact"):
        p, flags = v.params, set(v.flags)
        if "epsilons" in p:
            epsilons = p["epsilons"].split(",")
        elif v.object == "hetero":
            first = int(int(p["n"]) * Fraction(p["f"]))
            groups = [
                (p["epsilon1"], first),
                (p.get("epsilon2", p["epsilon1"]), int(p["n"]) - first),
            ]
            epsilons = [e for e, size in groups if size]
            assert "OneRecord" not in flags or 1 in [size for _, size in groups], v.id
        else:
            continue
        numbers = [Fraction(e) for e in epsilons if e != "inf"]
        assert "PublicUser" not in flags or "inf" in epsilons, v.id
        assert "UnusedUser" not in flags or "0" in epsilons or p.get("f") == "0", v.id
        assert "SmallEpsilon" not in flags or min(e for e in numbers if e) <= Fraction(1, 100), v.id
        assert "LargeEpsilon" not in flags or max(numbers) >= 20, v.id
        if "epsilons" in p:
            assert "OneRecord" not in flags or len(epsilons) == 1, v.id
            assert "Fallback" not in flags or weights.objective(
                PARAMETERS["epsilons"].parse(p["epsilons"], "")
            ) >= Fraction(1, 4), v.id
            cut = (
                weights.saturation(PARAMETERS["epsilons"].parse(p["epsilons"], ""))
                if v.object != "fme"
                else None
            )
            assert (
                "Saturation" not in flags or cut is None or "inf" in epsilons or max(numbers) >= cut
            ), v.id
        elif "epsilon2" in p:
            group = {k: p[k] for k in ("n", "f", "epsilon1", "epsilon2")}
            assert "Fallback" not in flags or value("hetero.upper_bound", group).values == (
                Fraction(1, 4),
            ), v.id
            assert (
                "Saturation" not in flags
                or p["epsilon2"] == "inf"
                or value("hetero.critical_epsilon", group).values[0] <= Fraction(p["epsilon2"])
            ), v.id  # type: ignore[operator]
        if "AtBound" in flags:
            lower, upper, mean = (Fraction(p[k]) for k in ("lower", "upper", "record_mean"))
            assert mean in (lower, upper) or Fraction(p["record_variance"]) == (mean - lower) * (
                upper - mean
            ), v.id


def test_every_flag_is_used_and_known() -> None:
    assert {f for v in VECTORS for f in v.flags} | OF_DRAWS == set(FLAGS)
    assert set(FLAGS) >= EDGE
    assert all(bug and effect for bug, effect in FLAGS.values())


def test_every_vector_says_why_it_exists() -> None:
    assert [v.id for v in VECTORS if len(v.why.split()) < 2] == []
    # one sentence for many vectors would say nothing of any of them
    shared = Counter(
        (v.object, v.kind, v.quantity, v.why) for v in VECTORS if v.kind in ("exact", "transcript")
    )
    assert max(shared.values()) <= 12, shared.most_common(3)


def test_reject_vectors_come_in_pairs() -> None:
    vectors = {v.id: v for v in of("reject")}
    invalid = neighbours = 0
    for v in vectors.values():
        twin = vectors[v.expect["twin"]]
        assert twin.expect["twin"] == v.id
        assert (v.object, v.quantity) == (twin.object, twin.quantity)
        parts = [(v.params, twin.params), (v.input, twin.input)]
        differences = sum(a.get(k) != b.get(k) for a, b in parts for k in {*a, *b})
        statuses = {v.expect["status"], twin.expect["status"]}
        if statuses == {"ok"}:
            neighbours += 1
            a, b = (Counter(str(record) for record in w.input["data"]) for w in (v, twin))
            changed = (a - b).total(), (b - a).total()
            assert (differences, sorted(changed)) == (
                1,
                [1, 1] if v.object in REPLACED or "epsilons" in v.params else [0, 1],
            ), v.id
        else:
            invalid += 1
            assert statuses == {"ok", "rejected"}, v.id
            # n = 0 needs other data than n = 4
            assert differences == 1 or (v.object, v.params.get("n"), twin.params.get("n")) in (
                ("sized_mean", "0", "4"),
                ("sized_mean", "4", "0"),
            ), v.id
    assert invalid >= 300
    assert neighbours >= 80


def test_what_lies_far_out_is_missed_where_it_is_not_there() -> None:
    """Kills an event far out whose slack is more than its probability: nobody fails it by having
    nothing there.
    """
    found = [
        (v.id, e["name"]) for v in of("stat") for e in v.expect["events"] if e["flag"] == "TailCut"
    ]
    without = [
        (v.id, e["name"])
        for v in of("stat")
        for e in v.expect["events"]
        if e["flag"] == "TailCut" and not Fraction(e["p"]["lo"])
    ]
    assert len(found) > 100
    assert without == []


def test_no_event_asks_for_equality_with_a_number_that_no_double_is() -> None:
    """Kills an event that right libraries in doubles never show."""
    events = [
        (v.id, e)
        for v in of("stat")
        if "numbers:rational" not in v.requires
        for e in v.expect["events"]
    ]
    asked = [
        (id_, x)
        for id_, e in events
        if e["relation"] == "eq"
        for x in ([e["at"]] if isinstance(e["at"], str) else e["at"])
    ]
    assert len(asked) > 100
    assert [pair for pair in asked if Fraction(float(Fraction(pair[1]))) != Fraction(pair[1])] == []


def test_tapes_come_in_layers() -> None:
    layer = Counter(
        "primitive" if v.object in PRIMITIVES else "law" if v.object in LAWS else "release"
        for v in of("tape")
    )
    assert min(layer["primitive"], layer["law"], layer["release"]) >= 50
    for object_, profile in PROFILES.items():
        mine = [v for v in of("tape") if v.object == object_]
        flags = {f for v in mine for f in v.flags}
        assert {v.input["profile"] for v in mine} == {
            profile,
            *(name for name, objects in FURTHER.items() if object_ in objects),
        }
        assert {"TapeOrder", "TapeExhausted", "Accumulated"} <= flags, object_
        assert "Unlucky" in flags or object_ in ("bits", "transformed_mean", "ldpe"), object_


def test_exhausted_tapes_end_to_the_bit() -> None:
    """A sampler that reads ahead fails `exact`, one that pads with zeros fails `short`; `enough`
    shows what the bit decides.
    """
    tapes = {v.id: v for v in of("tape")}
    exact = [v for v in tapes.values() if v.id.endswith("-end-exact")]
    short = [v for v in tapes.values() if v.id.endswith("-end-short")]
    assert min(len(exact), len(short)) >= 20
    for v in exact:
        assert int(v.expect["bits"]) == 4 * len(v.input["tape"]), v.id
    for v in short:
        assert v.expect["status"] == "rejected"
        if v.object == "bits":
            continue  # a whole group is missing
        longer = tapes[v.id.replace("short", "enough")]
        assert longer.input["tape"][:-2] == v.input["tape"]
        assert int(longer.expect["bits"]) == 4 * len(v.input["tape"]) + 1
        if v.object in LAWS or v.object in PRIMITIVES:  # the bit before the last does not decide
            source = TapeForTesting(bytes.fromhex(longer.input["tape"]))
            draw = sampler(v.object, v.params, v.input)
            for _ in range(int(v.input["count"])):
                draw(source)
            assert source.used == int(longer.expect["bits"])


def test_the_statistical_vectors_keep_to_the_budget() -> None:
    assert sum(Fraction(v.expect["alpha"]) for v in of("stat")) <= TOTAL
