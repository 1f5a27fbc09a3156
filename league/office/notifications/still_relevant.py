"""Whether a notification still says something true: what is over by itself is sent to nobody."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TypeAlias

from django.utils import timezone

from league.calendar.captains.line_up_facts import due_of
from league.calendar.captains.matches import Match, rules_of, state_of
from league.calendar.captains.matches import matches_of as matches_of_round
from league.calendar.captains.pending_actions import sides_to_answer, sides_without_line_up
from league.calendar.match_dates.models import MatchDate
from league.calendar.stand_ins.models import Answer
from league.calendar.stand_ins.selectors import (
    asked_in,
    explain_closed_request,
    is_declined_by_all,
    requests_with_asked,
)
from league.clubs.models import Player
from league.clubs.services.players import is_forgotten
from league.foundation.journal.models import Happening
from league.office.associations.models import (
    AssociatedClub,
    Belonging,
    Registration,
    Transfer,
    TransferState,
)
from league.office.associations.two_journals import FORGOTTEN_AT_HOME
from league.office.notifications.between_clubs import WAITS
from league.office.notifications.choice_links import speaks_for
from league.office.notifications.dated_matches import (
    DATED,
    matches_of,
    own_placements,
    own_side,
    tables_of_match,
)
from league.office.notifications.in_the_room import is_of_a_past_evening
from league.office.notifications.models import Notification
from league.office.notifications.selectors import captain_of_entry
from league.office.notifications.topics import Person, What
from league.play.events.models import Event
from league.play.events.states import OVER
from league.play.results.models import (
    Adjustment,
    Dispute,
    Submission,
    SubmissionState,
    TableResult,
    TableState,
)
from league.play.rounds.models import Placement, Round, RoundState, Seat, Table

IsTrue: TypeAlias = Callable[[Notification], bool]


def is_to_be_played(notification: Notification) -> bool:
    """Say whether the table's round is open and its result not there yet."""
    is_open = Table.objects.filter(pk=notification.subject, round__state=RoundState.OPEN).exists()
    done = TableResult.objects.filter(
        table=notification.subject, state=TableState.CONFIRMED
    ).exists()
    return is_open and not done


def plays_there(notification: Notification) -> bool:
    """Say whether the person still has that match: seated, or of an entry that plays it."""
    mine = notification.person
    is_seated = Seat.objects.filter(mine.is_in("player"), table=notification.subject).exists()
    entry = Placement.objects.filter(
        mine.is_in("entry__members__player"),
        entry__members__left_at__isnull=True,
        table=notification.subject,
    )
    return is_to_be_played(notification) and (is_seated or entry.exists())


def is_free(notification: Notification) -> bool:
    """Say whether the round is open, and the person has not got a match in it since."""
    is_open = Round.objects.filter(pk=notification.subject, state=RoundState.OPEN).exists()
    return (
        is_open
        and not own_placements(notification.person).filter(round=notification.subject).exists()
    )


def is_undecided(notification: Notification) -> bool:
    """Say whether the table is there, its result not confirmed and its round not closed."""
    tables = Table.objects.filter(pk=notification.subject).exclude(round__state=RoundState.CLOSED)
    return tables.exclude(result__state=TableState.CONFIRMED).exists()


def deadline_comes(notification: Notification) -> bool:
    return notification.version > seconds_of(timezone.now()) and has_that_deadline(notification)


def has_that_deadline(notification: Notification) -> bool:
    """Say whether the table is to be played by the moment that the reminder was made for."""
    deadline = Table.objects.filter(pk=notification.subject).values_list(
        "round__deadline", flat=True
    )
    return is_to_be_played(notification) and seconds_of(deadline.first()) == notification.version


def round_has_that_deadline(notification: Notification) -> bool:
    round = Round.objects.filter(pk=notification.subject, state=RoundState.OPEN).first()
    return round is not None and seconds_of(round.deadline) == notification.version


def has_a_deadline(notification: Notification) -> bool:
    rows = Round.objects.filter(pk=notification.subject, state=RoundState.OPEN)
    return rows.filter(deadline__gt=timezone.now()).exists()


