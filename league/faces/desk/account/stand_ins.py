"""A player's pages about standing in: what is asked, the answer, and asking for an own seat."""

from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.calendar.stand_ins import services
from league.calendar.stand_ins.models import AskedPlayer
from league.calendar.stand_ins.selectors import (
    account_of,
    asked_of,
    asked_players,
    explain_closed_request,
    own_seats,
    seats_with_rounds,
)
from league.calendar.stand_ins.services import AnswerLinkInvalid, answer_token, read_answer_token
from league.clubs.models import User
from league.faces.desk.access import within_limits
from league.faces.desk.stand_ins.views import asking_for, changed
from league.foundation.journal.actor import Act, Actor
from league.foundation.refusal import Refused
from league.office.notifications.dated_matches import date_of, day_and_time, place
from league.play.rounds.models import Seat, Table
from league.play.rounds.selectors import side_names, table_with_names


@never_cache
@login_required
@require_safe
def stand_ins(request: HttpRequest) -> HttpResponse:
    """What one is asked now, and the own seats for which one may ask somebody else."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    context = {
        "asked": [(one, answer_token(one)) for one in asked_of(user)],
        "seats": own_seats(user),
    }
    return render(request, "desk/stand_ins/own.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def stand_in_own(request: HttpRequest, seat: int) -> HttpResponse:
    """Ask for somebody who takes a seat of one's own entry."""
    found = get_object_or_404(seats_with_rounds(), pk=seat)
    if not request.user.has_perm("stand_ins.ask_for_seat", found):
        raise PermissionDenied
    with timezone.override(ZoneInfo(found.round.stage.event.club.time_zone)):
        return within_limits(_ask, request, found)


def _ask(request: HttpRequest, seat: Seat) -> HttpResponse:
    now = timezone.now()
    asking = asking_for(seat, request.POST or None, now)
    if request.method == "POST" and changed(request, asking, now):
        return redirect(request.path)
    context = {"event": seat.round.stage.event, "club": seat.round.stage.event.club}
    status = 422 if asking.form.errors else 200
    page = {**asking.context(), **context, "is_own": True, "title": ""}
    return render(request, "desk/stand_ins/ask.html", page, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
def stand_in_answer(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind the link of a request. Looking at it answers nothing; one touch does."""
    asked = _of_link(token)
    refused = ""
    status = 200
    if request.method == "POST":
        try:
            asked = _answered(request, asked)
        except Refused as refusal:
            refused, status = str(refusal), 409
    club = asked.request.seat.round.stage.event.club
    table = table_with_names(asked.request.seat.table_id)
    context = {
        "asked": asked,
        "club": club,
        "table": table,
        "event": table.round.stage.event,
        "sides": side_names(table),
        "over": explain_closed_request(asked.request),
        "refused": refused,
    }
    with timezone.override(ZoneInfo(club.time_zone)):
        context["terms"] = _when_and_where(table)
        return render(request, "desk/stand_ins/answer.html", context, status=status)


def _when_and_where(table: Table) -> list[tuple[str, str]]:
    """Return the day and the place of the match, or its deadline, each with its label."""
    match = date_of(table)
    if match is not None and match.begins_at is not None:
        when = [(_("Played on"), day_and_time(match.begins_at))]
        return [*when, (_("Place"), place(match.venue))] if match.venue else when
    if table.round.deadline:
        return [(_("Play it by"), day_and_time(table.round.deadline))]
    return []


def _of_link(token: str) -> AskedPlayer:
    """Return who is asked. Raises Http404 for what is no link, or of nobody any more."""
    try:
        pk = read_answer_token(token)
    except AnswerLinkInvalid:
        raise Http404 from None
    asked = get_object_or_404(asked_players(), pk=pk)
    user = account_of(asked)
    if user is None or not user.is_active:
        raise Http404
    return asked


def _answered(request: HttpRequest, asked: AskedPlayer) -> AskedPlayer:
    user = account_of(asked)
    assert user is not None, "looked at with the link"  # noqa: S101
    actor = Actor(user_id=user.pk, name=str(user), via="desk")
    answer = services.accept if request.POST.get("answer") == "yes" else services.decline
    return answer(asked=asked, by=Act(actor, timezone.now()))
