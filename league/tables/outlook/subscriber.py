"""The journal's reader "outlook": notes in which stages what can still happen has changed."""

from collections.abc import Sequence

from django.db.models import Q

from league.foundation.journal.models import Happening
from league.play.events.models import EventState, Stage
from league.play.results.kinds_changing_results import want_by_urgency
from league.tables.outlook.models import StageOutlook
from league.tables.standings.subscriber import NOT_COUNTED

NAME = "outlook"
OF_A_SEASON = "season"


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Mark the stages that the happenings are about; handed the same twice, nothing changes.

    Only of events that are being played, and those of which something was known before.
    """
    meant = [happening for happening in happenings if happening.kind not in NOT_COUNTED]
    want_by_urgency(StageOutlook, meant, _stages_of)


def _stages_of(meant: Sequence[Happening]) -> set[int]:
    stages = {happening.stage_id for happening in meant if happening.stage_id}
    events = {
        happening.event_id for happening in meant if happening.event_id and not happening.stage_id
    }
    seasons = {happening.subject_id for happening in meant if happening.subject_type == OF_A_SEASON}
    about = Q(pk__in=stages) | Q(event_id__in=events) | Q(event__season_id__in=seasons)
    playing = Q(event__state=EventState.RUNNING) | Q(outlook__version__gt=0)
    return set(Stage.objects.filter(about, playing).values_list("pk", flat=True))
