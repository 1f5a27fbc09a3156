"""A game's presets and options in words, as its pages show them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.options import Option, Value
from games.services import PresetInfo, VariantInfo, render_sentence, value_in_words
from league.foundation.lists import listed
from league.foundation.option_fields import numbers_in_words

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
