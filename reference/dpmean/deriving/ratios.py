"""What the ratio of a law's density to its shift must be, law by law, at random places: pairs
(found, expected).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..catalogue.quantities import value
from ..exact.digits import report
from ..highprecision.law import HighLaw
from ..highprecision.numbers import MP, Number, Uniforms

PLACES = 24
Pairs = list[tuple[Number, Number]]
Rows = Iterator[tuple[str, Pairs]]


def _ratio(law: HighLaw, point: tuple[Number, ...], shift: tuple[Number, ...]) -> Number:
    moved = tuple(x - s for x, s in zip(point, shift, strict=True))
    return law.weight(point) / law.weight(moved)


def _nearest(ratio: Number, allowed: list[Number]) -> tuple[Number, Number]:
    return ratio, min(allowed, key=lambda a: abs(a - ratio))


def _far(law: HighLaw) -> Number:
    """Returns the middle of the fourth step, or a lattice point near it: a shift by D away moves it
    by one step.
    """
    far, unit = (law.given("gamma") + MP.mpf(7) / 2) * law.given("sensitivity"), _unit(law)
    return far if unit is None else MP.nint(far / unit) * unit


def _within(law: HighLaw, uniforms: Uniforms, lattice: Number | None) -> Number:
    """Returns a random number of [-8 D, 8 D], on a lattice if there is one."""
    x = (16 * uniforms.next() - 8) * law.given("sensitivity")
    return x if lattice is None else MP.nint(x / lattice) * lattice


def _unit(law: HighLaw) -> Number | None:
    return law.given("sensitivity") / int(law.parameters["m"]) if "m" in law.parameters else None


def stepped(law: HighLaw, uniforms: Uniforms) -> Rows:
    """The staircase on the line and on a lattice: b, 1 or 1/b, all of them, under shifts of at most
    D.
    """
    growth, unit, width = MP.exp(law.given("epsilon")), _unit(law), law.given("sensitivity")
    far = _far(law)
    pairs = [
        (_ratio(law, (-far,), (width,)), growth),
        (_ratio(law, (far + width,), (width,)), 1 / growth),
    ]
    for _ in range(PLACES):
        shift = width * uniforms.next()
        shift = (
            width
            if unit is None and uniforms.below(2)
            else shift
            if unit is None
            else MP.ceil(shift / unit) * unit
        )
        pairs.append(
            _nearest(
                _ratio(law, (_within(law, uniforms, unit),), (shift,)),
                [growth, MP.mpf(1), 1 / growth],
            )
        )
    yield (
        "ratios under shifts of at most D are e^epsilon, 1 or e^-epsilon, the ends attained",
        pairs,
    )


def planar(law: HighLaw, uniforms: Uniforms) -> Rows:
    """The staircase of the plane: b, 1 or 1/b under shifts of l1 length at most D."""
    growth, width, far, still = (
        MP.exp(law.given("epsilon")),
        law.given("sensitivity"),
        _far(law),
        MP.mpf(0),
    )
    pairs = [
        (_ratio(law, (-far, still), (width, still)), growth),
        (_ratio(law, (still, far + width), (still, width)), 1 / growth),
    ]
    for _ in range(PLACES):
        length, part = (width if uniforms.below(2) else width * uniforms.next()), uniforms.next()
        shift = (length * part, (length - length * part) * (1 - 2 * uniforms.below(2)))
        point = (_within(law, uniforms, None), _within(law, uniforms, None))
        pairs.append(_nearest(_ratio(law, point, shift), [growth, MP.mpf(1), 1 / growth]))
    yield (
        "ratios under shifts of l1 length at most D are e^epsilon, 1 or e^-epsilon, the ends "
        "attained",
        pairs,
    )


def diagonal(law: HighLaw, uniforms: Uniforms) -> Rows:
    """The hourglass: b or 1/b, never 1, under the shifts +-(x0, D - x0)."""
    growth, unit, width, still = (
        MP.exp(law.given("epsilon")),
        _unit(law),
        law.given("sensitivity"),
        MP.mpf(0),
    )
    pairs = [
        (_ratio(law, (still, -3 * width), (still, width)), growth),
        (_ratio(law, (still, 3 * width), (still, width)), 1 / growth),
    ]
    for _ in range(PLACES):
        x0 = width * uniforms.next()
        x0 = x0 if unit is None else MP.nint(x0 / unit) * unit
        sign = 1 - 2 * uniforms.below(2)
        x = _within(law, uniforms, unit)
        point = (x, (uniforms.below(9) - 4) * width - x)
        pairs.append(
            _nearest(_ratio(law, point, (sign * x0, sign * (width - x0))), [growth, 1 / growth])
        )
    yield "ratios under +-(x0, D - x0) are e^epsilon or e^-epsilon, never 1", pairs


def laplace(law: HighLaw, uniforms: Uniforms) -> Rows:
    """Laplace noise on the line and on the integers: e^epsilon and e^-epsilon beyond the centres of
    a shift by D.
    """
    growth, width = MP.exp(law.given("epsilon")), law.given("sensitivity")
    pairs = [
        (_ratio(law, (-width,), (width,)), growth),
        (_ratio(law, (2 * width,), (width,)), 1 / growth),
    ]
    for _ in range(PLACES):
        x = _within(law, uniforms, MP.mpf(1) if law.name == "discrete_laplace" else None)
        between = MP.exp(law.given("epsilon") * (width - 2 * x) / width)
        expected = growth if x <= 0 else 1 / growth if x >= width else between
        pairs.append((_ratio(law, (x,), (width,)), expected))
    yield "ratios under the shift D are e^epsilon and e^-epsilon beyond the centres", pairs


def gaussian(law: HighLaw, uniforms: Uniforms) -> Rows:
    """The Gaussian laws: a log-ratio that is linear, so that no epsilon holds; its slope is the
    shift over sigma^2.
    """
    pairs = []
    for _ in range(PLACES):
        x, s = 16 * uniforms.next() - 8, 1 + uniforms.below(4)
        x = MP.nint(x) if law.name == "discrete_gaussian" else x
        pairs.append(
            (MP.log(_ratio(law, (x,), (s,))), s * (s - 2 * x) / (2 * law.given("sigma_squared")))
        )
    yield "log-ratios under integer shifts are s (s - 2 x)/(2 sigma^2), without a bound", pairs


def student(law: HighLaw, uniforms: Uniforms) -> Rows:
    """Student's t under the shift 1: at most the shipped exact loss at smoothness 0, which is
    attained at one place.
    """
    given = {
        "degrees": law.parameters["degrees"],
        "smoothness": "0",
        "tau": law.parameters.get("scale", "1"),
    }
    most = MP.mpf(
        report(value("student_t.privacy_loss", {**given, "constants": "exact"}).values[0], 58)["lo"]
    )
    squared = int(law.parameters["degrees"]) * law.given("scale") ** 2
    worst = (1 - MP.sqrt(1 + 4 * squared)) / 2
    found = [MP.log(_ratio(law, (10 * uniforms.next() - 5,), (1,))) for _ in range(PLACES)]
    bounded = MP.mpf(all(abs(loss) <= most for loss in found))
    yield (
        "log-ratios under the shift 1 are at most the shipped loss, and equal to it at one place",
        [(bounded, MP.mpf(1)), (MP.log(_ratio(law, (worst,), (1,))), most)],
    )


RATIOS: dict[str, Callable[[HighLaw, Uniforms], Rows]] = {
    "laplace": laplace,
    "discrete_laplace": laplace,
    "staircase": stepped,
    "discrete_staircase": stepped,
    "staircase2d": planar,
    "hourglass": diagonal,
    "discrete_hourglass": diagonal,
    "gaussian": gaussian,
    "discrete_gaussian": gaussian,
    "student_t": student,
}
