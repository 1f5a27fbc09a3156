"""The ratings of a club, the history that explains each, and the pages of partnerships."""

from collections.abc import Collection
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.clubs.models import Club, Player
from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import page_of
from league.faces.public.ratings.history import began, chart_of, nights_of
from league.faces.public.ratings.ratings_shown import (
    events_shown,
    family_in_words,
    players_known,
    rating_sheet,
    rating_shown,
    rows_of,
    shown_name,
    shown_to,
)
from league.faces.public.visitors import Visitor, for_club_of, pass_club
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.tables.ratings import selectors as ratings
from league.tables.ratings.method import Strength
from league.tables.ratings.models import Rating

ROWS_A_PAGE = 100
MOST_CHANGES = 200
MOST_PAIRS = 50


@require_safe
def rating_list(request: HttpRequest, club: str, family: str = "") -> HttpResponse:
    return add_etag(request, _rating_list(request, club, family))


@for_club_of(ratings.WITH_FAMILIES)
def _rating_list(request: HttpRequest, club: Club, visitor: Visitor, family: str) -> HttpResponse:
    """The list of a family of games: settled ratings first, then those still uncertain."""
    families = ratings.families_in(club)
    if family and family not in families:
        raise Http404("nobody has a rating there")
    context: dict[str, Any] = {"club": club, "family": family, "title": ""}
    if families:
        chosen = family or families[0]
        if wanted := format_asked(request):
            sheet = rating_sheet(club, visitor, chosen)
            return spreadsheet(sheet, wanted, club.slug, "ratings", chosen)
        everybody = shown_to(ratings.players_rated(club, chosen), club, visitor)
        page = page_of(request, ratings.settled(everybody), ROWS_A_PAGE)
        pairs = shown_to(ratings.partnerships_rated(club, chosen), club, visitor)
        context |= {
            "title": family_in_words(chosen),
            "tabs": [_tab(club, family, chosen) for family in families],
            "page": page,
            "players": rows_of(page.object_list, club, visitor, first=page.start_index() or 1),
            "newer": rows_of(ratings.provisional(everybody)[:ROWS_A_PAGE], club, visitor),
            "pairs": rows_of(pairs[:MOST_PAIRS], club, visitor),
            "least_deals": ratings.LEAST_DEALS,
            "is_behind": ratings.is_behind(club),
        }
    return render(request, "public/ratings.html", context)


def _tab(club: Club, family: str, chosen: str) -> tuple[str, str, bool]:
    address = reverse("public:ratings_of", args=[club.slug, family])
    return (address, family_in_words(family), family == chosen)


@require_safe
def rating(request: HttpRequest, club: str, player_id: int, family: str) -> HttpResponse:
    return add_etag(request, _rating(request, club, player_id, family))


@pass_club
def _rating(
    request: HttpRequest, club: Club, visitor: Visitor, player_id: int, family: str
) -> HttpResponse:
    player = player_of(club, visitor, player_id)
    if player.pk != player_id:
        return redirect("public:rating", club.slug, player.pk, family)
    rating = Rating.objects.filter(player=player, partner=None, family=family).first()
    if rating is None:
        raise Http404("the player has no rating there")
    name = shown_name(player, visitor)
    context = {
        "club": club,
        "player": player,
        "name": name,
        "histories": [history_of(rating, club, visitor, _ids_shown(club, visitor))],
    }
    return render(request, "public/rating.html", context)


def player_of(club: Club, visitor: Visitor, player_id: int) -> Player:
    """Return the player, of a double the one who stays. Raises Http404 where none may be seen."""
    found = Player.objects.filter(club=club, pk=player_id).select_related("merged_into").first()
    if found is None:
        raise Http404("the club has no such player")
    player = found.merged_into or found
    if visitor.sees_full_names or players_known(club, visitor).filter(pk=player.pk).exists():
        return player
    raise Http404("the player has nothing that strangers may see")


def history_of(
    rating: Rating, club: Club, visitor: Visitor, events: Collection[int]
) -> dict[str, Any]:
    """Return a rating with its course: the figures, a chart, its nights with their reasons.

    `events` are the ids of those that the visitor finds in lists.
    """
    rating.club = club
    changes = list(ratings.changes_of(rating)[:MOST_CHANGES])
    for change in changes:
        change.table.round.stage.event.club = club
    oldest_first = changes[::-1]
    begin = oldest_first[0]
    return {
        "rating": rating_shown(rating),
        "chart": chart_of(
            [
                Strength(begin.mu_before, begin.sigma_before),
                *(Strength(one.mu, one.sigma) for one in oldest_first),
            ],
            [began(one) for one in oldest_first],
        ),
        "nights": nights_of(rating, changes, events, visitor),
        "is_cut": rating.tables > len(changes),
    }


def _ids_shown(club: Club, visitor: Visitor) -> set[int]:
    return set(events_shown(club, visitor).order_by().values_list("pk", flat=True))
