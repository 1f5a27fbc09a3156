"""A game says of every part whether it has it: what is forgotten is an error at import."""

from dataclasses import fields

import pytest

from games.engine.variant import Variant
from games.engine.variants import VARIANTS

SAID = (
    "codes",
    "meanings",
    "counter_clockwise",
    "meld_sheet",
    "prepared_melds",
    "figures",
    "contract",
    "undealt",
)


@pytest.mark.parametrize("part", SAID)
def test_a_game_without_a_part_is_refused(part):
    (game, *_others) = VARIANTS.values()
    parts = {f.name: getattr(game, f.name) for f in fields(Variant) if f.init}
    Variant(**parts)
    del parts[part]

    with pytest.raises(TypeError, match=part):
        Variant(**parts)


def test_a_game_whose_phase_no_record_could_list_is_refused():
    (game, *_others) = VARIANTS.values()
    parts = {f.name: getattr(game, f.name) for f in fields(Variant) if f.init}
    parts["phases"] = (*game.phases, game.phase_of["play"]._replace(key="draws"))

    with pytest.raises(ValueError, match='"draws" as a list'):
        Variant(**parts)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_nobody_is_dealt_is_there_or_not(variant):
    game = VARIANTS[variant]
    options = game.presets[game.default_preset].options
    dealt = game.how_dealt(options, game.usual_players)
    left = dealt.deck.size - game.usual_players * dealt.hand_size
    assert (game.undealt != "nothing") == (left > 0) == ("stock" in game.extra_record_schemas)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_with_melds_dealt_at_once_says_what_prepared_cards_can_meld(variant):
    game = VARIANTS[variant]
    options = game.presets[game.default_preset].options
    has_melds = game.meld_sheet(options, game.usual_players) is not None
    melds_while_drawing = "events" in game.phase_of

    assert (game.prepared_melds is not None) == (has_melds and not melds_while_drawing)
