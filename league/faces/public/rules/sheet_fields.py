"""What a scorer is asked of a deal, in words: the fields of the score sheet."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from games import services as games
from games.engine.ruleset import Ruleset
from games.engine.summary_fields import SummaryField
from league.foundation.lists import listed
from league.foundation.option_fields import numbers_in_words

# a field with the values of it under which another one is asked
Condition: TypeAlias = tuple[str, tuple[Any, ...]]
# a highest number of so much is only there to catch slips of the finger
NO_HIGHEST = 1_000


def sheet_fields(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the fields in the order of the table: label, help, what is asked, and when."""
    fields = games.summary_fields(ruleset)
    named = {field.name: field for field in fields}
    counted = Counter(condition for field in fields for condition in field.when)
    # said once, with the field it hangs on, instead of with nearly every other
    common = {condition for condition, count in counted.items() if 2 * count > len(fields)}
    return [
        {
            "label": games.render_sentence(field.label),
            "help": games.render_sentence(field.help),
            "asked": ASKED[field.kind](field),
            "when": _conditions(field, named, common),
            "is_optional": not field.required,
        }
        for field in fields
    ]


def _conditions(
    field: SummaryField, named: Mapping[str, SummaryField], common: set[Condition]
) -> list[str]:
    """Return the sentences that say when the field is asked, and what hangs on it."""
    hanging = [
        _("The other questions are asked only when this is: %(values)s.")
        % {"values": _values(field, values)}
        for name, values in common
        if name == field.name
    ]
    conditions = [
        _("Asked only when “%(other)s” is: %(values)s.")
        % {
            "other": games.render_sentence(named[name].label),
            "values": _values(named[name], values),
        }
        for name, values in field.when
        if (name, values) not in common
    ]
    return hanging + conditions


def _values(field: SummaryField, values: tuple[Any, ...]) -> str:
    """Return the values in words, without the one that means no answer."""
    in_words = (_value(field, value) for value in values if value is not None)
    return listed(dict.fromkeys(in_words))


def _value(field: SummaryField, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    labels = [label for choice, label in field.choices if choice == value]
    return games.render_sentence(labels[0]) if labels else str(value)


def _flag(_field: SummaryField) -> str:
    return _("yes or no")


def _choice(field: SummaryField) -> str:
    return _("one of: %(choices)s") % {
        "choices": listed(games.render_sentence(label) for _value, label in field.choices)
    }


def _numbers(field: SummaryField) -> str:
    high = field.maximum if field.maximum and field.maximum < NO_HIGHEST else None
    return numbers_in_words(field.minimum, high, field.step)


def _number(field: SummaryField) -> str:
    return _("a number, %(numbers)s") % {"numbers": _numbers(field)}


def _seat(_field: SummaryField) -> str:
    return _("one of the players")


def _side(field: SummaryField) -> str:
    return _("one of the sides, or nobody") if field.nullable else _("one of the sides")


def _side_numbers(field: SummaryField) -> str:
    text = _("a number for each side, %(numbers)s") % {"numbers": _numbers(field)}
    if field.total is None:
        return text
    return _("%(asked)s; %(total)d in total") % {"asked": text, "total": field.total}


def _side_flags(_field: SummaryField) -> str:
    return _("the sides of which it is true")


ASKED: dict[str, Callable[[SummaryField], str]] = {
    "flag": _flag,
    "choice": _choice,
    "suit": _choice,
    "number": _number,
    "seat": _seat,
    "side": _side,
    "side_numbers": _side_numbers,
    "side_flags": _side_flags,
}
