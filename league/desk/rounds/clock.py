"""The buttons of a round's clock, in its room."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.desk.access import actor_of, event_page, round_of
from league.events.models import Event
from league.limits import number_of
from league.refusal_shown import refusals_above
from league.rounds import services as rounds
from league.rounds.models import Round


@require_POST
@event_page("rounds.run_clock")
def round_clock(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """Start, pause, resume, extend or end the clock: the button says which."""
    round = round_of(event, stage, number)
    with refusals_above(request):
        messages.success(request, _act(request, round))
    return redirect("desk:room", event.club.slug, event.slug, stage, number)


def _act(request: HttpRequest, round: Round) -> str:
    who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
    match request.POST.get("action"):
        case "start":
            # nonsense is no number of minutes, and 0 is refused in words
            minutes = _number(request, "minutes") if request.POST.get("minutes") else None
            rounds.start_clock(round=round, minutes=minutes, **who)
            return _("The clock is running.")
        case "pause":
            rounds.pause_clock(round=round, **who)
            return _("The clock is paused.")
        case "resume":
            rounds.resume_clock(round=round, **who)
            return _("The clock is running.")
        case "extend":
            seen = _number(request, "facts")
            rounds.extend_clock(
                round=round, minutes=_number(request, "minutes"), expected_facts=seen, **who
            )
            return _("Clock changed.")
        case "end":
            rounds.end_clock(round=round, **who)
            return _("Clock ended.")
        case _unknown:
            raise rounds.ClockInWrongState(_("Choose one of the buttons below."))


def _number(request: HttpRequest, name: str) -> int:
    """Return a small whole number of the form; 0 for anything else."""
    text = request.POST.get(name, "").strip()
    return number_of(text, least=-9_999, most=9_999) or 0
