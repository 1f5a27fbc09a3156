"""The story of a deal with a stock tells melds and draws with the trick they came after."""

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
def test_whole_record_is_told_in_order(preset, options):
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
        assert [melded[:2] for melded in story.melds] == [
            tuple(entry[:2]) for entry in result.detail["meld_log"]
        ]
        assert [trick for trick, _, _ in story.draws] == sorted([*range(1, 13)] * 2)
        for trick, seat, _ in story.draws[::2]:
            assert seat == story.tricks[trick - 1].winner
        check_hands(record, story)


def check_hands(record, story):
    """What each player was dealt, drew and had for a nine is what the player played."""
    for seat in (0, 1):
        held = Counter(record["hands"][seat].split())
        held.update(card for _, drawer, card in story.draws if drawer == seat)
        for event in record.get("events") or []:
            if event.get("dix") == "exchange" and event["seat"] == seat:
                held.update({story.turned_up: 1, f"9{story.trump}": -1})
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


def test_melds_are_told_in_words():
    ruleset = make_ruleset("two-handed-pinochle")
    record = GAME.random_deal(ruleset, Random(2))

    told = [str(sentence) for _, _, sentence in story_of(ruleset, record).melds]

    assert any("marriage in" in words and ": 20" in words for words in told)
