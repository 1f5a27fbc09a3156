"""What deals come to: the pure function, without a database."""

import pytest

from games import services as games
from league.play.results.table_outcome import CountingDeal, TablePlan, leader, outcome_of


def plan(variant="double-deck-pinochle", preset="standard", players=4, play="game", due=None):
    return TablePlan(
        ruleset=games.ruleset(variant, preset, {}, players),
        play=play,
        deals_due=due,
        first_dealer=0,
    )


def deals(a_plan, *summaries):
    return [
        CountingDeal(
            number,
            games.score_deal(a_plan.ruleset, {"dealer": 0, "summary": summary}),
        )
        for number, summary in enumerate(summaries, start=1)
    ]


def pinochle(declarer, bid, melds, points):
    return {
        "declarer": declarer,
        "bid": bid,
        "melds": list(melds),
        "outcome": "played",
        "points": list(points),
        "last_trick": 0,
    }


BIG = pinochle(0, 150, (150, 20), (30, 20))  # 180 to 40


def without_dealer(dealt):

    return [CountingDeal(one.number, one.result.without_dealer()) for one in dealt]


def test_a_game_ends_at_the_target_and_what_follows_is_surplus():
    a_plan = plan()

    outcome = outcome_of(a_plan, without_dealer(deals(a_plan, BIG, BIG, BIG, BIG)))

    assert (outcome.totals, outcome.winner, outcome.is_played_out) == ((540, 120), 0, True)
    assert (outcome.surplus, outcome.deals) == ((4,), 3)
    assert outcome.running == {1: (180, 40), 2: (360, 80), 3: (540, 120)}


def test_when_both_reach_the_target_the_declarers_side_wins_with_fewer_points():
    a_plan = plan()
    dealt = [
        BIG,
        BIG,  # 360 to 80
        pinochle(1, 150, (20, 190), (30, 20)),  # 410 to 290
        pinochle(1, 150, (20, 150), (30, 20)),  # 460 to 460
        pinochle(0, 60, (30, 150), (30, 20)),
    ]

    outcome = outcome_of(a_plan, without_dealer(deals(a_plan, *dealt)))

    assert (outcome.totals, outcome.winner) == ((520, 630), 0)


def test_a_fixed_number_of_deals_adds_up_and_the_rest_is_surplus():
    a_plan = plan(play="deals", due=2)

    outcome = outcome_of(a_plan, deals(a_plan, BIG, BIG, BIG))

    assert (outcome.totals, outcome.surplus, outcome.is_played_out) == ((360, 80), (3,), True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("totals", "side"), [([3, 1], 0), ([1, 3], 1), ([2, 2], None), ([5, 5, 1], None), ([], None)]
)
def test_the_leader_has_more_than_everybody_else(totals, side):
    assert leader(totals) == side


def test_a_deal_of_pitch_that_was_passed_out_is_no_deal_played():
    a_plan = plan("pitch", players=3, play="deals", due=1)

    outcome = outcome_of(a_plan, deals(a_plan, {"passed_out": True}))

    assert (outcome.deals, outcome.is_played_out, outcome.winner) == (0, False, None)
