"""The step of an event's set-up for the draw, the number of rounds, and the length of a round."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.faces.desk.events.setup_forms import StepForm
from league.faces.desk.inputs import number_field, rounds_planned_field
from league.faces.desk.stages.format_form import EVERYWHERE, FormatForm, field_name, offered_formats
from league.foundation.journal.actor import Actor
from league.play.events.models import Event, EventState, FinalScores, Stage, TablePlay
from league.play.events.services import change_event_and_stage
from league.play.rounds.drawing.stage_options import WITHDRAWALS, WITHDRAWALS_OPTION
from league.play.rounds.selectors import has_begun

# the fields of the event that say how long a table plays in a round
PLAY = ("table_play", "deals_a_round", "minutes_a_round")
# and whether its deals are entered; that may change while the event runs
ENTERED = "final_scores"


class RoundsForm(FormatForm, StepForm):
    """The format of the draw, how many rounds, and what a table plays in a round.

    The formats that suit the event are offered, each with the options that it describes itself.
    """

    rounds_planned = rounds_planned_field()
    table_play = forms.ChoiceField(
        label=gettext_lazy("Length of a round"),
        choices=TablePlay.choices,
        widget=forms.RadioSelect,
    )
    deals_a_round = number_field(
        least=1, most=100, label=gettext_lazy("Deals per round"), required=False
    )
    minutes_a_round = number_field(
        least=5, most=600, label=gettext_lazy("Minutes per round"), required=False
    )

    final_scores = forms.ChoiceField(
        label=gettext_lazy("Final scores only"),
        help_text=gettext_lazy(
            "Tables may then enter their final score instead of each deal, and a table that "
            "wrote its deals down may still enter those. Final scores count in the standings, "
            "with tie-breaks by points. Nothing is known of their deals, so they are missing from "
            "ratings and statistics, and tie-breaks by bids or sets count them as none. They do "
            "not go with a scoring that counts deal by deal, as in duplicate."
        ),
        choices=FinalScores.choices,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        self.stage: Stage = event.stages.order_by("number")[:1].get()
        self.event = event
        self.formats = offered_formats(event, self.stage)
        own_options = [
            field_name(name, option) for name in self.formats for option in self.own_options(name)
        ]
        withdrawals = field_name(self.stage.format, WITHDRAWALS_OPTION)
        # how results count may change while the event is played
        counts = tuple({withdrawals}.intersection(own_options))
        self.frozen_after = {
            EventState.OPEN: PLAY,
            EventState.RUNNING: ("rounds_planned", ENTERED, *counts),
        }
        self.how_drawn = ("format", *(option.name for option in EVERYWHERE), *own_options)
        kwargs.setdefault("initial", self._initial(event))
        super().__init__(*args, event=event, **kwargs)
        self.add_formats()
        # rounds that are drawn and not begun: a change of the draw discards them
        self.is_begun = has_begun(self.stage)
        self.draw_to_lose = not self.is_begun and self.stage.rounds.exists()
        if self.is_begun:
            for name in {*self.how_drawn}.difference(counts):
                self.fields[name].disabled = True

    def further_fields(self) -> dict[str, forms.Field]:
        return self.option_fields()

    def _initial(self, event: Event) -> dict[str, Any]:
        return {
            "format": self.stage.format,
            "rounds_planned": self.stage.rounds_planned,
            **{name: getattr(event, name) for name in (*PLAY, ENTERED)},
            **self.option_values(self.stage),
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.check_options(cleaned)
        cleaned[ENTERED] = cleaned.get(ENTERED) or self.event.final_scores
        play = cleaned.get("table_play")
        if play == TablePlay.DEALS:
            self._ask_for("deals_a_round", _("Enter how many deals a table plays in a round."))
        if play == TablePlay.TIMED:
            self._ask_for("minutes_a_round", _("Enter how many minutes a round has."))
        return cleaned

    def _ask_for(self, name: str, sentence: str) -> None:
        """Add an error for a missing number; one that was refused already has its own."""
        if not self.cleaned_data.get(name) and name not in self.errors:
            self.add_error(name, sentence)

    def _options(self) -> dict[str, Any]:
        """Return the options chosen; of a stage that has begun only what its results count by."""
        chosen = self.stage_options()
        if not self.is_begun:
            return chosen
        kept = {name: value for name, value in self.stage.options.items() if name != WITHDRAWALS}
        return kept | {name: value for name, value in chosen.items() if name == WITHDRAWALS}

    def save(self, *, actor: Actor, at: datetime) -> Event:
        changes: dict[str, Any] = {"rounds_planned": self.cleaned_data["rounds_planned"]}
        if not {*self.how_drawn}.isdisjoint(self.changed_data):
            changes |= {"format": self.cleaned_data["format"], "options": self._options()}
        return change_event_and_stage(
            event=self.event,
            changes={name: self.cleaned_data[name] for name in (*PLAY, ENTERED)},
            stage=self.stage,
            stage_changes=changes,
            actor=actor,
            at=at,
        )
