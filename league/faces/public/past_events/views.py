"""An event from before the club used this site: its final standings as they were given."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.public.page_cache import add_etag
from league.faces.public.visitors import Visitor, pass_club
from league.foundation.spreadsheets import Column, Sheet, format_asked, spreadsheet
from league.tables.past_events.models import PastEvent
from league.tables.past_events.selectors import places_of

COLUMNS = (
    Column(_("Place"), lambda place: place.rank),
    Column(_("Name"), lambda place: place.name),
    Column(_("Players"), lambda place: place.members),
    Column(_("Points"), lambda place: place.points),
)


@require_safe
def past_event(request: HttpRequest, club: str, event_id: int) -> HttpResponse:
    return add_etag(request, _past_event(request, club, event_id))


@pass_club
def _past_event(request: HttpRequest, club: Club, visitor: Visitor, event_id: int) -> HttpResponse:
    found = PastEvent.objects.filter(club=club, pk=event_id).select_related("season").first()
    if found is None:
        raise Http404("the club brought no such event along")
    places = places_of(found, full=visitor.sees_full_names)
    if wanted := format_asked(request):
        title = f"{found.name} {found.starts_on:%Y-%m-%d}"
        sheet = Sheet(title=title, columns=COLUMNS, rows=places)
        return spreadsheet(sheet, wanted, club.slug, found.name)
    context = {
        "club": club,
        "event": found,
        "places": places,
        "has_points": any(place.points is not None for place in places),
    }
    return render(request, "public/past_event.html", context)
