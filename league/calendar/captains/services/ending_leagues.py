"""Leagues that are over: every match has its confirmed result, and nobody has ended the event."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from league.calendar.match_dates.models import NEVER_DATED, DateState, MatchDate
from league.foundation.journal.actor import SYSTEM
from league.foundation.journal.models import Happening
from league.foundation.refusal import Refused
from league.play.events import services as events
from league.play.events.models import Event, EventState, Stage
from league.play.results.models import TableResult, TableState
from league.play.rounds.models import Round, RoundState, Table

# so long the last result can still be disputed or corrected before a league ends by itself
GRACE = timedelta(days=1)
# of a league that was over before that nobody expects news: the director ends it
NEWS_FOR = timedelta(days=14)
MOST_AT_ONCE = 20


def end_leagues(*, at: datetime) -> list[Event]:
    """Finish the leagues with dated matches of which the last was confirmed a day ago.

    Returns those finished now; twice changes nothing. One of which something is still to be
    settled, as the director would be asked, stays as it is; so does one that a director let go on.
    """
    ended = []
    for event in leagues_over(at).order_by("pk")[:MOST_AT_ONCE]:
        try:
            ended.append(events.finish_event(event=event, actor=SYSTEM, at=at))
        except Refused:
            continue
    return ended


def leagues_over(at: datetime) -> QuerySet[Event]:
    """Return the running leagues in which all that is drawn was confirmed a day ago."""
    of_event = {"round__stage__event": OuterRef("pk")}
    dated = MatchDate.objects.filter(**of_event).exclude(state=DateState.DRAFT)
    dated = dated.exclude(NEVER_DATED)
    tables = Table.objects.filter(**of_event)
    unplayed = Round.objects.filter(stage__event=OuterRef("pk"), state=RoundState.DRAWN)
    undrawn = Stage.objects.filter(event=OuterRef("pk"), rounds__isnull=True)
    results = TableResult.objects.filter(table__round__stage__event=OuterRef("pk"))
    resumed = Happening.objects.filter(event_id=OuterRef("pk"), kind="event.resumed")
    return Event.objects.filter(
        Exists(dated),
        ~Exists(tables.exclude(result__state=TableState.CONFIRMED)),
        ~Exists(unplayed),
        ~Exists(undrawn),
        Exists(results.filter(changed_at__gt=at - NEWS_FOR)),
        ~Exists(results.filter(changed_at__gt=at - GRACE)),
        ~Exists(resumed),
        state=EventState.RUNNING,
    )
