"""The curve of points by trick: where its lines go, and when there is none."""

from itertools import pairwise

from league.faces.public.pictures.points_by_trick import points_by_trick


def test_every_side_has_a_line_that_begins_at_nothing_and_ends_at_its_points():
    chart = points_by_trick(["Ann", "Bob"], [[3, 0], [3, 7], [13, 7]])

    assert [(curve.name, curve.last) for curve in chart.curves] == [("Ann", 13), ("Bob", 7)]
    for curve in chart.curves:
        points = curve.points.split()
        assert len(points) == 4
        assert points[0] == f"{chart.left},{chart.foot}"
        assert points[-1] == f"{curve.end[0]:g},{curve.end[1]:g}"
        assert curve.end[0] == chart.right
    ann, bob = (curve.end[1] for curve in chart.curves)
    assert ann < bob < chart.foot, "more points are higher up"


def test_marks_are_few_and_round_and_reach_the_most_points():
    for most, marks in ((3, [0, 1, 2, 3]), (26, [0, 10, 20, 30]), (146, [0, 50, 100, 150])):
        chart = points_by_trick(["Ann"], [[1], [most]])
        assert [points for points, _height in chart.marks] == marks


def test_numbers_of_many_tricks_do_not_run_into_each_other():
    chart = points_by_trick(["Ann"], [[trick] for trick in range(24)])

    across = [at for _trick, at in chart.tricks]
    assert all(after - before >= 20 for before, after in pairwise(across))


def test_there_is_no_curve_of_a_single_trick_or_without_points():
    assert points_by_trick(["Ann", "Bob"], [[5, 0]]) is None
    assert points_by_trick(["Ann", "Bob"], [[0, 0], [0, 0]]) is None
    assert points_by_trick(["Ann", "Bob"], []) is None
