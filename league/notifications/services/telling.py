"""From what happened to notifications, and which way each of them takes to whom."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from league.clubs.models import Club, User
from league.events.models import Event
from league.journal.models import Happening
from league.notifications.concerning import Told, concerns_somebody, told_by
from league.notifications.models import (
    Delivery,
    Frequency,
    Notification,
    Preference,
    PushSubscription,
    StoppedAddress,
    Way,
)
from league.notifications.selectors import preferences_of
from league.notifications.services.batching import sweep_after_commit
from league.notifications.topics import OF_THE_MOMENT, TOPIC_OF, What
from league.notifications.when_due import due_at
from league.rounds.models import Round, Table

# what is older is history that a new reader is handed: nobody is told
NEWS = timedelta(days=2)


def tell(happenings: Sequence[Happening], at: datetime) -> None:
    """Make the notifications of what happened; handed the same twice, each is one."""
    news = [
        happening
        for happening in happenings
        if concerns_somebody(happening.kind) and happening.at > at - NEWS
    ]
    told = sum(
        notify(told, happening.club_id, happening.event_id, at, because=happening)
        for happening in news
        for told in told_by(happening)
    )
    if told:
        sweep_after_commit()


@transaction.atomic
def notify(
    told: Told,
    club_id: int | None,
    event_id: int | None,
    at: datetime,
    *,
    because: Happening | None = None,
) -> int:
    """Tell people one thing; return how many of them are told it now, and by some way.

    Those who chose not to be told of it, who were told it before, or whom no way reaches, are not.
    """
    if not told.people:
        return 0
    club = Club.objects.filter(pk=club_id or 0).first()
    if club is None or not _is_of(club, event_id):
        return 0
    chosen = preferences_of(told.people, club.pk)
    is_tonight = told.what in OF_THE_MOMENT and _is_tonight(told, club, at)
    ways = _ways(told.people, chosen, is_tonight=is_tonight)
    wanted = {
        user: found
        for user, found in ways.items()
        if found and chosen[user].frequency(TOPIC_OF[told.what]) != Frequency.NEVER
    }
    made = _make(told, club, event_id, wanted, at, because.pk if because else None)
    since = because.at if because else at
    Delivery.objects.bulk_create(
        _delivery(row, way, chosen[row.user_id], club, at, since, is_tonight=is_tonight)
        for row in made
        for way in wanted[row.user_id]
    )
    return len(made)


def _is_of(club: Club, event_id: int | None) -> bool:
    return event_id is None or Event.objects.filter(pk=event_id, club=club).exists()


def _make(
    told: Told,
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
    people: Collection[int], chosen: Mapping[int, Preference], *, is_tonight: bool
) -> dict[int, list[Way]]:
    """Return by which ways each account can be reached and wants to be; three queries."""
    users = User.objects.filter(pk__in=people, is_active=True)
    phones = set(PushSubscription.objects.filter(user__in=people).values_list("user", flat=True))
    stopped = set(StoppedAddress.objects.filter(user__in=people).values_list("user", "email"))
    found: dict[int, list[Way]] = {}
    for user in users:
        mail = bool(user.address_confirmed_at) and (user.pk, user.email) not in stopped
        found[user.pk] = [
            *([Way.MAIL] if mail and chosen[user.pk].by_mail and not is_tonight else []),
            *([Way.PUSH] if user.pk in phones and chosen[user.pk].by_push else []),
        ]
    return found


def _delivery(
    row: Notification,
    way: Way,
    chosen: Preference,
    club: Club,
    at: datetime,
    since: datetime,
    *,
    is_tonight: bool,
) -> Delivery:
    frequency = chosen.frequency(TOPIC_OF[What(row.what)])
    if is_tonight:
        frequency = Frequency.AT_ONCE
    return Delivery(
        notification=row,
        way=way,
        is_daily=frequency == Frequency.DAILY,
        due_at=due_at(row.what, chosen, frequency, at, club.time_zone, since=since),
    )


def _is_tonight(told: Told, club: Club, at: datetime) -> bool:
    """Say whether it is of a round that is played now, in the room: a mail would come too late.

    That is one without a deadline, on the day on which its event begins.
    """
    rounds = Round.objects.select_related("stage__event")
    if told.about == "table":
        table = Table.objects.filter(pk=told.subject).first()
        round = rounds.filter(pk=table.round_id).first() if table else None
    else:
        round = rounds.filter(pk=told.subject).first()
    if round is None or round.deadline is not None:
        return False
    return round.stage.event.starts_on == at.astimezone(ZoneInfo(club.time_zone)).date()
