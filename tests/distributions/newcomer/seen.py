"""What a package that has the logistic law knows of it, as JSON; run with that package on the path."""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import dpmean
from dpmean.catalogue.laws import LAWS
from dpmean.distributions.bulk.columns import draw
from dpmean.distributions.samplers.refine import Affine
from dpmean.exact.enclosure import Interval, interval
from dpmean.judging.run import run
from dpmean.programs.law_of import law_of
from dpmean.programs.postprocess import quotient
from dpmean.programs.program import Draw, Program
from dpmean.randomness.stream import ShakeStreamForTesting
from dpmean.suite.kinds.tape import answer
from dpmean.suite.plans.laws.stat import line
from dpmean.wire.direct import Direct
from dpmean.wire.sizes import Sizes

LAW: Any = LAWS["logistic"].given(epsilon=1)


def moved(by: F) -> Program:
    """Z + by."""
    return (yield Draw("z", LAW)) + by


def summed() -> Program:
    """Z + 2 W + 1."""
    return (yield Draw("z", LAW)) + 2 * (yield Draw("w", LAW)) + 1


def halved() -> Program:
    """(Z + 2)/2, clipped to [0, 1]."""
    return quotient((yield Draw("z", LAW)) + 2, Affine(F(2)), F(0)).clip(F(0), F(1))


def divided() -> Program:
    """(Z + 2)/(W + 3), clipped to [0, 1]."""
    above = (yield Draw("z", LAW)) + 2
    return quotient(above, (yield Draw("w", LAW)) + 3, F(0)).clip(F(0), F(1))


def ends(x: Any) -> list[str]:
    """An enclosure, as two rationals."""
    found = x if isinstance(x, Interval) else interval(x)
    return [str(found.lower), str(found.upper)]


def of_release(program: Any, *places: str) -> dict[str, Any]:
    """The law, the mean and the mean squared error (from 0) of a release."""
    law = law_of(program)
    return {
        "cdf": {x: ends(law.cdf(F(x))) for x in places},
        "mean": ends(law.mean()),
        "mse": ends(law.mean_squared_error(F(0))),
    }


def of_values() -> dict[str, list[str]]:
    """Quantities of the catalogue."""
    asked = {
        "cdf": {"x": "1/2"},
        "quantile": {"p": "1/5"},
        "tail": {"x": "3"},
        "variance": {},
        "hockey_stick": {"shift": "1", "at_epsilon": "1/4"},
    }
    return {
        name: ends(dpmean.value(f"logistic.{name}", epsilon="1", **given).values[0])
        for name, given in asked.items()
    }


def in_columns() -> list[list[float]]:
    """Some words and the boxes of their quantiles, at scale 1."""
    (coordinate,) = draw(LAW, ShakeStreamForTesting(b"logistic"), 64).coordinates
    ((_, reals),) = coordinate.terms
    boxes = reals.image.box(reals.words, None)  # type: ignore[union-attr]
    return [[int(w), *map(float, box)] for w, *box in zip(reals.words, *boxes, strict=True)]  # type: ignore[union-attr]


def judged() -> dict[str, Any]:
    """The verdict on the package itself, of a statistical vector of the law with its power."""
    vector = line("logistic", {"epsilon": "1"}, "1/4")
    found = run(lambda: Direct("dpmean.wire.own"), [vector], sizes=Sizes(tier=2048))
    return {
        "power": [p["bug"] for p in vector.expect["power"]],
        "status": [str(v.status) for v in found.verdicts],
    }


def main() -> None:
    """Print all of it."""
    between = law_of(lambda: moved(F(0))).hockey_stick(law_of(lambda: moved(F(1))), F(1, 4))
    tape = {"tape": "5555555555555555ffff", "count": "1", "grid": "1/1024"}
    print(
        json.dumps(
            {
                "values": of_values(),
                "moved": of_release(lambda: moved(F(3)), "4"),
                "summed": of_release(summed, "4"),
                "halved": of_release(halved, "1/3"),
                "divided": of_release(divided, "1/2"),
                "divergence": [str(between.lower), str(between.upper), between.how],
                "columns": in_columns(),
                "tape": answer("logistic", {"epsilon": "1"}, tape),
                "judged": judged(),
            }
        )
    )


if __name__ == "__main__":
    main()
