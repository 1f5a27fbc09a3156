"""Requested byes of an event: the list, and a form for the next one."""

from functools import cached_property
from typing import Any

from django import forms
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.faces.desk.records.forms import RecordForm
from league.faces.desk.records.views import EventResource
from league.foundation.lists import labelled
from league.foundation.spreadsheets import Column
from league.play.events.models import EntryState, Event, Stage
from league.play.events.names import name_of, stage_name
from league.play.events.selectors import entries_of
from league.play.rounds.models import ByeRequest
from league.play.rounds.services.asked_byes import halves_allowed, requests_in, takes_requests

ROUNDS_AHEAD = 12  # that may be chosen where nobody has said how many there are


def _last_drawn(stage: Stage) -> int:
    return stage.last_drawn or 0  # type: ignore[attr-defined]  # of `ByeRequestPages.stages`


class ByeRequestForm(RecordForm):
    """Who, a round that is not drawn yet as "1-3", and what the bye is worth."""

    round = forms.ChoiceField(label=gettext_lazy("Round"))
    field_order = ("entry", "round", "worth")

    class Meta(RecordForm.Meta):
        widgets = {"worth": forms.RadioSelect}

    def __init__(
        self,
        *args: Any,
        event: Event,
        stages: dict[int, Stage],
        rounds: list[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.stages = stages
        fields: dict[str, Any] = self.fields
        entry, worth = fields["entry"], fields["worth"]
        entry.queryset = entries_of(event).filter(state=EntryState.ACCEPTED)
        entry.label_from_instance = name_of
        entry.empty_label = _("Choose who it is about")
        worth.choices = [choice for choice in worth.choices if choice[0]]
        halves = max(map(halves_allowed, stages.values()), default=0)
        worth.help_text = ngettext(
            "An entry can ask for %(halves)s half-point bye; any more score nothing.",
            "An entry can ask for %(halves)s half-point byes; any more score nothing.",
            halves,
        ) % {"halves": halves}
        fields["round"].choices = rounds

    def clean_round(self) -> str:
        chosen: str = self.cleaned_data["round"]
        stage, self.instance.round_number = map(int, chosen.split("-"))
        self.instance.stage = self.stages[stage]
        return chosen


class ByeRequestPages(EventResource):
    model = ByeRequest
    permission = "rounds.draw_round"
    roles = ("list", "revoke", "undo")
    url_word = "bye_request"
    places = {"revoke": "take-back"}
    form_class = ByeRequestForm
    fields = ("entry", "worth")
    lead = gettext_lazy(
        "Those who cannot play in a round say so before it is drawn. The draw leaves them "
        "out, and the standings show it."
    )

    @property
    def columns(self) -> tuple[str | Column, ...]:  # type: ignore[override]
        return (
            Column(_("Who"), lambda row: name_of(row.entry)),
            Column(_("Round"), lambda row: self._round_name(row.stage, row.round_number)),
            "worth",
            Column(_("By whom"), lambda row: str(row.made_by or "")),
            Column(_("When"), lambda row: row.made_at),
        )

    @cached_property
    def stages(self) -> dict[int, Stage]:
        """Return the stages that take requests by number, with their last round drawn."""
        stages = self.owner.stages.annotate(last_drawn=Max("rounds__number")).order_by("number")
        return {stage.number: stage for stage in stages if takes_requests(stage)}

    def get_queryset(self) -> "QuerySet[ByeRequest]":
        rows = requests_in(self.owner)
        return rows.filter(taken_back_at__isnull=True) if self.role == "list" else rows

    def can_revoke(self, row: Any) -> bool:
        stage = self.stages.get(row.stage.number)
        return stage is not None and row.round_number > _last_drawn(stage)

    def form_options(self) -> dict[str, Any]:
        return {"event": self.owner, "stages": self.stages, "rounds": self._rounds_to_come()}

    def _rounds_to_come(self) -> list[tuple[str, str]]:
        return [
            (f"{stage.number}-{number}", self._round_name(stage, number))
            for stage in self.stages.values()
            for number in range(
                _last_drawn(stage) + 1,
                (stage.rounds_planned or _last_drawn(stage) + ROUNDS_AHEAD) + 1,
            )
        ]

    def _round_name(self, stage: Stage, number: int) -> str:
        name = _("Round %(number)d") % {"number": number}
        return name if len(self.stages) == 1 else labelled(stage_name(stage), name)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        context = super().get_context_data(**context)
        if not self._rounds_to_come():
            context["form"] = None
            context["lead"] = _(
                "Byes can be requested where each round is drawn by the standings, as long as one "
                "is still to be drawn. In other formats, let an entry sit out in the round itself."
            )
        return context
