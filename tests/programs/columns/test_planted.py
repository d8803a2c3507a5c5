"""Bugs that are planted in one line of the columns: each of them turns a test red."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dpmean.catalogue.coverage import EXAMPLES
from dpmean.catalogue.mechanisms import build
from dpmean.distributions.bulk import by_row
from dpmean.distributions.bulk.outcomes import Outcome
from dpmean.mechanisms.instance import quantile
from dpmean.programs.columns import (
    exact_rows,
    live,
    loops,
    pools,
    releases,
    roots,
    row_laws,
    settle,
    tables,
    values,
)
from dpmean.programs.columns.arithmetic import Arithmetic
from dpmean.programs.columns.conditions import Condition, Signs
from dpmean.programs.columns.forms import Column
from dpmean.programs.columns.group import Group
from dpmean.programs.columns.tables import Moved
from dpmean.programs.columns.values import Whole
from tests.helpers.columns_recorded import checked, module
from tests.helpers.planted import planted
from tests.programs.columns import (
    test_boundaries,
    test_forms,
    test_loops,
    test_moved_tables,
    test_releases,
    test_same_bits,
    test_settle,
)
from tests.programs.columns import test_values as of_values

Check = Callable[[], Any]


def same(name: str, noise: str = "") -> Check:
    """Rows of an example on the same bits."""
    _, params, data = next(e for e in EXAMPLES if e[0] == name and e[1].get("noise", "") == noise)
    return lambda: checked(build(name, params), data, 60, name.encode())


def boundary(name: str, noise: str = "") -> Check:
    """Rows of an example on its boundaries."""
    case = next(e for e in test_boundaries.CASES if e[0] == name and e[1].get("noise", "") == noise)
    return lambda: test_boundaries.test_rows_on_boundaries(*case)


def shifted() -> None:
    for seed in range(12):
        test_moved_tables.test_rotated_shifted_and_clipped_tables(seed)


def records() -> None:
    for seed in range(12):
        test_moved_tables.test_clipped_records_of_numbers_of_each_row(seed)


def all_exactly() -> None:
    """All rows leave, many at once."""
    with pytest.MonkeyPatch.context() as patch:
        test_releases.test_the_exact_interpreter_may_do_all_rows(patch)


def freed() -> None:
    """No group outlives its batch."""
    with pytest.MonkeyPatch.context() as patch:
        test_releases.test_no_group_waits_for_the_garbage_collector(patch)


SPLIT = test_forms.test_a_group_splits_and_goes_on_with_the_most
CLIPPED = same("clipped_mean")
COARSE = lambda: checked(test_releases.COARSE, ["0", "0", "1"], 60, b"all")
STOCK = test_same_bits.test_batches_and_stock_hand_out_every_outcome_once
EDGE, WHOLE = of_values.test_sums_at_the_edge_of_64_bits, of_values.test_whole_numbers_are_fractions
CELLS, QUOTIENTS = (
    test_settle.test_quotients_of_continuous_numbers,
    test_settle.test_quotients_of_exact_numbers,
)
ROUNDED = lambda kind: lambda: of_values.test_roundings(kind=kind)
LOOP = lambda: test_loops.test_rows_that_leave_early_are_those_of_the_slow_way(
    "quantile_clipped_mean", "discrete_gaussian"
)
SPLIT_LOOP = lambda: test_loops.test_rows_that_leave_early_are_those_of_the_slow_way(
    "shifted_clipped_mean", "gaussian"
)
ROW_LAWS = lambda: test_loops.test_every_row_has_noise_of_its_own_law(2)
MANY_LAWS = lambda: test_loops.test_every_row_has_noise_of_its_own_law(46)
VECTOR = boundary("norm_clipped_mean", "gaussian")
PLANE = lambda: test_boundaries.test_rows_on_boundaries(*test_boundaries.PLANE)

BUGS: dict[str, tuple[Any, str, str, Check]] = {
    # exact numbers
    "sums overflow": (values.plus, "sizes(a) + size > MOST", "False", EDGE),
    "multiples overflow": (values.times, "> MOST", "> MOST**9", EDGE),
    "products overflow": (Whole.product, "sizes(a) * sizes(b) > MOST", "False", WHOLE),
    "ties to the odd index": (values.rounded, "found % 2 != 0", "found % 2 == 0", ROUNDED("round")),
    "ties go up": (values.rounded, "found - tie.astype(np.int64)", "found", ROUNDED("round")),
    "one more than the floor": (
        values.rounded,
        'return -rounded(-numbers, unit, "floor")',
        'return rounded(numbers, unit, "floor") + 1',
        ROUNDED("ceil"),
    ),
    "ties of quotients go up": (
        values.quotients,
        "found - tie.astype(np.int64)",
        "found",
        QUOTIENTS,
    ),
    "quotients overflow": (
        values.quotients,
        "2 * sizes(above) + sizes(below) > MOST",
        "False",
        EDGE,
    ),
    "no sign is 0": (
        Whole.signs,
        "found[np.asarray(self.numbers == below, bool)] = 0",
        "pass",
        of_values.test_signs_against_rational_numbers,
    ),
    "the low bits of large integers": (
        Whole.balls,
        "[low for _, low in high]",
        "[0 for _, low in high]",
        of_values.test_certified_doubles_contain_the_numbers,
    ),
    # rounding and clipping
    "an output is cut, not rounded": (settle.indices, "+ _HALF", "", CLIPPED),
    "an output is a grid step off": (
        settle.indices,
        "_nearest(output / grid)",
        "_nearest(output / grid) + 1",
        test_settle.test_exact_outputs_are_rounded_to_even,
    ),
    "a bound is rounded before it is compared": (
        settle.within,
        "floor(ends[0] + _HALF), ceil(ends[1] - _HALF)",
        "floor(ends[0]), ceil(ends[1])",
        test_settle.test_bounds_between_grid_points,
    ),
    "clipped too early above": (
        settle._clipped,
        "ends[1] + 1",
        "ends[1] - 2",
        test_settle.test_a_cell_on_a_boundary_is_open_unless_a_bound_decides,
    ),
    "no lower bound": (
        settle.within,
        "np.where(found < low, at[0],",
        "np.where(found < found, at[0],",
        CELLS,
    ),
    "a denominator of 0 in a cell": (
        settle._quotient,
        "found[zero], sure[zero] = _undefined(output, grid), True",
        "pass",
        CELLS,
    ),
    "a denominator of 0": (
        settle._lattice,
        "found = np.where(zero, _undefined(output, grid), found)",
        "pass",
        QUOTIENTS,
    ),
    "what is undefined is not clipped": (
        settle._undefined,
        "if output.bounds is not None",
        "if False",
        QUOTIENTS,
    ),
    "exact quotients are not clipped": (
        settle._lattice,
        "if output.bounds is not None",
        "if False",
        QUOTIENTS,
    ),
    "the offset is left out": (settle._lattice, "times(q, offset.numerator)", "0", QUOTIENTS),
    # groups
    "undecided rows are dropped": (
        Group.keep,
        "self.lot.leave(self, np.flatnonzero(~sure), few)",
        "pass",
        boundary("privquant", "gaussian"),
    ),
    "undecided rows are kept": (Group.keep, "if sure.all()", "if True", boundary("dpumean")),
    "undecided rows count as below": (
        Group.signs,
        "signs[self.keep(signs != 0)]",
        "np.where(signs == 0, -1, signs)",
        boundary("kv_mean"),
    ),
    "ties are turned": (
        Group.signs,
        "request.tie, signs)",
        "-request.tie, signs)",
        lambda: test_forms.test_ties_of_exact_numbers_count_as_the_program_says(1),
    ),
    "ties of constants are turned": (
        Group.compared,
        "or request.tie",
        "or -request.tie",
        lambda: test_forms.test_ties_of_exact_numbers_count_as_the_program_says(1),
    ),
    "rows are swapped on a split": (Group._apart, "o.take(rows)", "o.take(rows[::-1])", SPLIT),
    "rows that stay have the draws of others": (
        Group.narrow,
        "o.take(rows)",
        "o.take(np.arange(len(rows)))",
        COARSE,
    ),
    "numbers of rows that left": (
        Group.narrow,
        "held.narrow(rows)",
        "held.narrow(slice(len(rows)))",
        COARSE,
    ),
    "decisions in another order": (
        Group._apart,
        "[*self.taken, value]",
        "[value, *self.taken]",
        SPLIT,
    ),
    "the first number, not the most frequent": (
        Group.part,
        "return values[largest]",
        "return values[0]",
        SPLIT,
    ),
    "few rows are dropped": (Group._apart, "self.lot.leave(self, rows, True)", "pass", COARSE),
    "a draw is given again": (
        Group.answer,
        "self.asked += 1",
        "self.asked += self.asked == 0",
        same("shuffled_mean"),
    ),
    "all signs of a condition but one": (
        Condition.column,
        "found != other",
        "found == other",
        test_forms.test_choices_are_made_row_by_row,
    ),
    "signs stay with rows that left": (
        Signs.narrow,
        "self.found = self.found[rows]",
        "pass",
        SPLIT,
    ),
    "at most is less": (Column.__le__, "-1", "1", test_forms.test_choices_are_made_row_by_row),
    # arithmetic
    "the radius is ignored": (
        Arithmetic.reading,
        "Balls(*part.box())",
        "Balls(*part.box()[:2])",
        boundary("sized_mean", "laplace"),
    ),
    "the scale is ignored": (
        Arithmetic.reading,
        "Balls(*part.box()), part.scale",
        "Balls(*part.box())",
        same("student_t_mean"),
    ),
    "the constant beside exact terms": (
        Arithmetic.value,
        "self._exact(exact, form.constant).balls()",
        "self._exact(exact, _ZERO).balls()",
        CELLS,
    ),
    "residues from -q/2 on": (
        Arithmetic.wrapped,
        "(modulus - 1) // 2",
        "modulus // 2",
        test_forms.test_residues_lie_around_zero,
    ),
    "equal ones are not counted": (
        Arithmetic.among,
        '"right"',
        '"left"',
        test_forms.test_counts_among_rising_integers,
    ),
    "counts among doubles": (
        Arithmetic.among,
        "np.array(rising, np.int64 if small else object)",
        "np.asarray(rising)",
        test_forms.test_counts_among_rising_integers,
    ),
    "the other choice": (
        Arithmetic.chosen,
        "np.where(chosen,",
        "np.where(~chosen,",
        test_forms.test_choices_are_made_row_by_row,
    ),
    # tables
    "halves are exchanged": (
        Moved.rotated,
        "blocks[:, :, 1] = difference",
        "blocks[:, :, 1] = -difference",
        shifted,
    ),
    "a root is cut without a margin": (
        roots.truncated,
        "(close - floors > margin) & (floors + 1 - close > margin)",
        "(close < np.inf)",
        test_moved_tables.test_roots_next_to_an_integer_are_exact,
    ),
    "clipped coordinates lose their sign": (
        roots.truncated,
        "np.sign(values) * found",
        "found",
        shifted,
    ),
    "records below, not at most": (tables.counts, "<= tops", "< tops", shifted),
    "a table keeps the rows that left": (
        Moved.narrow,
        "self.values = self.values[rows]",
        "pass",
        shifted,
    ),
    "sums of squares overflow": (
        Moved.__init__,
        "most * most > MOST",
        "most * most < 0",
        test_moved_tables.test_what_64_bits_do_not_hold_is_refused,
    ),
    "records inside are clipped too": (
        roots.clipped,
        "norms > whole_limits(above, below)",
        "norms > -1",
        records,
    ),
    "a threshold is rounded up": (
        roots.whole_limits,
        "above // below",
        "-(-above // below)",
        records,
    ),
    "rows whose squares do not fit stay": (
        Moved.minus,
        "self.group.keep(sizes",
        "self.group.keep(sizes >= 0 * sizes",
        test_moved_tables.test_rows_leave_whose_squares_64_bits_do_not_hold,
    ),
    "digits beyond 64 bits are lost": (
        Arithmetic.entrywise,
        "found.dtype == object",
        "False",
        test_forms.test_digits_beyond_64_bits_are_refused,
    ),
    "a root that is rounded": (
        Arithmetic.rooted,
        "isqrt(int(k))",
        "int(round(float(k) ** 0.5))",
        test_forms.test_roots_and_whole_parts_are_those_of_each_row,
    ),
    "numbers that 64 bits hold are kept in more": (
        values.fitting,
        "sizes(numbers) <= MOST",
        "False",
        test_forms.test_numbers_of_64_bits_are_kept_in_them,
    ),
    # loops that rows leave, and laws that differ from row to row
    "a loop ends with its first row": (Group.some, "found.any()", "found.all()", same("privquant")),
    "who left a loop has its later draws": (
        loops.Turn.row,
        " if self.going[i] else None",
        "",
        LOOP,
    ),
    "who left a loop is found by the rows of others": (
        loops.Turn.take,
        "self.going[rows]",
        "self.going[: len(self.going[rows])]",
        test_loops.test_a_group_stays_together_until_the_last_row_has_left,
    ),
    "a loop is left anew": (
        Group.some,
        "self.script[len(self.taken)] if again else ",
        "",
        SPLIT_LOOP,
    ),
    "rows that have left are changed": (
        quantile.Search.program,
        "choose(going, choose(beyond, at + 1, left), left)",
        "choose(beyond, at + 1, left)",
        LOOP,
    ),
    "laws of other rows": (
        row_laws.RowLaws.drawn,
        "rows = np.flatnonzero(places == i)",
        "rows = np.flatnonzero(places == len(laws) - 1 - i)",
        ROW_LAWS,
    ),
    "one law for many": (
        row_laws.RowLaws.drawn,
        "many.draw(stock.stream, places)",
        "many.draw(stock.stream, places * 0)",
        MANY_LAWS,
    ),
    "words of one width": (
        by_row.Words.draw,
        "self._masks[places]",
        "self._masks[places * 0]",
        test_loops.test_every_row_has_words_of_its_own_width,
    ),
    "laws of rows that have left": (
        row_laws.RowLaws._laws,
        " or self._known[0] is not held.numbers",
        "",
        MANY_LAWS,
    ),
    # batches, stock, and the way back
    "stock is handed out twice": (
        pools.Pools.drawn,
        "held, start + count, size",
        "held, start, size",
        STOCK,
    ),
    "the last of the stock is handed out twice": (
        pools.Pools.drawn,
        "held, start + count, size",
        "held, start + count - 1, size",
        STOCK,
    ),
    "open outputs are dropped": (
        module._Lot._end,
        "self.leave(group, np.flatnonzero(~sure), False)",
        "pass",
        boundary("adpm"),
    ),
    "open outputs are kept": (module._Lot._end, "if not sure.all()", "if False", boundary("ldpe")),
    "one sure coordinate is enough": (module._Lot._end, "np.logical_and", "np.logical_or", PLANE),
    "groups wait for the garbage collector": (live.Live.append, "ref(held)", "lambda: held", freed),
    "constants without their factor": (
        module._Lot.constant,
        "(value, factor) if",
        "(value, 0) if",
        same("sized_mean", "laplace"),
    ),
    "rows that leave have the draws of others": (
        module._Lot.leave,
        "o.take(rows)",
        "o.take(rows * 0)",
        COARSE,
    ),
    "places of the group for those of the lot": (
        module._Lot.leave,
        "Left(group.rows[rows]",
        "Left(rows",
        COARSE,
    ),
    "rows back in another order": (
        module._Lot._batch,
        "zip(rows, outputs",
        "zip(rows[::-1], outputs",
        COARSE,
    ),
    "the first row's draws for all": (
        exact_rows.decided,
        "outcome.row(place)",
        "outcome.row(0)",
        all_exactly,
    ),
    "the last draw is made anew": (
        exact_rows.decided,
        "in left.outcomes if",
        "in left.outcomes[:-1] if",
        COARSE,
    ),
    "a word is begun a bit too late": (
        Outcome.row,
        "int(c.words[i])",
        "int(c.words[i]) >> 1",
        CLIPPED,
    ),
    "the grid is not checked": (
        releases,
        "step <= 0",
        "step <= -9",
        lambda: test_releases.test_grids_are_refused_as_for_a_release(test_releases.F(0)),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_seen(bug: str) -> None:
    where, old, new, check = BUGS[bug]
    with planted(where, old, new), pytest.raises((Exception, pytest.fail.Exception)):
        check()


@pytest.mark.slow
@pytest.mark.parametrize(
    "check",
    {check: None for *_, check in BUGS.values()},
    ids=lambda check: getattr(check, "__qualname__", "check"),
)
def test_the_same_checks_pass_without_a_bug(check: Check) -> None:
    check()
