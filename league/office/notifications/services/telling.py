"""From what happened to notifications, and which way each of them takes to whom."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from league.clubs.models import Club, User
from league.foundation.club_limits import services as club_limits
from league.foundation.journal.models import Happening
from league.foundation.outbox.models import OutboxMessage, Way
from league.foundation.outbox.services import request_all
from league.office.notifications.concerning import concerns_somebody, told_by
from league.office.notifications.in_the_room import tonight_among
from league.office.notifications.models import (
    Frequency,
    Notification,
    Preference,
    PushSubscription,
    StoppedAddress,
)
from league.office.notifications.notice import Notice, Person
from league.office.notifications.selectors import preferences_of
from league.office.notifications.topics import OF_PLAYERS, TOPIC_OF, What
from league.office.notifications.when_due import due_at
from league.play.events.models import Event

NOTIFICATIONS = "notifications"  # the kind of their mails and pushes

Mark: TypeAlias = tuple[str, str, int, int]

log = structlog.stdlib.get_logger("notifications")

# what is older is history that was handed over anew; of the rest, see `needed`, each is told
# however late a worker looks at it, if it still holds then
LATEST = timedelta(days=30)


class Told(NamedTuple):
    """A notice, with the club and the event it is of, and the happening it is told because of."""

    notice: Notice
    club_id: int | None
    event_id: int | None
    because: Happening | None = None


def tell(happenings: Sequence[Happening], at: datetime) -> None:
    """Make the notifications of what happened; handed the same twice, each is one."""
    concerning = [happening for happening in happenings if concerns_somebody(happening.kind)]
    news = [happening for happening in concerning if happening.at > at - LATEST]
    if len(news) < len(concerning):
        log.warning("too_old_to_be_told", happenings=len(concerning) - len(news))
    told = [
        Told(notice, happening.club_id, happening.event_id, happening)
        for happening, notices in told_by(news)
        for notice in notices
    ]
    notify_all(told, at)


def notify(notice: Notice, club_id: int | None, event_id: int | None, at: datetime) -> int:
    """Tell people one thing; return how many of them are told it now, and by some way."""
    return notify_all([Told(notice, club_id, event_id)], at)


def notify_all(told: Iterable[Told], at: datetime) -> int:
    """Tell people several things; return how many notifications were made.

    Those who chose not to be told of it, who were told it before, or whom no way reaches, are not.
    As many queries for many notices of one club as for one.
    """
    by_club: dict[int, list[Told]] = defaultdict(list)
    for one in _not_told_yet([_for_whom_it_is(one) for one in told]):
        by_club[one.club_id or 0].append(one)
    clubs = Club.objects.in_bulk(by_club)
    events = {one.event_id or 0 for ones in by_club.values() for one in ones}
    club_of = dict(Event.objects.filter(pk__in=events).values_list("pk", "club_id"))
    made = 0
    for club_id, ones in by_club.items():
        theirs = [one for one in ones if not one.event_id or club_of.get(one.event_id) == club_id]
        if theirs and club_id in clubs:
            made += _notify(theirs, clubs[club_id], at)
    return made


def _for_whom_it_is(told: Told) -> Told:
    """Leave out players without an account, but of what these are mailed."""
    if told.notice.what in OF_PLAYERS:
        return told
    people = frozenset(person for person in told.notice.people if person.user)
    return told._replace(notice=replace(told.notice, people=people))


def _not_told_yet(told: Iterable[Told]) -> list[Told]:
    """Return the notices with those who were not told before: of most scores, everybody was."""
    told = [one for one in told if one.notice.people]
    before: dict[Mark, set[Person]] = defaultdict(set)
    if told:
        everybody = {person for one in told for person in one.notice.people}
        rows = Notification.objects.filter(
            Q(user__in={person.user for person in everybody if person.user})
            | Q(player__in={person.player for person in everybody if person.player}),
            what__in={one.notice.what for one in told},
            subject__in={one.notice.subject for one in told},
            version__in={one.notice.version for one in told},
        )
        for row in rows.only("user_id", "player_id", "what", "about", "subject", "version"):
            before[_mark(row)].add(row.person)
    left: list[Told] = []
    for one in told:
        mark = _mark(one.notice)
        people = one.notice.people - before[mark]
        before[mark] |= people  # two happenings of one table are one notice
        if people:
            left.append(one._replace(notice=replace(one.notice, people=people)))
    return left


def _mark(notice: Notice | Notification) -> Mark:
    """Return by what a notice is known: the same is told to nobody twice."""
    return str(notice.what), notice.about, notice.subject, notice.version


@transaction.atomic
def _notify(told: Sequence[Told], club: Club, at: datetime) -> int:
    """Make the notifications of those who are new to it, and the ways that each of them takes."""
    people = {person for one in told for person in one.notice.people}
    chosen = preferences_of(people, club.pk)
    reached = _reached(people)
    tonight = tonight_among([one.notice for one in told], club, at)
    wanted: dict[Mark, tuple[Told, dict[Person, list[Way]]]] = {}
    rows = []
    for one in told:
        notice, mark = one.notice, _mark(one.notice)
        ways = {
            person: found
            for person in sorted(notice.people)
            if (found := _ways(reached.get(person), chosen[person], in_the_room=notice in tonight))
            and chosen[person].frequency(TOPIC_OF[notice.what]) != Frequency.NEVER
        }
        known = wanted.setdefault(mark, (one, {}))[1]
        known |= ways
        rows += [_notification(one, club, person, at) for person in ways]
    made = _store(_within_limit(rows, club, at))
    request_all(
        [
            _delivery(
                row,
                way,
                chosen[row.person],
                club,
                at,
                one.because.at if one.because else at,
                in_the_room=one.notice in tonight,
            )
            for row in made
            for one, ways in [wanted[_mark(row)]]
            for way in ways[row.person]
        ],
        at=at,
    )
    return len(made)


def _within_limit(rows: list[Notification], club: Club, at: datetime) -> list[Notification]:
    """Leave out what players without an account are mailed, where it is too much for a day.

    Anybody may give a club an address, and nobody has agreed with this site to be written to.
    """
    mails = sum(1 for row in rows if row.player_id)
    try:
        club_limits.count(club_limits.PLAYER_MAILS, club.pk, at, more=mails)
    except club_limits.LimitReached:
        log.warning("too_many_mails_to_players", club_id=club.pk, mails=mails)
        return [row for row in rows if not row.player_id]
    return rows


def _notification(told: Told, club: Club, person: Person, at: datetime) -> Notification:
    notice = told.notice
    return Notification(
        club=club,
        user_id=person.user or None,
        player_id=person.player or None,
        event_id=told.event_id,
        what=notice.what,
        about=notice.about,
        subject=notice.subject,
        version=notice.version,
        happening_id=told.because.pk if told.because else None,
        made_at=at,
    )


def _store(rows: Sequence[Notification]) -> list[Notification]:
    """Store those that no other delivery has stored meanwhile, and return them."""
    Notification.objects.bulk_create(rows, ignore_conflicts=True)
    return list(Notification.objects.filter(reference__in=[row.reference for row in rows]))


class Reached(NamedTuple):
    """How somebody can be reached."""

    by_mail: bool
    by_push: bool


def _reached(people: Collection[Person]) -> dict[Person, Reached]:
    """Return how each can be reached: active accounts, and players by mail alone; one query."""
    phones = PushSubscription.objects.filter(user=OuterRef("pk"))
    stopped = StoppedAddress.objects.filter(user=OuterRef("pk"), email=OuterRef("email"))
    accounts = {person.user for person in people if person.user}
    users = User.objects.filter(pk__in=accounts, is_active=True).annotate(
        has_phone=Exists(phones),
        takes_mail=Q(address_confirmed_at__isnull=False) & ~Exists(stopped),
    )
    rows = users.values_list("pk", "takes_mail", "has_phone")
    players = {person: Reached(True, False) for person in people if person.player}
    return players | {Person(user=user): Reached(mail, phone) for user, mail, phone in rows}


def _ways(reached: Reached | None, chosen: Preference, *, in_the_room: bool) -> list[Way]:
    """Return by which ways somebody can be reached and wants to be."""
    if reached is None:
        return []
    return [
        *([Way.MAIL] if reached.by_mail and chosen.by_mail and not in_the_room else []),
        *([Way.PUSH] if reached.by_push and chosen.by_push else []),
    ]


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
        # mails to somebody that are due together are one mail
        together=f"{club.pk} {row.person.user} {row.person.player}" if way == Way.MAIL else "",
        made_at=at,
        due_at=due_at(row.what, chosen, frequency, at, club.time_zone, since=since),
    )
