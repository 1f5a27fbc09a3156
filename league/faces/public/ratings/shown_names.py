"""Who may be named where ratings are shown, and by which name."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from league.clubs.models import Club, Player
from league.faces.public.visitors import Visitor
from league.play.events.models import Event
from league.play.events.selectors import listed_for
from league.tables.ratings.models import Rating


def shown_name(player: Player, visitor: Visitor) -> str:
    return player.name if visitor.sees_full_names else player.shown_name


def names_of(ids: Iterable[int], visitor: Visitor) -> dict[int, str]:
    """Return what players are called, by id; one query."""
    players = Player.objects.filter(pk__in=set(ids)).select_related("merged_into")
    return {player.pk: shown_name(player.merged_into or player, visitor) for player in players}


def found_by(ids: Iterable[int], club: Club, visitor: Visitor) -> set[int]:
    """Return which of these players (ids) have a page that the visitor may see; one query."""
    people = Player.objects.filter(pk__in=set(ids))
    if visitor.sees_public_names:
        people = people.filter(pk__in=players_known(club, visitor).order_by().values("pk"))
    return set(people.values_list("pk", flat=True))


def events_shown(club: Club, visitor: Visitor) -> "QuerySet[Event]":
    """Return the club's events that the visitor finds in lists."""
    return Event.objects.filter(listed_for(club, visitor.user), club=club)


def shown_to(ratings: "QuerySet[Rating]", club: Club, visitor: Visitor) -> "QuerySet[Rating]":
    """Leave out those of whom a stranger would not know that they play here."""
    if visitor.sees_full_names:
        return ratings
    known = players_known(club, visitor).values("pk")
    return ratings.filter(Q(partner__isnull=True) | Q(partner__in=known), player__in=known)


def players_known(club: Club, visitor: Visitor) -> "QuerySet[Player]":
    """Return the players whom the visitor can find in an event that is listed for this visitor."""
    events = events_shown(club, visitor).order_by().values("pk")
    entered = Q(entry_members__event__in=events) | Q(doubles__entry_members__event__in=events)
    return Player.objects.filter(
        pk__in=Player.objects.filter(entered, club=club).order_by().values("pk")
    )
