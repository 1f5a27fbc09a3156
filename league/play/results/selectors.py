"""What pages, the API and services ask of results. They read, they never write."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, OuterRef, Prefetch, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Event
from league.play.events.selectors import members_with_players
from league.play.results.models import (
    LIVE,
    Adjustment,
    CardCheck,
    Confirmation,
    Dispute,
    Submission,
    TableResult,
    TableState,
)
from league.play.rounds.models import Round, Table
from league.play.rounds.selectors import is_late, read_people, with_people


def result_of(table: Table) -> TableResult:
    """Return the table's result, loaded with it or not; an empty one where nothing happened."""
    result = getattr(table, "result", None)
    return result if result is not None else TableResult(table=table)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomTable:
    """A table as the director sees it across the room.

    `flagged`: how many of its submissions cannot be of their prepared cards, which directors see.
    """

    table: Table
    result: TableResult
    is_late: bool
    flagged: int

    @property
    def state(self) -> str:
        return "late" if self.is_late else self.result.state


def room_of(round: Round, at: datetime) -> list[RoomTable]:
    """Return the tables of a round with how far they are; one query however many."""
    return rooms_of([round], at)[round.pk]


def rooms_of(rounds: Sequence[Round], at: datetime) -> dict[int, list[RoomTable]]:
    """Return the tables of each round, by its id, with how far they are; one query in all.

    A table is late when the deadline has passed and it has not been played to the end.
    """
    by_id = {round.pk: round for round in rounds}
    late = {round.pk for round in rounds if is_late(round, at)}
    unfinished = (TableState.WAITING, TableState.PLAYING)
    rooms: dict[int, list[RoomTable]] = {round.pk: [] for round in rounds}
    for table in TABLES(rounds=list(by_id)):
        table.round = by_id[table.round_id]
        read_people(table)
        result = result_of(table)
        is_late_here = table.round_id in late and result.state in unfinished
        flagged: int = table.flagged
        rooms[table.round_id].append(
            RoomTable(table=table, result=result, is_late=is_late_here, flagged=flagged)
        )
    return rooms


def _flagged() -> Case:
    """Return how many submissions of a table are flagged, where it plays prepared deals."""
    open_flags = CardCheck.objects.filter(
        submission__table=OuterRef("pk"),
        submission__state__in=LIVE,
        fits=False,
        accepted_at__isnull=True,
    )
    counted = open_flags.order_by().values("submission__table").annotate(count=Count("*"))
    return Case(
        When(deal_numbers=[], then=0), default=Coalesce(Subquery(counted.values("count")), 0)
    )


TABLES = CompiledQuery(
    lambda value: (
        with_people(Table.objects.filter(round__any_of=value("rounds")).select_related("result"))
        .annotate(flagged=_flagged())
        .order_by("round_id", "number", "room")
    )
)


def decided_by_lot(rounds: Iterable[Round]) -> set[tuple[int, int | None]]:
    """Return the matches that a lot decided, by the numbers of round and table; one query."""
    rows = TableResult.objects.filter(round__in=rounds, decided_by_lot=True)
    return set(rows.values_list("round__number", "table__number"))


def history_of(table: Table, number: int) -> list[Submission]:
    """Return every submission of a deal there has ever been, oldest first; three queries."""
    return list(
        Submission.objects.filter(table=table, number=number)
        .select_related("deal", "replaces", "by_user")
        .prefetch_related(
            Prefetch("confirmations", Confirmation.objects.order_by("id")),
            Prefetch("disputes", Dispute.objects.select_related("settled_by").order_by("id")),
        )
        .order_by("id")
    )


def adjustments_of(event: Event) -> QuerySet[Adjustment]:
    """Return penalties and awards of an event, newest first, revoked ones too."""
    return (
        Adjustment.objects.filter(stage__event=event)
        .select_related("stage", "round", "entry", "made_by", "revoked_by")
        .prefetch_related(Prefetch("entry__members", members_with_players().queryset))
        .order_by("-made_at", "-id")
    )


def changed_at(round_: Round, tables: Sequence[Table]) -> datetime:
    """Return when a result at these tables last changed, else when the round was opened."""
    changes = [table.result.changed_at for table in tables if hasattr(table, "result")]
    return max([at for at in changes if at], default=round_.opened_at or round_.drawn_at)
