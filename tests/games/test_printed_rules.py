"""The printed page of rules: made from the options of every game, complete and in order."""

from dataclasses import replace

import pytest

from games.engine.options import applies, options_of
from games.engine.variants import VARIANTS
from games.printed_rules import printed_rules, rulesets_by_players
from games.services import RulesetRefused, ruleset
from tests.games.engine.rulesets import every_ruleset, values_of

UNSAID = {
    (name, rule.option): rule.unsaid
    for name, game in VARIANTS.items()
    for rule in game.rule_sheet
    if rule.unsaid
}


def printed(a_ruleset):
    return [rule for section in printed_rules(a_ruleset) for rule in section.rules]


def goes_without_saying(a_ruleset, option):
    """Say whether the value is as everybody expects, here and in the preset."""
    value = getattr(a_ruleset.options, option)
    return value in UNSAID.get((a_ruleset.variant, option), ()) and option not in dict(
        a_ruleset.changed_options
    )


def test_every_option_that_does_something_is_one_rule_and_everything_is_a_sentence():
    for one in every_ruleset():
        rules = printed(one)
        listed = [rule.option for rule in rules if rule.option]
        in_numbers = {name for rule in rules for name in rule.numbers}

        assert len(listed) == len(set(listed)), one
        for about in options_of(type(one.options)):
            does = all(getattr(one.options, name) in among for name, among in about.applies_when)
            expected = does and not goes_without_saying(one, about.name)
            is_said = about.name in listed or (does and about.name in in_numbers)
            assert is_said == expected, (one, about.name)
        for rule in rules:
            text = str(rule.sentence)
            assert text.endswith("."), text
            assert "%" not in text, text


def test_what_differs_from_the_preset_is_marked_with_what_it_says_there():
    for one in every_ruleset():
        own = dict(one.changed_options)
        known = {about.name: about for about in options_of(type(one.options))}
        for rule in printed(one):
            said = {name for name in rule.numbers if applies(known[name], one.options)}
            assert rule.differs == bool(own.keys() & {rule.option, *said}), rule


@pytest.mark.parametrize("variant", VARIANTS)
def test_another_value_reads_differently(variant):
    """Two values of one option never print the same; at most one of them goes without saying."""
    game = VARIANTS[variant]
    for about in options_of(game.options):
        needed = {name: among[0] for name, among in about.applies_when}
        texts: list[str] = []
        values = list(dict.fromkeys(values_of(about)))
        for value in values:
            # the options alone: some values cannot be played without others
            base = ruleset(variant, None, {}, min(rulesets_by_players(variant)))
            one = replace(base, options=replace(base.options, **needed, **{about.name: value}))
            texts += [
                str(rule.sentence)
                for rule in printed(one)
                if about.name in (rule.option, *rule.numbers)
            ]
        unsaid = len(UNSAID.get((variant, about.name), ()))
        assert len(set(texts)) == len(texts) >= len(values) - unsaid, about.name
        assert unsaid <= 1, about.name


def test_options_are_for_the_numbers_of_players_who_can_play_by_them():
    assert list(rulesets_by_players("pitch")) == [2, 3, 4, 5, 6, 7]
    assert list(rulesets_by_players("pitch", "gordon")) == [4]


def test_options_nobody_can_play_by_are_refused_for_what_contradicts():
    with pytest.raises(RulesetRefused) as refused:
        rulesets_by_players("pitch", "standard", {"smudge_all_tricks": True})

    assert (refused.value.code, refused.value.field) == ("options_contradict", "smudge_all_tricks")
