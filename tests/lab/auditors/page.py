"""The page of the score: a table of rows, ours beside the limit and the others, and what innocents
were accused.
"""

from __future__ import annotations

from math import isinf
from typing import Any

from .bounds import DRAWS, GOAL, SETS
from .bounds import lines as both_bounds
from .score import ALPHA, BIG, NAMED_GOAL, SURE

Data = dict[str, Any]


def _number(x: float) -> str:
    return "∞" if isinf(x) else f"{x:,.0f}" if x >= 100 else f"{x:.3g}"


def _cell(seen: Data | None, limit: float) -> str:
    if not seen:
        return "-"
    if "missed" in seen:
        return f"not refuted in {seen['missed']}"
    mean, error, quantile = (_number(seen[k]) for k in ("mean", "error", "quantile"))
    return f"{mean} ± {error} ({seen['mean'] / limit:.2f}), {quantile}"


def verdict(seen: Data | None, goal: float) -> str:
    """Whether a goal is reached: by the mean, or by its standard error twice."""
    if not seen:
        return "-"
    if "missed" in seen:
        return "no"
    if seen["mean"] <= goal:
        return "yes"
    return "within noise" if seen["mean"] - 2 * seen["error"] <= goal else "no"


def rows(data: Data) -> list[str]:
    """The table of guilty rows."""
    own, limits = data.get("ours", {}), data["limits"]
    lines = [
        "| row | claim | truth | growth | limit at 0.05 | ours: mean (of the limit), 80 % | goal | "
        "limit at 10^-6 | ours | goal |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, limit in limits.items():
        cells, seen = [], own.get(name, {})
        for alpha in (ALPHA, SURE):
            bound = limit["limit"][str(alpha)]
            cells += [
                _number(bound),
                _cell(seen.get(str(alpha)), bound),
                f"{_number(limit['goal'][str(alpha)])}: "
                f"{verdict(seen.get(str(alpha)), limit['goal'][str(alpha)])}",
            ]
        truth = (
            f"epsilon {limit['epsilon']:.4g}"
            if limit["epsilon"] < 20
            else f"delta {limit['delta']:.4g}"
        )
        lines.append(
            f"| {name} | {limit['claim']} | {truth} | {limit['growth']:.3g} | "
            + " | ".join(cells)
            + " |"
        )
    return lines


def named(data: Data) -> list[str]:
    """The table of named laws, and what it costs to search for the pair."""
    lines = [
        "| row | named law: mean (of the limit), 80 % | at most 1.5 | at 10^-6 |",
        "| --- | --- | --- | --- |",
    ]
    for name, seen in data.get("named", {}).items():
        limit = data["limits"][name]["limit"]
        at, sure = (_cell(seen.get(str(a)), limit[str(a)]) for a in (ALPHA, SURE))
        lines.append(
            f"| {name} | {at} | {verdict(seen.get(str(ALPHA)), NAMED_GOAL * limit[str(ALPHA)])} "
            f"| {sure} |"
        )
    lines += [
        "",
        "Searched are pairs of records at the bounds, in the middle, far outside and missing, "
        "by draws of all. Where one of these betrays more than the given pair, the search "
        "needs fewer draws.",
        "",
        "| row | with the pair given | pair searched | cost |",
        "| --- | --- | --- | --- |",
    ]
    for name, seen in data.get("search", {}).items():
        given = data.get("ours", {}).get(name, {}).get(str(ALPHA), {})
        found = seen.get(str(ALPHA), {})
        if "mean" in given and "mean" in found:
            lines.append(
                f"| {name} | {_number(given['mean'])} | {_number(found['mean'])} | "
                f"{found['mean'] / given['mean']:.2g} times |"
            )
    return lines


def others(data: Data) -> list[str]:
    """The table of other auditors: the least draws on a grid of factors 2 at which 4 of 5 sets are
    refuted.
    """
    seen = data.get("peers", {})
    lines = [
        "| row | ours, 80 % | " + " | ".join(seen) + " |",
        "| --- | --- |" + " --- |" * len(seen),
    ]
    for name in data["limits"]:
        own = data.get("ours", {}).get(name, {}).get(str(ALPHA), {})
        cells = []
        for peer in seen.values():
            row = peer["rows"].get(name)
            cells.append(
                "-"
                if row is None
                else f"{row['draws']:,}"
                if "draws" in row
                else f"above {row['more than']:,}"
                if "more than" in row
                else row["error"][:40]
            )
        lines.append(
            f"| {name} | {_number(own['quantile']) if 'quantile' in own else '-'} | "
            f"{' | '.join(cells)} |"
        )
    lines += [""] + [
        f"{n}: {peer['setup'] or 'a page of code here'} ({peer['date']})."
        for n, peer in seen.items()
    ]
    return lines


def faster(data: Data) -> list[str]:
    """Rows on which another auditor needed at most half as many draws, and how many further sets of
    so many it refuted.
    """
    found = []
    for peer, seen in data.get("peers", {}).items():
        for name, row in seen["rows"].items():
            own = data["ours"][name][str(ALPHA)]
            if "draws" in row and row["draws"] <= own["quantile"] / 2:
                again = row.get("again")
                further = (
                    f"; of {again[1]} further sets of so many it refuted {again[0]}"
                    if again
                    else ""
                )
                found.append(
                    f"{peer} on '{name}': {row['draws']:,} draws, ours "
                    f"{own['quantile']:,.0f}{further}."
                )
    return found


def innocents(data: Data) -> list[str]:
    own, theirs = data.get("innocents", {}), data.get("peers innocents", {})
    lines = [
        "| innocent | ours | " + " | ".join(theirs) + " |",
        "| --- | --- |" + " --- |" * len(theirs),
    ]
    for name, seen in own.items():
        cells = [
            f"{p[name]['accused']} of {p[name]['runs']}"
            if "accused" in p.get(name, {})
            else p.get(name, {}).get("error", "-")[:40]
            for p in theirs.values()
        ]
        lines.append(
            f"| {name} | {seen['accused']} of {seen['runs']}, {seen['draws']:,} draws each | "
            f"{' | '.join(cells)} |"
        )
    if own:
        hits, runs = sum(s["accused"] for s in own.values()), sum(s["runs"] for s in own.values())
        lines += [
            "",
            f"Ours accused {hits} times in {runs:,} runs: {hits / runs:.2%}, at alpha = {ALPHA}.",
        ]
    return lines


def page(data: Data) -> str:
    lines = [
        "# Auditors on mechanisms whose guarantee is known exactly",
        "",
        data.get("machine", ""),
        "",
        "The limit is log(1/alpha) / growth, Wald's bound of the mean draws of any sequential "
        "test of outputs; growth is that of the best test, the reverse information projection, "
        "where each draw is of either input by a fair coin. The goal is 3 (at 10^-6: 2) limits "
        f"where the limit at 0.05 exceeds {BIG:,} draws, and (log 1/alpha + log families + "
        "8)/growth elsewhere.",
        "",
        *rows(data),
        "",
        "## A named law, and the search for the pair",
        "",
        *named(data),
        "",
        "## Other auditors at alpha = 0.05",
        "",
        "The least number of draws, of both inputs together, on a grid of factors 2 from half "
        "of ours (its 80 % quantile) up to four times, at which 4 of 5 fresh sets of draws are "
        "refuted. Of dp_auditorium, the hockey-stick and histogram testers are asked.",
        "",
        *others(data),
        "",
        *(
            [
                *faster(data),
                "",
                "An auditor that is told how many draws there will be pays nothing for being "
                "looked at any time, as ours is.",
            ]
            if faster(data)
            else ["No other auditor needed half as many draws."]
        ),
        "",
        "## Lower bounds of epsilon at 95 %, for the same draws",
        "",
        f"Of {DRAWS:,} draws of both inputs together, the middle of {SETS} sets, at the delta of the "
        "claim; truth is the epsilon at delta 0. Ours holds whenever one stops. The goal is a share of "
        f"{GOAL}; it is missed where the loss is far below the claim, for which events are named.",
        "",
        *both_bounds(data.get("bounds", {}), data["limits"]),
        "",
        "## Innocents",
        "",
        *innocents(data),
        "",
    ]
    return "\n".join(lines)
