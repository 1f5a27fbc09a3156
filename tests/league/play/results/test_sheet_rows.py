"""How the deals of a table are put into words."""

from league.play.results.sheet_rows import _points


def test_points_below_zero_have_a_real_minus():
    assert (_points(-70), _points(44)) == ("−70", "44")
