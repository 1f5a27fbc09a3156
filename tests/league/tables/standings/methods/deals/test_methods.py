import pytest

from league.tables.standings.methods import rank
from tests.league.tables.standings.methods.deals.results import deal, points, request
from tests.league.tables.standings.methods.results import table, whys

# two pairs a side, three deals, by hand: 1 and 2 are N/S
TWO_WINNERS = [["1", "2", "3"], ["4", "5", "6"]]
NIGHT = [
    deal(1, "1-4 420 0, 2-5 0 50, 3-6 420 0"),
    deal(2, "1-5 100 0, 2-6 100 20, 3-4 0 300"),
]


def test_matchpoints_of_two_winners_by_hand():
    assert table(rank(request("matchpoints", NIGHT, groups=TWO_WINNERS))["rows"]) == [
        ("1", "1", 7),
        ("2", "3", 3),
        ("3", "2", 2),
        ("1", "4", 5),
        ("2", "5", 4),
        ("3", "6", 3),
    ]


def test_matchpoints_as_a_percentage():
    found = points({"name": "matchpoints", "points_as": "percentage"}, NIGHT, groups=TWO_WINNERS)

    assert found == {"1": 87.5, "3": 37.5, "2": 25, "4": 62.5, "5": 50, "6": 37.5}


def test_a_deal_with_fewer_results_is_scaled_by_neuberg():
    deals = [
        deal(1, "1-6 10 0, 2-7 20 0, 3-8 30 0, 4-9 40 0, 5-10 50 0"),
        deal(2, "1-7 30 0, 2-8 20 0, 3-9 10 0"),
    ]
    none = {"name": "matchpoints", "uneven_deals": "none"}

    # deal 1: 0 2 4 6 8; deal 2: 5/3 (S + 1) - 1 for S = 4, 2, 0
    assert points(none, deals)["1"] == 7.33
    assert points(none, deals)["2"] == 6
    assert points(none, deals)["3"] == 4.67
    assert points(none | {"full_results": 6}, deals)["5"] == 9.8


def test_fractions_tie_where_they_are_equal():
    # 1/3 of a matchpoint three times is one, whatever a float would make of it
    thirds = [deal(n, "1-4 30 0, 2-5 20 0, 3-6 10 0") for n in (1, 2, 3)]
    full = deal(4, "1-6 0 0, 2-4 0 0, 3-5 0 0, 7-8 0 0")
    rows = rank(request({"name": "matchpoints", "uneven_deals": "none"}, [*thirds, full]))["rows"]

    found = {row["entry"]: (row["points"], row["rank"]) for row in rows}
    # three times 4/3 (4 + 1) - 1 = 17/3 makes 17, and 3 for the average of deal 4
    assert found["1"] == (20, 1)
    assert found["6"] == (20, 1)


def test_uneven_deals_are_scaled_inside_a_group():
    sat_out = [NIGHT[0], deal(2, "1-5 100 0, 2-6 100 20")]
    rows = rank(request("matchpoints", sat_out, groups=TWO_WINNERS))["rows"]

    found = {row["entry"]: (row["points"], row["played"]) for row in rows}
    # deal 2: 100 beats 80 of two results of three, 3/2 (2 + 1) - 1 = 3.5 and 0.5
    assert found["1"] == (6.5, 2)
    assert found["3"] == (6, 1)  # 3 on one deal of the two that others played
    assert points({"name": "matchpoints", "uneven_deals": "none"}, sat_out)["3"] == 3


def test_an_award_without_points_is_outside_the_field_but_a_result_of_the_deal():
    deals = [deal(1, "1-4 100 0, 2-5 50 0, 3-6 60%40")]
    found = points("matchpoints", deals)

    # n = 2 of N = 3: 3/2 (2 + 1) - 1 = 3.5 of 4; 60 % and 40 % of 4
    assert found == {"1": 3.5, "2": 0.5, "5": 3.5, "4": 0.5, "3": 2.4, "6": 1.6}


