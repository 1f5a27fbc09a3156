"""The rules of a club as they are printed: a page made from the options, section by section."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from games.engine.errors import RulesetRefused
from games.engine.options import Option, Value, applies, options_of, value_label
from games.engine.rule_sheet import SECTIONS, Rule, Section
from games.engine.ruleset import Ruleset
from games.engine.schemas import all_seats
from games.engine.variants import VARIANTS, make_ruleset, variant_of
from games.sentences import Sentence, say

NAMED = 3  # numbers of one rule that are set against those of the preset


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """A rule in words. `standard` is what the preset says of its options, where that differs.

    `option` is the one that chooses it, `numbers` are those of which it has the values.
    """

    sentence: Sentence
    option: str | None
    standard: Sentence | None
    numbers: tuple[str, ...] = ()

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
        if _is_said(rule, known, ruleset.options, standard):
            printed[rule.section].append(_printed(rule, known, ruleset.options, standard))
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
    place_of = {name: rule.section for rule in reversed(game.rule_sheet) for name in rule.numbers}
    place_of |= {rule.option: rule.section for rule in game.rule_sheet if rule.option}
    options = options_of(game.options)
    return tuple(
        (section.heading, within)
        for section in SECTIONS
        if (within := tuple(about for about in options if place_of[about.name] == section))
    )


def _is_said(rule: Rule, known: Mapping[str, Option], options: Any, standard: Any) -> bool:
    """Say whether the rule is printed: its option does something, and does not go unsaid."""
    if rule.option is None:
        return True
    value = getattr(options, rule.option)
    said = value != getattr(standard, rule.option) or value not in rule.unsaid
    return said and applies(known[rule.option], options)


def _printed(rule: Rule, known: Mapping[str, Option], options: Any, standard: Any) -> PrintedRule:
    about = known[rule.option] if rule.option else None
    sentence = rule.sentence(about, options)
    return PrintedRule(
        sentence, rule.option, _standard(rule, known, options, standard), rule.numbers
    )


def _standard(
    rule: Rule, known: Mapping[str, Option], options: Any, standard: Any
) -> Sentence | None:
    """Return what the preset says, None where it says the same.

    A few numbers are named one by one; of more the page, one sheet of paper, has no room.
    """
    if rule.option and getattr(options, rule.option) != getattr(standard, rule.option):
        return value_label(known[rule.option], getattr(standard, rule.option))
    named = [
        say("%(name)s %(value)s", name=known[name].label, value=value_label(known[name], usual))
        for name in rule.numbers
        if applies(known[name], options)
        and (usual := getattr(standard, name)) != getattr(options, name)
    ]
    if len(named) > NAMED:
        return say("others")
    return reduce(_and, named) if named else None


def _and(first: Sentence, then: Sentence) -> Sentence:
    return say("%(first)s, %(then)s", first=first, then=then)
