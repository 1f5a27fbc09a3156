"""What pages, the API and services ask of rounds. They read, they never write."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from django.db.models import (
    Exists,
    Model,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
)
from django.db.models.expressions import Combinable
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from league.clubs.models import Club, Player
from league.clubs.selectors import is_called
from league.foundation.compiled_queries import CompiledQuery, give_related
from league.foundation.doors.reasons import entries_in, reason_read
from league.foundation.journal.naming import TOGETHER
from league.foundation.lists import listed
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.entry_names import names_of
from league.play.events.models import Entry, EntryMember, EntryState, Event, Stage
from league.play.events.names import (
    called_after,
    current_members,
    marked_name,
    name_by_number,
    name_of,
    people_named,
)
from league.play.events.selectors import columns_of_player, ids_of, members_column
from league.play.rounds.clock import Clock, clock_of
from league.play.rounds.models import (
    RESTS,
    ClockFact,
    Placement,
    PlacementKind,
    Room,
    Round,
    RoundState,
    Seat,
    Table,
)

Row = TypeVar("Row", bound=Model)
# reasons as a table or a round stores them, each with its code
Why: TypeAlias = Sequence[Mapping[str, Any]]


def rounds_of(stage: Stage) -> QuerySet[Round]:
    return stage.rounds.order_by("number")


def rounds_of_event(event: Event) -> QuerySet[Round]:
    """Return the rounds of all stages in the order in which they are played."""
    return (
        Round.objects.filter(stage__event=event)
        .select_related("stage")
        .order_by("stage__number", "number")
    )


def with_rounds(stages: "QuerySet[Stage]") -> "QuerySet[Stage]":
    """Return stages with their rounds for `read_rounds`."""
    resting = Placement.objects.filter(round=OuterRef("pk"), table__isnull=True)
    rounds = rows_column(
        Round.objects.filter(stage=OuterRef("pk")).order_by("number"),
        *(field.attname for field in Round._meta.concrete_fields),
        clock_read=clock_column(),
        resting=rows_column(resting.order_by("entry"), "id", "round_id", "entry_id", "kind"),
    )
    columns: dict[str, Any] = {"rounds_read": rounds}
    with_columns: QuerySet[Stage] = stages.annotate(**columns)
    return with_columns


def read_rounds(stage: Any) -> list[Round]:
    """Return the rounds of a stage loaded `with_rounds`, by number, each with its `clock_read`."""
    rounds = read_rows(Round, stage.rounds_read)
    for round in rounds:
        round.stage = stage
    return rounds


def read_resting(round: Any, entries: Iterable[Entry]) -> list[Placement]:
    """Return who has no table in a round that was read with its stage, in the order of entries.

    `entries` are those of the event.
    """
    by_id = {entry.pk: entry for entry in entries}
    placements = read_rows(Placement, round.resting)
    for placement in placements:
        if placement.entry_id in by_id:  # else it was entered a moment ago
            placement.entry = by_id[placement.entry_id]
    return [placement for placement in placements if placement.entry_id in by_id]


def clock_column() -> Combinable:
    """Return what `clock_read` makes the clock of a round of, as a column of rounds."""
    facts = ClockFact.objects.filter(round=OuterRef("pk")).order_by("number")
    return rows_column(facts, "id", "kind", "at", "seconds")


def clock_read(round: Any) -> Clock | None:
    """Return the clock of a round that was loaded with its `clock_column` as `clock_read`."""
    return clock_of(read_rows(ClockFact, round.clock_read))


def placements_with_names() -> QuerySet[Placement]:
    """Return placements with all that is needed to name their entries."""
    members = EntryMember.objects.select_related("player__merged_into").order_by("position", "id")
    return (
        Placement.objects.select_related("entry")
        .prefetch_related(Prefetch("entry__members", members))
        .order_by("side", "id")
    )


def seats_in_turn() -> QuerySet[Seat]:
    return Seat.objects.select_related(
        "player__merged_into", "stands_in_for__merged_into"
    ).order_by("number")


def with_sides(tables: "QuerySet[Row]", table: str = "pk") -> "QuerySet[Row]":
    """Return tables, or rows of a `table`, with their placements for `read_people`."""
    entry = ("event_id", "number", "name", "state", "seed", "withdrawn_at")
    placed = rows_column(
        Placement.objects.filter(table=OuterRef(table)).order_by("side", "id"),
        *("id", "round_id", "table_id", "entry_id", "kind", "side", "room"),
        *(f"entry__{column}" for column in entry),
        people=members_column("entry"),
    )
    columns: dict[str, Any] = {"placed": placed}
    with_columns: QuerySet[Row] = tables.annotate(**columns)
    return with_columns


def with_people(tables: "QuerySet[Row]", table: str = "pk") -> "QuerySet[Row]":
    """Return tables, or rows of a `table`, with placements and seats for `read_people`."""
    seated = rows_column(
        Seat.objects.filter(table=OuterRef(table)).order_by("number"),
        *("id", "round_id", "table_id", "placement_id", "number", "is_substitute"),
        *columns_of_player("player"),
        *columns_of_player("stands_in_for"),
    )
    columns: dict[str, Any] = {"seated": seated}
    with_columns: QuerySet[Row] = with_sides(tables, table).annotate(**columns)
    return with_columns


def read_people(table: Table, row: Any = None) -> None:
    """Give a table its placements, with what names their entries, and its seats if they are there.

    They are read from the table itself or from the `row` that was asked for `with_people`.
    """
    row = row or table
    placements = read_rows(Placement, row.placed)
    placement: Any
    for placement in placements:
        give_related([placement.entry], "members", read_rows(EntryMember, placement.people))
    give_related([table], "placements", placements)
    if hasattr(row, "seated"):
        give_related([table], "seats", read_rows(Seat, row.seated))


PEOPLE_AT = CompiledQuery(
    lambda value: with_people(Table.objects.filter(pk__any_of=value("tables")).only("pk"))
)


def load_placements_and_seats(tables: Sequence[Table]) -> None:
    """Give tables their placements, with what names their entries, and their seats; one query."""
    if not tables:
        return
    rows = {row.pk: row for row in PEOPLE_AT(tables=[table.pk for table in tables])}
    for table in tables:
        if table.pk in rows:  # else it was drawn again a moment ago
            read_people(table, rows[table.pk])


def tables_of(*rounds: Round) -> list[Any]:
    """Return the tables of each round by number, with result, placements, names and seats.

    One query. They say whether something has been entered or awarded: `is_played`.
    """
    tables = Table.objects.filter(round__in=rounds).select_related("round", "result")
    played = Exists(Table.objects.filter(PLAYED, pk=OuterRef("pk")))
    rows = with_people(tables).annotate(is_played=played).order_by("round_id", "number", "room")
    for table in rows:
        read_people(table)
    return list(rows)


def table_with_names(table_id: int) -> Table:
    """Return one table with what `side_names` and `seat_names` need; one query.

    Raises Table.DoesNotExist.
    """
    table = TABLE_WITH_NAMES.first(table=table_id)
    if table is None:
        raise Table.DoesNotExist
    read_people(table)
    return table


TABLE_WITH_NAMES = CompiledQuery(
    lambda value: with_people(
        Table.objects.filter(pk=value("table")).select_related("round__stage__event__club")
    )
)


def load_names(table: Table) -> None:
    """Load what `side_names` and `seat_names` need into a table, once; one query."""
    if "seats" not in getattr(table, "_prefetched_objects_cache", {}):
        load_placements_and_seats([table])


def shown_rounds(event: Event) -> QuerySet[Round]:
    """Return the rounds that the public may see: a round that is only drawn is the director's."""
    return (
        Round.objects.filter(stage__event=event)
        .exclude(state=RoundState.DRAWN)
        .select_related("stage")
        .order_by("stage__number", "number")
    )


