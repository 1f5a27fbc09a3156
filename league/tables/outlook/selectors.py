"""Queries on outlooks for pages and the API: they read what is stored, and work nothing out.

Those of what is shown note that somebody looks at it (`league/foundation/derived_state.py`).
"""

from collections.abc import Iterable

from django.db.models import OuterRef, Prefetch, QuerySet

from league.foundation.compiled_queries import CompiledQuery
from league.foundation.derived_state import look_at
from league.foundation.related_rows import rows_column
from league.play.events.models import Entry, EventState, Stage
from league.play.events.selectors import members_with_players
from league.play.rounds.drawing import format_named
from league.play.rounds.rooms import who_plays
from league.tables.outlook.methods.possible_results import LIMITED
from league.tables.outlook.models import EntryOutlook, OutlookState, StageOutlook
from league.tables.standings.selectors import StandingsPage


def meets_for_a_table(stage: Stage) -> bool:
    """Say whether sides meet in the stage for places in a table."""
    meets = who_plays(stage.format, stage.event) == "sides"
    return meets and not format_named(stage.format).has_bracket


def has_outlook(stage: Stage) -> bool:
    """Say by its set-up alone whether what can still happen in the stage can be known."""
    return meets_for_a_table(stage) and stage.event.method.get("name") in LIMITED


def outlook_of(stage: Stage) -> StageOutlook | None:
    """Return what is known of what can still happen in the stage; None: nothing to be said."""
    look_at(StageOutlook, stage.event.club_id)
    rows = StageOutlook.objects.filter(stage=stage).exclude(state=OutlookState.NOTHING)
    return rows.first()


def entries_of(stage: Stage) -> "QuerySet[EntryOutlook]":
    """Return the outlooks of the stage's entries, those who can still come highest first."""
    look_at(StageOutlook, stage.event.club_id)
    entries = Entry.objects.prefetch_related(members_with_players())
    rows = EntryOutlook.objects.filter(stage=stage).prefetch_related(Prefetch("entry", entries))
    return rows.order_by("group", "best", "worst", "entry_id")


def marked_in(stage: Stage) -> "QuerySet[EntryOutlook]":
    """Return the outlooks of the stage's entries of whom something is certain, best first."""
    return entries_of(stage).exclude(mark="")


def marks_in(stage: Stage) -> dict[int, str]:
    """Return the marks of the entries of whom something is certain, by entry.

    One query, none for a stage that was loaded `with_marks`.
    """
    look_at(StageOutlook, stage.event.club_id)
    loaded = stage if hasattr(stage, "marks_read") else MARKS.first(stage=stage.pk)
    read = loaded.marks_read if loaded else []
    return {row["entry_id"]: row["mark"] for row in read}


def with_marks(stages: "QuerySet[Stage]") -> "QuerySet[Stage]":
    """Return the stages with what `marks_in` says of them."""
    marked = EntryOutlook.objects.filter(stage=OuterRef("pk")).exclude(mark="")
    return stages.annotate(marks_read=rows_column(marked, "entry_id", "mark"))


def marks_beside(standings: StandingsPage) -> dict[int, str]:
    """Return the marks that stand beside these standings: the last of a stage being played."""
    stage = standings.stage
    if stage.event.state != EventState.RUNNING or not standings.is_latest:
        return {}
    return marks_in(stage)


MARKS = CompiledQuery(lambda value: with_marks(Stage.objects.filter(pk=value("stage")).only("pk")))


def outlooks_of(entry: Entry) -> "QuerySet[EntryOutlook]":
    """Return what an entry can still reach, stage by stage: what its own page says it needs."""
    look_at(StageOutlook, entry.event.club_id)
    rows = EntryOutlook.objects.filter(entry=entry).select_related("stage__outlook")
    return rows.order_by("stage__number")


def entries_named(ids: Iterable[int]) -> dict[int, Entry]:
    """Return entries with their members, so that they can be named, by id; two queries."""
    rows = Entry.objects.filter(pk__in=set(ids)).prefetch_related(members_with_players())
    return {entry.pk: entry for entry in rows}
