"""Reminders of the clock: a deadline is near, a match is overdue or within a day; each once."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from league.calendar.match_dates.models import MatchDate
from league.office.notifications import selectors
from league.office.notifications.dated_matches import DATED, tables_of_match
from league.office.notifications.models import MatchReminder, Notification, Reminder
from league.office.notifications.notice import Notice, Person
from league.office.notifications.selectors import people_notified
from league.office.notifications.services.dispatching import notify
from league.office.notifications.services.reminding_captains import PASSED, remind_captains
from league.office.notifications.still_relevant import seconds_of
from league.office.notifications.topics import What
from league.play.events.models import EventState
from league.play.rounds.models import Round, RoundState, Table

# so long before a deadline those who have not played are reminded
NEAR = timedelta(days=2)
# who was notified of the match and its deadline so shortly before is not reminded
JUST_NOTIFIED = timedelta(days=1)
# so long before a match with a day those who play it are reminded
EVE = timedelta(hours=24)


def remind(at: datetime) -> int:
    """Notify whoever is concerned of what came near or passed; return how many are notified."""
    by_deadline = sum(_remind_of(round, at) for round in _rounds(at))
    by_day = sum(_remind_of_match(match, at) for match in _matches(at))
    return by_deadline + by_day + remind_captains(at)


def _rounds(at: datetime) -> "QuerySet[Round]":
    """Return the open rounds with a deadline around now of which nobody was reminded yet."""
    reminded = Reminder.objects.filter(
        round=OuterRef("pk"), deadline=OuterRef("deadline"), is_past=OuterRef("is_past")
    )
    rows = Round.objects.filter(
        state=RoundState.OPEN,
        stage__event__state=EventState.RUNNING,
        deadline__lte=at + NEAR,
        deadline__gt=at - PASSED,
    )
    is_past = ExpressionWrapper(Q(deadline__lte=at), output_field=BooleanField())
    return (
        rows.annotate(is_past=is_past)
        .filter(~Exists(reminded))
        .select_related("stage__event")
        .order_by("pk")
    )


@transaction.atomic
def _remind_of(round: Round, at: datetime) -> int:
    """Remind of a round, unless somebody else just does; who dies in between leaves nothing."""
    assert round.deadline is not None, "only rounds with a deadline are asked for"  # noqa: S101
    is_past = round.deadline <= at
    _row, is_new = Reminder.objects.get_or_create(
        round=round, deadline=round.deadline, is_past=is_past, defaults={"made_at": at}
    )
    if not is_new:
        return 0
    event = round.stage.event
    notices = reminders_of(round, at)
    return sum(notify(notice, event.club_id, event.pk, at) for notice in notices)


def reminders_of(round: Round, at: datetime) -> list[Notice]:
    """Return who is to be notified of what about the deadline of a round at this moment."""
    version = seconds_of(round.deadline)
    is_past = round.deadline is not None and round.deadline <= at
    tables = selectors.unfinished_tables(round.pk)
    notices = [
        Notice(
            people=selectors.people_at([table]) - (frozenset() if is_past else _know(table, at)),
            what=What.OVERDUE if is_past else What.DEADLINE_NEAR,
            about="table",
            subject=table,
            version=version,
        )
        for table in tables
    ]
    return [*notices, _to_directors(round, version)] if is_past and tables else notices


def _know(table: int, at: datetime) -> frozenset[Person]:
    """Return who was notified of the match, and with it of its deadline, within the last day."""
    round = Table.objects.filter(pk=table).values("round")
    of_table = Q(about="table", subject=table, what__in=[What.MATCH, What.MOVED])
    of_round = Q(about="round", subject__in=round, what=What.DEADLINE_SET)
    rows = Notification.objects.filter(of_table | of_round, made_at__gt=at - JUST_NOTIFIED)
    return people_notified(rows)


def _to_directors(round: Round, version: int) -> Notice:
    return Notice(
        people=selectors.directors_of(round.stage.event.club_id),
        what=What.OVERDUE_ROUND,
        about="round",
        subject=round.pk,
        version=version,
    )


# Matches with a day.


def _matches(at: datetime) -> "QuerySet[MatchDate]":
    """Return the matches of running events played within a day, of which nobody was reminded."""
    reminded = MatchReminder.objects.filter(
        match_date=OuterRef("pk"), played_at=OuterRef("begins_at")
    )
    rows = MatchDate.objects.filter(
        ~Exists(reminded),
        state__in=DATED,
        begins_at__gt=at,
        begins_at__lte=at + EVE,
        round__stage__event__state=EventState.RUNNING,
    )
    return rows.select_related("round__stage__event").order_by("begins_at", "pk")


@transaction.atomic
def _remind_of_match(match: MatchDate, at: datetime) -> int:
    """Remind of a match, unless somebody else just does; who dies in between leaves nothing."""
    assert match.begins_at is not None, "only matches with a day are asked for"  # noqa: S101
    _row, is_new = MatchReminder.objects.get_or_create(
        match_date=match, played_at=match.begins_at, defaults={"made_at": at}
    )
    if not is_new:
        return 0
    event = match.round.stage.event
    return notify(match_reminder(match, at), event.club_id, event.pk, at)


def match_reminder(match: MatchDate, at: datetime) -> Notice:
    """Return who is reminded of a match: who play it and were not just notified of its day."""
    changed = Q(what=What.DATE_CHANGED, about="match_date", subject=match.pk)
    of_stage = Q(what=What.DATED, about="stage", subject=match.round.stage_id)
    just = Notification.objects.filter(changed | of_stage, made_at__gt=at - JUST_NOTIFIED)
    return Notice(
        people=selectors.people_at(tables_of_match(match)) - people_notified(just),
        what=What.PLAYED_SOON,
        about="match_date",
        subject=match.pk,
        version=seconds_of(match.begins_at),
    )
