"""Options: typed, named, explained, and refused when they are wrong or contradict."""

import pytest

from games.engine.errors import RulesetRefused
from games.engine.variant import seats_of
from games.engine.variants import VARIANTS, make_ruleset
from tests.games.engine.rulesets import every_ruleset


@pytest.mark.parametrize(
    ("given", "rule", "field"),
    [
        (("whist",), "unknown_variant", "variant"),
        ((None,), "unknown_variant", "variant"),
        (([],), "unknown_variant", "variant"),
        (("pitch", "hay", {}, 4), "unknown_preset", "preset"),
        (("pitch", [], {}, 4), "unknown_preset", "preset"),
        (("pitch", "standard", {"colour": "red"}, 4), "unknown_option", "colour"),
        (("pitch", "standard", [], 4), "unknown_option", "options"),
        (("pitch", "standard", "target", 4), "unknown_option", "options"),
        (("pitch", "standard", {"target": 501}, 4), "bad_option_value", "target"),
        (("pitch", "standard", {"target": 0}, 4), "bad_option_value", "target"),
        (("pedro", "standard", {"bidder_goes_out_from": "7"}, 4), "bad_option_value", None),
        (("pedro", "standard", {"bidder_goes_out_from": 62}, 4), "options_contradict", None),
        (("double-deck-pinochle", "standard", {"bid_increment": 7}), "options_contradict", None),
        (("double-deck-pinochle", "standard", {"pinochle_single": 16}), "bad_option_value", None),
        (("pitch", "standard", {"target": "11"}, 4), "bad_option_value", "target"),
        (("pitch", "standard", {"target": [11]}, 4), "bad_option_value", "target"),
        (("pitch", "standard", {"min_bid": True}, 4), "bad_option_value", "min_bid"),
        (("pitch", "standard", {"smudge_all_tricks": 0}, 4), "bad_option_value", None),
        (("pitch", "standard", {}, 8), "wrong_players", "players"),
        (("pitch", "standard", {}, True), "wrong_players", "players"),
        (("pitch", "gordon", {}, 3), "wrong_players", "players"),
        (("pitch", "standard", {"smudge_unbid": "anyone"}, 4), "options_contradict", None),
        (("pitch", "standard", {"smudge_in_hole": "wins"}, 4), "options_contradict", None),
        (("pitch", "standard", {"smudge_all_tricks": True}, 4), "options_contradict", None),
        (("double-deck-pinochle", "standard", {"opening_min": 19}), "bad_option_value", None),
        (("double-deck-pinochle", "standard", {"opening_min": 50.0}), "bad_option_value", None),
        (("double-deck-pinochle", "standard", {"deal_packet": 4}), "bad_option_value", None),
        (("double-deck-pinochle", "standard", {}, 5), "wrong_players", "players"),
        (("fifty-six", "standard", {}, 5), "wrong_players", "players"),
        (("fifty-six", "nair32", {}, 6), "wrong_players", "players"),
        (("fifty-six", "standard", {"deck_8": 32}, 4), "bad_option_value", "deck_8"),
        (("fifty-six", "standard", {"target": 101}, 4), "bad_option_value", "target"),
    ],
)
def test_wrong_ruleset_is_refused_in_words(given, rule, field):
    with pytest.raises(RulesetRefused) as refused:
        make_ruleset(*given)

    assert refused.value.code == rule
    assert field is None or refused.value.field == field
    assert len(str(refused.value.sentence)) > 20


@pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.id)
def test_every_preset_has_a_number_of_players_when_none_is_named(game):
    assert game.usual_players in seats_of(game, game.presets[game.default_preset])
    for name, preset in game.presets.items():
        assert make_ruleset(game.id, name).players in seats_of(game, preset)


def test_equal_keys_of_other_types_are_not_mixed_up():
    right = make_ruleset("pitch", "standard", {"min_bid": 1}, 4)

    with pytest.raises(RulesetRefused):
        make_ruleset("pitch", "standard", {"min_bid": True}, 4)
    with pytest.raises(RulesetRefused):
        make_ruleset("pitch", "standard", {"min_bid": 1.0}, 4)
    assert make_ruleset("pitch", "standard", {"min_bid": 1}, 4) == right


def test_what_is_left_out_is_the_default():
    assert make_ruleset("double-deck-pinochle").players == 4
    assert make_ruleset("pitch", None, None, 3) == make_ruleset("pitch", "standard", {}, 3)
    assert make_ruleset("pitch", "gordon").sides == 2


def test_ruleset_can_be_made_again_from_its_own_json():
    for ruleset in every_ruleset():
        assert make_ruleset(**ruleset.as_json()) == ruleset


def test_option_that_repeats_the_preset_is_no_difference():
    assert make_ruleset("pitch", "standard", {"target": 11}, 4).changed_options == ()
    assert make_ruleset("pitch", "bicycle", {"target": 11}, 4).changed_options == (("target", 11),)
