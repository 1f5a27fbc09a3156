"""A page of rules for the wall: what is played, in plain language, in the language one prints."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from games import services as games
from games.engine.options import Option, Value
from games.engine.ruleset import Ruleset
from games.services import PresetInfo, VariantInfo, render_sentence, value_in_words
from league.foundation.lists import listed
from league.foundation.option_fields import numbers_in_words

# --- A game's presets and options in words, as its pages show them ---

Values = Mapping[str, Value]


def preset_of(info: VariantInfo, name: str) -> PresetInfo | None:
    return next((preset for preset in info.presets if preset.id == name), None)


def default_of(info: VariantInfo) -> PresetInfo:
    return next(preset for preset in info.presets if preset.id == info.default_preset)


def players_in_words(seats: tuple[int, ...]) -> str:
    """Return "4 players", "2 to 7 players", "4, 6 or 8 players"."""
    if len(seats) == 1:
        return ngettext("%(count)d player", "%(count)d players", seats[0]) % {"count": seats[0]}
    first, *_between, last = seats
    if len(seats) > 2 and last - first == len(seats) - 1:
        return _("%(fewest)d to %(most)d players") % {"fewest": first, "most": last}
    return _("%(some)s or %(last)d players") % {
        "some": listed(seats[:-1]),
        "last": last,
    }


def rules_in_words(info: VariantInfo, preset: PresetInfo) -> list[dict[str, Any]]:
    """Return every option with the preset's choice, in the order of the rulebook."""
    standard = default_of(info).values
    return [_rule(info, option, preset.values, standard[option.name]) for option in info.options]


def changes_in_words(info: VariantInfo, preset: PresetInfo) -> list[tuple[str, str, str]]:
    """Return where the preset differs from the game's usual one: (rule, here, usually)."""
    return [
        (rule["label"], rule["value"], rule["standard"])
        for rule in rules_in_words(info, preset)
        if rule["differs"]
    ]


def choices_in_words(info: VariantInfo) -> list[dict[str, Any]]:
    """Return every option with all it can be."""
    return rules_in_words(info, default_of(info))


def _rule(info: VariantInfo, option: Option, values: Values, standard: Value) -> dict[str, Any]:
    value = values[option.name]
    return {
        "name": option.name,
        "label": render_sentence(option.label),
        "help": render_sentence(option.help),
        "value": value_in_words(option, value),
        "standard": value_in_words(option, standard),
        "differs": value != standard,
        "others": other_values(option, value),
        "applies": all(values[name] in among for name, among in option.applies_when),
        "conditions": conditions_in_words(info, option),
        "table": "" if option.table is None else render_sentence(option.table),
    }


def list_single_options(rules: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the options that are no number of a table."""
    return [rule for rule in rules if not rule["table"]]


def tables_of(rules: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the numbers that stand together, such as the values of the melds, by heading."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for rule in rules:
        if rule["table"]:
            tables.setdefault(rule["table"], []).append(rule)
    return tables


def other_values(option: Option, value: Value) -> list[str]:
    """Return what else the option can be, one entry a choice; a range of numbers is one entry."""
    others = [
        render_sentence(choice.label)
        for choice in option.choices
        if (choice.value, type(choice.value)) != (value, type(value))
    ]
    if option.numbers is None:
        return others
    low, high, step = option.numbers
    if high is not None and low + step > high:
        return others
    return [*others, numbers_in_words(low, high, step)]


def conditions_in_words(info: VariantInfo, option: Option) -> list[str]:
    """Return the sentences that say when the option does anything."""
    options = {option.name: option for option in info.options}
    return [
        _("Matters only when “%(other)s” is: %(values)s.")
        % {
            "other": render_sentence(options[name].label),
            "values": listed(value_in_words(options[name], value) for value in among),
        }
        for name, among in option.applies_when
    ]


@dataclass(frozen=True, slots=True)
class ShownRule:
    """`standard` is what the preset chooses where the rule differs, else empty."""

    sentence: str
    standard: str


@dataclass(frozen=True, slots=True)
class ShownSection:
    heading: str
    rules: list[ShownRule]


# how many signs go on a line of the printed sheet, and up to how many lines it is set how
A_LINE = {"ja": 44}
A_LINE_OF_LETTERS = 82
AMPLE, LONG = 31, 42


def line_count(rule: ShownRule, language: str) -> int:
    signs = len(rule.sentence) + len(rule.standard) + (12 if rule.standard else 0)
    return -(-signs // A_LINE.get(language, A_LINE_OF_LETTERS))


@dataclass(frozen=True, slots=True)
class RulePage:
    """What stands on the page, all in one language."""

    language: str
    game: str
    preset: str
    players: str
    sections: list[ShownSection]

    @property
    def length(self) -> str:
        """Say how the rules are set so that they stay on one sheet of paper.

        In large print, in smaller print, or running on within each section.
        """
        rules = [rule for section in self.sections for rule in section.rules]
        lines = sum(line_count(rule, self.language) for rule in rules)
        return "ample" if lines <= AMPLE else "long" if lines <= LONG else "running-on"

    @property
    def differs(self) -> bool:
        return any(rule.standard for section in self.sections for rule in section.rules)


def rule_page(ruleset: Ruleset, seats: Collection[int], language: str) -> RulePage:
    """Return the rules in words for tables of so many players."""
    with override(language):
        info = next(variant for variant in games.variants() if variant.id == ruleset.variant)
        preset = next(preset for preset in info.presets if preset.id == ruleset.preset)
        return RulePage(
            language=language,
            game=games.render_sentence(info.label),
            preset=games.render_sentence(preset.label),
            players=players_in_words(tuple(sorted(seats))),
            sections=[_section(section) for section in games.printed_rules(ruleset)],
        )


def _section(section: games.PrintedSection) -> ShownSection:
    return ShownSection(
        games.render_sentence(section.heading),
        [
            ShownRule(
                games.render_sentence(rule.sentence),
                games.render_sentence(rule.standard) if rule.standard is not None else "",
            )
            for rule in section.rules
        ],
    )


def printed_language(request: HttpRequest) -> str:
    """Return the language asked for by `?language=`, or that of the page around it."""
    wanted = request.GET.get("language", "")
    return wanted if wanted in dict(settings.LANGUAGES) else get_language() or "en"


def languages(chosen: str) -> list[dict[str, Any]]:
    """Return the languages the page can be printed in, each by its own name."""
    return [
        {"code": code, "name": name, "is_chosen": code == chosen}
        for code, name in settings.LANGUAGES
    ]
