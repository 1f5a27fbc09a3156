"""Requested byes of an event: the list, and a form for the next one."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.faces.desk.access import act_of, event_page
from league.faces.desk.undo import facts_page, flash_done, written
from league.foundation.lists import labelled
from league.foundation.refusal import flash_errors, form_errors
from league.play.events.models import Entry, EntryState, Event, Stage
from league.play.events.names import name_of, stage_name
from league.play.events.selectors import entries_of
from league.play.rounds import services as rounds
from league.play.rounds.models import ByeRequest, ByeWorth
from league.play.rounds.services.asked_byes import halves_allowed, requests_of, takes_requests

ROUNDS_AHEAD = 12  # that may be chosen where nobody has said how many there are


class ByeRequestForm(forms.Form):
    """A requested bye: the entry, a round that is not drawn yet, and what the bye is worth."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int)
    round = forms.ChoiceField(label=gettext_lazy("Round"))
    worth = forms.ChoiceField(
        label=gettext_lazy("Worth"), choices=ByeWorth.choices, widget=forms.RadioSelect
    )

    def __init__(
        self,
        *args: Any,
        entries: Mapping[int, Entry],
        rounds: Sequence[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].choices = [  # type: ignore[attr-defined]
            ("", _("Choose who it is about")),
            *((pk, name_of(entry)) for pk, entry in entries.items()),
        ]
        self.fields["round"].choices = rounds  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("rounds.draw_round")
def bye_requests(request: HttpRequest, event: Event) -> HttpResponse:
    """Write down who asked not to play in a round that is not drawn yet."""
    stages = {
        candidate.number: candidate
        for candidate in event.stages.order_by("number")
        if takes_requests(candidate)
    }
    for stage in stages.values():
        stage.event = event
    entries = {entry.pk: entry for entry in entries_of(event) if entry.state == EntryState.ACCEPTED}
    choices = [choice for stage in stages.values() for choice in _rounds_to_come(stage, stages)]
    form = ByeRequestForm(request.POST or None, entries=entries, rounds=choices)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            asked = _ask(request, form, stages, entries)
            flash_done(
                request,
                _("Saved: the draw of that round leaves them out."),
                undo="desk:bye_take_back",
                at=[event.club.slug, event.slug, asked.pk],
                fields={},
            )
            return redirect("desk:bye_requests", event.club.slug, event.slug)
    return facts_page(
        request,
        event,
        "desk/facts/bye_requests.html",
        is_refused=bool(form.errors),
        title=_("Requested byes"),
        lead=_(
            "Those who cannot play in a round say so before it is drawn. The draw leaves them "
            "out, and the standings show it."
        ),
        form=form if choices else None,
        halves=max((halves_allowed(stage) for stage in stages.values()), default=0),
        rows=[
            _row(bye_request, stage, stages)
            for stage in stages.values()
            for bye_request in requests_of(stage)
        ],
    )


def _rounds_to_come(stage: Stage, stages: Mapping[int, Stage]) -> list[tuple[str, str]]:
    last = _last_drawn(stage)
    end = stage.rounds_planned or last + ROUNDS_AHEAD
    return [
        (f"{stage.number}-{number}", _round_name(stage, number, stages))
        for number in range(last + 1, end + 1)
    ]


def _last_drawn(stage: Stage) -> int:
    return stage.rounds.order_by("number").values_list("number", flat=True).last() or 0


def _round_name(stage: Stage, number: int, stages: Mapping[int, Stage]) -> str:
    name = _("Round %(number)d") % {"number": number}
    return name if len(stages) == 1 else labelled(stage_name(stage), name)


def _ask(
    request: HttpRequest,
    form: ByeRequestForm,
    stages: Mapping[int, Stage],
    entries: Mapping[int, Entry],
) -> ByeRequest:
    typed = form.cleaned_data
    stage, number = map(int, typed["round"].split("-"))
    return rounds.ask_bye(
        stage=stages[stage],
        entry=entries[typed["entry"]],
        number=number,
        worth=typed["worth"],
        by=act_of(request),
    )


@require_POST
@event_page("rounds.draw_round")
def take_back(request: HttpRequest, event: Event, bye: int) -> HttpResponse:
    """Take a bye back while its round is not drawn."""
    bye_request = get_object_or_404(
        ByeRequest.objects.select_related("stage"), pk=bye, stage__event=event
    )
    with flash_errors(request):
        rounds.take_back_bye(request=bye_request, by=act_of(request))
        messages.success(request, _("Cancelled: they play in that round."))
    return redirect("desk:bye_requests", event.club.slug, event.slug)


def _row(bye_request: ByeRequest, stage: Stage, stages: Mapping[int, Stage]) -> dict[str, Any]:
    event = stage.event
    is_drawn = bye_request.round_number <= _last_drawn(stage)
    return {
        "entry": name_of(bye_request.entry),
        "round": _round_name(stage, bye_request.round_number, stages),
        "worth": bye_request.get_worth_display(),
    } | written(
        bye_request,
        take_back=reverse("desk:bye_take_back", args=[event.club.slug, event.slug, bye_request.pk]),
        over=_("drawn") if is_drawn else "",
    )
