"""The search at a club's desk: what it finds, as a page or as a list below the search box."""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.models import Club, Role, User
from league.clubs.selectors import role_of
from league.faces.desk.access import club_page
from league.faces.desk.finding.found import Asked, all_pages
from league.faces.desk.finding.found import search as search_club
from league.foundation.limits import clean_text

LONGEST = 100
MOST_TYPED = 1_000
BELOW_THE_BOX, ON_THE_PAGE = 5, 25


@require_safe
@vary_on_headers("HX-Request")
@club_page("clubs.view_desk")
def search(request: HttpRequest, club: Club) -> HttpResponse:
    """Everything of the club that has the words; only the hits while somebody types."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  club_page
    role = Role.OWNER if user.is_staff else role_of(user, club)
    text = " ".join(clean_text(request.GET.get("q"), most=MOST_TYPED).split())[:LONGEST]
    is_part = request.headers.get("HX-Request") == "true"
    most = BELOW_THE_BOX if is_part else ON_THE_PAGE
    asked = Asked(club, role or "", text, most, event=_event_of_page(request))
    context = {
        "club": club,
        "q": text,
        "groups": search_club(asked) if text else all_pages(club, role or ""),
        "is_part": is_part,
    }
    return render(
        request, "desk/search/_found.html" if is_part else "desk/search/search.html", context
    )


def _event_of_page(request: HttpRequest) -> str:
    """Return the event on whose page somebody searches, as the script says; "" elsewhere."""
    address = request.headers.get("HX-Current-URL", "")[:MOST_TYPED]
    try:
        found = resolve(urlsplit(address).path)
    except (Resolver404, ValueError):
        return ""
    return str(found.kwargs.get("event", "")) if found.app_name == "desk" else ""
