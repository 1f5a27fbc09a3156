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
    """Return the page of rules: what happens at the table, in this order, as the options say."""
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
            own = getattr(ruleset.options, about.name)
            before = getattr(standard, about.name)
            if own != before or own not in rule.unsaid:
                printed[rule.section].append(_printed(rule, about, own, before))
    return tuple(
        PrintedSection(section.name, section.heading, tuple(rules))
        for section, rules in printed.items()
        if rules
    )


def rulesets_by_players(
    variant: str, preset: str | None = None, options: Mapping[str, Value] | None = None
) -> dict[int, Ruleset]:
    """Return the ruleset for each number of players who can play by these options.

    Raises RulesetRefused where nobody can, with what the options say against each other rather
    than what is wrong with a number.
    """
    found: dict[int, Ruleset] = {}
    refusals: list[RulesetRefused] = []
    for players in all_seats(variant_of(variant)):
        try:
            found[players] = make_ruleset(variant, preset, options, players)
        except RulesetRefused as refused:
            refusals.append(refused)
    if not found:
        raise next(
            (refusal for refusal in refusals if refusal.code != "wrong_players"), refusals[0]
        )
    return found


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


def _printed(rule: Rule, about: Option, own: Value, before: Value) -> PrintedRule:
    standard = None if own == before else value_label(about, before)
    return PrintedRule(rule.sentence(about, own), about.name, standard)
