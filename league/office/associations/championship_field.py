"""Who goes through to a championship: the first places of events of an association's clubs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.foundation.lists import partners
from league.office.associations.models import Association, Belonging, Registration
from league.play.events.models import Entry, EntryMember, EntryState, Event, EventState, Visibility
from league.tables.seasons.nights_read import final_places, players_of_entries

OVER = (EventState.FINISHED, EventState.ARCHIVED)
MOST_SOURCES = 50
MOST_PLACES = 100


@dataclass(frozen=True, slots=True)
class Source:
    """An event of a club, and how many of its first places go through."""

    event: Event
    places: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualified:
    """Who goes through. `players` are those of the club; `entry` the one they have already.

    `stays_out` says in a sentence why they are not entered; "": they are.
    """

    source: Event
    rank: int
    name: str
    players: tuple[Player, ...]
    entry: Entry | None
    stays_out: str


@dataclass(frozen=True, slots=True)
class ChampionshipField:
    """Who goes through, best places first: the order of the seeds. `digest` is of all of it."""

    qualified: tuple[Qualified, ...]
    digest: str

    @property
    def entering(self) -> list[Qualified]:
        return [one for one in self.qualified if not one.stays_out]


def possible_sources(association: Association, event: Event) -> QuerySet[Event]:
    """Return the events whose places may go through, newest first: over, public, of its clubs."""
    clubs = association.associated_clubs.filter(state=Belonging.MEMBER).values("club")
    events = Event.objects.filter(Q(club__in=clubs) | Q(club=association.club_id))
    events = events.filter(
        state__in=OVER, visibility=Visibility.PUBLIC, entry_kind=event.entry_kind
    ).exclude(pk=event.pk)
    return events.select_related("club").order_by("-starts_on", "-id")


def field_of(event: Event, sources: Sequence[Source]) -> ChampionshipField:
    """Work out who goes through. Raises CannotRank where a source has no standings."""
    found: list[Qualified] = []
    seen: set[int] = set()
    for source in sources:
        found += _of_source(event, source)
    ordered = sorted(enumerate(found), key=lambda pair: (pair[1].rank, pair[0]))
    unique: list[Qualified] = []
    for _place, one in ordered:
        people = {player.pk for player in one.players}
        if not people & seen:
            unique.append(one)
        seen |= people
    return ChampionshipField(tuple(unique), _digest(unique))


def _of_source(event: Event, source: Source) -> list[Qualified]:
    rows = [row for row in final_places(source.event).stages.get(0, ()) if row.took_part]
    rows = [row for row in rows if row.rank <= source.places]
    players_by_entry = players_of_entries(source.event)
    ids = {pk for row in rows for pk in players_by_entry.get(row.entry, ())}
    players = Player.objects.select_related("club", "user").in_bulk(ids)
    names = dict(source.event.entries.values_list("pk", "name"))
    known = _registered(event, source.event.club, ids)
    entries = _entries(event, known.values())
    qualified = []
    for row in rows:
        people = tuple(players[pk] for pk in players_by_entry.get(row.entry, ()) if pk in players)
        entry = _entry_of(people, known, entries)
        qualified.append(
            Qualified(
                source=source.event,
                rank=row.rank,
                name=names[row.entry] or partners(_named(player, event) for player in people),
                players=people,
                entry=entry,
                stays_out=_why_not(people, known, entry, source.event.club),
            )
        )
    return qualified


def _named(player: Player, event: Event) -> str:
    """Return what the association's people read: of another club's players what all may."""
    return player.name if player.club_id == event.club_id else player.shown_name


def _registered(event: Event, club: Club, players: Iterable[int]) -> dict[int, Registration]:
    """Return how a source's players are registered in the season of the championship."""
    rows = Registration.objects.filter(season=event.season_id, ended_at__isnull=True)
    if club.pk == event.club_id:
        found = rows.filter(player__in=list(players)).select_related("club", "player")
        return {row.player_id: row for row in found}
    found = rows.filter(home_player__in=list(players)).select_related("club", "player")
    return {row.home_player_id: row for row in found if row.home_player_id is not None}


def _entries(event: Event, known: Iterable[Registration]) -> dict[int, Entry]:
    """Return the entries of the championship by their players, withdrawn ones too."""
    players = [row.player_id for row in known]
    rows = EntryMember.objects.filter(event=event, player__in=players).select_related("entry")
    return {row.player_id: row.entry for row in rows.order_by("left_at", "pk")}


def _entry_of(
    people: Sequence[Player], known: Mapping[int, Registration], entries: Mapping[int, Entry]
) -> Entry | None:
    for player in people:
        if player.pk in known and known[player.pk].player_id in entries:
            return entries[known[player.pk].player_id]
    return None


def _why_not(
    people: Sequence[Player], known: Mapping[int, Registration], entry: Entry | None, club: Club
) -> str:
    """Return in a sentence why players are not entered; "": they are."""
    if entry is not None and entry.state == EntryState.WITHDRAWN:
        return _("Withdrew from the championship.")
    for player in people:
        row = known.get(player.pk)
        if row is None:
            return _("%(player)s is not registered in the season of the championship.") % {
                "player": player.shown_name
            }
    if len({known[player.pk].club_id for player in people}) > 1:
        return _("The players are registered for different clubs.")
    return "" if people else _("Nobody is known of this entry any more.")


def _digest(qualified: Iterable[Qualified]) -> str:
    said = repr(
        [
            (one.source.pk, one.rank, [player.pk for player in one.players], bool(one.stays_out))
            for one in qualified
        ]
    )
    return sha256(said.encode()).hexdigest()[:16]
