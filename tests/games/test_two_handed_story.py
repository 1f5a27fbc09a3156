"""The story of a deal with a stock has melds and draws with the trick they came after."""

from collections import Counter
from random import Random

import pytest

from games.engine.variants import VARIANTS, make_ruleset
from games.story import story_of
from tests.games.engine.rulesets import wild_player

GAME = VARIANTS["two-handed-pinochle"]


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("bga", {}),
        ("pagat", {"melds_per_trick": "many"}),
        ("bicycle", {"last_draw": "winner_choice"}),
    ],
)
def test_whole_record_is_shown_in_order(preset, options):
    ruleset = make_ruleset("two-handed-pinochle", preset, options)
    for seed in range(12):
        rng = Random(seed)
        player = wild_player(rng) if seed % 2 else GAME.plain_player
        record = GAME.random_deal(ruleset, rng, player=player)
        result = GAME.replay(ruleset, record)

        story = story_of(ruleset, record)

        assert story.turned_up == record["stock"].split()[0]
        assert story.trump == record["trump"]
        assert [trick.winner for trick in story.tricks].count(0) == result.detail["tricks"][0]
        assert [(meld.after or 0, meld.seat, meld.points) for meld in story.melds] == [
            (trick, seat, points) for trick, seat, _, points in result.detail["meld_log"]
        ]
        drawn = [draw for draw in story.draws if not draw.gave]
        assert [draw.after for draw in drawn] == sorted([*range(1, 13)] * 2)
        for draw in drawn[::2]:
            assert draw.seat == story.tricks[draw.after - 1].winner
        check_hands(record, story)


def check_hands(record, story):
    """What each player was dealt, drew and had for a nine is what the player played."""
    for seat in (0, 1):
        held = Counter(record["hands"][seat].split())
        for draw in story.draws:
            if draw.seat == seat:
                held.update(draw.cards.split())
                held.subtract(draw.gave.split())
        played = Counter(
            card for trick in story.tricks for player, card in trick.cards if player == seat
        )
        assert +held == played


def test_record_silent_about_the_last_draw_drew_from_the_stock():
    ruleset = make_ruleset("two-handed-pinochle", "pagat")
    for seed in range(12):
        record = GAME.random_deal(ruleset, Random(seed))
        if record.pop("last_draw") == "stock":
            story = story_of(ruleset, record)
            assert len(story.tricks) == 24
            return
    raise AssertionError("nobody drew from the stock")
