"""Where a player stands in what is being played, and what takes the entry further up."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.calendar.availability.occasions import today_of
from league.clubs.models import Player, User
from league.play.events.models import (
    EntryMember,
    EntryState,
    Event,
    EventState,
    Season,
    Visibility,
)
from league.play.events.names import name_of
from league.tables.outlook.models import EntryOutlook
from league.tables.outlook.selectors import entries_named
from league.tables.outlook.shown import mark_in_words, passing_in_words
from league.tables.seasons.keys import players_of
from league.tables.seasons.selectors import SeasonSheet, may_see_table, rules_of, season_sheet
from league.tables.seasons.shown import shown_rows
from league.tables.standings.models import SnapshotRow

MOST_EVENTS = 12
# a season's table is worked out when it is asked for
MOST_SEASONS = 3
MOST_NEEDED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class MyPlace:
    """An own entry in a running event; `row` is None before the first standings."""

    event: Event
    entry_id: int
    name: str
    row: SnapshotRow
    mark: str
    needed: Sequence[str]


def places_of(players: Sequence[Player]) -> list[MyPlace]:
    """Return the players' places in running events, the newest first; six queries."""
    members = list(_members(players)[:MOST_EVENTS])
    entries = [member.entry_id for member in members]
    rows = {row.entry_id: row for row in _last_rows(entries)}
    outlooks = {row.entry_id: row for row in _last_outlooks(entries)}
    others = {one["other"] for row in outlooks.values() for one in row.passing}
    names = {pk: name_of(entry) for pk, entry in entries_named(others).items()} if others else {}
    return [_place(one, rows, outlooks, names) for one in members if one.entry_id in rows]


def _members(players: Sequence[Player]) -> Any:
    return (
        EntryMember.objects.filter(player__in=players, left_at__isnull=True)
        .filter(event__state=EventState.RUNNING, entry__state=EntryState.ACCEPTED)
        .exclude(event__visibility=Visibility.HIDDEN)
        .select_related("entry__event__club")
        .prefetch_related("entry__members__player")
        .order_by("-event__starts_on", "-event_id")
    )


def _last_rows(entries: Sequence[int]) -> Any:
    last = ("-snapshot__stage__number", "-snapshot__round_number")
    rows = SnapshotRow.objects.filter(entry__in=entries).defer("why")
    return rows.order_by("entry_id", *last).distinct("entry_id")


def _last_outlooks(entries: Sequence[int]) -> Any:
    rows = EntryOutlook.objects.filter(entry__in=entries)
    return rows.order_by("entry_id", "-stage__number").distinct("entry_id")


def _place(member: EntryMember, rows: Any, outlooks: Any, names: dict[int, str]) -> MyPlace:
    outlook = outlooks.get(member.entry_id)
    return MyPlace(
        event=member.entry.event,
        entry_id=member.entry_id,
        name=name_of(member.entry),
        row=rows[member.entry_id],
        mark=mark_in_words(outlook.mark) if outlook else "",
        needed=passing_in_words(outlook, names)[:MOST_NEEDED] if outlook else [],
    )


def seasons_of_players(user: User, players: Sequence[Player], at: datetime) -> list[dict[str, Any]]:
    """Return the players' rows in the tables of seasons that run, of MOST_SEASONS at most."""
    by_club = {player.club_id: player for player in players}
    running = (
        Season.objects.filter(club__in=by_club, starts_on__lte=at, ends_on__gte=at)
        .filter(events__entries__members__player__in=players)
        .select_related("club")
        .order_by("-starts_on", "pk")
        .distinct()
    )
    found = []
    for season in running[:MOST_SEASONS]:
        player = by_club[season.club_id]
        today = today_of(season.club, at)
        own = rules_of(season)
        if season.starts_on <= today <= season.ends_on and may_see_table(season, user, own):
            found += [_season_row(season_sheet(season, own=own), player)]
    return [one for one in found if one is not None]


def _season_row(sheet: SeasonSheet, player: Player) -> dict[str, Any] | None:
    rows = shown_rows(sheet, full=True)
    for row in rows:
        if player.pk in players_of(row.key):
            beside = [one for one in rows if one.division == row.division and one.rank]
            return {
                "season": sheet.season,
                "row": row,
                "of": len(beside),
                **_next_above(row, beside),
            }
    return None


def _next_above(row: Any, rows: Sequence[Any]) -> dict[str, Any]:
    """Return who is next above in the table, and how many points are missing to be level."""
    above = [one for one in rows if row.rank and one.rank < row.rank and one.total > row.total]
    if not above:
        return {"above": "", "missing": None}
    return {"above": above[-1].name, "missing": above[-1].total - row.total}
