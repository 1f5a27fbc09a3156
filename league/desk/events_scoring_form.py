"""The step of the set-up that says how matches count and what decides between those level."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from league.desk import events_deal_scoring as deal_scoring
from league.desk.events_setup_forms import StepForm
from league.events.models import Event, EventState
from league.events.services import change_event
from league.journal.actor import Actor
from league.limits import NUMBER_LIMITS
from league.standings.methods import METHODS, TIEBREAKS, CannotRank, rank
from league.standings.methods.deals.options import DEAL_METHODS

TIEBREAK_FIELDS = tuple(f"tiebreak_{place}" for place in range(1, 6))


def _points(value: Decimal | None) -> int | float | None:
    """Return the number as JSON keeps it: whole numbers whole."""
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def _points_field(label: Any, **options: Any) -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        min_value=Decimal(-100),
        max_value=Decimal(1000),
        error_messages=NUMBER_LIMITS,
        max_digits=7,
        decimal_places=2,
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
        required=False,
        **options,
    )


class ScoringForm(StepForm):
    """How matches count, and what decides between those who are level."""

    frozen_after = {
        EventState.OPEN: (
            *("method", "win", "draw", "loss", "bye", "bye_points"),
            *deal_scoring.DEAL_FIELDS,
            *TIEBREAK_FIELDS,
        )
    }

    method = forms.ChoiceField(label=gettext_lazy("What counts"), widget=forms.RadioSelect)
    win = _points_field(gettext_lazy("Match points for a win"))
    draw = _points_field(gettext_lazy("Match points for a draw"))
    loss = _points_field(gettext_lazy("Match points for a loss"))
    bye = forms.ChoiceField(label=gettext_lazy("A bye is worth"), required=False)
    bye_points = _points_field(
        gettext_lazy("Points for a bye"),
        help_text=gettext_lazy("Only when a bye is worth a fixed number."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        kwargs.setdefault("initial", self._initial(event))
        super().__init__(*args, event=event, **kwargs)
        suitable = deal_scoring.deal_methods_for(event, event.method.get("name", ""))
        offered = [name for name in METHODS if name in suitable or name not in DEAL_METHODS]
        self._offer("method", [(name, METHOD_LABELS.get(name, name)) for name in offered])
        self._offer("bye", list(BYE_LABELS.items()))

    def further_fields(self) -> dict[str, forms.Field]:
        tiebreaks = [(name, games.in_words(t.label)) for name, t in TIEBREAKS.items()]
        choices = [("", _("nothing: they share the rank")), *tiebreaks]
        first, then = _("Level on points: what decides first"), _("and then")
        return deal_scoring.deal_fields() | {
            name: forms.ChoiceField(
                label=first if name == TIEBREAK_FIELDS[0] else then, choices=choices, required=False
            )
            for name in TIEBREAK_FIELDS
        }

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    @staticmethod
    def _initial(event: Event) -> dict[str, Any]:
        method = event.method
        bye = method.get("bye", "win" if method.get("name") == "match_points" else 0)
        initial: dict[str, Any] = {
            "method": method.get("name", "total_points"),
            "win": method.get("win", 2),
            "draw": method.get("draw", 1),
            "loss": method.get("loss", 0),
            "bye": bye if isinstance(bye, str) else "number",
            "bye_points": None if isinstance(bye, str) else bye,
        }
        initial |= deal_scoring.initial_deal_scoring(event)
        return initial | dict(zip(TIEBREAK_FIELDS, event.tiebreaks, strict=False))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        self._check_tiebreaks(cleaned)
        try:
            rank(
                {
                    "method": self._method(cleaned),
                    "tiebreaks": [],
                    "entries": [{"id": "a"}, {"id": "b"}],
                    "matches": [],
                }
            )
        except CannotRank as fault:
            text = games.in_words(fault.sentence)
            self.add_error(None, games.whole_sentence(text))
        return cleaned

    def _check_tiebreaks(self, cleaned: dict[str, Any]) -> None:
        seen: set[str] = set()
        for field in TIEBREAK_FIELDS:
            name = cleaned.get(field)
            if not name:
                continue
            if name in seen:
                self.add_error(
                    field,
                    _("“%(name)s” stands further up already: choose it once.")
                    % {"name": games.in_words(TIEBREAKS[name].label)},
                )
            seen.add(name)

    @staticmethod
    def _chosen(cleaned: dict[str, Any]) -> list[str]:
        return [name for field in TIEBREAK_FIELDS if (name := cleaned.get(field))]

    def _method(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        if cleaned["method"] in DEAL_METHODS:
            return deal_scoring.deal_method(cleaned["method"], cleaned, self.event.method)
        method: dict[str, Any] = {"name": cleaned["method"]}
        if cleaned["method"] == "match_points":
            for name in ("win", "draw", "loss"):
                if cleaned.get(name) is not None:
                    method[name] = _points(cleaned[name])
        bye = cleaned.get("bye")
        if bye == "number":
            method["bye"] = _points(cleaned.get("bye_points") or Decimal(0))
        elif bye:
            method["bye"] = bye
        return method

    def save(self, *, actor: Actor, at: datetime) -> Event:
        changes = {
            "method": self._method(self.cleaned_data),
            "tiebreaks": self._chosen(self.cleaned_data),
        }
        return change_event(event=self.event, changes=changes, actor=actor, at=at)


METHOD_LABELS: dict[str, Any] = {
    "total_points": gettext_lazy("the points made at the tables, added up"),
    "match_points": gettext_lazy("match points for winning, drawing and losing"),
    **deal_scoring.METHOD_LABELS,
}
BYE_LABELS: dict[str, Any] = {
    "win": gettext_lazy("as much as a win"),
    "half": gettext_lazy("half as much as a win"),
    "draw": gettext_lazy("as much as a draw"),
    "loss": gettext_lazy("as much as a loss"),
    "own_average": gettext_lazy("the entry’s own average"),
    "winners_average": gettext_lazy("the average of the round’s winners"),
    "number": gettext_lazy("a fixed number of points"),
}
