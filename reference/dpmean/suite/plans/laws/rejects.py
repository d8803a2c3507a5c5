"""The `reject` vectors of laws: invalid parameters of draws and of quantities, each with the nearest valid request."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.reject import pair
from ...kinds.tape import INTEGER_LAWS
from ...vectors import Vector
from ..hostile import BAD_EPSILON, BAD_GAMMA, BAD_SENSITIVITY, BAD_SIGMA
from ..tables import rows

LAW_PARAMS: dict[str, dict[str, str]] = {
    "laplace": {"epsilon": "1", "sensitivity": "1"},
    "discrete_laplace": {"epsilon": "1", "sensitivity": "1"},
    "discrete_gaussian": {"sigma_squared": "1", "sensitivity": "1"},
    "staircase": {"epsilon": "1", "gamma": "1/2", "sensitivity": "1"},
    "discrete_staircase": {"epsilon": "1", "gamma": "1/2", "m": "4", "sensitivity": "1"},
    "staircase2d": {"epsilon": "1", "gamma": "1/2", "sensitivity": "1"},
    "hourglass": {"epsilon": "1", "gamma": "1/2", "sensitivity": "1"},
    "discrete_hourglass": {"epsilon": "1", "gamma": "1/2", "m": "4", "sensitivity": "1"},
}
GRID = {"grid": "1/1024"}
QUANTITIES: tuple[tuple[str, str, dict[str, str], str, str, str, str, str, str], ...] = rows(
    __file__, "quantity", "object quantity params parameter bad valid why flag code"
)


def reject_vectors() -> Iterator[Vector]:
    """Yield all reject vectors of laws, each followed by its twin."""
    for object_, params in LAW_PARAMS.items():
        given = {} if object_.startswith("discrete") else GRID
        for name, values in (("epsilon", BAD_EPSILON), ("sigma_squared", BAD_SIGMA), ("sensitivity", BAD_SENSITIVITY),
                ("gamma", BAD_GAMMA)):
            if name not in params:
                continue
            # Gaussian noise is made without a sensitivity, which only rho has: for a sensitivity of 0 or infinity the
            # answers 0 and infinity are right, so that these values need not be refused
            gaussian = (object_, name) == ("discrete_gaussian", "sensitivity")
            for bad, code, why, flag, good in values:
                if not gaussian or bad in ("-1", "nan"):
                    yield from pair(object_, params, {name: bad}, {name: good}, why, flag, code,
                        {} if gaussian else given, quantity="rho" if gaussian else None)
        if object_.startswith("discrete_") and "m" in params:
            yield from pair(object_, params, {"gamma": "1/3"}, {"gamma": "1/4"},
                "gamma off the lattice: both neighbours are named", "OffGrid", "gamma_off_grid", given)
            yield from pair(object_, params, {"m": "0"}, {"m": "2"}, "m = 0", "NotPositive", "count_not_positive",
                given)
    for object_ in INTEGER_LAWS:
        quantity = "rho" if object_ == "discrete_gaussian" else None
        for bad, good in (("3/2", "2"), ("5/2", "3")):
            yield from pair(object_, LAW_PARAMS[object_], {"sensitivity": bad}, {"sensitivity": good},
                "a sensitivity that is no integer", "Lattice", "off_lattice", quantity=quantity)
    base = LAW_PARAMS["hourglass"]
    yield from pair("hourglass", base, {"shift_x": "1/4", "shift_y": "1/4"}, {"shift_x": "1/4", "shift_y": "3/4"},
        "a shift of another sensitivity than the noise has", "SensitivityUnit", "shift_outside_sensitivity",
        quantity="privacy_loss")
    for name in ("hourglass", "discrete_hourglass"):
        why = "a shift (2, -1): its coordinates add up to the sensitivity, but no record moves the sums so"
        moved = {**LAW_PARAMS[name], "shift_y": "-1"}
        yield from pair(name, moved, {"shift_x": "2"}, {"shift_x": "0"}, why, "SensitivityUnit",
            "shift_outside_sensitivity", quantity="privacy_loss")
    shifted: dict[str, dict[str, str]] = {"privacy_loss": {}, "hockey_stick": {"at_epsilon": "1/2"}}
    for asked, more in shifted.items():
        for changed, kept in (("shift_x", "shift_y"), ("shift_y", "shift_x")):
            why = "shifts of 5/4 and -1/4: they add up to the sensitivity, but have different signs"
            yield from pair("hourglass", {**LAW_PARAMS["hourglass"], **more, kept: "-1/4"}, {changed: "5/4"},
                {changed: "-3/4"}, why, "SensitivityUnit", "shift_outside_sensitivity", quantity=asked)
    for object_ in ("laplace", "staircase"):
        for bad in ("0", "-1/1024"):
            why = f"an output grid of {bad}: there is nothing to round to"
            yield from pair(object_, LAW_PARAMS[object_], {}, {}, why, "NotPositive", "grid_not_positive", GRID,
                bad_given={"grid": bad}, note=f"grid{bad}", requires=("profile:release-1",))
    yield from pair("staircase", LAW_PARAMS["staircase"], {"shift": "5/4"}, {"shift": "1"},
        "a shift above the sensitivity", "SensitivityUnit", "shift_outside_sensitivity", quantity="privacy_loss")
    yield from pair("laplace", LAW_PARAMS["laplace"], {"p": "1"}, {"p": "1/2"}, "the quantile at 1 is infinite",
        "NotFinite", "probability_out_of_range", quantity="quantile")
    yield from pair("laplace", {"sensitivity": "1"}, {"scale": "0"}, {"scale": "1"}, "scale 0", "NotPositive",
        "scale_not_positive", quantity="epsilon")
    for object_, quantity, params, name, bad, good, why, flag, code in QUANTITIES:
        yield from pair(object_, params, {name: bad}, {name: good}, why, flag, code, quantity=quantity)
