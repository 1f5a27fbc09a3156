"""Penalties and awards of a stage, and play-offs of those who are level."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.faces.desk.access import act_of, event_page
from league.faces.desk.records.forms import RecordForm
from league.faces.desk.records.views import EventResource
from league.faces.desk.undo import flash_done
from league.foundation.limits import limits
from league.foundation.lists import listed
from league.foundation.refusal import flash_errors, form_errors
from league.foundation.spreadsheets import Column
from league.play.events.models import Entry, EntryState, Event, Stage
from league.play.events.names import name_of, stage_name
from league.play.events.selectors import entries_of, stages_in_order
from league.play.results.models import Adjustment
from league.play.results.selectors import adjustments_of
from league.play.results.services.revoking import LONGEST
from league.play.rounds.models import Round, RoundState
from league.tables.standings import services as standings
from league.tables.standings.models import PlayOff
from league.tables.standings.play_off_facts import Level, entries_named, level_now, play_offs_of
from league.tables.standings.services.playing_off import MOST_POINTS

# --- Penalties and awards of an event: who got what, why, and taken back by whom ---


def _round(row: Adjustment) -> str:
    return _round_name(row.round) if row.round else ""


def _round_name(round: Round) -> str:
    return _("Round %(number)d") % {"number": round.number}


def revoked_in_words(fact: Adjustment | PlayOff) -> str:
    """Return by whom and when the fact was taken back; empty while it counts."""
    if fact.revoked_at is None:
        return ""
    when = date_format(localtime(fact.revoked_at), "SHORT_DATETIME_FORMAT")
    return _("withdrawn by %(name)s, %(when)s") % {"name": fact.revoked_by, "when": when}


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


# --- Play-offs of an event: level entries that could play one, and those that were played ---


class PlayOffForm(forms.Form):
    """The points of those who were level; its prefix keeps the forms of a page apart."""

    note = forms.CharField(
        label=gettext_lazy("What was played"),
        help_text=gettext_lazy("For example “one deal” or “cut for high card”; it may stay empty."),
        max_length=LONGEST,
        required=False,
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, entries: Iterable[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        points = {
            f"points_{entry.pk}": forms.DecimalField(
                label=_("Points of %(name)s") % {"name": name_of(entry)},
                **limits(-MOST_POINTS, MOST_POINTS),
                decimal_places=2,
                widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
            )
            for entry in entries
        }
        self.fields = points | self.fields

    @property
    def points(self) -> dict[int, Decimal]:
        """Return the points by entry."""
        start = "points_"
        return {
            int(name.removeprefix(start)): number
            for name, number in self.cleaned_data.items()
            if name.startswith(start)
        }


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("results.adjust_points")
def play_offs(request: HttpRequest, event: Event) -> HttpResponse:
    """The play-offs that were played, and a form for each shared place."""
    stages = stages_in_order(event)
    for stage in stages:
        stage.event = event
    groups = [group for stage in stages for group in _groups(request, stage, len(stages) > 1)]
    sent = next((group for group in groups if group["form"].is_bound), None)
    if request.method == "POST" and sent is None:
        messages.error(
            request,
            _("They are no longer level: the results have changed in the meantime. Check again."),
        )
        return redirect("desk:play_offs", event.club.slug, event.slug)
    if sent and sent["form"].is_valid():
        with form_errors(sent["form"]):
            noted = _note(request, sent["stage"], sent["form"])
            flash_done(
                request,
                _("Saved; the standings are updated."),
                undo="desk:play_off_revoke",
                at=[event.club.slug, event.slug, noted.pk],
                fields={},
            )
            return redirect("desk:play_offs", event.club.slug, event.slug)
    rows = [_row(play_off, event) for stage in stages for play_off in play_offs_of(stage)]
    context = {"club": event.club, "event": event, "groups": groups, "rows": rows}
    status = 200 if sent is None else 422
    return render(request, "desk/results/play_offs.html", context, status=status)


def _groups(request: HttpRequest, stage: Stage, is_one_of_several: bool) -> list[dict[str, Any]]:
    levels = level_now(stage).levels
    named = entries_named(tuple(entry for level in levels for entry in level.entries))
    return [
        _group(request, stage, level, named)
        | {"stage_name": stage_name(stage) if is_one_of_several else ""}
        for level in levels
    ]


def _group(
    request: HttpRequest, stage: Stage, level: Level, named: Mapping[int, Entry]
) -> dict[str, Any]:
    prefix = _prefix(stage, level)
    is_sent = request.method == "POST" and f"{prefix}-key" in request.POST
    return {
        "stage": stage,
        "rank": level.rank,
        "points": level.points,
        "names": [name_of(named[entry]) for entry in level.entries],
        "form": PlayOffForm(
            request.POST if is_sent else None,
            prefix=prefix,
            entries=[named[entry] for entry in level.entries],
        ),
    }


def _prefix(stage: Stage, level: Level) -> str:
    """Name a form by who is in it: one for others than those who are level now matches none."""
    return "-".join(map(str, (stage.number, *level.entries)))


def _note(request: HttpRequest, stage: Stage, form: PlayOffForm) -> PlayOff:
    return standings.record_play_off(
        stage=stage,
        points=form.points,
        key=form.cleaned_data["key"],
        note=form.cleaned_data["note"],
        by=act_of(request),
    )


@require_POST
@event_page("results.adjust_points")
def revoke(request: HttpRequest, event: Event, play_off: int) -> HttpResponse:
    """Take a play-off back."""
    play_off_row = get_object_or_404(
        PlayOff.objects.select_related("stage__event"), pk=play_off, stage__event=event
    )
    with flash_errors(request):
        standings.revoke_play_off(play_off=play_off_row, by=act_of(request))
        _say_revoked(request, event, play_off_row)
    return redirect("desk:play_offs", event.club.slug, event.slug)


def _say_revoked(request: HttpRequest, event: Event, play_off: PlayOff) -> None:
    """Say so, with the way back while they are level again: it is noted once more."""
    sentence = _("Withdrawn; the standings are updated.")
    stage = play_off.stage
    stage.event = event
    points = {row.entry_id: row.points for row in play_off.points.all()}
    level = next((one for one in level_now(stage).levels if set(one.entries) == set(points)), None)
    if level is None:
        messages.success(request, sentence)
        return
    prefix = _prefix(stage, level)
    fields: dict[str, Any] = {f"{prefix}-points_{pk}": number for pk, number in points.items()}
    fields |= {f"{prefix}-note": play_off.note, f"{prefix}-key": uuid4()}
    at = [event.club.slug, event.slug]
    flash_done(request, sentence, undo="desk:play_offs", at=at, fields=fields)


def _row(play_off: PlayOff, event: Event) -> dict[str, Any]:
    points = [(name_of(row.entry), row.points) for row in play_off.points.all()]
    return {
        "round": play_off.round.number,
        "points": points,
        "names": listed(name for name, own in points),
        "note": play_off.note,
        "by": play_off.made_by,
        "at": play_off.made_at,
        "take_back": reverse(
            "desk:play_off_revoke", args=[event.club.slug, event.slug, play_off.pk]
        ),
        "over": revoked_in_words(play_off),
    }
