"""Penalties and awards of an event: who got what, why, and taken back by whom."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.faces.desk.records.forms import RecordForm
from league.faces.desk.records.views import EventResource
from league.faces.desk.revocable_facts import revoked_in_words
from league.foundation.spreadsheets.rows_and_columns import Column
from league.play.events.models import EntryState, Event
from league.play.events.names import name_of
from league.play.events.selectors import entries_of
from league.play.results.models import Adjustment
from league.play.results.selectors import adjustments_of
from league.play.rounds.models import Round, RoundState


def _round(row: Adjustment) -> str:
    return _round_name(row.round) if row.round else ""


def _round_name(round: Round) -> str:
    return _("Round %(number)d") % {"number": round.number}


COLUMNS = (
    Column(gettext_lazy("Who"), lambda row: name_of(row.entry)),
    "kind",
    Column(gettext_lazy("Points"), lambda row: row.signed_points),
    Column(gettext_lazy("Round"), _round),
    Column(gettext_lazy("Why"), lambda row: row.reason),
    Column(gettext_lazy("By whom"), lambda row: str(row.made_by)),
    Column(gettext_lazy("When"), lambda row: row.made_at),
    Column(gettext_lazy("Withdrawn"), revoked_in_words),
)


class AdjustmentForm(RecordForm):
    """Who, a penalty or an award, how many points, for which round if any, and why."""

    class Meta(RecordForm.Meta):
        widgets = {"kind": forms.RadioSelect}

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        states = (EntryState.ACCEPTED, EntryState.WITHDRAWN)
        fields: dict[str, Any] = self.fields
        entry, round, kind = (fields[name] for name in ("entry", "round", "kind"))
        entry.queryset = entries_of(event).filter(state__in=states)
        entry.label_from_instance = name_of
        entry.empty_label = _("Choose who it is about")
        rounds = Round.objects.filter(stage__event=event).exclude(state=RoundState.DRAWN)
        round.queryset = rounds.select_related("stage").order_by("stage__number", "number")
        round.label_from_instance = _round_name
        round.empty_label = _("no round in particular")
        kind.choices = [choice for choice in kind.choices if choice[0]]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("round"):
            self.instance.stage = data["round"].stage
            self.instance.stage.event = self.event
        if self.instance.stage_id is None:
            raise ValidationError(_("The event has no rounds yet: there is nothing to adjust."))
        return data


class AdjustmentPages(EventResource):
    model = Adjustment
    permission = "results.adjust_points"
    roles = ("list", "revoke", "undo")
    form_class = AdjustmentForm
    fields = ("entry", "kind", "points", "round", "reason")
    columns = COLUMNS
    lead = gettext_lazy(
        "Points on top of what was played. They count in the standings until they are withdrawn."
    )

    def get_queryset(self) -> "QuerySet[Adjustment]":
        return adjustments_of(self.owner)

    def new_row(self) -> Adjustment:
        return Adjustment(stage=self.owner.stages.select_related("event").order_by("number").last())

    def form_options(self) -> dict[str, Any]:
        return {"event": self.owner}
