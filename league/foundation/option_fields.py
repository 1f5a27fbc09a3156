"""Form fields for the options of a game: choices, whole numbers, or choices and any number."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import services as games
from games.engine.options import Numbers, Option, Value
from league.foundation.limits import limits
from league.foundation.lists import listed

Choices = list[tuple[str, str]]
NUMBER = "_number"  # ends the name under which the number beside choices is sent
SHOWN = "_number_shown"  # ends that of the number that stood there when the form was shown
TYPED = "number"  # the choice of typing one


def numbers_in_words(low: int | None, high: int | None, step: int) -> str:
    """Return which whole numbers there are: "10 to 100, in steps of 5"."""
    low = low or 0
    if high is None:
        text = _("%(low)d or more") % {"low": low}
    else:
        text = _("%(low)d to %(high)d") % {"low": low, "high": high}
    if step == 1:
        return text
    return _("%(numbers)s, in steps of %(step)d") % {"numbers": text, "step": step}


def is_typed(option: Option) -> bool:
    """Say whether the option is a number and nothing else; usual ones may be named.

    One of a table of numbers is: left empty it is as its preset has it.
    """
    return option.numbers is not None and (
        option.table is not None or all(type(choice.value) is int for choice in option.choices)
    )


def numbers_named(option: Option) -> str:
    """Return which numbers may be typed, and those that are usual."""
    assert option.numbers is not None  # noqa: S101 - asked of such options alone
    may = numbers_in_words(*option.numbers)
    usual = [str(choice.value) for choice in option.choices if type(choice.value) is int]
    if not usual:
        return may
    return _("%(numbers)s; usual: %(usual)s") % {"numbers": may, "usual": listed(usual)}


def choices_of(option: Option) -> Choices:
    return [(str(choice.value), games.render_sentence(choice.label)) for choice in option.choices]


def number_field(option: Option, *, placeholder: str = "", **about: Any) -> forms.IntegerField:
    """Return the field of an option that is a number."""
    assert option.numbers is not None  # noqa: S101 - asked of such options alone
    low, high, step = option.numbers
    attrs = {"inputmode": "numeric", "step": step}
    if placeholder:
        attrs["placeholder"] = placeholder
    # a step counts from the lowest, for a browser as for the game
    return forms.IntegerField(
        step_size=step if step > 1 else None,
        widget=forms.NumberInput(attrs=attrs),
        **limits(low, high),
        **about,
    )


def value_of(option: Option, typed: Any) -> Value:
    """Return the value that a field gave, with its type: "True" is true, "11" is 11."""
    for choice in option.choices:
        if str(choice.value) == str(typed):
            return choice.value
    return int(typed)


class ChoiceOrNumberInput(forms.Select):
    """Choices, the last of which is a number, and a place beside them to type it.

    Its value is the choice and the number as they were sent, parted by a space. A choice that
    there is not is shown as a number where none was sent.
    """

    def __init__(self, numbers: Numbers) -> None:
        super().__init__()
        self.numbers = numbers

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str:
        typed = str(data.get(name + NUMBER) or "").strip()
        # no choice has a space in it
        chosen = str(data.get(name) or "").replace(" ", "")
        if chosen not in ("", TYPED) and typed == str(data.get(name + SHOWN) or "").strip():
            typed = ""  # the number stood there before, and something else was chosen
        sent = f"{chosen} {typed}"
        is_unknown = bool(chosen) and chosen not in {str(key) for key, _label in self.choices}
        return sent if is_unknown and name + NUMBER in data else sent.rstrip()

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return name not in data and name + NUMBER not in data

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen, space, typed = str(value or "").partition(" ")
        if chosen not in {str(key) for key, _label in self.choices}:
            chosen, typed = TYPED, typed if space else chosen
        context = {
            "select": super().render(name, chosen, attrs, renderer),
            "name": name + NUMBER,
            "id": f"{attrs['id']}{NUMBER}" if attrs and attrs.get("id") else "",
            "value": typed,
            "shown": name + SHOWN,
            "allowed": numbers_in_words(*self.numbers),
        }
        return render_to_string("components/choice_or_number.html", context)


class ChoiceOrNumberField(forms.ChoiceField):
    """One of the choices, or a whole number within the option's limits, as text.

    `nothing` is what leaving it alone is called, where that is allowed.
    """

    def __init__(self, option: Option, *, nothing: str = "", **about: Any) -> None:
        assert option.numbers is not None  # noqa: S101 - asked of such options alone
        low, high, step = option.numbers
        self.number = forms.IntegerField(step_size=step if step > 1 else None, **limits(low, high))
        super().__init__(
            choices=[
                *([("", nothing)] if nothing else []),
                *choices_of(option),
                (TYPED, _("another number")),
            ],
            widget=ChoiceOrNumberInput(option.numbers),
            **about,
        )

    def clean(self, value: Any) -> str:
        """Return a choice as it is, and a number as the game writes it; a typed number counts."""
        chosen, _space, typed = str(value or "").partition(" ")
        if not chosen and not typed:
            return str(super().clean(""))
        if not typed and not self.valid_value(chosen):
            chosen, typed = TYPED, chosen  # as addresses have a number
        if typed or chosen == TYPED:
            return str(self.number.clean(typed))
        cleaned: str = super().clean(chosen)
        return cleaned
