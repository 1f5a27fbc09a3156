"""The step of the set-up that says how it is drawn and what a table plays in a round."""

from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.db import transaction
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from league.desk.events_inputs import number_field
from league.desk.events_setup_forms import StepForm
from league.desk.format_fields import field_of, value_of
from league.events.models import Event, EventState, Stage, TablePlay
from league.events.services import change_event, change_stage
from league.journal.actor import Actor
from league.rounds.drawing import FORMATS
from league.rounds.drawing.format_about import FormatOption
from league.rounds.drawing.format_options import about_format
from league.rounds.drawing.stage_options import BYE_AWARD, BYE_POINTS, BYES, FIXED, OWN_ORDER
from league.rounds.fitting import fitting_formats
from league.rounds.stage_format import SIDES, who_plays

EVERYWHERE = (OWN_ORDER, *BYES)
PLAY = ("table_play", "deals_a_round", "minutes_a_round")


class FormatRow(NamedTuple):
    """A format on the page: its button, what it is, and the fields that only it has."""

    name: str
    label: str
    help: str
    button: BoundWidget
    fields: list[BoundField]


class RoundsForm(StepForm):
    """How it is drawn who meets whom, how many rounds, and what a table plays in one.

    The formats that suit the event are offered, each with the options that it describes itself.
    """

    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)
    rounds_planned = number_field(
        least=1,
        most=200,
        label=gettext_lazy("Rounds"),
        help_text=gettext_lazy(
            "A format that is drawn at once has as many as it needs when you leave it empty; "
            "one that is drawn round by round can always have one more."
        ),
        required=False,
    )
    table_play = forms.ChoiceField(
        label=gettext_lazy("In a round a table plays"),
        choices=TablePlay.choices,
        widget=forms.RadioSelect,
    )
    deals_a_round = number_field(
        least=1, most=100, label=gettext_lazy("Deals a round"), required=False
    )
    minutes_a_round = number_field(
        least=5, most=600, label=gettext_lazy("Minutes a round"), required=False
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        self.stage: Stage = event.stages.order_by("number")[:1].get()
        self.event = event
        self.formats = _offered(event, self.stage)
        own = [_field_name(name, option) for name in self.formats for option in self._own(name)]
        self.frozen_after = {
            EventState.DRAFT: ("format", *(option.name for option in EVERYWHERE), *own),
            EventState.OPEN: PLAY,
            EventState.RUNNING: ("rounds_planned",),
        }
        kwargs.setdefault("initial", self._initial(event))
        super().__init__(*args, event=event, **kwargs)
        self.fields["format"].choices = [  # type: ignore[attr-defined]
            (name, games.in_words(FORMATS[name].label)) for name in self.formats
        ]

    def further_fields(self) -> dict[str, forms.Field]:
        """Return the fields of the options: of each format, and of every stage."""
        fields = {
            _field_name(name, option): field_of(option)
            for name in self.formats
            for option in self._own(name)
        }
        return fields | {option.name: field_of(option) for option in EVERYWHERE}

    def _initial(self, event: Event) -> dict[str, Any]:
        stage = self.stage
        initial = {
            "format": stage.format,
            "rounds_planned": stage.rounds_planned,
            **{name: getattr(event, name) for name in PLAY},
        }
        for option in EVERYWHERE:
            initial[option.name] = stage.options.get(option.name, option.default)
        for name in self.formats:
            chosen = stage.options if name == stage.format else {}
            for option in self._own(name):
                initial[_field_name(name, option)] = chosen.get(option.name, option.default)
        return initial

    def format_rows(self) -> list[FormatRow]:
        """Return the formats in their order with everything the page shows of them."""
        buttons = {button.data["value"]: button for button in self["format"]}
        return [
            FormatRow(
                name=name,
                label=games.in_words(FORMATS[name].label),
                help=games.in_words(FORMATS[name].help),
                button=buttons[name],
                fields=[self[_field_name(name, option)] for option in self._own(name)],
            )
            for name in self.formats
        ]

    def order_formats(self) -> str:
        """Return the formats for which the order of the draw means something."""
        return " ".join(name for name in self.formats if about_format(name).by_lot)

    def order_field(self) -> BoundField:
        return self[OWN_ORDER.name]

    def _own(self, name: str) -> list[FormatOption]:
        """Return what only this format has, without what means nothing to these entries."""
        meet = who_plays(name, self.event) == SIDES
        return [one for one in about_format(name).options if not (meet and one.for_singles)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._forget_other_formats(cleaned)
        play = cleaned.get("table_play")
        if play == TablePlay.DEALS and not cleaned.get("deals_a_round"):
            self.add_error("deals_a_round", _("Say how many deals a table plays in a round."))
        if play == TablePlay.TIMED and not cleaned.get("minutes_a_round"):
            self.add_error("minutes_a_round", _("Say how many minutes a round has."))
        if cleaned.get(BYE_AWARD) == FIXED and cleaned.get(BYE_POINTS) is None:
            self.add_error(BYE_POINTS, _("Say how many points a bye is worth."))
        return cleaned

    def _forget_other_formats(self, cleaned: dict[str, Any]) -> None:
        """What was typed for a format that is not chosen does not matter."""
        chosen = cleaned.get("format")
        for name in self.formats:
            for option in self._own(name) if name != chosen else ():
                self.errors.pop(_field_name(name, option), None)

    def stage_options(self) -> dict[str, Any]:
        """Return what differs from the defaults, as a stage keeps it."""
        name, cleaned = self.cleaned_data["format"], self.cleaned_data
        named = {_field_name(name, option): option for option in self._own(name)}
        named |= {option.name: option for option in EVERYWHERE}
        if not about_format(name).by_lot:
            del named[OWN_ORDER.name]
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

    @transaction.atomic
    def save(self, *, actor: Actor, at: datetime) -> Event:
        event = change_event(
            event=self.event,
            changes={name: self.cleaned_data[name] for name in PLAY},
            actor=actor,
            at=at,
        )
        changes: dict[str, Any] = {"rounds_planned": self.cleaned_data["rounds_planned"]}
        if self.event.state == EventState.DRAFT:
            changes |= {"format": self.cleaned_data["format"], "options": self.stage_options()}
        change_stage(stage=self.stage, changes=changes, actor=actor, at=at)
        return event


def _offered(event: Event, stage: Stage) -> list[str]:
    """Return the formats that suit the event, and the one that it has now."""
    fitting = fitting_formats(event)
    return [name for name in FORMATS if name in fitting or name == stage.format]


def _field_name(name: str, option: FormatOption) -> str:
    return f"{name}-{option.name}"
