"""Ratings of a club, why they are what they are, and the statistics of its players."""

from collections.abc import Callable
from typing import TypeAlias

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from league.clubs.models import Club, Player
from league.faces.api.access import (
    club_at,
    get_or_404,
    listed_events,
    sees_full_names,
    shown_players,
    viewer_of,
)
from league.faces.api.api_view import ApiView
from league.faces.api.ratings.serializers import (
    PartnershipSerializer,
    PlayerStatisticsSerializer,
    RatingChangeSerializer,
    RatingSerializer,
)
from league.faces.api.schema import lists, reads
from league.tables.ratings.models import Rating
from league.tables.ratings.selectors import (
    changes_of,
    families_in,
    partnerships_rated,
    players_rated,
)
from league.tables.statistics.selectors import MOST_ACHIEVEMENTS, achievements_of, statistics_of

TAG = "ratings"
Rated: TypeAlias = Callable[[Club, str], QuerySet[Rating]]


class RatingList(ApiView):
    @lists("ratings_list", TAG, RatingSerializer)
    def get(self, request: Request, club: str, family: str) -> Response:
        """The players of a club in a family of games, by what their ratings are at least.

        Strangers see those who take part in an event that is public.
        """
        return _listed(self, request, club, players_rated, family)


class PartnershipList(ApiView):
    @lists("partnerships_list", TAG, PartnershipSerializer)
    def get(self, request: Request, club: str, family: str) -> Response:
        """Those who have played enough deals together, rated as one against other pairs."""
        return _listed(self, request, club, partnerships_rated, family)


def _listed(view: ApiView, request: Request, club: str, rated: Rated, family: str) -> Response:
    found = club_at(club)
    _check_family(found, family)
    full = sees_full_names(request, found)
    rows = rated(found, family)
    if not full:
        known = shown_players(request, found).order_by().values("pk")
        rows = rows.filter(Q(partner=None) | Q(partner__in=known), player__in=known)
    return view.listed(rows, RatingSerializer, full=full)


def _check_family(club: Club, family: str) -> None:
    """Raise NotFound for a family of games that the site has not, and the club no ratings of."""
    known = games.families()
    if family not in known and family not in families_in(club):
        sentence = _("There is no family of games “%(family)s”. Families: %(families)s.")
        raise NotFound(sentence % {"family": family[:60], "families": ", ".join(known)})


class RatingHistory(ApiView):
    @lists("ratings_history", TAG, RatingChangeSerializer)
    def get(self, request: Request, club: str, player: int, family: str) -> Response:
        """What each table did to a player's rating, the latest first.

        Tables of events that are not listed for who asks are left out.
        """
        found = club_at(club)
        rated = get_or_404(shown_players(request, found), pk=player)
        rating = get_or_404(Rating.objects.all(), player=rated, partner=None, family=family)
        events = listed_events(viewer_of(request)).filter(club=found).order_by().values("pk")
        rows = changes_of(rating).filter(table__round__stage__event__in=events)
        return self.listed(rows, RatingChangeSerializer)


class PlayerStatistics(ApiView):
    @reads("players_statistics", TAG, PlayerStatisticsSerializer)
    def get(self, request: Request, club: str, player: int) -> Response:
        """Bids, melds and sets of a player by game, with whom, and what is worth remembering."""
        found = club_at(club)
        person: Player = get_or_404(shown_players(request, found), pk=player)
        events = listed_events(viewer_of(request)).filter(club=found).order_by().values("pk")
        achieved = achievements_of([person]).filter(table__round__stage__event__in=events)
        sums = {
            "player": person.pk,
            "games": statistics_of(person),
            "achievements": achieved[:MOST_ACHIEVEMENTS],
        }
        return Response(PlayerStatisticsSerializer(sums).data)
