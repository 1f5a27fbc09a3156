"""Games of Pedro: the target, and the declarer who goes out first."""

import pytest

from games.engine.forms import play_game
from games.score_door import score


def deal(declarer, bid, first, **more):
    """Return a summary in which side 0 took `first` points."""
    return {"summary": {"declarer": declarer, "bid": bid, "points": [first, 14 - first]}, **more}


def game_at(one, other, *deals, **options):
    """Return the game after these deals, with totals reached in one bare deal before them."""
    behind = 0 if one <= other else 1
    before = {"score": [one, other], "declarer_side": behind, "dealer": 0}
    return play_game({"variant": "pedro", "options": options, "game": [before, *deals]})


@pytest.mark.parametrize(
    ("start", "deals", "totals", "winner", "goes_out"),
    [
        ((56, 56), [deal(0, 7, 7)], (63, 63), 0, False),
        ((56, 56), [deal(0, 8, 7)], (48, 63), 1, False),
        ((56, 56), [deal(0, 14, 13)], (42, 57), None, False),
        ((57, 55), [deal(1, 7, 7)], (64, 62), 1, False),
        ((55, 54), [deal(1, 7, 7)], (62, 61), 0, False),
        ((54, 58), [deal(0, 7, 8)], (62, 64), None, True),
        ((54, 58), [deal(0, 7, 8), deal(1, 7, 8)], (70, 57), 0, False),
        ((56, 0), [deal(1, 7, 6)], (62, 8), 0, False),
        ((0, 0), [deal(0, 14, 13), deal(2, 14, 12)], (-28, 3), None, False),
        ((48, 48), [deal(0, 7, 7)], (55, 55), None, True),
        ((61, 61), [deal(3, 14, 0)], (61, 75), 1, False),
        ((61, 61), [deal(3, 14, 1)], (62, 47), 0, False),
    ],
)
def test_game_ends_as_the_rulebook_says(start, deals, totals, winner, goes_out):
    game = game_at(*start, *deals)

    assert (game.totals, game.winner) == (totals, winner)
    assert game.special == {"bidder_goes_out": goes_out}


def test_reason_of_a_win_is_given():
    assert game_at(56, 56, deal(0, 7, 7)).reason == "bidder_goes_out"
    assert game_at(56, 0, deal(0, 7, 7)).reason == "target"
    both = game_at(54, 58, deal(0, 7, 8), both_reach="declarer_side_wins")
    assert (both.winner, both.reason) == (0, "both_reached_declarer_wins")


def test_next_deal_decides_when_both_reach_the_target_and_there_is_no_threshold():
    game = game_at(56, 56, deal(0, 7, 7), bidder_goes_out_from="off")

    assert (game.winner, game.special) == (None, {"bidder_goes_out": True})


def test_threshold_moves_with_the_target():
    assert game_at(45, 45, target=52).special == {"bidder_goes_out": True}
    assert game_at(44, 45, target=52).special == {"bidder_goes_out": False}
    assert game_at(44, 51, bidder_goes_out_from=44).special == {"bidder_goes_out": True}
    assert game_at(93, 99, target=100).special == {"bidder_goes_out": True}


def test_only_a_made_bid_wins_where_the_club_says_so():
    game = game_at(61, 61, deal(1, 7, 7), win_only_as_declarer=True)
    assert (game.winner, game.reason) == (1, "target")
    failed = game_at(61, 61, deal(1, 8, 7), win_only_as_declarer=True)
    assert (failed.winner, failed.totals) == (None, (68, 53))
    assert game_at(70, 56, deal(1, 7, 4), win_only_as_declarer=True).winner == 1
    below = game_at(70, 50, deal(1, 7, 4), win_only_as_declarer=True)
    assert (below.winner, below.special) == (None, {"bidder_goes_out": False})


@pytest.mark.parametrize(
    ("before", "last", "options", "rule"),
    [
        ((56, 56), {"score": [7, 7]}, {}, "declarer_side_needed"),
        ((54, 58), {"score": [8, 6]}, {"both_reach": "declarer_side_wins"}, "declarer_side_needed"),
        ((60, 20), {"score": [7, 7]}, {"win_only_as_declarer": True}, "declarer_side_needed"),
        ((56, 56), {"score": [-8, 7]}, {}, None),
        ((60, 20), {"score": [7, 7]}, {}, None),
        ((0, 0), {"score": [0, 0], "redeal": True}, {}, "unexpected_field"),
        ((0, 0), {"score": [14, 0], "wins_game": 0}, {}, "unexpected_field"),
    ],
)
def test_bare_result_must_say_what_decides(before, last, options, rule):
    first = {"score": list(before), "declarer_side": 0, "dealer": 0}

    answer = score({"variant": "pedro", "options": options, "game": [first, last]})

    assert answer.get("error", {}).get("rule") == rule
