"""The journal's reader "prepared": publishes a seed when the last table has played."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from league.foundation.journal.models import Happening
from league.play.prepared.models import PreparedSet
from league.play.prepared.services.releasing import release_when_played

NAME = "prepared"
KINDS = frozenset(
    {"table.confirmed", "table.awarded", "table.forfeited", "round.closed", "event.finished"}
)


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Look at the sets whose stage or event something has ended in; done twice, done once."""
    stages = {happening.stage_id for happening in happenings if happening.stage_id}
    events = {happening.event_id for happening in happenings if happening.kind == "event.finished"}
    sets = PreparedSet.objects.filter(
        Q(stage__in=stages) | Q(stage__event__in=events), released_at__isnull=True
    )
    # in one order, so that deliveries at once never wait for each other both
    for prepared in sets.order_by("pk"):
        release_when_played(prepared=prepared, at=timezone.now())
