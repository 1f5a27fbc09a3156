"""The date of one match, set or moved by hand: what that breaks is shown before it is saved."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.calendar.calendars.calendar_breaks import Breaks, breaks_after
from league.calendar.calendars.league_matches import check_league, league_of
from league.calendar.calendars.selectors import demands_for
from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import DateState, MatchDate
from league.calendar.match_dates.selectors import dates_of_round, venues_for
from league.faces.desk.access import actor_of, event_page, round_of
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.match_dates.forms import DateForm
from league.faces.desk.saved import flash_saved
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import form_errors
from league.play.events.locking import hold_event
from league.play.events.models import Event
from league.play.rounds.models import Room, Round, RoundState
from league.play.rounds.selectors import load_names, side_names


@require_http_methods(["GET", "POST"])
@event_page("match_dates.change_dates")
def move(request: HttpRequest, event: Event, stage: int, number: int, table: int) -> HttpResponse:
    """Look at what a new date breaks; the second button saves it all the same."""
    round = round_of(event, stage, number)
    names = _names(round, table)
    date = dates_of_round(round, even_drafts=True).get(table)
    form = _form(round, table, request.POST if request.method == "POST" else None)
    broken = Breaks()
    if request.method == "POST" and form.is_valid():
        broken = _breaks(round, table, form)
        is_sure = request.POST.get("anyway") == _mark(form)
        if is_sure or not (broken.demands or broken.wishes):
            with form_errors(form):
                form.run_if_unchanged(partial(_save, request, round, table, date, form))
                _say_saved(request, date, form)
                return redirect("desk:calendar_stage", event.club.slug, event.slug, stage)
    context = {
        "club": event.club,
        "event": event,
        "round": round,
        "stage": round.stage,
        "tabs": event_tabs(event, "calendar"),
        "form": form,
        "match": " – ".join(names),
        "date": date,
        "breaks": broken,
        "anyway": _mark(form) if broken.demands or broken.wishes else "",
    }
    status = 422 if form.errors else 200
    return render(request, "desk/match_dates/move.html", context, status=status)


def _names(round: Round, number: int) -> list[str]:
    table = round.tables.filter(number=number).exclude(room=Room.CLOSED).first()
    if table is None:
        raise Http404
    load_names(table)
    return side_names(table)


def _form(round: Round, number: int, data: Any = None) -> DateForm:
    event = round.stage.event
    date = dates_of_round(round, even_drafts=True).get(number)
    names = _names(round, number)
    form = DateForm(data, date=date, venues=venues_for(event), names=names)
    # of a draft the journal says nothing
    is_noted = date is not None and date.state != DateState.DRAFT
    form.watch(
        *([("round", round.pk)] if is_noted else []),
        lock=partial(hold_event, event.pk),
        reload_form=partial(_form, round, number),
    )
    return form


def _mark(form: DateForm) -> str:
    """Return what the form says, so that only what was looked at is saved unasked."""
    if not form.is_bound or not form.is_valid():
        return ""
    data = form.cleaned_data
    venue = data["venue"].pk if data["venue"] else ""
    return f"{data['begins_at']}|{venue}|{data['home_side']}"


def _breaks(round: Round, number: int, form: DateForm) -> Breaks:
    demands, begins_at = demands_for(round.stage), form.cleaned_data["begins_at"]
    if demands is None or begins_at is None:
        return Breaks()
    league = league_of(round.stage)
    match = next((one for one in league.matches if one.key == (round.number, number)), None)
    try:
        check_league(league)
    except Refused:
        return Breaks()
    if match is None:
        return Breaks()
    side = form.cleaned_data["home_side"]
    return breaks_after(league, demands, match, begins_at, 0 if side is None else side)


def _save(
    request: HttpRequest, round: Round, number: int, date: MatchDate | None, form: DateForm
) -> None:
    data: dict[str, Any] = form.cleaned_data
    match_dates.set_date(
        round=round,
        number=number,
        begins_at=data["begins_at"],
        venue=data["venue"],
        home_side=data["home_side"],
        state=_state(round, date, is_postponed=data["begins_at"] is None),
        actor=actor_of(request),
        at=timezone.now(),
    )


def _say_saved(request: HttpRequest, date: MatchDate | None, form: DateForm) -> None:
    """Say so, with the way back to the date before; to none at all there is no way."""
    sentence = _("The date is saved.")
    if date is None or not (date.begins_at or date.is_postponed):
        messages.success(request, sentence)
    else:
        flash_saved(request, sentence, form)


def _state(round: Round, date: MatchDate | None, *, is_postponed: bool) -> DateState:
    """Return how firm the date is: what players have seen is ruled, the rest stays a draft."""
    if is_postponed:
        return DateState.POSTPONED
    is_draft = date is None or date.state == DateState.DRAFT
    return DateState.DRAFT if is_draft and round.state == RoundState.DRAWN else DateState.RULED
