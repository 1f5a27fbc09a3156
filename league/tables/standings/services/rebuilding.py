"""Brings the snapshots of a stage up to date with its facts."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any, TypeAlias

import orjson
from django.db import connection
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation import derived_state
from league.foundation.derived_state import catch_up
from league.foundation.doors.reasons import stored_reason
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.play.events.models import Stage
from league.play.events.names import stage_name
from league.play.prepared.hiding import hidden_in_stages
from league.tables.standings.facts import facts_of
from league.tables.standings.live_channel import announce
from league.tables.standings.models import Snapshot, SnapshotRow, StageStandings
from league.tables.standings.ranking import RankedRow, Standings, is_provisional
from league.tables.standings.stage_facts import StageFacts


@dataclass(slots=True, kw_only=True)
class Ranked:
    """The standings after a round, calculated and not yet stored."""

    number: int
    digest: str
    is_provisional: bool
    standings: Standings


def rebuild(
    *, stage_id: int, at: datetime, from_scratch: bool = False, progress: Progress = SILENT
) -> bool:
    """Bring the snapshots of a stage up to date; return whether any of them changed.

    With `from_scratch` every round is ranked, even where its facts are the same. Cancelled, nothing
    is stored. It may run twice or late, as it adds nothing to what is stored.
    """

    def build() -> bool:
        stage = Stage.objects.select_related("event", "standings").get(pk=stage_id)
        stored = dict(stage.snapshots.values_list("round_number", "digest"))
        progress.step(_("Reading the results"))
        facts = facts_of(stage, hidden=hidden_in_stages([stage.pk]))
        ranked = _rank(facts, {} if from_scratch else stored, progress)
        gone = stored.keys() - facts.digests
        return _store(stage, facts, ranked, gone, progress, at)

    return catch_up(StageStandings, stage_id, build, at=at, even_built=from_scratch)


def _rank(facts: StageFacts, stored: Mapping[int, str], progress: Progress) -> list[Ranked]:
    """Rank the rounds whose facts differ from those their `stored` digest was made from."""
    wanted = [one for one in facts.digests.items() if stored.get(one[0]) != one[1]]
    return [
        Ranked(
            number=number,
            digest=digest,
            is_provisional=is_provisional(facts, number),
            standings=Standings(facts, number),
        )
        for number, digest in progress.track(wanted, _("Ranking round by round"))
    ]


def _store(
    stage: Stage,
    facts: StageFacts,
    ranked: list[Ranked],
    gone: Collection[int],
    progress: Progress,
    at: datetime,
) -> bool:
    """Store what was calculated; return whether it differs from what is stored.

    `gone` are the rounds that have a snapshot and no facts any more.
    """
    row = stage.standings
    departures = [list(departure[:4]) for departure in facts.departures]
    noted = (row.held_back, row.departures) != (facts.held_back, departures)
    if not (ranked or noted or gone):
        return False
    if gone:
        stage.snapshots.filter(round_number__in=gone).delete()
    for one in progress.track(ranked, _("Saving the standings")):
        _write(stage, one, facts, at)
    StageStandings.objects.filter(pk=row.pk).update(
        version=F("version") + 1,
        live_version=F("live_version") + 1,
        held_back=facts.held_back,
        departures=departures,
    )
    announce([stage.event_id])
    return True


def _write(stage: Stage, ranked: Ranked, facts: StageFacts, at: datetime) -> None:
    stored = stage.snapshots.filter(round_number=ranked.number).first()
    snapshot = stored or Snapshot(stage=stage, round_number=ranked.number, version=0)
    snapshot.version += 1
    snapshot.digest = ranked.digest
    snapshot.is_provisional = ranked.is_provisional
    snapshot.entries = len(facts.ids)
    snapshot.made_at = at
    snapshot.save()
    earlier = [number for number in facts.digests if number < ranked.number]
    after = earlier[-1] if earlier else None
    rows = ranked.standings.rows()
    write_snapshot(snapshot, rows, facts.groups, after=after, is_new=stored is None)


# Writes the rows of a snapshot in bulk, and leaves alone those that stay as they are.

COLUMNS = (
    *("snapshot_id", "digest", "entry_id", "position", "group"),
    *("rank", "is_tied", "previous_rank"),
    *("points", "tiebreaks", "played", "won", "drawn", "lost", "is_provisional"),
    *("byes", "byes_points"),
    "why",
)
Values: TypeAlias = tuple[Any, ...]


def write_snapshot(
    snapshot: Snapshot,
    rows: Iterable[RankedRow],
    groups: dict[int, str],
    *,
    after: int | None,
    is_new: bool = False,
) -> None:
    """Make the stored rows of the snapshot these, best first.

    `after` is the round before, with whose ranks these are compared; None: there is none.
    """
    previous = _ranks(snapshot, after)
    stored = {} if is_new else dict(snapshot.rows.values_list("entry_id", "digest"))
    all_values = (
        _values(row, position, groups, previous) for position, row in enumerate(rows, start=1)
    )
    if not stored:
        # the database stores the first ones while the next ones are made
        _copy(snapshot, ((_digest(values), *values) for values in all_values))
        return
    fresh: list[Values] = []
    for values in all_values:
        digest, entry = _digest(values), values[0]
        if stored.get(entry) == digest:
            del stored[entry]
        else:
            fresh.append((digest, *values))
    # what is left of the stored rows is gone, or differs and is written again
    snapshot.rows.filter(entry_id__in=list(stored)).delete()
    _copy(snapshot, fresh)


def _ranks(snapshot: Snapshot, round_number: int | None) -> dict[int, int]:
    if round_number is None:
        return {}
    rows = SnapshotRow.objects.filter(
        snapshot__stage_id=snapshot.stage_id, snapshot__round_number=round_number
    )
    return dict(rows.values_list("entry_id", "rank"))


def _values(
    row: RankedRow,
    position: int,
    groups: Mapping[int, str],
    previous: Mapping[int, int],
) -> Values:
    """Return the columns of the row, from the entry on, in the order of `COLUMNS`."""
    entry = row.entry_id
    return (
        *(entry, position, groups.get(entry, ""), row.rank, row.is_tied, previous.get(entry)),
        *(row.points, _json(row.tiebreaks), row.played, row.won, row.drawn, row.lost),
        *(row.is_provisional, row.byes, row.byes_points),
        stored_reason(row.why),
    )


def _digest(values: Values) -> str:
    return blake2b(orjson.dumps(values, str), digest_size=16).hexdigest()


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


def _copy(snapshot: Snapshot, rows: Iterable[Values]) -> None:
    # quoted: "group" is a word of SQL
    table, columns = SnapshotRow._meta.db_table, ", ".join(f'"{name}"' for name in COLUMNS)
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy,
    ):
        for values in rows:
            copy.write_row((snapshot.pk, *values))


# --- Rebuilding standings as a job, of large fields or requested, and noting that it is wanted ---


def request_rebuild(*, stage: Stage, by: Act) -> Job:
    """Request a job that calculates the standings of a stage again from every result."""
    return jobs.enqueue(
        kind=STANDINGS.name,
        club_id=stage.event.club_id,
        subject_id=stage.pk,
        by=by,
    )


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    stage = Stage.objects.select_related("event").filter(pk=job.subject_id).first()
    if stage is None:
        raise OutOfDate(_("What was to be ranked no longer exists."))
    rebuild_from_scratch(stage, progress, at)
    sentence = _("The standings of %(stage)s have been recalculated from all results.")
    return Outcome(sentence=sentence % {"stage": stage_name(stage)})


def rebuild_from_scratch(stage: Stage, progress: Progress, at: datetime) -> None:
    """Work the standings of the stage out from every result. Raises Cancelled."""
    mark_standings_stale(stage_ids=[stage.pk], at=at)
    rebuild(stage_id=stage.pk, at=at, from_scratch=True, progress=progress)


STANDINGS = Kind(
    name="standings",
    label=gettext_lazy("The standings"),
    permission="events.change_event",
    carry_out=carry_out,
)


# What rebuilds and open pages must follow: facts that standings are made from, and others.


def mark_standings_stale(*, stage_ids: Collection[int], at: datetime) -> list[int]:
    """Note that facts of these stages changed; return those for which a rebuild was sent."""
    return derived_state.mark_stale(
        StageStandings, stage_ids, at=at, live_version=F("live_version") + 1
    )


def bump_live_version(*, stage_ids: Collection[int]) -> None:
    """Note something that open pages show and standings are not made from."""
    if stage_ids:
        rows = StageStandings.objects.filter(pk__in=stage_ids)
        # held in one order, so that two never wait for each other both
        held = rows.select_for_update(no_key=True).order_by("pk")
        StageStandings.objects.filter(pk__in=held).update(live_version=F("live_version") + 1)


# --- After a restore, versions begin where nobody can have seen one ---

# more than happens to a stage between a backup and its restore
FAR = 1_000_000


def skip_versions() -> int:
    """Have every stage go on with versions far ahead; return how many stages there are.

    What was shown and is lost had versions of its own, and caches, browsers and open pages may
    still have them: none of them is given to something else.
    """
    return StageStandings.objects.update(
        version=F("version") + FAR, live_version=F("live_version") + FAR
    )
