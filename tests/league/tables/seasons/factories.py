"""Seasons with nights, row by row. A night is given by the points of its entries.

An entry is called after its players, "Ann" or "Ann+Bob"; the same name is the same player.
"""

from datetime import date, timedelta
from typing import Any

from league.clubs.models import Club, Player
from league.play.events.models import Entry, EntryMember, Event, Season, Stage, StageEntry
from league.play.results.models import TableResult
from league.play.rounds.models import Placement, Seat, Table
from league.tables.seasons.methods import rules_as_json
from league.tables.seasons.selectors import season_sheet
from tests.league.factories import make_club, make_player
from tests.league.tables.standings.factories import NOW, build, make_round

FIRST = date(2026, 3, 7)


def make_season(club: Club | None = None, slug: str = "spring", **fields: Any) -> Season:
    return Season.objects.create(
        **{
            "club": club or make_club(),
            "name": "Spring",
            "slug": slug,
            "starts_on": FIRST,
            "ends_on": FIRST + timedelta(weeks=20),
        }
        | fields
    )


def player_of(club: Club, name: str) -> Player:
    return Player.objects.filter(club=club, name=name).first() or make_player(club, name)


def make_night(
    season: Season,
    points: dict[str, int],
    *,
    week: int | None = None,
    deals: int = 4,
    state: str = "finished",
    confirmed: bool = True,
    team_names: dict[str, str] | None = None,
    **fields: Any,
) -> Event:
    """Make an event of one table at which all entries are a side each, with its standings."""
    week = season.events.count() if week is None else week
    players = max(name.count("+") + 1 for name in points)
    event = Event.objects.create(
        **{
            "club": season.club,
            "season": season,
            "name": f"Night {week + 1}",
            "slug": f"{season.slug}-night-{season.events.count() + 1}",
            "starts_on": FIRST + timedelta(weeks=week),
            "state": state,
            "variant": "pitch",
            "entry_kind": {1: "individual", 2: "pair"}.get(players, "team"),
            "deals_a_round": 4,
            "method": {"name": "total_points"},
            "tiebreaks": [],
            "opened_at": NOW,
            "started_at": NOW,
            "finished_at": NOW if state == "finished" else None,
        }
        | fields
    )
    stage = Stage.objects.create(event=event, number=1, format="individual_tables")
    round_ = make_round(stage)
    table = Table.objects.create(round=round_, number=1)
    for side, name in enumerate(points):
        entry = _entry(stage, name, (team_names or {}).get(name, ""))
        placement = Placement.objects.create(round=round_, table=table, entry=entry, side=side)
        for place, member in enumerate(entry.members.order_by("position")):
            number = side + place * len(points)
            if number < 8:
                Seat.objects.create(
                    round=round_,
                    table=table,
                    number=number,
                    placement=placement,
                    player=member.player,
                )
    TableResult.objects.create(
        table=table,
        round=round_,
        state="confirmed" if confirmed else "entered",
        totals=list(points.values()),
        winner=0,
        deals=deals,
        is_complete=True,
        changed_at=NOW,
    )
    build(stage)
    return event


def _entry(stage: Stage, name: str, own_name: str) -> Entry:
    number = stage.event.entries.count() + 1
    entry = Entry.objects.create(event=stage.event, number=number, name=own_name, entered_at=NOW)
    for position, one in enumerate(name.split("+")):
        EntryMember.objects.create(
            event=stage.event,
            entry=entry,
            player=player_of(stage.event.club, one),
            position=position,
            joined_at=NOW,
        )
    StageEntry.objects.create(stage=stage, entry=entry)
    return entry


def correct(event: Event, points: dict[str, int]) -> None:
    """Give the night other points, and have its standings built again."""
    result = TableResult.objects.get(round__stage__event=event)
    result.totals = list(points.values())
    result.version += 1
    result.save()
    build(event.stages.get())


def shown(season: Season, *, fresh: bool = False) -> list[tuple[int | None, str, float]]:
    """Return (rank, name, total) of the table that decides."""
    sheet = season_sheet(season, fresh=fresh)
    return [(row.rank, sheet.names[row.key].full, float(row.total)) for row in sheet.table.rows]


def rules_with(**changes: Any) -> dict[str, Any]:
    """Return the usual rules as JSON with some of them changed."""
    from league.tables.seasons.methods import Rules

    return rules_as_json(Rules()) | changes


def key_of(season: Season, name: str) -> str:
    names = season_sheet(season).names
    return next(key for key, one in names.items() if one.full == name)
