"""The cards of melds that results only name: they are in the hand, and are worth what is said."""

from collections import Counter
from random import Random

import pytest

from games import services as games
from games.engine.meld_names import MELDS
from games.engine.variants import VARIANTS, seats_of
from games.meld_cards import cards_of_melds
from games.sentences import say
from games.story import story_of

COUNTED = "double-deck-pinochle", "partnership-pinochle", "three-handed-pinochle"


def cards(names, hand, *, says_times=False, trump="S"):
    return cards_of_melds(names, hand, trump, says_times=says_times)


def test_a_run_swallows_its_marriage_and_kings_serve_several_melds():
    hand = "AS TS KS QS JS KH KD KC JD 9S 9S"

    laid = cards([MELDS["run"], MELDS["kings"], MELDS["pinochle"], MELDS["dix"]], hand)

    assert laid == ["AS TS KS QS JS", "KS KH KD KC", "QS JD", "9S 9S"]


def test_a_name_stands_for_all_of_its_kind_or_for_one():
    hand = "KS QS KS QS KH QH KH QH"
    royal = [MELDS["royal_marriage"]]

    assert cards(royal, hand) == ["KS QS KS QS"]
    assert cards(royal, hand, says_times=True) == ["KS QS"]
    twice = say("%(meld)s × %(times)d", meld=MELDS["marriage"], times=2)
    assert cards([twice], hand, says_times=True) == ["KH QH KH QH"]


def test_marriages_of_a_roundhouse_are_not_laid_again():
    hand = "KS QS KH QH KH QH KD QD KC QC"

    laid = cards([MELDS["roundhouse"], MELDS["marriage"]], hand, says_times=True)

    assert Counter(laid[0].split()) == Counter(["KS", "QS", "KH", "QH", "KD", "QD", "KC", "QC"])
    assert laid[1] == "KH QH"


def test_what_the_hand_does_not_hold_is_not_laid():
    assert cards([MELDS["run"]], "AS TS", says_times=True) == [""]
    assert cards([MELDS["run_extra"], "9H"], "KS QS") == ["", ""]


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