def waits_for_confirmation(notification: Notification) -> bool:
    waiting = Submission.objects.filter(table=notification.subject, state=SubmissionState.SUBMITTED)
    is_open = Table.objects.filter(pk=notification.subject, round__state=RoundState.OPEN).exists()
    return is_open and waiting.exists()


def is_disputed(notification: Notification) -> bool:
    open_ones = Dispute.objects.filter(settled_at__isnull=True)
    return open_ones.filter(submission__table=notification.subject).exists()


def is_there(notification: Notification) -> bool:
    """Say whether what was ruled on still is: a table that was drawn away has no results."""
    if notification.about == "adjustment":
        return Adjustment.objects.filter(pk=notification.subject).exists()
    return Table.objects.filter(pk=notification.subject).exists()


def is_over(notification: Notification) -> bool:
    return Event.objects.filter(pk=notification.subject, state__in=OVER).exists()


def has_matches_to_come(notification: Notification) -> bool:
    """Say whether a match of the person in that stage still has a day to come."""
    return bool(matches_of(notification.person, notification.subject, notification.made_at))


def has_that_date(notification: Notification) -> bool:
    """Say whether it is still the person's match, not over, and its date still that version.

    A day that has passed is of no use to anybody.
    """
    match = MatchDate.objects.filter(pk=notification.subject).first()
    if (
        match is None
        or match.sequence != notification.version
        or not _is_own(match, notification.person)
    ):
        return False
    return match.begins_at is None or match.begins_at > timezone.now()


def old_day_comes(notification: Notification) -> bool:
    """Say whether the day on which a match would have been played is still to come."""
    off = Happening.objects.filter(pk=notification.subject).first()
    day = off.data["old"]["begins_at"] if off else None
    return day is not None and datetime.fromisoformat(day) > timezone.now()


def is_captain(notification: Notification) -> bool:
    return notification.person in captain_of_entry(notification.subject)


def is_played_then(notification: Notification) -> bool:
    """Say whether the match is still to be played at the moment the reminder was made for."""
    to_come = MatchDate.objects.filter(state__in=DATED, begins_at__gt=timezone.now())
    match = to_come.filter(pk=notification.subject).first()
    return (
        match is not None
        and seconds_of(match.begins_at) == notification.version
        and _is_own(match, notification.person)
    )


def _is_own(match: MatchDate, person: Person) -> bool:
    tables = tables_of_match(match)
    over = TableResult.objects.filter(table__in=tables, state=TableState.CONFIRMED)
    seated = Seat.objects.filter(person.is_in("player"), table__in=tables)
    is_over = over.count() == len(tables)
    return not is_over and (own_side(person, tables) is not None or seated.exists())


def is_still_asked(notification: Notification) -> bool:
    """Say whether the seat is free and the person has not answered."""
    asked = asked_in(notification.subject, notification.person.user)
    return (
        asked is not None
        and asked.answer == Answer.WAITING
        and not explain_closed_request(asked.request)
    )


def stands_in_still(notification: Notification) -> bool:
    """Say whether a substitute sits there still, in a round that is not over."""
    seat = Seat.objects.filter(stand_in_requests=notification.subject, is_substitute=True)
    return seat.filter(round__state=RoundState.OPEN).exists()


def owes_line_up(notification: Notification) -> bool:
    """Say whether the line-up for which the person speaks is still missing, and still due then."""
    match = _match_of(notification)
    if match is None or not speaks_for(notification.person, match, sides_without_line_up(match)):
        return False
    return seconds_of(due_of(match, rules_of(match.round.stage))) == notification.version


def owes_answer(notification: Notification) -> bool:
    match = _match_of(notification)
    return match is not None and speaks_for(notification.person, match, sides_to_answer(match))


def is_unconfirmed(notification: Notification) -> bool:
    match = _match_of(notification)
    return match is not None and any(
        state_of(table) == TableState.ENTERED for table in match.tables
    )


def _match_of(notification: Notification) -> Match | None:
    """Return the match at the table that it is about, in a round that is not over."""
    rows = Table.objects.select_related("round__stage__event__club")
    table = rows.exclude(round__state=RoundState.CLOSED).filter(pk=notification.subject).first()
    found = matches_of_round(table.round, table.number) if table else []
    return found[0] if found else None


