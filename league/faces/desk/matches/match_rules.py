"""The rules of a stage for its captains at the desk."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.calendar.captains.match_rules import makes_line_ups, rules_of
from league.calendar.captains.models import MATCH_RULES, MatchRules
from league.faces.desk.access import stage_of
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.records.forms import RecordForm
from league.faces.desk.records.views import EventResource

OF_LINE_UPS = ("lineup_days", "most_reserves", "tied_after")


class MatchRulesForm(RecordForm):
    class Meta(RecordForm.Meta):
        widgets = {"walkover_for": forms.RadioSelect}


class MatchRulesPages(EventResource):
    model = MatchRules
    permission = "captains.change_matches"
    roles = ("change", "undo")
    url_word = "match_rules"
    form_class = MatchRulesForm
    lead = _("A number that you leave empty is no limit.")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.stage = stage_of(self.owner, kwargs["stage"])

    def get_object(self, queryset: Any = None) -> MatchRules:
        return rules_of(self.stage)

    @property
    def fields(self) -> tuple[str, ...]:  # type: ignore[override]  # of the stage
        left_out = () if makes_line_ups(self.stage) else OF_LINE_UPS
        return tuple(name for name in MATCH_RULES if name not in left_out)

    @property
    def at(self) -> list[Any]:
        return [*super().at, self.stage.number]

    @property
    def home(self) -> str:
        return reverse("desk:matches", args=super().at)

    def in_journal(self) -> dict[str, int]:
        return {"stage_id": self.stage.pk}

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        may_change = self.request.user.has_perm("events.change_event", self.owner)
        tabs = event_tabs(self.owner, "matches") if may_change else []
        return super().get_context_data(tabs=tabs, **context)
