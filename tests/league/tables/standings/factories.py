"""Makers of stages with results, row by row: standings care about facts, not how they came."""

from datetime import UTC, date, datetime
from typing import Any

from league.clubs.models import Club, Player
from league.foundation.journal.models import Happening
from league.play.events.entry_names import named
from league.play.events.models import Entry, EntryMember, Event, Stage, StageEntry
from league.play.results.models import TableResult
from league.play.rounds.models import Placement, Round, Table
from league.tables.standings.models import SnapshotRow
from league.tables.standings.services import mark_standings_stale, rebuild
from tests.kept_rows import kept_rows
from tests.league.factories import make_club, make_player

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


@kept_rows
def make_stage(*names: str, club: Club | None = None, **fields: Any) -> Stage:
    """Make a running event with one stage, and an individual entry for each name."""
    event = Event.objects.create(
        **{
            "club": club or make_club(),
            "name": "Spring league",
            "slug": "spring-league",
            "starts_on": date(2026, 3, 7),
            "state": "running",
            "variant": "double-deck-pinochle",
            "preset": "standard",
            "entry_kind": "individual",
            "deals_a_round": 4,
            "method": {"name": "match_points", "win": 2, "draw": 1, "loss": 0},
            "tiebreaks": ["point_difference"],
            "opened_at": NOW,
            "started_at": NOW,
        }
        | fields
    )
    stage = Stage.objects.create(event=event, number=1, format="round_robin")
    for name in names:
        add_entry(stage, name)
    return stage


def add_entry(stage: Stage, *players: str, name: str = "", **player_fields: Any) -> Entry:
    number = stage.event.entries.count() + 1
    entry = Entry.objects.create(event=stage.event, number=number, name=name, entered_at=NOW)
    for position, player in enumerate(players):
        person = make_player(stage.event.club, player, **player_fields)
        EntryMember.objects.create(
            event=stage.event, entry=entry, player=person, position=position, joined_at=NOW
        )
    StageEntry.objects.create(stage=stage, entry=entry)
    return entry


def entry_of(stage: Stage, name: str) -> Entry:
    return Entry.objects.get(event=stage.event, members__player__name=name)


def player_named(name: str) -> Player:
    return Player.objects.get(name=name)


def make_round(stage: Stage, number: int = 1, state: str = "open", **fields: Any) -> Round:
    times = {"drawn_at": NOW, "opened_at": None if state == "drawn" else NOW}
    times["closed_at"] = NOW if state == "closed" else None
    return Round.objects.create(stage=stage, number=number, state=state, **times, **fields)


def make_table(round_: Round, *names: str) -> Table:
    """Make a table with one side a name, with nothing submitted yet."""
    number = round_.tables.count() + 1
    table = Table.objects.create(round=round_, number=number)
    members = EntryMember.objects.filter(event=round_.stage.event, player__name__in=names)
    entries = dict(members.values_list("player__name", "entry_id"))
    Placement.objects.bulk_create(
        Placement(round=round_, table=table, entry_id=entries[name], side=side)
        for side, name in enumerate(names)
    )
    return table


def play(
    round_: Round, points: dict[str, int], *, state: str = "confirmed", **fields: Any
) -> TableResult:
    """Make a table of these names with its result; the points decide who won."""
    table = make_table(round_, *points)
    totals = list(points.values())
    leading = [side for side, total in enumerate(totals) if total == max(totals)]
    return TableResult.objects.create(
        **{
            "table": table,
            "round": round_,
            "state": state,
            "totals": totals,
            "winner": leading[0] if len(leading) == 1 else None,
            "deals": 4,
            "is_complete": True,
            "changed_at": NOW,
        }
        | fields
    )


def happened(
    kind: str = "deal.confirmed",
    *,
    stage: Stage | None = None,
    event: Event | None = None,
    subject: Any = None,
) -> Happening:
    """Note in the journal that something happened in an event, and with what."""
    event = event or (stage.event if stage else None)
    return Happening.objects.create(
        kind=kind,
        club_id=event.club_id if event else None,
        event_id=event.pk if event else None,
        stage_id=stage.pk if stage else None,
        subject_type=subject._meta.model_name if subject else "",
        subject_id=subject.pk if subject else None,
        actor_name="Dora",
        via="desk",
    )


def build(stage: Stage) -> bool:
    """Want the standings and build them, as the worker does."""
    mark_standings_stale(stage_ids=[stage.pk], at=NOW)
    return rebuild(stage_id=stage.pk, at=NOW)


def shown(stage: Stage, round_number: int = 1) -> list[tuple[str, str, float]]:
    """Return (place, name, points) of the standings after a round, as stored."""
    rows = named_rows(snapshot__stage=stage, snapshot__round_number=round_number)
    return [
        (f"{row.rank}{'=' if row.is_tied else ''}", row.names.public, float(row.points))
        for row in rows
    ]


def named_rows(**wanted: Any) -> list[SnapshotRow]:
    """Return these rows of standings with names, best first."""
    return list(named(SnapshotRow.objects.all()).filter(**wanted).order_by("position"))


def play_round(round_: Round, *, state: str = "confirmed") -> None:
    """Give every table of a drawn round a result: the side named first wins by 10 to 4."""
    if round_.state == "drawn":
        Round.objects.filter(pk=round_.pk).update(state="open", opened_at=NOW)
    for table in round_.tables.all():
        TableResult.objects.create(
            table=table,
            round=round_,
            state=state,
            totals=[10, 4],
            winner=0,
            deals=4,
            is_complete=True,
            changed_at=NOW,
        )
