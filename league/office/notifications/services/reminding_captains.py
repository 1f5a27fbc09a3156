"""Reminders of what captains owe in their matches: each once, by the clock."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import TypeAlias

from django.db import transaction

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
from league.office.notifications import selectors
from league.office.notifications.models import CaptainReminder, Notification
from league.office.notifications.notice import Notice, Person
from league.office.notifications.selectors import people_notified
from league.office.notifications.services.dispatching import notify
from league.office.notifications.still_relevant import seconds_of
from league.office.notifications.topics import What
from league.play.rounds.models import Round

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
        _remind_of(what, one, at) for what, found in owed.items() for one in _new(what, found)
    )


def _new(what: What, found: Iterable[PendingAction]) -> list[PendingAction]:
    """Return those of which nobody was reminded yet."""
    rows = CaptainReminder.objects.filter(what=what, round__in={one.round for one in found})
    known = set(rows.values_list("round_id", "number", "due"))
    return [one for one in found if tuple(one) not in known]


@transaction.atomic
def _remind_of(what: What, owed: PendingAction, at: datetime) -> int:
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