def test_an_award_beside_points_leaves_them_in_the_field_of_the_others():
    deals = [deal(1, "1-4 100 0, 2-5 50 0, 3-6 75 0 60%60")]

    assert points("matchpoints", deals) == {"1": 4, "2": 0, "5": 4, "4": 0, "3": 2.4, "6": 2.4}


def test_average_plus_is_ones_own_percentage_when_that_is_better():
    deals = [
        deal(1, "1-4 100 0, 2-5 50 0, 3-6 0 0"),
        deal(2, '1-5 "average_plus"%"average_minus", 2-6 "average_plus"%"average", 3-4 100 0'),
    ]
    found = points("matchpoints", deals)

    # 1 made 100 % of deal 1, 2 half of it, 5 half: N = 3, top 4
    assert found["1"] == 4 + 4
    assert found["2"] == 2 + 2.4
    assert found["5"] == 2 + 1.6
    assert found["6"] == 4 + 2


def test_average_minus_is_ones_own_percentage_when_that_is_worse():
    deals = [deal(1, "1-4 100 0, 2-5 50 0"), deal(2, '2-4 "average_minus"%"average_minus"')]

    assert points("matchpoints", deals)["2"] == 0
    assert points("matchpoints", deals)["4"] == 0


@pytest.mark.parametrize("method", ["imps", "board_a_match"])
def test_a_deal_of_one_room_alone_is_no_part_of_the_percentage_of_an_award(method):
    both = deal(1, "a-b 100 0, b-a 100 0")
    awarded = deal(2, 'a-b "average_plus"%"average_minus"')

    assert points(method, [both, awarded, deal(3, "a-b 400 0")]) == points(method, [both, awarded])


def test_penalties_come_off_the_total():
    rows = rank(
        request(
            "matchpoints",
            NIGHT,
            groups=TWO_WINNERS,
            adjustments=[{"entry": "1", "points": -0.4, "reason": "late"}],
        )
    )["rows"]

    assert rows[0]["points"] == 6.6
    assert rows[0]["why"].startswith(
        "7 of 8 matchpoints over 2 deals, which is 87.5%; -0.4 by the director; "
    )


def test_cross_imps_average_and_sum():
    deals = [deal(1, "1-4 420 0, 2-5 0 50, 3-6 170 0")]
    # +470 is 10, +250 is 6; -470, -220 is 6: -10 - 6; -250, +220: 0
    assert points({"name": "cross_imps", "per_deal": "sum"}, deals) == {
        "1": 16, "2": -16, "3": 0, "4": -16, "5": 16, "6": 0
    }  # fmt: skip
    assert points("cross_imps", deals)["1"] == 8


def test_multiplier_before_the_table():
    deals = [deal(1, "1-3 150 0, 2-4 0 0")]

    assert points({"name": "cross_imps", "multiplier": 3.5}, deals)["1"] == 11
    assert points({"name": "butler", "multiplier": 3.5, "datum_rounding": 0}, deals)["1"] == 6


def test_awards_in_imps_are_three_for_ten_percent():
    deals = [deal(1, "1-4 420 0, 2-5 0 50, 3-6 60%40")]

    assert points("cross_imps", deals)["3"] == 3
    assert points({"name": "cross_imps", "per_deal": "sum"}, deals)["3"] == 6
    assert points("butler", deals)["6"] == -3


def test_butler_against_the_datum():
    deals = [deal(1, "1-4 420 0, 2-5 0 50, 3-6 170 0")]

    # mean 180: +240 is 6, -230 is 6, -10 is 0
    assert points("butler", deals) == {"1": 6, "2": -6, "3": 0, "4": -6, "5": 6, "6": 0}
    # without the best and the worst the datum is 170
    dropped = {"name": "butler", "drop_high": 1, "drop_low": 1}
    assert points(dropped, deals)["2"] == -6


