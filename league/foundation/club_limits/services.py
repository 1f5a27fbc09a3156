"""The limits of a club: all of them in one place, counted in the transaction of what they limit.

A request that is refused or fails has counted nothing. How many is a setting of the site.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import connection
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.club_limits.models import ClubUse
from league.foundation.refusal import Refused, wait_in_words

DAY = 86_400


@dataclass(frozen=True, slots=True)
class ClubLimit:
    """At most so many a day (UTC) as the setting `setting` says; `sentence` refuses more.

    It has places for `most` and for how long to `wait`; `label` is what they are, in the plural.
    """

    name: str
    setting: str
    label: Promise
    sentence: Promise

    @property
    def most(self) -> int:
        return int(getattr(settings, self.setting))


EVENTS = ClubLimit(
    "events",
    "CLUB_EVENTS_A_DAY",
    gettext_lazy("new events"),
    gettext_lazy(
        "Your club created %(most)d events today, as many as it may in a day. Wait %(wait)s, or "
        "ask whoever runs this site for more."
    ),
)
IMPORTS = ClubLimit(
    "imports",
    "CLUB_IMPORTS_A_DAY",
    gettext_lazy("imported lists"),
    gettext_lazy(
        "Your club imported %(most)d lists today, as many as it may in a day. Wait %(wait)s, or "
        "put several lists into one."
    ),
)
MAILS = ClubLimit(
    "mails",
    "CLUB_MAILS_A_DAY",
    gettext_lazy("e-mails"),
    gettext_lazy(
        "Your club sent %(most)d e-mails today, as many as it may in a day. Wait %(wait)s, or ask "
        "whoever runs this site for more."
    ),
)
# what players without an account are mailed: beyond it nothing is refused, it is left out
PLAYER_MAILS = ClubLimit(
    "player_mails",
    "CLUB_PLAYER_MAILS_A_DAY",
    gettext_lazy("e-mails to players without an account"),
    MAILS.sentence,
)
JOBS = ClubLimit(
    "jobs",
    "CLUB_JOBS_A_DAY",
    gettext_lazy("PDFs, draws and other long tasks"),
    gettext_lazy(
        "Your club requested %(most)d PDFs, draws and other long tasks today, as many as it may in "
        "a day. Wait %(wait)s, or ask whoever runs this site for more."
    ),
)
WEBHOOK_TESTS = ClubLimit(
    "webhook_tests",
    "CLUB_WEBHOOK_TESTS_A_DAY",
    gettext_lazy("webhook messages sent by hand"),
    gettext_lazy(
        "Your club sent %(most)d webhook messages by hand today, as many as it may in a day. "
        "Wait %(wait)s; those that wait are still sent by themselves."
    ),
)
JOINS = ClubLimit(
    "joins",
    "CLUB_JOINS_A_DAY",
    gettext_lazy("people who signed up to the club"),
    gettext_lazy(
        "%(most)d people signed up to the club today, as many as may in a day. Wait %(wait)s, or "
        "ask somebody of the club."
    ),
)
LIMITS = (EVENTS, IMPORTS, MAILS, PLAYER_MAILS, JOBS, WEBHOOK_TESTS, JOINS)


class LimitReached(Refused):
    """A club has done today as much as it may; `wait` is the number of seconds until tomorrow."""

    code: ClassVar[str] = "club_limit"

    def __init__(self, limit: ClubLimit, at: datetime) -> None:
        wait = DAY - int(at.timestamp()) % DAY
        super().__init__(limit.sentence % {"most": limit.most, "wait": wait_in_words(wait)})
        self.wait = wait


class TooManyPlayers(Refused):
    """A club has as many players as it may."""

    code = "too_many_players"


# one statement: of two that come at once the second waits for the first, and counts on from it
COUNT = """
INSERT INTO club_limits_clubuse AS used (club_id, "limit", day, count)
SELECT %(club)s, %(name)s, %(day)s, %(more)s WHERE %(more)s <= %(most)s
ON CONFLICT (club_id, "limit") DO UPDATE SET
    count = excluded.count + CASE WHEN used.day = excluded.day THEN used.count ELSE 0 END,
    day = excluded.day
WHERE used.day <> excluded.day OR used.count + excluded.count <= %(most)s
RETURNING count
"""


def count(limit: ClubLimit, club_id: int, at: datetime, *, more: int = 1) -> None:
    """Count what a club does now, in the transaction that does it. Raises LimitReached."""
    if more < 1:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            COUNT,
            {
                "club": club_id,
                "name": limit.name,
                "day": day_of(at),
                "more": more,
                "most": limit.most,
            },
        )
        if cursor.fetchone() is None:
            raise LimitReached(limit, at)


def check(limit: ClubLimit, club_id: int, at: datetime) -> None:
    """Refuse what is counted later, when the limit is reached by now. Raises LimitReached."""
    if used(club_id, at)[limit.name] >= limit.most:
        raise LimitReached(limit, at)


def used(club_id: int, at: datetime) -> dict[str, int]:
    """Return how much of each limit a club has used today; one query."""
    rows = ClubUse.objects.filter(club_id=club_id, day=day_of(at))
    found = dict(rows.values_list("limit", "count"))
    return {limit.name: found.get(limit.name, 0) for limit in LIMITS}


def day_of(at: datetime) -> int:
    return int(at.timestamp()) // DAY


def check_players(players: Callable[[], int], *, more: int) -> None:
    """Refuse more players than a club may have; `players` counts those it has."""
    most = int(settings.CLUB_PLAYERS)
    if more > 0 and (there := players()) + more > most:
        raise TooManyPlayers(
            _(
                "A club can have %(most)d players; yours has %(count)d, and %(more)d more would be "
                "too many. Merge those who are listed twice, or ask whoever runs this site."
            )
            % {"most": most, "count": there, "more": more}
        )
