"""The events of a player, and the places in them that a visitor may see."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.http import Http404

from league.clubs.models import Club, Player
from league.events.models import EntryMember, Event
from league.events.names import name_of
from league.events.selectors import listed_for
from league.past_events.selectors import past_places_of
from league.public.visitors import Visitor
from league.standings.models import SnapshotRow

MOST_EVENTS = 100


def entered_by(player: Player, club: Club, visitor: Visitor) -> list[EntryMember]:
    """Return the player's memberships of entries, newest event first, with those merged into it."""
    events = Event.objects.filter(listed_for(club, visitor.user), club=club)
    return list(
        EntryMember.objects.filter(Q(player=player) | Q(player__merged_into=player))
        .filter(event__in=events)
        .select_related("entry__event__club")
        .prefetch_related("entry__members__player")
        .order_by("-entry__event__starts_on", "-entry__event_id", "-id")[:MOST_EVENTS]
    )


def events_entered(members: list[EntryMember], visitor: Visitor) -> list[dict[str, Any]]:
    last: dict[int, SnapshotRow] = {}
    rows = SnapshotRow.objects.filter(entry__in=[member.entry_id for member in members])
    for row in rows.select_related("snapshot__stage").order_by(
        "snapshot__stage__number", "snapshot__round_number"
    ):
        last[row.entry_id] = row
    return [
        {
            "event": member.entry.event,
            "name": name_of(member.entry, public=visitor.sees_public_names),
            "row": last.get(member.entry_id),
            "entry_id": member.entry_id,
        }
        for member in members
    ]


def past_events_of_player(player: Player, visitor: Visitor) -> list[dict[str, Any]]:
    """Return the player's places in imported standings, newest first; three queries."""
    full = visitor.sees_full_names
    return [
        {"place": place, "name": place.called(place.members.all(), full=full)}
        for place in past_places_of(player)[:MOST_EVENTS]
    ]


def found_by_everybody(club: str, player_id: int) -> tuple[Player, list[dict[str, Any]]]:
    """Return a player of a club, and the events in which every stranger finds them.

    Raises Http404 where there is nothing that strangers may see.
    """
    players = Player.objects.select_related("club")
    player = players.filter(club__slug=club, pk=player_id, merged_into__isnull=True).first()
    if player is None:
        raise Http404("the club has no such player")
    visitor = Visitor(AnonymousUser(), sees_full_names=False)
    members = entered_by(player, player.club, visitor)
    if not members and not past_events_of_player(player, visitor):
        raise Http404("the player has nothing that strangers may see")
    return player, events_entered(members, visitor)
