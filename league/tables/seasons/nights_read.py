"""The nights of a season as its table reads them: events, their final places, who played what."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Case, F, OuterRef, Q, QuerySet, Sum, TextField, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce

from league.foundation.doors.reading import whole
from league.foundation.related_rows import rows_column
from league.play.events.models import (
    EntryKind,
    EntryMember,
    Event,
    EventState,
    Season,
    Stage,
    TablePlay,
    Visibility,
)
from league.play.events.states import OVER
from league.play.prepared.hiding import HiddenDeals, hidden_in_events, hidden_in_season
from league.play.rounds.models import Seat
from league.tables.past_events.models import PastEvent, PastPlace
from league.tables.seasons.keys import key_of_players, key_of_team
from league.tables.seasons.methods import Night, Place
from league.tables.seasons.methods.rules import PAIR, PLAYER, TEAM
from league.tables.standings.facts import facts_of
from league.tables.standings.models import Snapshot, SnapshotRow
from league.tables.standings.ranking import is_provisional, rows_after

KIND_THAT_COUNTS = {PAIR: EntryKind.PAIR, TEAM: EntryKind.TEAM}
PLAYERS_OF_A_PAIR = 2
WITH_RESULTS = (EventState.RUNNING, EventState.FINISHED, EventState.ARCHIVED)


class FinalRow(NamedTuple):
    """An entry's line in the last standings of a stage."""

    entry: int
    rank: int
    points: Fraction
    took_part: bool


@dataclass(slots=True)
class Final:
    """The last standings of an event's stages, by the number of the stage."""

    stages: dict[int, list[FinalRow]] = field(default_factory=dict)
    is_provisional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NightsRead:
    """The nights, and the names of the competitors in them.

    `to_come` are the events that will feed the table, or are being played, in their order.
    """

    nights: Sequence[Night]
    events: Mapping[str, Event | PastEvent]
    team_names: Mapping[str, str]
    to_come: Sequence[Event]


def counting_events(season: Season, who: str) -> "QuerySet[Event]":
    """Return the events that feed the season's table, in the order in which they are played.

    Hidden events and drafts never do; a table of pairs or teams is fed by events of their kind.
    """
    events = with_results(season.events.all())
    if who in KIND_THAT_COUNTS:
        events = events.filter(entry_kind=KIND_THAT_COUNTS[who])
    return events.order_by("starts_on", "id")


def with_results(events: "QuerySet[Event]") -> "QuerySet[Event]":
    return events.filter(state__in=WITH_RESULTS).exclude(visibility=Visibility.HIDDEN)


def counts(kinds: Collection[str], who: str) -> bool:
    """Return whether one of these kinds of events feeds such a table."""
    return bool(kinds) if who not in KIND_THAT_COUNTS else KIND_THAT_COUNTS[who] in kinds


def read_nights(season: Season, who: str, *, fresh: bool, past: Iterable[PastEvent]) -> NightsRead:
    """Read the nights: two queries, however many there are. `past` are those of before the site.

    `fresh` calculates the standings from the results instead of reading what is stored of them:
    for decisions. It asks more, a few queries a stage. Raises CannotRank then.
    """
    hidden = hidden_in_season(season.pk)
    feeding = [
        event for event in _events(season, hidden, fresh=fresh) if counts([event.entry_kind], who)
    ]
    events = {event.pk: event for event in feeding if event.state in WITH_RESULTS}
    finals = _worked_out(events, hidden) if fresh else _stored(events.values())
    members = {pk: one for event in events.values() for pk, one in _members(event).items()}
    deals = {pk: one for event in events.values() for pk, one in _deals(event).items()}
    team_names: dict[str, str] = {}
    nights = []
    for pk, event in events.items():
        final = finals.get(pk)
        if final is None:
            continue
        places = []
        for row in [*_places(final), *_left_early(final, members, deals)]:
            entry = members.get(row.entry)
            if entry is not None and row.took_part:
                deals_of_entry = dict.fromkeys(entry.players, 0) | deals.get(row.entry, {})
                keys = _keys(who, entry, deals_of_entry, team_names)
                played = {
                    key_of_players([player]): count for player, count in deals_of_entry.items()
                }
                places.append(Place(keys, row.rank, whole(row.points), played))
        nights.append(
            Night(
                id=str(pk),
                day=event.starts_on,
                places=places,
                is_provisional=final.is_provisional or event.state == EventState.RUNNING,
            )
        )
    by_id: dict[str, Event | PastEvent] = {str(pk): event for pk, event in events.items()}
    for one in past:
        night = _past_night(one, who, team_names)
        if night.places:
            nights.append(night)
            by_id[night.id] = one
    return NightsRead(
        nights=nights,
        events=by_id,
        team_names=team_names,
        to_come=[event for event in feeding if event.state not in OVER],
    )


