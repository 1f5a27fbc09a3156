"""The past events that a club has imported: looked through, and removed again."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from league.clubs.models import Club
from league.desk.access import actor_of, club_page
from league.past_events.models import PastEvent
from league.past_events.selectors import past_events_of
from league.past_events.services import remove_past_event
from league.refusal_shown import refusals_above

A_PAGE = 50


@require_GET
@club_page("past_events.change_past_event")
def past_events(request: HttpRequest, club: Club) -> HttpResponse:
    page = Paginator(past_events_of(club), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "desk/imports/past_events.html", {"club": club, "page": page})


@require_POST
@club_page("past_events.change_past_event")
def remove(request: HttpRequest, club: Club, event: int) -> HttpResponse:
    """Remove an imported event; it can be imported again from its file."""
    found = get_object_or_404(PastEvent, club=club, pk=event)
    with refusals_above(request):
        remove_past_event(event=found, actor=actor_of(request), at=timezone.now())
        sentence = _("The imported standings of %(event)s were removed.")
        messages.success(request, sentence % {"event": found.name})
    return redirect("desk:past_events", club.slug)