def waiting_in(*rounds: Round) -> list[Placement]:
    """Return who has no table in these rounds: byes, sit-outs, absences; one query."""
    without = Placement.objects.filter(round__in=rounds, table__isnull=True)
    rows = without.select_related("entry").annotate(people=members_column("entry"))
    row: Any
    for row in (found := rows.order_by("round_id", "entry")):
        give_related([row.entry], "members", read_rows(EntryMember, row.people))
    return list(found)


def rests_in(*rounds: Round) -> bool:
    """Say whether the draw left somebody of these rounds without a table; one query."""
    return Placement.objects.filter(round__in=rounds, kind__in=RESTS).exists()


def kind_in_words(placement: Placement) -> str:
    """Return how an entry without a table is described behind its name, in singular or plural.

    Of one that is absent as it has withdrawn, this.
    """
    people = people_named([placement.entry])
    if placement.entry.state == EntryState.WITHDRAWN:
        return ngettext("has withdrawn", "have withdrawn", people)
    return rests_in_words(placement.kind, people)


def rests_in_words(kind: str, people: int) -> str:
    """Return how so many people rest, to be read behind their names."""
    match kind:
        case PlacementKind.BYE:
            return ngettext("has a bye", "have a bye", people)
        case PlacementKind.SIT_OUT:
            return ngettext("sits out", "sit out", people)
        case PlacementKind.ABSENT:
            return ngettext("is absent", "are absent", people)
        case PlacementKind.HALF_BYE:
            return ngettext(
                "has a half-point bye, asked for", "have a half-point bye, asked for", people
            )
        case PlacementKind.ZERO_BYE:
            return ngettext(
                "rests as asked, without points", "rest as asked, without points", people
            )
        case _table:
            return ngettext("plays", "play", people)