def _events(season: Season, hidden: HiddenDeals, *, fresh: bool) -> "Iterable[Any]":
    """Return the season's events that are not hidden, with who and what was in them; one query."""
    shown = season.events.exclude(visibility=Visibility.HIDDEN).order_by("starts_on", "id")
    columns = {"members_read": _members_column(), "deals_read": _deals_column(hidden)}
    if not fresh:
        columns["finals_read"] = _finals_column()
    return shown.annotate(**columns)


def final_places(event: Event) -> Final:
    """Return the places of a whole event, as stage 0, worked out from its results.

    Raises CannotRank.
    """
    final = _worked_out([event.pk], hidden_in_events([event.pk])).get(event.pk) or Final()
    return Final({0: _places(final)}, final.is_provisional)


def players_of_entries(event: Event) -> dict[int, list[int]]:
    """Return who is in each entry, or was when it withdrew; of merged players the one who stays."""
    row = Event.objects.annotate(members_read=_members_column()).only("pk").get(pk=event.pk)
    return {entry: entered.players for entry, entered in _members(row).items()}


def _past_night(event: PastEvent, who: str, team_names: dict[str, str]) -> Night:
    """Return an event that was over before the club came; nobody knows who played what in it."""
    places = []
    for place in event.places.all():
        keys = _past_keys(who, place, team_names)
        if keys:
            places.append(Place(keys, place.rank, whole(Fraction(place.points or 0))))
    return Night(id=f"past{event.pk}", day=event.starts_on, places=places)


def _past_keys(who: str, place: PastPlace, team_names: dict[str, str]) -> tuple[str, ...]:
    """Return for whom a line counts: for nobody where the club does not have its players."""
    members = [member.player for member in place.members.all()]
    players = list(dict.fromkeys(player.merged_into_id or player.pk for player in members))
    if who == PLAYER:
        return tuple(key_of_players([player]) for player in players)
    if who == TEAM and place.team:
        key = key_of_team(place.team)
        team_names[key] = place.team
        return (key,)
    wanted = len(players) == PLAYERS_OF_A_PAIR if who == PAIR else len(players) > 1
    return (key_of_players(players),) if wanted else ()


def _finals_column() -> Combinable:
    """Return the rows of the last standings of each stage as a column of events."""
    last = Snapshot.objects.filter(stage__event=OuterRef(OuterRef("pk")))
    last = last.order_by("stage_id", "-round_number").distinct("stage_id")
    rows = SnapshotRow.objects.filter(snapshot__in=last.values("pk"))
    return rows_column(
        rows.order_by("snapshot_id", "position"),
        *("entry_id", "rank", "played", "snapshot__stage__number", "snapshot__is_provisional"),
        points=Cast("points", TextField()),
    )


def _stored(events: Iterable[Any]) -> dict[int, Final]:
    finals: dict[int, Final] = {}
    for event in events:
        for row in event.finals_read:
            final = finals.setdefault(event.pk, Final())
            final.is_provisional |= row["snapshot__is_provisional"]
            points = Fraction(row["points"])
            final.stages.setdefault(row["snapshot__stage__number"], []).append(
                FinalRow(row["entry_id"], row["rank"], points, bool(row["played"] or points))
            )
    return finals


def _worked_out(events: Iterable[int], hidden: HiddenDeals) -> dict[int, Final]:
    finals: dict[int, Final] = {}
    stages = Stage.objects.filter(event__in=list(events)).select_related("event")
    for stage in stages.order_by("event_id", "number"):
        facts = facts_of(stage, hidden=hidden)
        number = max(facts.digests, default=None)
        if number is None:
            continue
        final = finals.setdefault(stage.event_id, Final())
        final.is_provisional |= is_provisional(facts, number)
        final.stages[stage.number] = [
            FinalRow(row.entry_id, row.rank, Fraction(row.points), bool(row.played or row.points))
            for row in rows_after(facts, number)
        ]
    return finals


