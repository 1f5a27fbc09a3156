"""The journal's reader "highlights": notes of which events and seasons to work them out again."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from league.foundation.derived_state import mark_stale
from league.foundation.journal.kinds import COMING_IN
from league.foundation.journal.models import Happening
from league.play.events.models import Event, EventState, Season
from league.play.results.kinds_changing_results import MERGES
from league.tables.highlights.models import EventHighlights, SeasonTop
from league.tables.standings.subscriber import NOT_COUNTED

NAME = "highlights"
# happenings that change who is first in a season; an event that is changed may have left one
OF_SEASONS = ("season.", "past_event.", "event.changed")
NOTHING_PLAYED = (EventState.DRAFT, EventState.OPEN)


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Mark what the happenings are about; handed the same twice, nothing changes."""
    meant = [happening for happening in happenings if happening.kind not in NOT_COUNTED]
    coming_in = [happening for happening in meant if happening.kind in COMING_IN]
    others = [happening for happening in meant if happening.kind not in COMING_IN]
    now, events = timezone.now(), _events_of(others)
    mark_stale(EventHighlights, events, at=now)
    mark_stale(EventHighlights, _events_of(coming_in) - events, at=now, may_wait=True)
    # where results come in the standings move first, and the season follows them
    mark_stale(SeasonTop, _seasons_of(others), at=now)


def _events_of(meant: Sequence[Happening]) -> set[int]:
    events = {happening.event_id for happening in meant if happening.event_id}
    if not events:
        return set()
    shown = ~Q(state__in=NOTHING_PLAYED) | Q(highlights__isnull=False)
    return set(Event.objects.filter(shown, pk__in=events).values_list("pk", flat=True))


def _seasons_of(meant: Sequence[Happening]) -> set[int]:
    events = {happening.event_id for happening in meant if happening.event_id}
    of_clubs = {
        happening.club_id
        for happening in meant
        if happening.kind in MERGES or happening.kind.startswith(OF_SEASONS)
    }
    if not events and not of_clubs:
        return set()
    about = Q(events__in=events) | Q(club__in=of_clubs - {None})
    return set(Season.objects.filter(about).values_list("pk", flat=True))