def seats_of(table: Table) -> list[Seat]:
    """Return the seats in turn order with their players."""
    if "seats" in getattr(table, "_prefetched_objects_cache", {}):
        return sorted(table.seats.all(), key=lambda seat: seat.number)
    return list(seats_in_turn().filter(table=table))


def sides_of(table: Table) -> int:
    """Return how many sides the table has."""
    return len({placement.side for placement in placements_of(table)})


def placements_of(table: Table) -> list[Placement]:
    """Return the placements of the table by side, with names."""
    if "placements" in getattr(table, "_prefetched_objects_cache", {}):
        rows = list(table.placements.all())
    else:
        rows = list(placements_with_names().filter(table=table))
    return sorted(rows, key=lambda placement: (placement.side or 0, placement.pk))


def side_names(table: Table, *, public: bool = False, is_marked: bool = False) -> list[str]:
    """Return what each side is called: its entry, or its entries where partners rotate.

    For lists of tables names are marked: those who have withdrawn since are said to have.
    """
    called = marked_name if is_marked else name_of
    names: dict[int, list[str]] = {}
    for placement in placements_of(table):
        side = placement.side if placement.side is not None else 0
        names.setdefault(side, []).append(called(placement.entry, public=public))
    return [" & ".join(names[side]) for side in sorted(names)]


def noted_sides(table: Table) -> list[Any]:
    """Return what each side is called, as the journal keeps it."""
    sides: dict[int, list[Any]] = {}
    for placement in placements_of(table):
        sides.setdefault(placement.side or 0, []).append(name_by_number(placement.entry))
    return [{TOGETHER: sides[side]} for side in sorted(sides)]


def players_of_side(table: Table, side: int) -> tuple[int, ...]:
    """Return the players after whom a side is called; none where an entry has a name of its own."""
    entries = [
        placement.entry for placement in placements_of(table) if (placement.side or 0) == side
    ]
    if any(entry.name for entry in entries):
        return ()
    members = (member for entry in entries for member in current_members(entry))
    return tuple(called_after(member.player).pk for member in members)


def seated_at(table: Table) -> dict[int, Player]:
    """Return who sits at each seat that is taken."""
    return {
        seat.number: called_after(seat.player)
        for seat in seats_of(table)
        if seat.player is not None
    }


def names_at(seated: Mapping[int, Player], *, public: bool = False) -> dict[int, str]:
    return {
        number: player.shown_name if public else player.name for number, player in seated.items()
    }


def seat_names(table: Table, *, public: bool = False) -> dict[int, str]:
    """Return the name of whoever sits at each seat that is taken."""
    return names_at(seated_at(table), public=public)


def deals_in_words(table: Table) -> str:
    """Return the numbers of the prepared deals that the table plays, or nothing."""
    return numbers_in_words(table.deal_numbers)


