"""Fields of any size, written row by row: nobody waits for thousands of results to be submitted."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from deploy.workshop.bench.frozen import EVENING, VARIANT

if TYPE_CHECKING:
    from league.play.events.models import Entry, Event, Stage

Row = TypeVar("Row", bound=Any)


def make_field(size: int, rounds: int, *, format: str, kind: str = "pair") -> "Stage":
    """Make an event of so many entries with rounds that are played, everybody against anybody.

    It is ranked by three tie-breaks; one more round than these is planned.
    """
    from django.db import connection, transaction

    from league.clubs.models import Club
    from league.play.events.models import Event, Stage

    with transaction.atomic():
        club = Club.objects.create(name=f"Field of {size}", slug=f"field-{size}")
        event = Event.objects.create(
            club=club,
            name="League",
            slug="league",
            starts_on=EVENING.date(),
            variant=VARIANT,
            entry_kind=kind,
            deals_a_round=1,
            state="running",
            method={"name": "match_points", "win": 2, "draw": 1, "loss": 0},
            tiebreaks=["buchholz", "sonneborn_berger", "points_for"],
            opened_at=EVENING,
            started_at=EVENING,
        )
        planned = {} if format == "round_robin" else {"rounds_planned": rounds + 1}
        stage = Stage.objects.create(event=event, number=1, format=format, **planned)
        _play(stage, _enter(stage, size), rounds, Random(size))
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(map(_table, _written_by_many()))}")
    return Stage.objects.select_related("event__club").get(pk=stage.pk)


def _written_by_many() -> list[Any]:
    from league.clubs.models import Player
    from league.play.events.models import Entry, EntryMember, StageEntry
    from league.play.results.models import TableResult
    from league.play.rounds.models import Placement, Table

    return [Player, Entry, EntryMember, StageEntry, Table, Placement, TableResult]


def _table(model: Any) -> str:
    return f'"{model._meta.db_table}"'


def _enter(stage: "Stage", size: int) -> list["Entry"]:
    from league.clubs.models import Player
    from league.play.events.models import Entry, EntryMember, StageEntry

    event, each = stage.event, 2 if stage.event.entry_kind == "pair" else 1
    players = written(
        Player(club=event.club, name=f"Player {number:05}") for number in range(each * size)
    )
    entries = written(Entry(event=event, number=n + 1, entered_at=EVENING) for n in range(size))
    written(
        EntryMember(
            event=event,
            entry=entries[number // each],
            player=player,
            position=number % each,
            joined_at=EVENING,
        )
        for number, player in enumerate(players)
    )
    written(StageEntry(stage=stage, entry=entry) for entry in entries)
    return entries


def _play(stage: "Stage", entries: Sequence["Entry"], rounds: int, lot: Random) -> None:
    from league.play.rounds.models import Placement, Round, Table

    for number in range(1, rounds + 1):
        round_ = Round.objects.create(
            stage=stage,
            number=number,
            state="closed",
            drawn_at=EVENING,
            opened_at=EVENING,
            closed_at=EVENING,
        )
        order = lot.sample(entries, len(entries))
        tables = written(Table(round=round_, number=n + 1) for n in range(len(entries) // 2))
        written(
            Placement(round=round_, table=tables[n // 2], entry=entry, side=n % 2)
            for n, entry in enumerate(order)
        )
        written(_result_at(table, round_, lot) for table in tables)


def _result_at(table: Any, round_: Any, lot: Random) -> Any:
    from league.play.results.models import TableResult

    totals = [lot.randrange(-200, 400), lot.randrange(-200, 400)]
    return TableResult(
        table=table,
        round=round_,
        state="confirmed",
        totals=totals,
        winner=None if totals[0] == totals[1] else int(totals[1] > totals[0]),
        is_complete=True,
        deals=1,
        changed_at=EVENING,
    )


def written(objects: Iterable[Row]) -> list[Row]:
    """Write new rows of one model as fast as PostgreSQL takes them; return them with their keys."""
    from django.db import connection
    from django.db.models.expressions import DatabaseDefault

    rows = list(objects)
    model = rows[0]._meta
    # what PostgreSQL fills in itself is left to it
    fields = [
        field
        for field in model.concrete_fields
        if not field.generated and not isinstance(getattr(rows[0], field.attname), DatabaseDefault)
    ]
    names = ", ".join(f'"{field.column}"' for field in fields)
    with connection.cursor() as cursor:
        if fields[0].primary_key and rows[0].pk is None:
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
                [model.db_table, model.pk.column, len(rows)],
            )
            for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
                row.pk = key
        with cursor.copy(f"COPY {_table(rows[0])} ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(
                    [
                        field.get_db_prep_save(field.pre_save(row, add=True), connection)
                        for field in fields
                    ]
                )
    return rows


def note_a_change(stage: "Stage") -> None:
    """Have the standings to be rebuilt, and send nobody."""
    from django.db.models import F

    from league.tables.standings.models import StageStandings

    StageStandings.objects.get_or_create(pk=stage.pk)
    StageStandings.objects.filter(pk=stage.pk).update(wanted=F("wanted") + 1)


def make_tables(event: "Event", number: int) -> list[Any]:
    """Open the first round of an event of pairs at so many tables; return these."""
    from django.utils import timezone

    from league.play.events.models import EntryMember, Stage
    from league.play.rounds.models import Placement, Round, Seat, Table

    stage, at = Stage.objects.create(event=event, number=1, format="round_robin"), timezone.now()
    round_ = Round.objects.create(
        stage=stage,
        number=1,
        state="open",
        drawn_at=at,
        opened_at=at,
    )
    entries = _enter(stage, 2 * number)
    tables = written(Table(round=round_, number=n + 1) for n in range(number))
    places = written(
        Placement(round=round_, table=tables[n // 2], entry=entry, side=n % 2)
        for n, entry in enumerate(entries)
    )
    members = EntryMember.objects.filter(event=event).order_by("entry__number", "position")
    written(
        Seat(
            round=round_,
            table=tables[n // 4],
            number=n // 2 % 2 + 2 * (n % 2),
            placement=places[n // 2],
            player_id=member.player_id,
        )
        for n, member in enumerate(members)
    )
    return tables
