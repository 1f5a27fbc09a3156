"""House rules in words: the game, the preset and its source, and the options that differ."""

from typing import NamedTuple

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import RulesetRefused
from league.clubs.models import HouseRules


class RuleChange(NamedTuple):
    """An option that differs from the preset: its label, the preset's value, the chosen value."""

    label: str
    standard: str
    chosen: str


class RulesInWords(NamedTuple):
    """The parts of house rules in the active language.

    `problem` says why they cannot be played (any more); then `differences` is empty.
    """

    game: str
    preset: str
    source: str
    differences: list[RuleChange]
    problem: str


def rules_in_words(rules: HouseRules) -> RulesInWords:
    game = games.variant_named(rules.variant)
    presets = game.presets if game else ()
    preset = next((preset for preset in presets if preset.id == rules.preset), None)
    differences, problem = [], ""
    try:
        by_players = games.rulesets_by_players(rules.variant, rules.preset, rules.options)
    except RulesetRefused as refused:
        problem = games.whole_sentence(games.render_sentence(refused.sentence))
    else:
        differences = changes_in_words(next(iter(by_players.values())))
    return RulesInWords(
        game=games.render_sentence(game.label) if game else rules.variant,
        preset=games.render_sentence(preset.label) if preset else rules.preset,
        source=games.render_sentence(preset.source) if preset else "",
        differences=differences,
        problem=problem,
    )


def changes_in_words(ruleset: Ruleset) -> list[RuleChange]:
    """Return the options in which a ruleset differs from its preset, in the active language."""
    return [
        RuleChange(*(games.render_sentence(words) for words in change))
        for change in games.option_diff(ruleset)
    ]
