"""The rules of a club as they are printed: a page made from the options, section by section."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.errors import RulesetRefused
from games.engine.options import Option, Value, applies, options_of, value_label
from games.engine.rule_sheet import SECTIONS, Rule, Section
from games.engine.ruleset import Ruleset
from games.engine.schemas import all_seats
from games.engine.variants import VARIANTS, make_ruleset, variant_of
from games.sentences import Sentence


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """A rule in words. `standard` is what the preset says of its option, where that differs."""

    sentence: Sentence
    option: str | None
    standard: Sentence | None

    @property
    def differs(self) -> bool:
        return self.standard is not None


@dataclass(frozen=True, slots=True)
class PrintedSection:
    name: str
    heading: Sentence
    rules: tuple[PrintedRule, ...]


def printed_rules(ruleset: Ruleset) -> tuple[PrintedSection, ...]:
    """Return the page of rules by section, in the order in which things happen at the table."""
    game = VARIANTS[ruleset.variant]
    known = {about.name: about for about in options_of(game.options)}
    standard = game.presets[ruleset.preset].options
    printed: dict[Section, list[PrintedRule]] = {section: [] for section in SECTIONS}
    for rule in game.rule_sheet:
        if rule.option is None:
            printed[rule.section].append(PrintedRule(rule.sentence(None, None), None, None))
            continue
        about = known[rule.option]
        if applies(about, ruleset.options):
            value = getattr(ruleset.options, about.name)
            standard_value = getattr(standard, about.name)
            if value != standard_value or value not in rule.unsaid:
                printed[rule.section].append(_printed(rule, about, value, standard_value))
    return tuple(
        PrintedSection(section.name, section.heading, tuple(rules))
        for section, rules in printed.items()
        if rules
    )


def rulesets_by_players(
    variant: str, preset: str | None = None, options: Mapping[str, Value] | None = None
) -> dict[int, Ruleset]:
    """Return the ruleset for each number of players who can play by these options.

    Raises RulesetRefused where no number of players can; of several reasons a contradiction of
    options goes before a wrong number of players.
    """
    rulesets: dict[int, Ruleset] = {}
    refusals: list[RulesetRefused] = []
    for players in all_seats(variant_of(variant)):
        try:
            rulesets[players] = make_ruleset(variant, preset, options, players)
        except RulesetRefused as refused:
            refusals.append(refused)
    if not rulesets:
        raise next(
            (refusal for refusal in refusals if refusal.code != "wrong_players"), refusals[0]
        )
    return rulesets


def option_sections(variant: str) -> tuple[tuple[Sentence, tuple[Option, ...]], ...]:
    """Return the options of a game below the headings of its page of rules."""
    game = variant_of(variant)
    place_of = {rule.option: rule.section for rule in game.rule_sheet}
    options = options_of(game.options)
    return tuple(
        (section.heading, within)
        for section in SECTIONS
        if (within := tuple(about for about in options if place_of[about.name] == section))
    )


def _printed(rule: Rule, about: Option, value: Value, standard_value: Value) -> PrintedRule:
    standard = None if value == standard_value else value_label(about, standard_value)
    return PrintedRule(rule.sentence(about, value), about.name, standard)