def is_declined_still(notification: Notification) -> bool:
    """Say whether the seat is still free, and nobody else was asked or accepts."""
    request = requests_with_asked().filter(pk=notification.subject).first()
    return (
        request is not None
        and len(request.asked.all()) == notification.version
        and is_declined_by_all(request)
    )


def waits_for_answer(notification: Notification) -> bool:
    """Say whether a club that was invited, or asked, still waits; an answer is true for ever.

    So is that a player was forgotten at home, until the association has forgotten it too.
    """
    if notification.about == FORGOTTEN_AT_HOME:
        player = Player.objects.filter(pk=notification.subject).first()
        return player is not None and not is_forgotten(player)
    states = {
        "association.club_invited": Belonging.INVITED,
        "association.club_asked": Belonging.ASKED,
    }
    state = states.get(notification.about)
    rows = AssociatedClub.objects.filter(pk=notification.subject, state=state)
    return state is None or rows.exists()


def registration_is_so(notification: Notification) -> bool:
    """Say whether the registration is open, or over, as it is said."""
    rows = Registration.objects.filter(
        pk=notification.subject, ended_at__isnull=notification.version == WAITS
    )
    return rows.exists()


def transfer_is_so(notification: Notification) -> bool:
    rows = Transfer.objects.filter(pk=notification.subject)
    if notification.version == WAITS:
        rows = rows.filter(state=TransferState.ASKED)
    return rows.exists()


def always(_notification: Notification) -> bool:
    return True


STILL: Mapping[What, IsTrue] = {
    What.MATCH: plays_there,
    What.BYE: is_free,
    What.MOVED: plays_there,
    What.STANDS_IN: plays_there,
    What.DATED: has_matches_to_come,
    What.DATE_CHANGED: has_that_date,
    What.CALLED_OFF: old_day_comes,
    What.PLAYED_SOON: is_played_then,
    What.ASKED_TO_STAND_IN: is_still_asked,
    What.STAND_IN_FOUND: stands_in_still,
    What.DEADLINE_SET: has_a_deadline,
    What.RESULT_WAITS: waits_for_confirmation,
    What.DISPUTED: is_disputed,
    What.RULING: is_there,
    What.DEADLINE_NEAR: deadline_comes,
    What.OVERDUE: has_that_deadline,
    What.OVERDUE_ROUND: round_has_that_deadline,
    What.FINAL: is_over,
    What.MESSAGE: always,
    What.DATE: is_undecided,
    What.WALKOVER: is_undecided,
    What.CAPTAIN: is_captain,
    What.LINE_UP_WAITS: owes_line_up,
    What.ANSWER_WAITS: owes_answer,
    What.UNCONFIRMED: is_unconfirmed,
    What.NOBODY_STANDS_IN: is_declined_still,
    What.BETWEEN_CLUBS: waits_for_answer,
    What.REGISTRATION: registration_is_so,
    What.TRANSFER: transfer_is_so,
}
# one that is sent again takes the place of those before it that were not sent yet
REPLACED = frozenset({What.MOVED, What.DATED, What.DATE_CHANGED, What.DEADLINE_SET, What.FINAL})

if missing := set(What) - STILL.keys():
    raise LookupError(
        f"say in league/office/notifications/still_relevant.py when {sorted(missing)} still holds"
    )


def is_still_relevant(notification: Notification) -> bool:
    """Say whether it is still to be sent."""
    is_there = notification.user is None or notification.user.is_active
    holds = is_there and STILL[What(notification.what)](notification)
    return (
        holds
        and not is_of_a_past_evening(notification, timezone.now())
        and not is_replaced(notification)
    )


def is_replaced(notification: Notification) -> bool:
    """Say whether the person got a newer notification of the same."""
    what = What(notification.what)
    if what not in REPLACED:
        return False
    same = Notification.objects.filter(
        user=notification.user_id,
        player=notification.player_id,
        what=what,
        about=notification.about,
    )
    return same.filter(subject=notification.subject, version__gt=notification.version).exists()


def seconds_of(moment: datetime | None) -> int:
    """Return a deadline as the version of its notifications; 0 without one."""
    return int(moment.astimezone(UTC).timestamp()) if moment else 0
