"""What games work out once for all deals is what the rule says of each."""

from itertools import product

import pytest

from games.engine.single_deck.saved import can_win_last, points_of_tricks, possible_last_trick
from games.engine.single_deck.values import USUAL_CARDS
from games.engine.variants import make_ruleset
from games.engine.variants.double_deck_pinochle.auction import BIDS, HIGHEST_BID
from games.engine.variants.fifty_six.deal import POINTS, pack_for, points_in_tricks, possible_points
from games.engine.variants.pitch.auction import ladder
from games.engine.variants.two_handed_pinochle.deal import STOCK_TRICKS, TRICKS, points_of
from games.engine.variants.two_handed_pinochle.summary import can_be_worth, card_bounds
from games.engine.variants.two_handed_pinochle.summary_melds import most_melded

# the rulebook's, dearest first; of the pinochles one before the double
ALL_MELDS = (
    300, 150, 150, 100, 100, 80, 80, 60, 60, 40, 40, 40, 40, 40, 20, 20, 20, 20, 20, 20,
)  # fmt: skip
DIX = 10


def options(game, **own):
    return make_ruleset(game, None, own).options


@pytest.mark.parametrize("players", [4, 6, 8])
def test_points_of_fifty_six_fit_some_number_of_tricks(players):
    pack = pack_for(make_ruleset("fifty-six", None, None, players).options, players)
    bounds = [points_in_tricks(pack, tricks) for tricks in range(pack.hand_size + 1)]

    for points in range(POINTS + 1):
        fits = any(least <= points <= most for least, most in bounds)
        assert (points in possible_points(pack)) is fits


@pytest.mark.parametrize("cards_a_trick", [3, 4])
def test_last_trick_is_won_by_whoever_the_points_allow(cards_a_trick):
    for mine, first in product(range(13), range(0, 260, 10)):
        tricks, points = (mine, 12 - mine), (first, 250 - first)
        possible = [
            last
            for last in (0, 1)
            if all(
                can_win_last(count, 12, won_last=side == last)
                and reach.least <= points[side] <= reach.most
                for side, count in enumerate(tricks)
                for reach in [
                    points_of_tricks(count, cards_a_trick, USUAL_CARDS, won_last=side == last)
                ]
            )
        ]
        assert possible_last_trick(points, tricks, cards_a_trick, USUAL_CARDS) == possible


@pytest.mark.parametrize("card_points", ["classic", "simple"])
def test_bounds_of_tricks_are_the_least_and_the_most_of_their_sums(card_points):
    values = points_of(options("two-handed-pinochle", card_points=card_points))
    for tricks in range(TRICKS + 1):
        sums = [points for points in range(260) if can_be_worth(values, tricks, points)]
        assert card_bounds(values, tricks) == (min(sums), max(sums))


@pytest.mark.parametrize("melds_per_trick", ["one", "many"])
def test_most_melded_is_the_sum_of_the_dearest_melds(melds_per_trick):
    own = options("two-handed-pinochle", melds_per_trick=melds_per_trick)
    for tricks in range(TRICKS + 1):
        melds = min(tricks, STOCK_TRICKS) if melds_per_trick == "one" else len(ALL_MELDS)
        assert most_melded(own, tricks) == sum(ALL_MELDS[:melds]) + 2 * DIX


def test_bids_are_written_in_one_way():
    assert BIDS["20"] == 20
    assert BIDS[str(HIGHEST_BID)] == HIGHEST_BID
    assert not {"0", "055", " 55", "10000", "+55", "5_5"} & BIDS.keys()


@pytest.mark.parametrize(
    ("own", "bids"),
    [
        ({"min_bid": 1, "smudge": "five"}, ["1", "2", "3", "4", "smudge"]),
        ({"min_bid": 2, "smudge": "five"}, ["2", "3", "4", "smudge"]),
        ({"min_bid": 2, "smudge": "wins_game"}, ["2", "3", "4"]),
    ],
)
def test_bids_of_pitch_rise_from_the_lowest(own, bids):
    assert ladder(options("pitch", **own)) == bids
