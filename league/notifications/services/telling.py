"""From what happened to notifications, and which way each of them takes to whom."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from league.clubs.models import Club, User
from league.journal.models import Happening
from league.notifications.concerning import concerns_somebody, told_by
from league.notifications.in_the_room import is_tonight
from league.notifications.models import (
    Frequency,
    Notification,
    Preference,
    PushSubscription,
    StoppedAddress,
)
from league.notifications.notice import Notice
from league.notifications.selectors import preferences_of
from league.notifications.topics import OF_THE_MOMENT, TOPIC_OF, What
from league.notifications.when_due import due_at
from league.outbox.models import OutboxMessage, Way
from league.outbox.services import request_all

NOTIFICATIONS = "notifications"  # the kind of their mails and pushes

log = structlog.stdlib.get_logger("notifications")

# what is older is history that was handed over anew; of the rest, see `needed`, each is told
# however late a worker looks at it, if it still holds then
LATEST = timedelta(days=30)


def tell(happenings: Sequence[Happening], at: datetime) -> None:
    """Make the notifications of what happened; handed the same twice, each is one."""
    concerning = [happening for happening in happenings if concerns_somebody(happening.kind)]
    news = [happening for happening in concerning if happening.at > at - LATEST]
    if len(news) < len(concerning):
        log.warning("too_old_to_be_told", happenings=len(concerning) - len(news))
    for happening in news:
        for told in told_by(happening):
            notify(told, happening.club_id, happening.event_id, at, because=happening)


def notify(
    told: Notice,
    club_id: int | None,
    event_id: int | None,
    at: datetime,
    *,
    because: Happening | None = None,
) -> int:
    """Tell people one thing; return how many of them are told it now, and by some way.

    Those who chose not to be told of it, who were told it before, or whom no way reaches, are not.
    """
    new = _not_told_yet(told)
    club = _club_of(club_id, event_id) if new else None
    if club is None:
        return 0
    return _notify(told, new, club, event_id, at, because=because)


@transaction.atomic
def _notify(
    told: Notice,
    new: frozenset[int],
    club: Club,
    event_id: int | None,
    at: datetime,
    *,
    because: Happening | None,
) -> int:
    """Make the notifications of those who are new to it, and the ways that each of them takes."""
    chosen = preferences_of(new, club.pk)
    in_the_room = told.what in OF_THE_MOMENT and is_tonight(told, club, at)
    ways = _ways(new, chosen, in_the_room=in_the_room)
    wanted = {
        user: found
        for user, found in ways.items()
        if found and chosen[user].frequency(TOPIC_OF[told.what]) != Frequency.NEVER
    }
    made = _make(told, club, event_id, wanted, at, because.pk if because else None)
    since = because.at if because else at
    request_all(
        [
            _delivery(row, way, chosen[row.user_id], club, at, since, in_the_room=in_the_room)
            for row in made
            for way in wanted[row.user_id]
        ],
        at=at,
    )
    return len(made)


def _not_told_yet(told: Notice) -> frozenset[int]:
    """Return who was not told it before: of most scores at a table, everybody was."""
    if not told.people:
        return frozenset()
    before = Notification.objects.filter(
        user__in=told.people,
        what=told.what,
        about=told.about,
        subject=told.subject,
        version=told.version,
    )
    return told.people - frozenset(before.values_list("user_id", flat=True))


def _club_of(club_id: int | None, event_id: int | None) -> Club | None:
    """Return the club, if it is there and the event, where there is one, is its own."""
    rows = Club.objects.filter(pk=club_id or 0)
    return (rows.filter(events=event_id) if event_id is not None else rows).first()


def _make(
    told: Notice,
    club: Club,
    event_id: int | None,
    users: Iterable[int],
    at: datetime,
    because: int | None,
) -> list[Notification]:
    """Store one for each account that has none yet, and return those that are new."""
    rows = [
        Notification(
            club=club,
            user_id=user,
            event_id=event_id,
            what=told.what,
            about=told.about,
            subject=told.subject,
            version=told.version,
            happening_id=because,
            made_at=at,
        )
        for user in sorted(users)
    ]
    Notification.objects.bulk_create(rows, ignore_conflicts=True)
    return list(Notification.objects.filter(reference__in=[row.reference for row in rows]))


def _ways(
    people: Collection[int], chosen: Mapping[int, Preference], *, in_the_room: bool
) -> dict[int, list[Way]]:
    """Return by which ways each account can be reached and wants to be; one query."""
    phones = PushSubscription.objects.filter(user=OuterRef("pk"))
    stopped = StoppedAddress.objects.filter(user=OuterRef("pk"), email=OuterRef("email"))
    users = User.objects.filter(pk__in=people, is_active=True).annotate(
        has_phone=Exists(phones),
        takes_mail=Q(address_confirmed_at__isnull=False) & ~Exists(stopped),
    )
    return {
        user: [
            *([Way.MAIL] if mail and chosen[user].by_mail and not in_the_room else []),
            *([Way.PUSH] if phone and chosen[user].by_push else []),
        ]
        for user, mail, phone in users.values_list("pk", "takes_mail", "has_phone")
    }


def _delivery(
    row: Notification,
    way: Way,
    chosen: Preference,
    club: Club,
    at: datetime,
    since: datetime,
    *,
    in_the_room: bool,
) -> OutboxMessage:
    frequency = chosen.frequency(TOPIC_OF[What(row.what)])
    if in_the_room:
        frequency = Frequency.AT_ONCE
    return OutboxMessage(
        way=way,
        kind=NOTIFICATIONS,
        club=club,
        notification=row,
        # mails to an account that are due together are one mail
        together=f"{club.pk} {row.user_id}" if way == Way.MAIL else "",
        made_at=at,
        due_at=due_at(row.what, chosen, frequency, at, club.time_zone, since=since),
    )
