"""The step of the set-up that says how it is drawn and what a table plays in a round."""

from datetime import datetime
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from league.desk.events_inputs import number_field
from league.desk.events_setup_forms import StepForm
from league.events.models import Event, EventState, Stage, TablePlay
from league.events.services import change_event, change_stage
from league.journal.actor import Actor
from league.rounds.draw_requests import BY_LOT, ORDER
from league.rounds.drawing import FORMATS


class RoundsForm(StepForm):
    """How it is drawn who meets whom, how many rounds, and what a table plays in one."""

    frozen_after = {
        EventState.DRAFT: ("format", "order", "preferred"),
        EventState.OPEN: ("table_play", "deals_a_round", "minutes_a_round"),
        EventState.RUNNING: ("rounds_planned",),
    }

    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)
    order = forms.ChoiceField(
        label=gettext_lazy("Order of the draw"),
        choices=[
            ("seed", gettext_lazy("by seed, then as entered")),
            (BY_LOT, gettext_lazy("by lot")),
        ],
        help_text=gettext_lazy("For a round robin; individual tables are always mixed."),
        widget=forms.RadioSelect,
    )
    preferred = number_field(
        least=3,
        most=7,
        label=gettext_lazy("Players at a table, if it can be chosen"),
        help_text=gettext_lazy("For individual tables, when several sizes are possible."),
        required=False,
    )
    rounds_planned = number_field(
        least=1,
        most=200,
        label=gettext_lazy("Rounds"),
        help_text=gettext_lazy(
            "A round robin has as many as it needs when you leave it empty; "
            "individual tables can always have one more."
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
        kwargs.setdefault("initial", self._initial(event, self.stage))
        super().__init__(*args, event=event, **kwargs)
        self.fields["format"].choices = [  # type: ignore[attr-defined]
            (name, games.in_words(known.label)) for name, known in FORMATS.items()
        ]
        self.fields["format"].help_text = " ".join(
            f"{games.in_words(known.label)}: {games.in_words(known.help)}"
            for known in FORMATS.values()
        )

    @staticmethod
    def _initial(event: Event, stage: Stage) -> dict[str, Any]:
        return {
            "format": stage.format,
            "order": stage.options.get(ORDER, "seed"),
            "preferred": stage.options.get("preferred"),
            "rounds_planned": stage.rounds_planned,
            "table_play": event.table_play,
            "deals_a_round": event.deals_a_round,
            "minutes_a_round": event.minutes_a_round,
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        play = cleaned.get("table_play")
        if play == TablePlay.DEALS and not cleaned.get("deals_a_round"):
            self.add_error("deals_a_round", _("Say how many deals a table plays in a round."))
        if play == TablePlay.TIMED and not cleaned.get("minutes_a_round"):
            self.add_error("minutes_a_round", _("Say how many minutes a round has."))
        return cleaned

    def stage_options(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        drawn_format = FORMATS[cleaned["format"]]
        if drawn_format.all_at_once:
            return {ORDER: BY_LOT} if cleaned["order"] == BY_LOT else {}
        return {"preferred": cleaned["preferred"]} if cleaned.get("preferred") else {}

    @transaction.atomic
    def save(self, *, actor: Actor, at: datetime) -> Event:
        names = ("table_play", "deals_a_round", "minutes_a_round")
        event = change_event(
            event=self.event,
            changes={name: self.cleaned_data[name] for name in names},
            actor=actor,
            at=at,
        )
        changes: dict[str, Any] = {"rounds_planned": self.cleaned_data["rounds_planned"]}
        if self.event.state == EventState.DRAFT:
            changes |= {"format": self.cleaned_data["format"], "options": self.stage_options()}
        change_stage(stage=self.stage, changes=changes, actor=actor, at=at)
        return event
