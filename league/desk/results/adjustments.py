"""Penalties and awards of an event: who got what, why, and taken back by whom."""

from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.desk.access import actor_of, event_page
from league.desk.results.adjustment_columns import adjustments_sheet
from league.desk.revocable_facts import facts_page, revoked_in_words, written
from league.desk.undo import say_done
from league.events.models import Entry, EntryState, Event, Stage
from league.events.names import name_of
from league.events.selectors import entries_of
from league.limits import NUMBER_LIMITS
from league.refusal import Refused
from league.refusal_shown import refusals_above, refusals_in
from league.results import services as results
from league.results.models import Adjustment, AdjustmentKind
from league.results.selectors import adjustments_of
from league.results.services.adjusting import MOST_POINTS
from league.results.services.reasons import LONGEST
from league.rounds.models import Round, RoundState
from league.spreadsheets.answers import format_asked, spreadsheet


class AdjustmentForm(forms.Form):
    """Who, a penalty or an award, how many points, for which round if any, and why."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int)
    kind = forms.ChoiceField(
        label=gettext_lazy("What"), choices=AdjustmentKind.choices, widget=forms.RadioSelect
    )
    points = forms.DecimalField(
        label=gettext_lazy("Points"),
        help_text=gettext_lazy("A number above 0; a penalty is deducted."),
        max_value=MOST_POINTS,
        error_messages=NUMBER_LIMITS,
        decimal_places=2,
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
    )
    round = forms.TypedChoiceField(
        label=gettext_lazy("Round"), coerce=int, required=False, empty_value=None
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody who sees the standings can read it."),
        max_length=LONGEST,
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(
        self, *args: Any, entries: dict[int, Entry], rounds: dict[int, Round], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].choices = [  # type: ignore[attr-defined]
            ("", _("Choose who it is about")),
            *((pk, name_of(entry)) for pk, entry in entries.items()),
        ]
        self.fields["round"].choices = [  # type: ignore[attr-defined]
            ("", _("no round in particular")),
            *((pk, _round_name(round)) for pk, round in rounds.items()),
        ]


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("results.adjust_points")
def adjustments(request: HttpRequest, event: Event) -> HttpResponse:
    """The list, and a form for the next one."""
    entries = {
        entry.pk: entry
        for entry in entries_of(event)
        if entry.state in (EntryState.ACCEPTED, EntryState.WITHDRAWN)
    }
    rounds = {
        round.pk: round
        for round in Round.objects.filter(stage__event=event)
        .exclude(state=RoundState.DRAWN)
        .select_related("stage")
        .order_by("stage__number", "number")
    }
    if wanted := format_asked(request):
        rows = adjustments_sheet(event, [_row(row, event) for row in adjustments_of(event)])
        return spreadsheet(rows, wanted, event.slug, "adjustments")
    form = AdjustmentForm(request.POST or None, entries=entries, rounds=rounds)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            made = _adjust(request, event, form, rounds)
            say_done(
                request,
                _("Saved; the standings are updated."),
                undo="desk:adjustment_revoke",
                at=[event.club.slug, event.slug, made.pk],
                fields={},
            )
            return redirect("desk:adjustments", event.club.slug, event.slug)
    return facts_page(
        request,
        event,
        "desk/facts/adjustments.html",
        is_refused=bool(form.errors),
        title=_("Penalties and awards"),
        lead=_(
            "Points on top of what was played. They count in the standings until they are "
            "withdrawn."
        ),
        form=form,
        rows=[_row(adjustment, event) for adjustment in adjustments_of(event)],
    )


def _adjust(
    request: HttpRequest, event: Event, form: AdjustmentForm, rounds: dict[int, Round]
) -> Adjustment:
    typed = form.cleaned_data
    round = rounds[typed["round"]] if typed["round"] else None
    stage = round.stage if round else Stage.objects.filter(event=event).order_by("number").last()
    if stage is None:
        raise Refused(_("The event has no rounds yet: there is nothing to adjust."))
    stage.event = event
    return results.adjust(
        stage=stage,
        entry=Entry.objects.get(pk=typed["entry"]),
        kind=typed["kind"],
        points=typed["points"],
        round=round,
        reason=typed["reason"],
        key=typed["key"],
        actor=actor_of(request),
        at=timezone.now(),
    )


@require_POST
@event_page("results.adjust_points")
def revoke(request: HttpRequest, event: Event, adjustment: int) -> HttpResponse:
    """Take a penalty or an award back."""
    adjustment_row = get_object_or_404(
        Adjustment.objects.select_related("stage__event"), pk=adjustment, stage__event=event
    )
    with refusals_above(request):
        results.revoke_adjustment(
            adjustment=adjustment_row, actor=actor_of(request), at=timezone.now()
        )
        say_done(
            request,
            _("Withdrawn; the standings are updated."),
            undo="desk:adjustments",
            at=[event.club.slug, event.slug],
            fields={
                "entry": adjustment_row.entry_id,
                "kind": adjustment_row.kind,
                "points": adjustment_row.points,
                "round": adjustment_row.round_id or "",
                "reason": adjustment_row.reason,
                "key": uuid4(),
            },
        )
    return redirect("desk:adjustments", event.club.slug, event.slug)


def _row(adjustment: Adjustment, event: Event) -> dict[str, Any]:
    return {
        "entry": name_of(adjustment.entry),
        "points": adjustment.signed_points,
        "round": _round_name(adjustment.round) if adjustment.round else "",
        "reason": adjustment.reason,
    } | written(
        adjustment,
        take_back=reverse(
            "desk:adjustment_revoke", args=[event.club.slug, event.slug, adjustment.pk]
        ),
        over=revoked_in_words(adjustment),
    )


def _round_name(round: Round) -> str:
    return _("Round %(number)d") % {"number": round.number}
