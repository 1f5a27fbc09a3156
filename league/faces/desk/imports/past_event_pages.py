"""The past events that a club has imported: looked through, and removed again."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from league.clubs.models import Club
from league.faces.desk.access import actor_of, club_page
from league.foundation.refusal_shown import flash_errors
from league.foundation.spreadsheets.answers import format_asked, spreadsheet
from league.foundation.spreadsheets.rows_and_columns import Column, Sheet
from league.tables.past_events.models import PastEvent
from league.tables.past_events.selectors import past_events_of
from league.tables.past_events.services import remove_past_event

A_PAGE = 50
COLUMNS = (
    Column(gettext_lazy("Event"), lambda event: event.name),
    Column(gettext_lazy("Date"), lambda event: event.starts_on),
    Column(gettext_lazy("Game"), lambda event: event.game),
    Column(gettext_lazy("Season"), lambda event: event.season.name if event.season else ""),
    Column(gettext_lazy("Imported from"), lambda event: event.source),
)


@require_GET
@club_page("past_events.change_past_event")
def past_events(request: HttpRequest, club: Club) -> HttpResponse:
    if wanted := format_asked(request):
        title = " · ".join((club.name, _("Imported events")))
        sheet = Sheet(title=title, columns=COLUMNS, rows=past_events_of(club))
        return spreadsheet(sheet, wanted, club.slug, "past-events")
    page = Paginator(past_events_of(club), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "desk/imports/past_events.html", {"club": club, "page": page})


@require_POST
@club_page("past_events.change_past_event")
def remove(request: HttpRequest, club: Club, event: int) -> HttpResponse:
    """Remove an imported event; it can be imported again from its file."""
    found = get_object_or_404(PastEvent, club=club, pk=event)
    with flash_errors(request):
        remove_past_event(event=found, actor=actor_of(request), at=timezone.now())
        sentence = _("The imported standings of %(event)s were removed.")
        messages.success(request, sentence % {"event": found.name})
    return redirect("desk:past_events", club.slug)
