"""The places of a player, event by event: those that are played, and those that were imported."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from league.clubs.models import Club, Player
from league.events.models import EntryMember, Event
from league.events.names import called_after, name_of
from league.events.states import OVER
from league.lists import listed
from league.past_events.models import PastPlace
from league.past_events.selectors import past_places_of
from league.public.events.outcomes import PODIUM, deciding_stages
from league.public.ratings.shown_names import shown_name
from league.public.visitors import Visitor
from league.standings.models import SnapshotRow
from league.statistics.selectors import Statistics

MOST_EVENTS = 100


@dataclass(frozen=True, slots=True)
class Placing:
    """A place at the end of an event: `rank` among `entries`, at an address."""

    rank: int
    entries: int
    event: str
    url: str

    @property
    def worth(self) -> tuple[int, int]:
        """What sorts the best one first: the place, then how many were behind."""
        return (self.rank, -self.entries)


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


def entered(
    player: Player, events: "QuerySet[Event]", club: Club, partner: Player | None = None
) -> list[EntryMember]:
    """Return the player's memberships of entries, newest event first, with those merged into it.

    With a `partner` of the entries they both are in. At most two queries.
    """
    own = EntryMember.objects.filter(_is(player), event__in=events)
    if partner is not None:
        own = own.filter(Exists(EntryMember.objects.filter(_is(partner), entry=OuterRef("entry"))))
    members = list(
        own.select_related("player__merged_into", "entry__event")
        .prefetch_related("entry__members__player__merged_into")
        .order_by("-entry__event__starts_on", "-entry__event_id", "-id")[:MOST_EVENTS]
    )
    for member in members:
        member.entry.event.club = club
    return members


def _is(player: Player) -> Q:
    return Q(player=player) | Q(player__merged_into=player)


def _last_rows(members: Sequence[EntryMember]) -> dict[int, SnapshotRow]:
    rows = (
        SnapshotRow.objects.filter(entry__in=[member.entry_id for member in members])
        .select_related("snapshot__stage")
        .defer("why", "full_why")
        .order_by("snapshot__stage__number", "snapshot__round_number")
    )
    return {row.entry_id: row for row in rows}


def past_placings(player: Player, visitor: Visitor) -> list[dict[str, Any]]:
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


def best_of(placings: Sequence[Placing]) -> Placing | None:
    """Return the best place among the most entries, the newest of several."""
    return min(placings, key=lambda placing: placing.worth, default=None)


def placings_in(rows: Sequence[dict[str, Any]]) -> list[Placing]:
    """Return the final places among the events of a page."""
    return [row["placing"] for row in rows if row["placing"]]


def headline(games: Sequence[Statistics], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return what stands on top of a page: what counts over all games and events."""
    ranks = [placing.rank for placing in placings_in(rows)]
    bids = sum(sums.side_bids for sums in games)
    made = bids - sum(sums.side_sets for sums in games)
    return {
        "events": len(rows),
        "is_cut": len(rows) >= MOST_EVENTS,
        "won": ranks.count(1),
        "podium": sum(rank <= PODIUM for rank in ranks),
        "tables": sum(sums.tables for sums in games),
        "deals": sum(sums.deals for sums in games),
        "contracts": bids,
        "made": made,
        "made_percent": round(100 * made / bids) if bids else None,
    }
