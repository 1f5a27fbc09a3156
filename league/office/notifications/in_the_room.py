"""Rounds that are played in the room, of an evening: a mail about one comes too late."""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet

from league.calendar.match_dates.models import MatchDate
from league.clubs.models import Club
from league.office.notifications.dated_matches import DATED
from league.office.notifications.models import Notification
from league.office.notifications.topics import OF_THE_MOMENT, Notice, What
from league.play.rounds.models import Round

# a score that waits is confirmed on the next day as well
OF_THE_EVENING = OF_THE_MOMENT - {What.RESULT_WAITS}


def tonight_among(notices: Iterable[Notice], club: Club, at: datetime) -> set[Notice]:
    """Return what is of a round without a deadline, on the day on which its event begins.

    At most two queries.
    """
    today = at.astimezone(ZoneInfo(club.time_zone)).date()
    tonight = Round.objects.filter(deadline=None, stage__event__starts_on=today)
    of_tables: dict[bool, list[Notice]] = {True: [], False: []}
    for notice in notices:
        if notice.what in OF_THE_MOMENT:
            of_tables[notice.about == "table"].append(notice)
    tonights: set[Notice] = set()
    for is_table, of_kind in of_tables.items():
        which = "tables" if is_table else "pk"
        subjects = {notice.subject for notice in of_kind}
        if subjects:
            rows = tonight.filter(**{f"{which}__in": subjects}).values_list(which, flat=True)
            there = set(rows)
            tonights |= {notice for notice in of_kind if notice.subject in there}
    return tonights


def is_of_a_past_evening(notification: Notification, at: datetime) -> bool:
    """Say whether it tells where one sat on an evening that is over; matches with a day have none.

    A round that was opened on another day than that on which its event began was of no evening.
    """
    if notification.what not in OF_THE_EVENING:
        return False
    dated = MatchDate.objects.filter(round=OuterRef("pk"), state__in=DATED)
    rows = _rounds_of(notification).filter(~Exists(dated), opened_at__isnull=False)
    found = rows.values_list("opened_at", "stage__event__starts_on").first()
    if found is None:
        return False
    zone = ZoneInfo(notification.club.time_zone)
    opened_at, evening = found
    assert opened_at is not None, "only opened rounds are asked for"  # noqa: S101
    return opened_at.astimezone(zone).date() == evening < at.astimezone(zone).date()


def _rounds_of(notification: Notification) -> "QuerySet[Round]":
    which = (
        {"tables": notification.subject}
        if notification.about == "table"
        else {"pk": notification.subject}
    )
    return Round.objects.filter(deadline=None, **which)
