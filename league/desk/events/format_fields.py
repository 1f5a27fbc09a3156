"""Form fields made from what a format says of its options."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games import services as games
from league.desk.events.inputs import number_field
from league.rounds.drawing.option import FormatOption, Value

SEGMENTS = 4  # up to so many choices stand side by side as buttons


def field_of(option: FormatOption) -> forms.Field:
    """Return the field for an option; left empty it means the default."""
    about: dict[str, Any] = {
        "label": games.in_words(option.label),
        "help_text": games.in_words(option.help),
        "required": False,
    }
    if option.choices:
        choices = [(str(c.value), games.in_words(c.label)) for c in option.choices]
        if option.default is None:
            choices.insert(0, ("", _("left to the format")))
        few = len(choices) <= SEGMENTS
        return forms.ChoiceField(
            choices=choices,
            widget=forms.RadioSelect if few else forms.Select,
            **about,
        )
    if option.numbers is None:
        return forms.BooleanField(**about)
    low, high = option.numbers
    return number_field(least=low, most=high, **about)


def value_of(option: FormatOption, typed: Any) -> Value | None:
    """Return the option's value with its type; None and an empty choice are the default."""
    if typed is None or typed == "":
        return option.default
    if option.choices:
        return next(choice.value for choice in option.choices if str(choice.value) == typed)
    return bool(typed) if option.numbers is None else int(typed)
