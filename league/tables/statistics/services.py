"""Counting the statistics of a stage again, and requesting it as a job."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import astuple
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import services as games
from league.clubs.models import Club
from league.foundation.derived_state import catch_up
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.play.events.models import Stage, Visibility
from league.play.prepared.hiding import hidden_in_stages
from league.play.results.models import Submission, SubmissionState, TableResult, TableState
from league.play.rounds.models import Seat
from league.tables.statistics.counting import CountedDeal, Seated, TableCounts, count_table
from league.tables.statistics.models import Achievement, SeatCount, StageStatistics

# --- Brings the statistics of a stage up to date with the deals that its tables played ---

AT_ONCE = 2_000


class PlayedTable(NamedTuple):
    """A table that counts, with its deals: those who sat there, by seat."""

    table: int
    at: datetime
    seats: list[Seated]


def recount(*, stage_id: int, at: datetime, from_scratch: bool = False) -> bool:
    """Count the stage's statistics from its deals; return whether any of them changed.

    Everything is counted, and only what differs is written: running it twice or late changes
    nothing more. With `from_scratch` it counts even if no fact has changed.
    """
    return catch_up(
        StageStatistics, stage_id, lambda: _count(stage_id), at=at, even_built=from_scratch
    )


def _count(stage_id: int) -> bool:
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    played = _tables_of(stage)
    deals = _deals_of(stage, played)
    tables = [table for table in played if table.table in deals]
    counted = {table.table: count_table(table.seats, deals[table.table]) for table in tables}
    changed = _write_counts(stage, tables, counted)
    return _write_achievements(stage, tables, counted) or changed


def _tables_of(stage: Stage) -> list[PlayedTable]:
    """Return the tables that are confirmed to the end and were played, as ratings count them."""
    if stage.event.visibility == Visibility.HIDDEN:
        return []
    results = TableResult.objects.filter(
        round__stage=stage, state=TableState.CONFIRMED, awarded__isnull=True, deals__gt=0
    )
    began = {
        table: opened or drawn
        for table, opened, drawn in results.values_list(
            "table_id", "round__opened_at", "round__drawn_at"
        )
    }
    rows = (
        Seat.objects.filter(table_id__in=began, placement__side__isnull=False)
        .order_by("table_id", "number")
        .values_list("table_id", "number", "player_id", "player__merged_into_id", "placement__side")
    )
    seats: dict[int, list[Seated]] = defaultdict(list)
    for table, number, player, merged_into, side in rows:
        if player is not None and side is not None:
            seats[table].append(Seated(number, merged_into or player, side))
    return [PlayedTable(table, at, seats[table]) for table, at in began.items()]


def _deals_of(stage: Stage, tables: Iterable[PlayedTable]) -> dict[int, list[CountedDeal]]:
    """Return the confirmed deals by table, without those that others have still to play.

    Whatever lets the last of them play has the whole stage counted again.
    """
    hidden = hidden_in_stages([stage.pk])
    rows = (
        Submission.objects.filter(
            table_id__in=[table.table for table in tables], state=SubmissionState.CONFIRMED
        )
        .select_related("deal")
        .order_by("table_id", "number")
    )
    deals: dict[int, list[CountedDeal]] = defaultdict(list)
    for row in rows.iterator(chunk_size=500):
        if row.number in hidden.places(row.table_id):
            continue
        counted = CountedDeal(row.pk, games.figures_of(row.deal), row.deal.score)
        deals[row.table_id].append(counted)
    return deals


def _write_counts(stage: Stage, tables: list[PlayedTable], counted: dict[int, TableCounts]) -> bool:
    stored = {
        (table, seat): (pk, *rest)
        for pk, table, seat, *rest in SeatCount.objects.filter(
            table__round__stage=stage
        ).values_list("pk", "table_id", "seat", "player_id", "partners", "at", *SeatCount.STORED)
    }
    fresh = []
    for played in tables:
        for seated in played.seats:
            partners = sorted(
                other.player
                for other in played.seats
                if other.side == seated.side and other.seat != seated.seat
            )
            counts = astuple(counted[played.table].seats[seated.seat])
            row = stored.get((played.table, seated.seat))
            if row is not None and row[1:] == (seated.player, partners, played.at, *counts):
                del stored[played.table, seated.seat]
            else:
                fresh.append(_row(stage, played, seated, partners, counts))
    # what is left of the stored rows is gone, or differs and is written again
    SeatCount.objects.filter(pk__in=[pk for pk, *_ in stored.values()]).delete()
    SeatCount.objects.bulk_create(fresh, batch_size=AT_ONCE)
    return bool(stored or fresh)


def _row(
    stage: Stage, table: PlayedTable, seated: Seated, partners: list[int], counts: tuple[Any, ...]
) -> SeatCount:
    return SeatCount(
        club_id=stage.event.club_id,
        table_id=table.table,
        seat=seated.seat,
        player_id=seated.player,
        partners=partners,
        variant=stage.event.variant,
        at=table.at,
        **dict(zip(SeatCount.STORED, counts, strict=True)),
    )


def _write_achievements(
    stage: Stage, tables: list[PlayedTable], counted: dict[int, TableCounts]
) -> bool:
    stored = {
        (submission, player, kind, at): pk
        for pk, submission, player, kind, at in Achievement.objects.filter(
            table__round__stage=stage
        ).values_list("pk", "submission_id", "player_id", "kind", "at")
    }
    fresh = []
    for table in tables:
        for achieved in sorted(counted[table.table].achieved):
            if stored.pop((*achieved, table.at), None) is None:
                submission, player, kind = achieved
                fresh.append(
                    Achievement(
                        club_id=stage.event.club_id,
                        player_id=player,
                        submission_id=submission,
                        table_id=table.table,
                        variant=stage.event.variant,
                        kind=kind,
                        at=table.at,
                    )
                )
    Achievement.objects.filter(pk__in=stored.values()).delete()
    Achievement.objects.bulk_create(fresh, batch_size=AT_ONCE)
    return bool(stored or fresh)


# --- Counting statistics as a job, deal by deal ---


def request_rebuild(*, club: Club, by: Act) -> Job:
    """Ask for the statistics of a club to be counted from every deal."""
    return jobs.enqueue(kind=STATISTICS.name, club_id=club.pk, subject_id=club.pk, by=by)


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    """Count stage by stage; cancelled, those that are counted stay, as their deals say it too."""
    club = Club.objects.filter(pk=job.subject_id).first()
    if club is None:
        raise OutOfDate(_("The club no longer exists."))
    stages = list(
        Stage.objects.filter(event__club=club)
        .order_by("event", "number")
        .values_list("pk", flat=True)
    )
    for stage_id in progress.track(stages, _("Counting event by event")):
        recount(stage_id=stage_id, at=at, from_scratch=True)
    sentence = ngettext(
        "The deals of %(count)d stage have been recounted.",
        "The deals of %(count)d stages have been recounted.",
        len(stages),
    )
    return Outcome(sentence=sentence % {"count": len(stages)})


def left(done: int, total: int) -> str:
    """Say what is true when counting stopped: each stage is counted in one go."""
    if not total:
        return _("Stages already recounted stay that way; the others are unchanged.")
    sentence = ngettext(
        "%(done)d of %(total)d stage had been recounted by then and stays that way; everything "
        "else is unchanged.",
        "%(done)d of %(total)d stages had been recounted by then and stay that way; everything "
        "else is unchanged.",
        total,
    )
    return sentence % {"done": done, "total": total}


STATISTICS = Kind(
    name="statistics",
    label=gettext_lazy("The statistics"),
    permission="clubs.change_club",
    carry_out=carry_out,
    left=left,
)
