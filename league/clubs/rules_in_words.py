"""House rules as people read them: the game, the preset, where that comes from, what differs."""

from typing import NamedTuple

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import RulesetRefused
from league.clubs.models import HouseRules


class RuleChange(NamedTuple):
    """One rule that is not the preset's: what it is about, the preset's choice, the own one."""

    label: str
    standard: str
    own: str


class RulesInWords(NamedTuple):
    """`problem` says why the rules make no game (any more); then nothing differs."""

    game: str
    preset: str
    source: str
    differences: list[RuleChange]
    problem: str


def rules_in_words(rules: HouseRules) -> RulesInWords:
    game = next((one for one in games.variants() if one.id == rules.variant), None)
    presets = game.presets if game else ()
    preset = next((one for one in presets if one.id == rules.preset), None)
    differences, problem = [], ""
    try:
        by_players = games.rulesets_by_players(rules.variant, rules.preset, rules.options)
    except RulesetRefused as refused:
        problem = games.whole_sentence(games.in_words(refused.sentence))
    else:
        differences = changes_in_words(next(iter(by_players.values())))
    return RulesInWords(
        game=games.in_words(game.label) if game else rules.variant,
        preset=games.in_words(preset.label) if preset else rules.preset,
        source=games.in_words(preset.source) if preset else "",
        differences=differences,
        problem=problem,
    )


def changes_in_words(ruleset: Ruleset) -> list[RuleChange]:
    """Return where a ruleset differs from its preset, readably."""
    return [
        RuleChange(*(games.in_words(words) for words in change))
        for change in games.option_diff(ruleset)
    ]
