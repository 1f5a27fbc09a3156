"""Reminders of the clock: a deadline is near, a match is overdue or within a day; each once."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import TypeAlias

from django.db import transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from league.calendar.captains.matches import Match, NoSuchMatch, match_at
from league.calendar.captains.pending_actions import (
    PendingAction,
    answers_due,
    confirmations_due,
    line_ups_due,
    sides_to_answer,
    sides_to_confirm,
    sides_without_line_up,
)
from league.calendar.match_dates.models import MatchDate
from league.office.notifications import selectors
from league.office.notifications.dated_matches import DATED, tables_of_match
from league.office.notifications.models import (
    CaptainReminder,
    MatchReminder,
    Notification,
    Reminder,
)
from league.office.notifications.selectors import people_notified
from league.office.notifications.services.dispatching import notify
from league.office.notifications.still_relevant import seconds_of
from league.office.notifications.topics import Notice, Person, What
from league.play.events.models import EventState
from league.play.rounds.merged_seats import EditedMatches
from league.play.rounds.models import Round, RoundState, Table

# --- Reminders of what captains owe in their matches: each once, by the clock ---

# so long before line-ups are due, and before a date is to be agreed on, captains are reminded
NEAR_LINE_UP, NEAR_ANSWER = timedelta(days=2), timedelta(days=1)
# who was notified of proposed dates so shortly before is not reminded of them
JUST_NOTIFIED = timedelta(days=1)
# a deadline that passed longer ago was passed before this site sent notifications
PASSED = timedelta(days=7)

Debtors: TypeAlias = Callable[[Match], Iterable[int]]
DEBTORS: Mapping[What, Debtors] = {
    What.LINE_UP_WAITS: sides_without_line_up,
    What.ANSWER_WAITS: sides_to_answer,
    What.UNCONFIRMED: sides_to_confirm,
}


def remind_captains(at: datetime) -> int:
    """Notify captains of what they owe soon, and of results that were to be confirmed by now.

    Returns how many are notified; a few queries where there is nothing new.
    """
    owed = {
        What.LINE_UP_WAITS: line_ups_due(at, at + NEAR_LINE_UP),
        What.ANSWER_WAITS: answers_due(at, at + NEAR_ANSWER),
        What.UNCONFIRMED: confirmations_due(at - PASSED, at),
    }
    return sum(
        _remind_captains_of(what, one, at)
        for what, found in owed.items()
        for one in _new(what, found)
    )


def _new(what: What, found: Iterable[PendingAction]) -> list[PendingAction]:
    """Return those of which nobody was reminded yet."""
    rows = CaptainReminder.objects.filter(what=what, round__in={one.round for one in found})
    known = set(rows.values_list("round_id", "number", "due"))
    return [one for one in found if tuple(one) not in known]


@transaction.atomic
def _remind_captains_of(what: What, owed: PendingAction, at: datetime) -> int:
    """Remind of one thing, unless somebody else just does; who dies in between leaves nothing."""
    _row, is_new = CaptainReminder.objects.get_or_create(
        round_id=owed.round,
        number=owed.number,
        what=what,
        due=owed.due,
        defaults={"made_at": at},
    )
    match = _match(owed) if is_new else None
    if match is None:
        return 0
    event = match.round.stage.event
    return notify(captain_reminder(what, match, owed.due, at), event.club_id, event.pk, at)


def _match(owed: PendingAction) -> Match | None:
    """Return the match; None where more than two entries play at its table."""
    round = Round.objects.select_related("stage__event__club").get(pk=owed.round)
    try:
        return match_at(round, owed.number)
    except NoSuchMatch:
        return None


def captain_reminder(what: What, match: Match, due: datetime, at: datetime) -> Notice:
    """Return who is reminded: the captains who owe it; of what is overdue the directors too."""
    people: frozenset[Person] = frozenset()
    for side in DEBTORS[what](match):
        people |= selectors.captain_of_entry(match.entries[side].pk)
    if what == What.ANSWER_WAITS:
        people -= _just_asked(match, at)
    if what == What.UNCONFIRMED:
        people |= selectors.directors_of(match.round.stage.event.club_id)
    table, version = match.tables[0].pk, seconds_of(due)
    return Notice(people=people, what=what, about="table", subject=table, version=version)


def _just_asked(match: Match, at: datetime) -> frozenset[Person]:
    rows = Notification.objects.filter(
        what=What.DATE,
        about="table",
        subject__in=[table.pk for table in match.tables],
        made_at__gt=at - JUST_NOTIFIED,
    )
    return people_notified(rows)


# so long before a deadline those who have not played are reminded
NEAR = timedelta(days=2)
# who was notified of the match and its deadline so shortly before is not reminded

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


# --- Captains of a match that was edited are reminded again of what they owe ---


def follow_edit(round: Round, edited: EditedMatches) -> None:
    """Forget of which matches that are others now, or have other numbers, captains were reminded.

    Nobody is notified twice: the notifications themselves are there still.
    """
    numbers = edited.freed | edited.moved.keys()
    CaptainReminder.objects.filter(round=round, number__in=numbers).delete()
