"""The journal's reader "statistics": notes of which stages the deals are to be counted again."""

from collections.abc import Sequence

from django.db.models import Q

from league.foundation.journal.models import Happening
from league.play.events.models import Stage
from league.play.results.kinds_changing_results import (
    MERGES,
    changes_what_was_played,
    want_by_urgency,
)
from league.play.rounds.models import Seat
from league.tables.statistics.models import StageStatistics

NAME = "statistics"
KINDS = changes_what_was_played


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Mark the stages that the happenings are about; handed the same twice, nothing changes."""
    meant = [happening for happening in happenings if changes_what_was_played(happening.kind)]
    want_by_urgency(StageStatistics, meant, _stages_of)


def _stages_of(meant: Sequence[Happening]) -> set[int]:
    stages = {happening.stage_id for happening in meant if happening.stage_id}
    events = {
        happening.event_id for happening in meant if happening.event_id and not happening.stage_id
    }
    players = {happening.subject_id for happening in meant if happening.kind in MERGES}
    wanted = Q(pk__in=stages) | Q(event_id__in=events)
    if players:
        theirs = Q(player_id__in=players) | Q(player__merged_into_id__in=players)
        wanted |= Q(pk__in=Seat.objects.filter(theirs).values("round__stage_id"))
    return set(Stage.objects.filter(wanted).values_list("pk", flat=True))
