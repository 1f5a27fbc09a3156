"""Asking for a substitute at the desk: for a seat of a round that is being played."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.calendar.stand_ins import services
from league.calendar.stand_ins.models import RequestState, StandInRequest
from league.calendar.stand_ins.selectors import (
    candidates_for,
    explain_closed_request,
    request_of,
    seats_with_rounds,
)
from league.faces.desk.access import actor_of, event_page, in_round
from league.faces.desk.rounds.views import page_of_round
from league.faces.desk.stand_ins.forms import AskForm
from league.faces.desk.undo import say_done_at
from league.foundation.journal.actor import Act
from league.foundation.limits import parse_int
from league.foundation.refusal import OutOfDate, flash_errors, form_errors
from league.play.events.models import Event
from league.play.rounds.models import Seat
from league.play.rounds.selectors import side_names, table_with_names

# --- What the pages that ask for a substitute have in common: the desk's, and that of a player ---

# what the form sends that takes a request back; the last two where it is to be the one just made
TAKE_BACK, ASKED, REQUEST = "take_back", "asked", "request"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A seat with the request for it, if there is one that waits, and the form that asks."""

    seat: Seat
    request: StandInRequest | None
    last: StandInRequest | None
    form: AskForm

    def context(self) -> dict[str, Any]:
        table = table_with_names(self.seat.table_id)
        return {
            "seat": self.seat,
            "sides": _(" – ").join(side_names(table)),
            "asked": self.request,
            "over": explain_closed_request(self.last) if self.last and self.request is None else "",
            "last": self.last,
            "form": self.form,
            "can_be_asked": bool(self.form.fields["players"].choices),  # type: ignore[attr-defined]
        }


def asking_for(seat: Seat, data: Any, at: datetime) -> Asking:
    last = request_of(seat)
    waits = (
        last is not None and last.state == RequestState.OPEN and not explain_closed_request(last)
    )
    request = last if waits else None
    known = {asked.player_id for asked in request.asked.all()} if request else set()
    candidates = [
        candidate for candidate in candidates_for(seat, at) if candidate.player.pk not in known
    ]
    form = AskForm(candidates, left=services.MOST_ASKED - len(known), data=data)
    return Asking(seat=seat, request=request, last=last, form=form)


def changed(request: HttpRequest, asking: Asking, at: datetime) -> bool:
    """Do what was posted, ask or take back; False: it was refused, and the form says why."""
    if TAKE_BACK in request.POST:
        return _taken_back(request, asking, at)
    if not asking.form.is_valid():
        return False
    with form_errors(asking.form):
        chosen = asking.form.cleaned_data["players"]
        who = actor_of(request)
        found = services.ask(seat=asking.seat, players=chosen, by=Act(who, at))
        _say_asked(request, asking, found)
        return True
    return False


def _say_asked(request: HttpRequest, asking: Asking, found: StandInRequest) -> None:
    """Say it, with the way back where nobody was asked before: it ends the whole request."""
    sentence = _sentence(found)
    if asking.request is not None and asking.request.pk == found.pk:
        messages.success(request, sentence)
        return
    fields = {TAKE_BACK: 1, ASKED: len(found.asked.all()), REQUEST: found.pk}
    say_done_at(request, sentence, request.path, fields)


def _sentence(found: StandInRequest) -> str:
    count = len(found.asked.all())
    sentence = ngettext(
        "%(count)d player is asked. You are told as soon as somebody accepts.",
        "%(count)d players are asked. You are told as soon as somebody accepts.",
        count,
    )
    return sentence % {"count": count}


def _taken_back(request: HttpRequest, asking: Asking, at: datetime) -> bool:
    if asking.last is None:
        return True
    asked = parse_int(request.POST.get(ASKED), most=services.MOST_ASKED)
    with flash_errors(request):
        if request.POST.get(REQUEST, str(asking.last.pk)) != str(asking.last.pk):
            raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
        services.take_back(request=asking.last, asked=asked, by=Act(actor_of(request), at))
        messages.success(request, _("The request is taken back."))
    return True


@require_http_methods(["GET", "POST"])
@event_page("stand_ins.view_event")
def ask(request: HttpRequest, event: Event, stage: int, number: int, seat: int) -> HttpResponse:
    """Who is asked and what they answered; ask more, or take it back."""
    seats = seats_with_rounds().filter(**in_round(event, stage, number, "round__"))
    found = get_object_or_404(seats, pk=seat)
    round = found.round
    round.stage.event = event
    if not request.user.has_perm("stand_ins.ask_for_seat", found):
        raise PermissionDenied
    now = timezone.now()
    asking = asking_for(found, request.POST or None, now)
    if request.method == "POST" and changed(request, asking, now):
        return redirect(request.path)
    context = page_of_round(event, round) | asking.context()
    status = 422 if asking.form.errors else 200
    return render(request, "desk/stand_ins/ask.html", context, status=status)
