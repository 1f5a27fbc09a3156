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
from league.office.notifications.in_the_room import tonight_among
from league.office.notifications.models import (
    Frequency,
    Notification,
    Preference,
    PushSubscription,
    StoppedAddress,
)
from league.office.notifications.recipients import concerns_somebody, notices_for
from league.office.notifications.selectors import preferences_of
from league.office.notifications.topics import OF_PLAYERS, TOPIC_OF, Notice, Person, What
from league.office.notifications.when_due import due_at
from league.play.events.models import Event

NOTIFICATIONS = "notifications"  # the kind of their mails and pushes

Mark: TypeAlias = tuple[str, str, int, int]

log = structlog.stdlib.get_logger("notifications")

# what is older is history that was handed over again; of the rest each is sent
# however late a worker looks at it, if it is still relevant then
LATEST = timedelta(days=30)


class ClubNotice(NamedTuple):
    """A notice, with the club and the event it is of, and the happening that is its cause."""

    notice: Notice
    club_id: int | None
    event_id: int | None
    because: Happening | None = None


def dispatch(happenings: Sequence[Happening], at: datetime) -> None:
    """Make the notifications of what happened; handed the same twice, each is one."""
    concerning = [happening for happening in happenings if concerns_somebody(happening.kind)]
    news = [happening for happening in concerning if happening.at > at - LATEST]
    if len(news) < len(concerning):
        log.warning("too_old_to_notify", happenings=len(concerning) - len(news))
    club_notices = [
        ClubNotice(notice, happening.club_id, happening.event_id, happening)
        for happening, notices in notices_for(news)
        for notice in notices
    ]
    notify_all(club_notices, at)


def notify(notice: Notice, club_id: int | None, event_id: int | None, at: datetime) -> int:
    """Notify people of one thing; return how many of them are notified now, by some way."""
    return notify_all([ClubNotice(notice, club_id, event_id)], at)


def notify_all(club_notices: Iterable[ClubNotice], at: datetime) -> int:
    """Notify people of several things; return how many notifications were made.

    Left out are those who chose so, who were notified of it before, or whom no way reaches.
    As many queries for many notices of one club as for one.
    """
    by_club: dict[int, list[ClubNotice]] = defaultdict(list)
    for club_notice in _new_to_people(
        [_without_unmailed_players(club_notice) for club_notice in club_notices]
    ):
        by_club[club_notice.club_id or 0].append(club_notice)
    clubs = Club.objects.in_bulk(by_club)
    events = {club_notice.event_id or 0 for of_club in by_club.values() for club_notice in of_club}
    club_of = dict(Event.objects.filter(pk__in=events).values_list("pk", "club_id"))
    made = 0
    for club_id, of_club in by_club.items():
        theirs = [
            club_notice
            for club_notice in of_club
            if not club_notice.event_id or club_of.get(club_notice.event_id) == club_id
        ]
        if theirs and club_id in clubs:
            made += _notify(theirs, clubs[club_id], at)
    return made


def _without_unmailed_players(club_notice: ClubNotice) -> ClubNotice:
    """Leave out players without an account, but of what these are mailed."""
    if club_notice.notice.what in OF_PLAYERS:
        return club_notice
    people = frozenset(person for person in club_notice.notice.people if person.user)
    return club_notice._replace(notice=replace(club_notice.notice, people=people))


def _new_to_people(club_notices: Iterable[ClubNotice]) -> list[ClubNotice]:
    """Return the notices with those who are new to them: of most scores, nobody is."""
    club_notices = [club_notice for club_notice in club_notices if club_notice.notice.people]
    before: dict[Mark, set[Person]] = defaultdict(set)
    if club_notices:
        everybody = {person for club_notice in club_notices for person in club_notice.notice.people}
        rows = Notification.objects.filter(
            Q(user__in={person.user for person in everybody if person.user})
            | Q(player__in={person.player for person in everybody if person.player}),
            what__in={club_notice.notice.what for club_notice in club_notices},
            subject__in={club_notice.notice.subject for club_notice in club_notices},
            version__in={club_notice.notice.version for club_notice in club_notices},
        )
        for row in rows.only("user_id", "player_id", "what", "about", "subject", "version"):
            before[_mark(row)].add(row.person)
    left: list[ClubNotice] = []
    for club_notice in club_notices:
        mark = _mark(club_notice.notice)
        people = club_notice.notice.people - before[mark]
        before[mark] |= people  # two happenings of one table are one notice
        if people:
            left.append(club_notice._replace(notice=replace(club_notice.notice, people=people)))
    return left


def _mark(notice: Notice | Notification) -> Mark:
    """Return by what a notice is known: nobody is notified of the same twice."""
    return str(notice.what), notice.about, notice.subject, notice.version


@transaction.atomic
def _notify(club_notices: Sequence[ClubNotice], club: Club, at: datetime) -> int:
    """Make the notifications of those who are new to it, and the ways that each of them takes."""
    people = {person for club_notice in club_notices for person in club_notice.notice.people}
    chosen = preferences_of(people, club.pk)
    reached = _reached(people)
    tonight = tonight_among([club_notice.notice for club_notice in club_notices], club, at)
    wanted: dict[Mark, tuple[ClubNotice, dict[Person, list[Way]]]] = {}
    rows = []
    for club_notice in club_notices:
        notice, mark = club_notice.notice, _mark(club_notice.notice)
        ways = {
            person: ways_to
            for person in sorted(notice.people)
            if (
                ways_to := _ways(reached.get(person), chosen[person], in_the_room=notice in tonight)
            )
            and chosen[person].frequency(TOPIC_OF[notice.what]) != Frequency.NEVER
        }
        known = wanted.setdefault(mark, (club_notice, {}))[1]
        known |= ways
        rows += [_notification(club_notice, club, person, at) for person in ways]
    made = _store(_within_limit(rows, club, at))
    request_all(
        [
            _delivery(
                row,
                way,
                chosen[row.person],
                club,
                at,
                club_notice.because.at if club_notice.because else at,
                in_the_room=club_notice.notice in tonight,
            )
            for row in made
            for club_notice, ways in [wanted[_mark(row)]]
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


def _notification(
    club_notice: ClubNotice, club: Club, person: Person, at: datetime
) -> Notification:
    notice = club_notice.notice
    return Notification(
        club=club,
        user_id=person.user or None,
        player_id=person.player or None,
        event_id=club_notice.event_id,
        what=notice.what,
        about=notice.about,
        subject=notice.subject,
        version=notice.version,
        happening_id=club_notice.because.pk if club_notice.because else None,
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
