from fractions import Fraction
from itertools import pairwise

import pytest

from league.tables.standings.methods import read_method
from league.tables.standings.methods.matches.victory_points import blitz_of, curve, scale_of_deals
from tests.league.tables.standings.methods.results import matches, rows, table


@pytest.mark.parametrize(
    ("margin", "vp"),
    [(0, 10), (1, 10.31), (10, 12.80), (20, 15), (30, 16.73), (40, 18.09), (60, 20), (61, 20)],
)
def test_wbf_scale_for_16_deals(margin, vp):
    scale = scale_of_deals(16)

    assert float(scale[min(margin, len(scale) - 1)]) == vp


@pytest.mark.parametrize(
    ("margin", "vp"), [(20, 10.91), (50, 12.16), (100, 13.97), (200, 16.73), (300, 18.66)]
)
def test_the_same_curve_for_a_blitz_of_400(margin, vp):
    assert float(curve(margin, blitz_of(400))) == vp


@pytest.mark.parametrize(
    ("deals", "blitz"),
    # 15 times the root of the deals, the next whole margin
    [(4, 30), (8, 43), (9, 45), (12, 52), (16, 60), (20, 68), (24, 74), (32, 85), (48, 104)],
)
def test_the_blitz_of_so_many_deals_is_worth_all_20_and_less_is_not(deals, blitz):
    scale = scale_of_deals(deals)

    assert len(scale) - 1 == blitz
    assert scale[-1] == 20 > scale[-2]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("deals", range(1, 49))
def test_an_extra_imp_never_gains_more_than_the_one_before_it(deals):
    scale = scale_of_deals(deals)
    gains = [after - before for before, after in pairwise(scale)]

    assert gains == sorted(gains, reverse=True)
    assert all(gain > 0 for gain in gains)
    assert largest_departure(deals) < 0.02


@pytest.mark.parametrize("deals", [49, 64, 100])
def test_the_formula_alone_holds_for_more_deals_than_there_are_tables_for(deals):
    assert largest_departure(deals) < 0.00501


def largest_departure(deals):
    """Return how far the scale is from the formula at most."""
    tau = (5**0.5 - 1) / 2
    exact = [
        10 + 10 * min(1, (1 - tau ** (3 * margin / (15 * deals**0.5))) / (1 - tau**3))
        for margin in range(len(scale_of_deals(deals)))
    ]
    return max(abs(float(vp) - e) for vp, e in zip(scale_of_deals(deals), exact, strict=True))


def test_both_sides_share_20_and_totals_are_exact():
    method = {"name": "victory_points", "deals": 16}
    played = matches("a 40 b 30, c 5 d 5", "a 10 c 30, b 90 d 10")

    ranked = rows(method, "point_difference", played)

    assert table(ranked) == [("1", "b", 27.2), ("2", "c", 25), ("3", "a", 17.8), ("4", "d", 10)]
    assert [r["tiebreaks"]["point_difference"] for r in ranked] == [70, 20, -10, -80]


def test_a_margin_between_two_counts_as_the_lower_one_where_the_scale_is_a_table():
    method = read_method({"name": "victory_points", "deals": 16})

    assert method.share(Fraction(21, 2)) == (Fraction(1280, 100), Fraction(720, 100))
    assert method.share(Fraction(-21, 2)) == (Fraction(720, 100), Fraction(1280, 100))


def test_a_table_of_margins_of_the_clubs_own():
    bands = [(0, 5, 5), (50, 6, 4), (150, 8, 2), (300, 10, 0)]
    method = {
        "name": "victory_points",
        "table": [
            {"margin": margin, "winner": winner, "loser": loser} for margin, winner, loser in bands
        ],
    }
    played = matches("a 149 b 0, c 150 d 0", "a 0 c 49, b 0 d 300")

    assert table(rows(method, "", played)) == [
        ("1", "c", 13),
        ("2", "d", 12),
        ("3", "a", 11),
        ("4", "b", 4),
    ]


@pytest.mark.parametrize(
    ("bye", "points"), [({}, 12), ({"bye": 15}, 15), ({"bye": "half"}, 10), ({"bye": "win"}, 20)]
)
def test_a_round_sat_out_is_worth_12_unless_said_otherwise(bye, points):
    played = matches("a 20 b 0, c bye")

    ranked = rows({"name": "victory_points", "deals": 8, **bye}, "", played)

    assert {row["entry"]: row["points"] for row in ranked}["c"] == points
