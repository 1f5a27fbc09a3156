"""Bars that say more or less: their side, their length, and what has nothing to compare."""

from league.faces.public.pictures.difference_bars import LEAST, WIDTH, difference_bars


def test_more_is_right_of_the_line_and_less_left_of_it():
    more, less, same = difference_bars([30, 18, 20], 20)
    assert more is not None
    assert less is not None
    assert same is not None
    assert (more.value, more.side, more.x) == (10, "more", WIDTH / 2)
    assert (less.value, less.side, less.x + less.width) == (-2, "less", WIDTH / 2)
    assert (same.value, same.width) == (0, 0)


def test_the_longest_bar_fills_half_of_the_width_and_the_shortest_can_be_seen():
    longest, shortest = difference_bars([1_000, 0.1], 0)
    assert longest is not None
    assert shortest is not None
    assert (longest.width, shortest.width) == (WIDTH / 2, LEAST)


def test_what_has_no_figure_has_no_bar():
    assert difference_bars([None, 4], 3)[0] is None
    assert difference_bars([4, 5], None) == [None, None]
    assert difference_bars([], 3) == []


def test_where_nothing_differs_nothing_is_compared():
    assert difference_bars([20, 20.04], 20) == [None, None]
