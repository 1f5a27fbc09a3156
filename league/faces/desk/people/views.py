"""The club's players: found, looked through, changed."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from league.clubs.models import Club
from league.clubs.selectors import (
    find_namesakes,
    search_players,
    with_the_address_of_a_member,
)
from league.faces.desk.access import club_page
from league.faces.desk.people.player_pages import players_sheet
from league.foundation.limits import clean_text
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.documents.club_papers import CONTACTS
from league.office.documents.document_kind import DocumentOptions, NothingToPrint
from league.office.paper.document import pdf

A_PAGE = 50
MOST_OFFERED = 5  # accounts to link at a time


@require_GET
@vary_on_headers("HX-Request")
@club_page("clubs.view_people")
def people(request: HttpRequest, club: Club) -> HttpResponse:
    """The players in the order of their names; only the list while somebody types a search."""
    text = clean_text(request.GET.get("q"), most=100)
    shows_all = request.GET.get("all") == "1"
    players = search_players(club, text).select_related("user")
    if not shows_all:
        players = players.filter(is_active=True)
    if options := format_asked(request):
        return spreadsheet(players_sheet(club, players), options, club.slug, "players")
    is_part = getattr(request, "htmx", False)
    context = {
        "club": club,
        "same_names": 0 if is_part else find_namesakes(club).count(),
        "linkable": [] if is_part else with_the_address_of_a_member(club)[:MOST_OFFERED],
        "page": Paginator(players, A_PAGE).get_page(request.GET.get("page")),
        "q": text,
        "shows_all": shows_all,
    }
    return render(
        request, "desk/people/_list.html" if is_part else "desk/people/list.html", context
    )


@require_GET
@club_page(CONTACTS.permission)
def contacts_pdf(request: HttpRequest, club: Club) -> HttpResponse:
    """The telephone numbers and addresses of the players, to print."""
    options = DocumentOptions(at=timezone.now(), paper=request.GET.get("paper", ""))
    try:
        printing = CONTACTS.make(club, options)
    except NothingToPrint as missing:
        messages.info(request, str(missing))
        return redirect("desk:people", club.slug)
    return pdf(printing, club.slug, CONTACTS.name, is_secret=CONTACTS.is_secret)