def test_an_award_of_half_is_nothing_in_butler_and_takes_no_part_in_the_datum():
    deals = [deal(1, "1-4 420 0, 2-5 0 50, 3-6 50%50")]

    # mean of 420 and -50 is 185, which rounds to 190
    assert points("butler", deals) == {"1": 6, "2": -6, "3": 0, "4": -6, "5": 6, "6": 0}


@pytest.mark.parametrize(("method", "best"), [("imps", 10), ("board_a_match", 2)])
def test_two_teams_at_two_tables(method, best):
    deals = [deal(1, "A-B 420 0, B-A 0 50"), deal(2, "C-D 100 0, D-C 100 0")]
    rows = rank(request(method, deals))["rows"]

    found = {row["entry"]: (row["points"], row["played"]) for row in rows}
    assert found["A"] == (best, 1)
    assert found["C"] == found["D"] == ({"imps": 0, "board_a_match": 1}[method], 1)


def test_a_deal_of_teams_waits_for_its_other_table():
    deals = [deal(1, "A-B 420 0"), deal(2, "A-B 0 0, B-A 100 0")]
    rows = {row["entry"]: row for row in rank(request("imps", deals))["rows"]}

    assert (rows["A"]["points"], rows["A"]["played"]) == (-3, 1)
    assert rows["A"]["provisional"]


def test_head_to_head_of_teams_that_are_level():
    deals = [
        deal(1, "A-B 100 0, B-A 0 0"),  # A +3
        deal(2, "B-C 100 0, C-B 0 0"),  # B +3
        deal(3, "A-C 0 0, C-A 0 0"),
        deal(4, "B-D 100 0, D-B 0 0"),  # B +3: level with A on 3
    ]
    rows = rank(request("imps", deals, "head_to_head"))["rows"]

    assert [(row["entry"], row["rank"]) for row in rows[:2]] == [("A", 1), ("B", 2)]
    assert "ahead of B on head-to-head, 3 to -3" in rows[0]["why"]


def test_deal_points_add_up_for_partners_of_an_evening():
    deals = [deal(1, "a+b+c-d+e+f 2 0"), deal(2, "a+d+c-b+e+f 0 3")]

    found = points("deal_points", deals)
    assert found == {"a": 2, "b": 5, "c": 2, "d": 0, "e": 3, "f": 3}


def test_nothing_played_yet_is_a_ranking_of_nobody_ahead():
    rows = rank({"method": {"name": "matchpoints"}, "entries": [{"id": "a"}, {"id": "b"}]})["rows"]

    assert [(row["rank"], row["points"]) for row in rows] == [(1, 0), (1, 0)]
    assert rows[0]["why"] == ("has played no deal that counts yet; level with b on all that counts")


def test_a_bye_is_worth_its_fixed_points():
    deals = [deal(1, "A-B 420 0, B-A 0 50")]
    given = request({"name": "board_a_match", "bye": 1.5}, deals)
    given["entries"].append({"id": "C"})
    rows = rank(given | {"matches": [{"round": 1, "bye": "C"}]})["rows"]

    assert [(r["entry"], r["points"], r["byes"]) for r in rows] == [
        ("A", 2, 0),
        ("C", 1.5, 1),
        ("B", 0, 0),
    ]


def test_provisional_results_mark_their_entries():
    deals = [deal(1, "1-3 10 0", provisional=True), deal(2, "2-4 10 0")]
    rows = {row["entry"]: row["provisional"] for row in rank(request("matchpoints", deals))["rows"]}

    assert rows == {"1": True, "3": True, "2": False, "4": False}


def test_why_says_how_the_points_came_about():
    found = whys(rank(request("cross_imps", [deal(1, "1-3 420 0, 2-4 0 50")]))["rows"])

    assert found["1"] == (
        "+10 IMPs over one deal, +10 a deal; level with 4 on all that counts; "
        "ahead of 2 on points, 10 to -10"
    )