def sharing_deals(tables: Sequence[Table]) -> dict[int, list[Table]]:
    """Return for each table, by its id, the others with which it shares its prepared deals."""
    return {
        table.pk: [
            other
            for other in tables
            if other.pk != table.pk
            # the cards of a match in two rooms go from one of its tables to the other
            and (table.room == Room.ONLY or other.number == table.number)
            and not set(table.deal_numbers).isdisjoint(other.deal_numbers)
        ]
        for table in tables
    }


def numbers_in_words(numbers: Sequence[int]) -> str:
    """Return "4", or "4–7" for consecutive numbers, or "4, 6, 9"."""
    if len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return listed(numbers)


PLAYED = (
    Q(submissions__isnull=False)
    | Q(result__awarded__isnull=False)
    | Q(result__ended_at__isnull=False)
)


def played_tables(round: Round) -> set[int]:
    """Return the numbers of the tables at which something has been entered or awarded."""
    return set(round.tables.filter(PLAYED).values_list("number", flat=True))


def has_begun(stage: Stage) -> bool:
    """Say whether a round of the stage was opened, or something was entered or awarded in one."""
    begun = ~Q(state=RoundState.DRAWN) | Q(tables__in=Table.objects.filter(PLAYED))
    return stage.rounds.filter(begun).exists()


def unfinished_tables(round: Round) -> list[int]:
    """Return the numbers of the tables whose result is not confirmed."""
    tables = round.tables.exclude(result__state="confirmed").order_by("number")
    return list(tables.values_list("number", flat=True).distinct())


def unconfirmed(tables: Iterable[Table]) -> list[int]:
    """Return the numbers of those of the `tables_of` a round whose result is not confirmed."""
    states = ((table.number, getattr(table, "result", None)) for table in tables)
    return list(dict.fromkeys(no for no, one in states if not one or one.state != "confirmed"))


def is_late(round: Round, at: datetime) -> bool:
    """A round is late when it is still open after its deadline; it is not closed by itself."""
    return round.state == RoundState.OPEN and round.deadline is not None and round.deadline < at


def round_clock(round: Round) -> Clock | None:
    """Return the clock of the round; None while nobody has started one. One query."""
    return clock_of(round.clock_facts.order_by("number"))


def called_in(whys: Iterable[Why]) -> dict[int, str]:
    """Return the public names of the entries in these reasons of tables and rounds; one query."""
    named = {entry for why in whys for one in why for entry in entries_in(one["sentence"])}
    return {entry: names.public for entry, names in names_of(named).items()}


def reasons_of(why: Why, called: Mapping[int, str] | None = None) -> list[str]:
    """Return stored reasons of a table or a round in the active language.

    One query, unless the names of the entries in them are given.
    """
    called = called_in([why]) if called is None else called
    return [games.render_sentence(reason_read(one["sentence"], called)) for one in why]


def search_tables(club: Club, number: int | None, words: Sequence[str]) -> QuerySet[Table]:
    """Return tables of rounds being played: those with the number, or where all words are seated.

    With a number the tables of rounds that are over come last, newest first. `read_people` gives
    them their sides.
    """
    events = ids_of(Event.objects.filter(club=club))
    tables = Table.objects.filter(round__stage__event__any_of=events)
    if number is not None:
        tables = tables.filter(number=number).exclude(round__state=RoundState.DRAWN)
    else:
        tables = tables.filter(round__state=RoundState.OPEN)
        for word in words:
            tables = tables.filter(
                Exists(
                    Seat.objects.filter(table=OuterRef("pk")).filter(is_called(word, "player__"))
                )
            )
    return (
        with_sides(tables.select_related("round__stage__event"))
        .annotate(is_open=Q(round__state=RoundState.OPEN))
        .order_by("-is_open", "-round__stage__event__starts_on", "-round_id", "number", "room")
    )


def round_title(round: Round, stages: int) -> str:
    """Return what a round is called; with its stage where there are several."""
    if stages > 1:
        return _("%(stage)s, round %(number)d") % {"stage": round.stage, "number": round.number}
    return _("Round %(number)d") % {"number": round.number}
