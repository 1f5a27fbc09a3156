"""What a summary asks as inputs of a page: their names, fields, first values, and what is meant.

A question about the numbers of all sides has an input a side; every other has one.
"""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

from django import forms
from django.utils.translation import gettext as _

from games import services as games
from games.engine.summary_fields import SummaryField, flat_answers
from league.foundation.limits import limits, parse_int
from league.foundation.refusal import Refused
from league.play.events.models import MOST_SEATS
from league.play.results.deal_words import Names
from league.play.results.table_outcome import TablePlan

YES, NO, NOBODY = "true", "false", "nobody"
# of a number that the game does not limit, and from where on a limit only keeps what is typed sane
LARGEST, NO_RULE = 1_000_000, 9_999
# so many numbers stand on one screen of a phone, each on a button of its own
FEW = 30


def html_name(name: str) -> str:
    """Return the name of the input of a summary's field."""
    return name.replace(".", "-")


def format_input_value(value: Any) -> str:
    """Return a choice's value as text, as an input of a page has it."""
    if value is None:
        return NOBODY
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


def first_answers(plan: TablePlan) -> dict[str, Any]:
    """Answer beforehand what other questions hang on, so that what is usual is asked at once.

    An answer is usual when several questions follow from it; one that brings up a single question
    (the tricks of a smudge) is not.
    """
    followed: dict[str, Counter[str]] = {}
    for field in games.summary_fields(plan.ruleset):
        for name, values in field.when:
            followed.setdefault(name, Counter()).update(map(format_input_value, values))
    usual = {name: counts.most_common(1)[0] for name, counts in followed.items()}
    return {html_name(name): text for name, (text, count) in usual.items() if count > 1}


def few_numbers(field: SummaryField) -> tuple[int, ...]:
    """Return every number that the field can be, or nothing where they are too many to be shown."""
    if field.minimum is None or field.maximum is None:
        return ()
    numbers = range(field.minimum, field.maximum + 1, field.step)
    return tuple(numbers) if len(numbers) <= FEW else ()


def as_initial(plan: TablePlan, summary: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the inputs in which a summary stands as it was submitted."""
    answers: dict[str, Any] = flat_answers(dict(summary))
    initial: dict[str, Any] = {}
    for field in games.summary_fields(plan.ruleset):
        name = html_name(field.name)
        if field.name not in answers:
            if field.kind == "flag":
                initial[name] = NO
            continue
        value = answers[field.name]
        if field.kind == "side_numbers":
            initial.update((f"{name}-{side}", number) for side, number in enumerate(value))
        elif field.kind == "side_flags":
            initial[name] = [str(side) for side, flag in enumerate(value) if flag]
        else:
            initial[name] = format_input_value(value)
    return initial


def form_fields(field: SummaryField, plan: TablePlan, names: Names) -> dict[str, forms.Field]:
    """Return the inputs of a question by their names in the page."""
    name, label = html_name(field.name), games.render_sentence(field.label)
    help_text = games.render_sentence(field.help)
    if field.kind == "side_numbers":
        return {
            f"{name}-{side}": _number(field, names.side(side), "") for side in range(plan.sides)
        }
    if field.kind == "number":
        return {name: _number(field, label, help_text)}
    if field.kind == "flag" and name in first_answers(plan):
        box = forms.CheckboxInput(attrs={"value": YES})
        return {
            name: forms.BooleanField(label=label, help_text=help_text, required=False, widget=box)
        }
    choices = _choices(field, plan, names)
    if field.kind == "side_flags":
        return {
            name: forms.MultipleChoiceField(
                choices=choices,
                label=label,
                help_text=help_text,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
        }
    return {
        name: forms.TypedChoiceField(
            choices=choices,
            coerce=lambda text: value_of(field, text),
            label=label,
            help_text=help_text,
            required=False,
            widget=forms.RadioSelect,
        )
    }


def _number(field: SummaryField, label: str, help_text: str) -> forms.IntegerField:
    few = few_numbers(field) if field.kind == "number" else ()
    if few:
        return forms.IntegerField(
            label=label,
            help_text=help_text,
            required=False,
            **limits(field.minimum, field.maximum),
            widget=forms.RadioSelect(choices=[(number, str(number)) for number in few]),
        )
    attrs = {"inputmode": "numeric", "autocomplete": "off", "step": str(field.step)}
    most = LARGEST if field.maximum is None else field.maximum
    known = limits(field.minimum, most if most < NO_RULE else None) | {"max_value": most}
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=False,
        **known,
        widget=forms.NumberInput(attrs=attrs),
    )


def _choices(field: SummaryField, plan: TablePlan, names: Names) -> list[tuple[str, str]]:
    match field.kind:
        case "flag":
            return [(NO, _("no")), (YES, _("yes"))]
        case "seat":
            return [(str(seat), names.seat(seat)) for seat in range(plan.players)]
        case "side" | "side_flags":
            sides = [(str(side), names.side(side)) for side in range(plan.sides)]
            return [*sides, (NOBODY, _("nobody"))] if field.nullable else sides
        case _:
            return [
                (format_input_value(value), games.render_sentence(label))
                for value, label in field.choices
            ]


def value_of(field: SummaryField, text: str) -> Any:
    """Return the value of a choice from its text; NOBODY stays, as it differs from no answer."""
    match field.kind:
        case "flag":
            return {YES: True, NO: False}.get(text)
        case "seat" | "side":
            number = parse_int(text, most=MOST_SEATS)
            return text if number is None else number
        case "choice":
            known = {format_input_value(value): value for value, _label in field.choices}
            return known.get(text, text)
        case _:
            return text


# --- A deal that somebody pasted or uploaded as JSON: read strictly, refused in plain words ---

LONGEST_RECORD = 20_000
MOST_DIGITS = 15  # of a whole number: what is added up can then always be shown


class UnreadableRecord(Refused):
    """What was pasted or uploaded is no record."""

    code = "unreadable_record"


def read_record(text: str) -> dict[str, Any]:
    """Return the record or summary written in a text. Raises UnreadableRecord."""
    if len(text) > LONGEST_RECORD:
        raise UnreadableRecord(
            _("This is too long for the record of one deal: %(most)d characters at most.")
            % {"most": LONGEST_RECORD},
            field="record",
        )
    try:
        data = json.loads(text, parse_constant=_no_number, parse_int=_whole)
        # what cannot be written again (half a character) can be neither shown nor kept
        is_text = "\\u0000" not in json.dumps(data, ensure_ascii=False).encode().decode()
    except json.JSONDecodeError as fault:
        raise UnreadableRecord(_not_json(text, fault), field="record") from None
    except (ValueError, RecursionError):
        raise UnreadableRecord(_unreadable_sentence(), field="record") from None
    if not is_text:
        raise UnreadableRecord(_unreadable_sentence(), field="record")
    if not isinstance(data, dict):
        raise UnreadableRecord(
            _("A record is one JSON object; this is something else."), field="record"
        )
    return data


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise UnreadableRecord(
            _("A number in the record is too large: %(most)d digits are the most.")
            % {"most": MOST_DIGITS},
            field="record",
        )
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _unreadable_sentence() -> str:
    return _('This cannot be read as a record. It is one JSON object: {"hands": [...], ...}.')


def _not_json(text: str, fault: json.JSONDecodeError) -> str:
    if not text.lstrip().startswith("{"):
        return _unreadable_sentence()
    return _(
        "This cannot be read as JSON. Look at line %(line)d, character %(column)d, and just before "
        "it: a quote, a comma or a bracket is missing or too many."
    ) % {"line": fault.lineno, "column": fault.colno}
