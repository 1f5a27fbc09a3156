"""The cards of melds that results only name: they are in the hand, and are worth what is said."""

from collections import Counter
from random import Random

import pytest

from games import services as games
from games.engine.meld_names import MELDS
from games.engine.variants import VARIANTS, seats_of
from games.meld_cards import cards_of_melds
from games.story import story_of

COUNTED = "double-deck-pinochle", "partnership-pinochle", "three-handed-pinochle"


def cards(names, hand, *, says_times=False, trump="S"):
    return cards_of_melds(names, hand, trump, says_times=says_times)


@pytest.mark.parametrize("variant", COUNTED)
def test_real_deals_lay_their_melds_from_the_hand(variant):
    game, found = VARIANTS[variant], 0
    for preset, about in game.presets.items():
        for players in seats_of(game, about, about.options):
            ruleset = games.ruleset(variant, preset, None, players)
            for seed in range(12):
                story = story_of(ruleset, games.random_record(ruleset, Random(seed)))
                if not story.tricks:
                    continue
                away = dict(story.laid_away)
                for meld in story.melds:
                    held = story.hands_at_first_lead()[meld.seat]
                    hand = Counter(f"{held} {away.get(meld.seat, '')}".split())
                    assert Counter(meld.cards.split()) <= hand
                    assert meld.cards or meld.what == MELDS["run_extra"], (preset, seed, meld)
                    found += 1
    assert found > 20
