import random
from fractions import Fraction

import pytest

from league.foundation.doors.played import Side
from league.tables.standings.methods.deals.comparing import (
    TOWARDS_ZERO,
    cross_imps,
    datum,
    matchpoints,
    matchpoints_of_deals,
    neuberg,
)
from league.tables.standings.methods.deals.imps import imps, match_imps
from league.tables.standings.methods.deals.played import DealResult, PlayedDeal
from league.tables.standings.methods.deals.team_matches import matches_of_teams


def test_a_difference_between_two_rows_belongs_to_the_lower_one():
    assert [imps(d) for d in (10, 19, 45, Fraction(899, 10), 2995, 3999)] == [0, 0, 1, 2, 21, 23]


def test_multiplier_brings_a_game_to_the_scale_exactly():
    assert imps(150, Fraction(7, 2)) == 11  # 525
    assert imps(2, 10) == 1
    assert imps(Fraction(20, 3), 3) == 1  # 20 to the point, not a hair below


def test_imps_of_a_match_are_kept_for_each_team():
    assert match_imps([420, -50, 0, -100]) == (9, 5)


def test_ten_results_of_eleven_as_the_laws_work_it_out():
    ten = matchpoints(list(range(10)), 11)

    assert ten[9] == Fraction(199, 10)
    assert sum(ten) == 10 * 10


def test_three_results_of_six():
    assert matchpoints([30, 20, 10], 6) == [9, 5, 1]


def test_equal_results_share():
    assert matchpoints([420, 50, 420, -50]) == [5, 2, 5, 0]


def test_a_lone_result_is_an_average_of_the_full_field():
    assert matchpoints([1000], 7) == [6]
    assert neuberg(0, 1, 1) == 0


@pytest.mark.long
def test_matchpoints_by_comparing_each_with_each():
    rng = random.Random(7)
    for _ in range(300):
        field = [rng.randrange(-5, 6) for _ in range(rng.randrange(1, 12))]
        full = len(field) + rng.randrange(3)
        slow = [
            Fraction(full, len(field)) * (sum((own > o) * 2 + (own == o) for o in field) - 1 + 1)
            - 1
            for own in field
        ]
        other_side = [2 * (full - 1) - s for s in matchpoints(field, full)]

        assert matchpoints(field, full) == slow
        assert matchpoints([-own for own in field], full) == other_side


def test_many_deals_at_once_are_worth_the_same_as_one_by_one():
    rng = random.Random(9)
    for _ in range(60):
        deals = [
            [rng.randrange(-4, 5) for _ in range(rng.choice([0, 1, 4, 4, 5]))] for _ in range(8)
        ]
        deals[0].append(Fraction(1, 3))

        assert matchpoints_of_deals(deals, 6) == [matchpoints(one, 6) for one in deals]


def test_cross_imps_by_comparing_each_with_each():
    rng = random.Random(8)
    for _ in range(100):
        field = [10 * rng.randrange(-60, 60) for _ in range(rng.randrange(2, 9))]
        slow = [sum(imps(own - other) for other in field) for own in field]

        assert cross_imps(field, average=False) == slow
        assert cross_imps(field) == [Fraction(s, len(field) - 1) for s in slow]


def test_datum_of_a_large_field_leaves_out_the_extremes():
    assert datum([10, 400, 420, 430, 2000], rounding=0) == Fraction(1250, 3)
    assert datum([10, 400, 420, 430, 2000]) == 420


def test_datum_of_a_small_field_leaves_out_nothing():
    assert datum([100, 200, 300, 1000]) == 400


@pytest.mark.parametrize(
    ("results", "wanted"),
    [([-445], -450), ([445], 450), ([125], 130), ([-125], -130), ([-444], -440), ([4, -4], 0)],
)
def test_halves_of_a_datum_go_away_from_zero(results, wanted):
    assert datum(results) == wanted


def test_halves_of_a_datum_towards_zero_when_asked_and_no_others():
    assert [datum([d], half=TOWARDS_ZERO) for d in (-445, 125, 126, -446)] == [-440, 120, 130, -450]


def test_leaving_out_everything_leaves_out_nothing():
    assert datum([100, 200], drop_high=1, drop_low=1) == 150
    assert datum([100, 200, 900], drop_high=2, drop_low=0) == 100


def team_deal(number, at_first, at_second, **more):
    results = [DealResult((("A",), ("B",)), at_first, **more)]
    if at_second:
        results.append(DealResult((("B",), ("A",)), at_second))
    return PlayedDeal(number, tuple(results))


def test_deals_of_two_teams_make_a_match_of_imps():
    deals = [
        team_deal(1, (420, 0), (0, 50)),  # 420 + 50 = 470: 10 to A
        team_deal(2, (0, 100), (100, 0)),  # -200: 5 to B
        team_deal(3, None, (100, 0), award=(60, 40)),
    ]

    (match,) = matches_of_teams(deals)

    assert match.sides == (Side(("A",), 13), Side(("B",), 2))
    assert not match.provisional


def test_a_deal_played_in_one_room_counts_for_nothing_yet():
    (match,) = matches_of_teams([team_deal(1, (420, 0), None)])

    assert match.sides == (Side(("A",), 0), Side(("B",), 0))
    assert match.provisional
