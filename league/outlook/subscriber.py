"""The journal's reader "outlook": notes in which stages what can still happen has changed."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from league.events.models import EventState, Stage
from league.following import want
from league.journal.models import Happening
from league.outlook.models import StageOutlook
from league.results.kinds_changing_results import split_by_urgency
from league.standings.subscriber import NOT_COUNTED

NAME = "outlook"
OF_A_SEASON = "season"


def follow(happenings: Sequence[Happening]) -> None:
    """Mark the stages that the happenings are about; handed the same twice, nothing changes.

    Only of events that are being played, and those of which something was told before.
    """
    meant = [happening for happening in happenings if happening.kind not in NOT_COUNTED]
    at_once, patient = split_by_urgency(meant)
    now, urgent = timezone.now(), _stages_of(at_once)
    want(StageOutlook, urgent, at=now)
    want(StageOutlook, _stages_of(patient) - urgent, at=now, may_wait=True)


def _stages_of(meant: Sequence[Happening]) -> set[int]:
    if not meant:
        return set()
    stages = {happening.stage_id for happening in meant if happening.stage_id}
    events = {
        happening.event_id for happening in meant if happening.event_id and not happening.stage_id
    }
    seasons = {happening.subject_id for happening in meant if happening.subject_type == OF_A_SEASON}
    about = Q(pk__in=stages) | Q(event_id__in=events) | Q(event__season_id__in=seasons)
    playing = Q(event__state=EventState.RUNNING) | Q(outlook__version__gt=0)
    return set(Stage.objects.filter(about, playing).values_list("pk", flat=True))