def _places(final: Final) -> list[FinalRow]:
    """Return the places of the whole event: those of its last stage, then who was in none of it.

    Points are those of the last stage that an entry played; what it carried over is in them.
    """
    rows: list[FinalRow] = []
    seen: set[int] = set()
    for number in sorted(final.stages, reverse=True):
        left = [row for row in final.stages[number] if row.entry not in seen]
        ranks = sorted(row.rank for row in left)
        seen.update(row.entry for row in left)
        offset = len(rows)
        rows += [row._replace(rank=offset + bisect_left(ranks, row.rank) + 1) for row in left]
    return rows


class _Entered(NamedTuple):
    event: int
    name: str
    has_withdrawn: bool
    players: list[int]


def _left_early(
    final: Final, members: Mapping[int, _Entered], deals: Collection[int]
) -> list[FinalRow]:
    """Return those who sat at tables and left so early that their results do not count: last.

    They are of the season: it is said of them that they withdrew, and who goes up and down.
    """
    ranked = {row.entry for rows in final.stages.values() for row in rows}
    events = {members[entry].event for entry in ranked if entry in members}
    left = [
        entry
        for entry, entered in members.items()
        if entered.has_withdrawn
        and entered.event in events
        and entry in deals
        and entry not in ranked
    ]
    return [FinalRow(entry, len(ranked) + 1, Fraction(0), took_part=True) for entry in left]


def _members_column() -> Combinable:
    """Return who is in each entry, or was when it withdrew, as a column of events."""
    # said of the entries too: else PostgreSQL reads those of all events to find these
    of_event = {"event": OuterRef("pk"), "entry__event": OuterRef("pk")}
    there = Q(left_at__isnull=True) | Q(left_at=F("entry__withdrawn_at"))
    rows = EntryMember.objects.filter(there, **of_event).order_by("entry_id", "position", "id")
    return rows_column(rows, "entry_id", "entry__name", "entry__withdrawn_at", who=_stays("player"))


def _members(event: Any) -> dict[int, _Entered]:
    """Return the entries of an event with their members; of merged players the one who stays."""
    entered: dict[int, _Entered] = {}
    for row in event.members_read:
        has_withdrawn = row["entry__withdrawn_at"] is not None
        new = _Entered(event.pk, row["entry__name"], has_withdrawn, [])
        entered.setdefault(row["entry_id"], new).players.append(row["who"])
    return entered


def _deals_column(hidden: HiddenDeals) -> Combinable:
    """Return by entry how many deals each player sat at its tables, substitutes too.

    Tables whose points are held back do not count yet. At a table with only its final score those
    are counted that it was to play, or where their number was open, each game as one.
    """
    rows = Seat.objects.filter(table__round__stage__event=OuterRef("pk"), player__isnull=False)
    rows = rows.exclude(table__in=hidden.held_back).order_by()
    summed = rows.values(entry=F("placement__entry"), who=_stays("player")).annotate(
        deals=Sum(_DEALS_OF_TABLE)
    )
    return rows_column(summed, "entry", "who", "deals")


def _deals(event: Any) -> dict[int, dict[int, int]]:
    """Return by entry how many deals each player sat at its tables."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for row in event.deals_read:
        found[row["entry"]][row["who"]] = row["deals"] or 0
    return found


_DEALS_OF_TABLE = Case(
    When(
        table__result__final_scores__gt=0,
        table__round__stage__event__table_play=TablePlay.DEALS,
        then=F("table__round__stage__event__deals_a_round"),
    ),
    When(table__result__final_scores__gt=0, then=F("table__result__final_scores")),
    default=F("table__result__deals"),
)


def _stays(player: str) -> Coalesce:
    return Coalesce(f"{player}__merged_into_id", f"{player}_id")


def _keys(
    who: str, entry: _Entered, deals: Mapping[int, int], team_names: dict[str, str]
) -> tuple[str, ...]:
    """Return for whom the entry's night counts: its members who played, or all of it as one."""
    if who == PLAYER:
        played = [player for player in entry.players if deals.get(player)]
        return tuple(key_of_players([player]) for player in played or entry.players)
    if who == TEAM and entry.name:
        key = key_of_team(entry.name)
        team_names[key] = entry.name
        return (key,)
    return (key_of_players(entry.players),)
