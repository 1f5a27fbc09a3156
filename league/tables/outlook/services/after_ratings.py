"""Has chances worked out again when ratings have moved and nothing else has."""

from datetime import datetime, timedelta

from django.db.models import F

from league.foundation.derived_state import mark_stale
from league.play.events.models import EventState
from league.tables.outlook.models import OutlookState, StageOutlook

# one evening of an open club moves the ratings many times; its leagues follow once an hour
AT_MOST_EVERY = timedelta(hours=1)
MOST_AT_ONCE = 200  # stages a sweep; the others follow with the next one


def follow_ratings(*, at: datetime) -> list[int]:
    """Note that the chances of some stages may be others by now; return those that were sent.

    Those are meant whose club's ratings were calculated after their chances. A stage is looked at
    once in AT_MOST_EVERY; where no strength has changed its outlook stays as it is.
    """
    playing = StageOutlook.objects.filter(
        state=OutlookState.KNOWN, simulations__gt=0, stage__event__state=EventState.RUNNING
    )
    moved = playing.filter(
        built_at__lt=at - AT_MOST_EVERY,
        stage__event__club__ratings_state__built_at__gt=F("built_at"),
    )
    ids = moved.order_by("built_at", "pk").values_list("pk", flat=True)[:MOST_AT_ONCE]
    return mark_stale(StageOutlook, ids, at=at)
