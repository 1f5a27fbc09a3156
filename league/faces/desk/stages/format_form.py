"""The part of a form that chooses a format with its options, as the formats describe themselves."""

from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from league.faces.desk.inputs import number_field
from league.play.events.models import EntryKind, Event, Stage
from league.play.rounds.drawing import FORMATS
from league.play.rounds.drawing.format import SIDES
from league.play.rounds.drawing.option import FormatOption, Value
from league.play.rounds.drawing.stage_options import (
    BYE_AWARD,
    BYE_OPTIONS,
    BYE_POINTS,
    FIXED,
    ORDER_OPTION,
)
from league.play.rounds.fitting import fitting_formats
from league.play.rounds.stage_format import who_plays

EVERYWHERE = (ORDER_OPTION, *BYE_OPTIONS)
SEGMENTS = 4  # up to so many choices stand side by side as buttons


class FormatRow(NamedTuple):
    """A format on the page: its button, what it is, and the fields that only it has.

    `is_open`: one of them is not as usual, so that they are not folded.
    """

    name: str
    label: str
    help: str
    button: BoundWidget
    fields: list[BoundField]
    is_open: bool


class FormatForm(forms.Form):
    """Chooses among the formats that suit the event, each with the options that it has.

    A form that is one calls `add_formats` when it has its other fields.
    """

    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)

    event: Event
    formats: list[str]

    def add_formats(self) -> None:
        self.fields["format"].choices = [  # type: ignore[attr-defined]
            (name, games.render_sentence(FORMATS[name].label)) for name in self.formats
        ]

    def option_fields(self) -> dict[str, forms.Field]:
        """Return the fields of the options: of each format, and of every stage."""
        fields = {
            field_name(name, option): field_of(option)
            for name in self.formats
            for option in self.own_options(name)
        }
        return fields | {option.name: field_of(option) for option in EVERYWHERE}

    def option_values(self, stage: Stage | None) -> dict[str, Any]:
        """Return what the fields show at first: what the stage has chosen, else the defaults."""
        options = stage.options if stage else {}
        values: dict[str, Any] = {o.name: options.get(o.name, o.default) for o in EVERYWHERE}
        for name in self.formats:
            chosen = options if stage and name == stage.format else {}
            for option in self.own_options(name):
                values[field_name(name, option)] = chosen.get(option.name, option.default)
        return values

    def format_rows(self) -> list[FormatRow]:
        """Return the formats in their order with everything the page shows of them."""
        buttons = {button.data["value"]: button for button in self["format"]}
        return [
            FormatRow(
                name=name,
                label=games.render_sentence(FORMATS[name].label),
                help=games.render_sentence(FORMATS[name].help),
                button=buttons[name],
                fields=[self[field_name(name, option)] for option in self.own_options(name)],
                is_open=any(self._is_unusual(name, option) for option in self.own_options(name)),
            )
            for name in self.formats
        ]

    def usual_formats(self) -> list[FormatRow]:
        return [row for row in self.format_rows() if FORMATS[row.name].is_usual]

    def further_formats(self) -> list[FormatRow]:
        return [row for row in self.format_rows() if not FORMATS[row.name].is_usual]

    def is_further_chosen(self) -> bool:
        chosen = FORMATS.get(self["format"].value())
        return chosen is None or not chosen.is_usual

    def are_byes_open(self) -> bool:
        return any(
            self[option.name].errors or self[option.name].value() not in (None, "", option.default)
            for option in BYE_OPTIONS
        )

    def _is_unusual(self, name: str, option: FormatOption) -> bool:
        field = self[field_name(name, option)]
        usual = "" if option.default is None else str(option.default)
        return bool(field.errors) or str(field.value() or "") not in ("", usual, "False")

    def order_formats(self) -> str:
        """Return the formats for which the order of the draw means something."""
        return " ".join(name for name in self.formats if FORMATS[name].has_order)

    def order_field(self) -> BoundField:
        return self[ORDER_OPTION.name]

    def own_options(self, name: str) -> list[FormatOption]:
        """Return what only this format has, without what means nothing to these entries."""
        meet = who_plays(name, self.event) == SIDES
        in_teams = self.event.entry_kind == EntryKind.TEAM
        return [
            option
            for option in FORMATS[name].options
            if not (meet and option.for_singles) and (in_teams or not option.for_teams)
        ]

    def check_options(self, cleaned: dict[str, Any]) -> None:
        """Drop the values of formats that are not chosen; the points of a bye are required."""
        chosen = cleaned.get("format")
        for name in self.formats:
            for option in self.own_options(name) if name != chosen else ():
                self.errors.pop(field_name(name, option), None)
        if cleaned.get(BYE_AWARD) == FIXED and cleaned.get(BYE_POINTS) is None:
            self.add_error(BYE_POINTS, _("Enter how many points a bye is worth."))

    def stage_options(self) -> dict[str, Any]:
        """Return what differs from the defaults, as a stage keeps it."""
        name, cleaned = self.cleaned_data["format"], self.cleaned_data
        named = {field_name(name, option): option for option in self.own_options(name)}
        named |= {option.name: option for option in EVERYWHERE}
        if not FORMATS[name].has_order:
            del named[ORDER_OPTION.name]
        if cleaned.get(BYE_AWARD) != FIXED:
            del named[BYE_POINTS]
        values = {
            option.name: value_of(option, cleaned.get(field)) for field, option in named.items()
        }
        return {
            option.name: values[option.name]
            for option in named.values()
            if values[option.name] not in (None, option.default)
        }


def offered_formats(event: Event, stage: Stage | None = None) -> list[str]:
    """Return the formats that suit the event, and the one that its stage has now."""
    fitting = fitting_formats(event)
    return [name for name in FORMATS if name in fitting or (stage and name == stage.format)]


def field_name(name: str, option: FormatOption) -> str:
    return f"{name}-{option.name}"


def field_of(option: FormatOption) -> forms.Field:
    """Return the field for an option; left empty it means the default."""
    about: dict[str, Any] = {
        "label": games.render_sentence(option.label),
        "help_text": games.render_sentence(option.help),
        "required": False,
    }
    if option.choices:
        choices = [(str(c.value), games.render_sentence(c.label)) for c in option.choices]
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
