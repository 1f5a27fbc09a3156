"""Asking for a substitute at the desk: for a seat of a round that is being played."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.calendar.stand_ins.selectors import seats_with_rounds
from league.faces.desk.access import event_page, round_of
from league.faces.desk.rounds.views import page_of_round
from league.faces.desk.stand_ins.asking import asking_for, changed
from league.play.events.models import Event


@require_http_methods(["GET", "POST"])
@event_page("stand_ins.view_event")
def ask(request: HttpRequest, event: Event, stage: int, number: int, seat: int) -> HttpResponse:
    """Who is asked and what they answered; ask more, or take it back."""
    round = round_of(event, stage, number)
    found = get_object_or_404(seats_with_rounds(), round=round, pk=seat)
    if not request.user.has_perm("stand_ins.ask_for_seat", found):
        raise PermissionDenied
    now = timezone.now()
    asking = asking_for(found, request.POST or None, now)
    if request.method == "POST" and changed(request, asking, now):
        return redirect(request.path)
    context = page_of_round(event, round) | asking.context()
    status = 422 if asking.form.errors else 200
    return render(request, "desk/stand_ins/ask.html", context, status=status)
