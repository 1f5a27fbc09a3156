"""The events of a player, and the places in them that a visitor may see."""

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.http import Http404
from django.urls import reverse

from league.clubs.models import Club, Player
from league.faces.public.events.outcomes import deciding_stages
from league.faces.public.people.placings import MOST_EVENTS, Placing
from league.faces.public.ratings.shown_names import events_shown, shown_name
from league.faces.public.visitors import Visitor
from league.foundation.compiled_queries import give_related
from league.foundation.lists import listed
from league.foundation.related_rows import read_rows
from league.play.events.models import EntryMember, Event
from league.play.events.names import called_after, name_of
from league.play.events.selectors import members_column
from league.play.events.states import OVER
from league.tables.past_events.models import PastPlace
from league.tables.past_events.selectors import past_places_of
from league.tables.standings.models import SnapshotRow


def events_entered(
    members: Sequence[EntryMember], visitor: Visitor, known: Collection[Player]
) -> list[dict[str, Any]]:
    """Return the events of these members with the last place in each; two queries.

    `known` are those whose page it is: who else was in the entry is said `beside` the event.

    `placing` is the final one: None while an event is played, and where the entry has a place in
    a group or among the rest only.
    """
    over = {member.event_id for member in members if member.entry.event.state in OVER}
    deciding = deciding_stages(over)
    last = _last_rows(members)
    rows = []
    for member in members:
        event, row = member.entry.event, last.get(member.entry_id)
        is_final = row and not row.group and row.snapshot.stage_id == deciding.get(event.pk)
        url = reverse("public:event", args=[event.club.slug, event.slug])
        rows.append(
            {
                "event": event,
                "name": name_of(member.entry, public=visitor.sees_public_names),
                "beside": _beside(member, visitor, {player.pk for player in known}),
                "row": row,
                "entry_id": member.entry_id,
                "url": url,
                "placing": Placing(row.rank, row.snapshot.entries, event.name, url)
                if row and is_final
                else None,
            }
        )
    return rows


def _beside(member: EntryMember, visitor: Visitor, known: Collection[int]) -> str:
    """Return with whom the member entered: the name of the team, or of the others in the entry."""
    if member.entry.name:
        return member.entry.name
    everybody = [called_after(other.player) for other in member.entry.members.all()]
    others = {player.pk: player for player in everybody if player.pk not in known}
    return listed(shown_name(player, visitor) for player in others.values())


def entered_by(
    player: Player, events: "QuerySet[Event]", club: Club, partner: Player | None = None
) -> list[EntryMember]:
    """Return the player's memberships of entries, newest event first, with those merged into it.

    With a `partner` of the entries they both are in. One query.
    """
    own = EntryMember.objects.filter(_is(player), event__in=events)
    if partner is not None:
        own = own.filter(Exists(EntryMember.objects.filter(_is(partner), entry=OuterRef("entry"))))
    members: list[Any] = list(
        own.select_related("player__merged_into", "entry__event")
        .annotate(everybody=members_column("entry"))
        .order_by("-entry__event__starts_on", "-entry__event_id", "-id")[:MOST_EVENTS]
    )
    for member in members:
        member.entry.event.club = club
        everybody = read_rows(EntryMember, member.everybody)
        give_related([member.entry], "members", everybody)
    return members


def _is(player: Player) -> Q:
    return Q(player=player) | Q(player__merged_into=player)


def _last_rows(members: Sequence[EntryMember]) -> dict[int, SnapshotRow]:
    rows = (
        SnapshotRow.objects.filter(entry__in=[member.entry_id for member in members])
        .select_related("snapshot__stage")
        .defer("why")
        .order_by("snapshot__stage__number", "snapshot__round_number")
    )
    return {row.entry_id: row for row in rows}


def past_events_of_player(player: Player, visitor: Visitor) -> list[dict[str, Any]]:
    """Return the player's places in imported standings, newest first; three queries."""
    full = visitor.sees_full_names
    lines = PastPlace.objects.filter(event=OuterRef("event")).order_by().values("event")
    counted = Subquery(lines.annotate(count=Count("*")).values("count"))
    places = past_places_of(player).annotate(entries=counted)[:MOST_EVENTS]
    return [
        {
            "place": place,
            "name": place.called(place.members.all(), full=full),
            "placing": Placing(
                place.rank,
                place.entries,
                place.event.name,
                reverse("public:past_event", args=[place.event.club.slug, place.event_id]),
            ),
        }
        for place in places
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
    members = entered_by(player, events_shown(player.club, visitor).order_by(), player.club)
    if not members and not past_events_of_player(player, visitor):
        raise Http404("the player has nothing that strangers may see")
    return player, events_entered(members, visitor, [player])
