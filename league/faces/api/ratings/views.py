"""Ratings of a club, why they are what they are, and the statistics of its players."""

from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin

from games import services as games
from league.clubs.models import Club, Player
from league.faces.api.access import (
    get_or_404,
    listed_events,
    shown_players,
    viewer_of,
)
from league.faces.api.ratings.serializers import (
    PartnershipSerializer,
    PlayerStatisticsSerializer,
    RatingChangeSerializer,
    RatingSerializer,
)
from league.faces.api.resources import ClubResource
from league.tables.ratings.models import Rating
from league.tables.ratings.selectors import (
    changes_of,
    families_in,
    partnerships_rated,
    players_rated,
)
from league.tables.statistics.selectors import MOST_ACHIEVEMENTS, achievements_of, statistics_of

TAG = "ratings"


class RatingViewSet(ListModelMixin, ClubResource):
    """The players of a club in a family of games, by what their ratings are at least.

    Strangers see those who take part in an event that is public.
    """

    tag, operations = TAG, "ratings"
    serializer_class = RatingSerializer

    def rated(self, family: str) -> "QuerySet[Rating]":
        return players_rated(self.club, family)

    def get_queryset(self) -> "QuerySet[Rating]":
        family = self.kwargs["family"]
        _check_family(self.club, family)
        rows = self.rated(family)
        if self.full:
            return rows
        known = shown_players(self.request, self.club).order_by().values("pk")
        return rows.filter(Q(partner=None) | Q(partner__in=known), player__in=known)

    def context(self) -> dict[str, Any]:
        return {"full": self.full}


class PartnershipViewSet(RatingViewSet):
    """Those who have played enough deals together, rated as one against other pairs."""

    operations = "partnerships"
    serializer_class = PartnershipSerializer

    def rated(self, family: str) -> "QuerySet[Rating]":
        return partnerships_rated(self.club, family)


def _check_family(club: Club, family: str) -> None:
    """Raise NotFound for a family of games that the site has not, and the club no ratings of."""
    known = games.families()
    if family not in known and family not in families_in(club):
        sentence = _("There is no family of games “%(family)s”. Families: %(families)s.")
        raise NotFound(sentence % {"family": family[:60], "families": ", ".join(known)})


class PlayerResource(ClubResource):
    """What is known of a player of the club, from events that are listed for who asks."""

    @cached_property
    def player(self) -> Player:
        return get_or_404(shown_players(self.request, self.club), pk=self.kwargs["player"])

    @property
    def events(self) -> Any:
        events = listed_events(viewer_of(self.request)).filter(club=self.club)
        return events.order_by().values("pk")


class HistoryViewSet(ListModelMixin, PlayerResource):
    """What each table did to a player's rating, the latest first.

    Tables of events that are not listed for who asks are left out.
    """

    tag, operations = TAG, "ratings"
    words = {"list": "history"}
    serializer_class = RatingChangeSerializer

    def get_queryset(self) -> Any:
        of_family = {"partner": None, "family": self.kwargs["family"]}
        rating = get_or_404(Rating.objects.all(), player=self.player, **of_family)
        return changes_of(rating).filter(table__round__stage__event__in=self.events)


class StatisticsViewSet(RetrieveModelMixin, PlayerResource):
    """Bids, melds and sets of a player by game, with whom, and what is worth remembering."""

    tag, operations = TAG, "players"
    words = {"retrieve": "statistics"}
    serializer_class = PlayerStatisticsSerializer

    def get_object(self) -> Any:
        achieved = achievements_of([self.player])
        achieved = achieved.filter(table__round__stage__event__in=self.events)
        return {
            "player": self.player.pk,
            "games": statistics_of(self.player),
            "achievements": achieved[:MOST_ACHIEVEMENTS],
        }
