"""What pages and services ask of a club's evenings. They read, they never write."""

import base64
from collections.abc import Set
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import formats, translation
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import base36_to_int, int_to_base36
from django.utils.translation import gettext as _

from games import services as games
from league.clubs.models import Club, HouseRules, Player
from league.clubs.selectors import players_of
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.refusal import Refused
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.models import Attendance, Evening, Event, Season
from league.play.events.rulesets import copied_from

USUAL_GAME = "pitch"

LONGEST_NAME = 110  # leaves room in the column for a number behind the name


def waiting_evening(club: Club, day: date) -> Evening | None:
    """Return the evening of that day that has not started yet."""
    return (
        Evening.objects.filter(club=club, day=day, event__isnull=True)
        .select_related("club", "house_rules", "season")
        .first()
    )


def started_evenings(club: Club, day: date) -> list[Evening]:
    """Return what has been started on that day, the latest first."""
    evenings = Evening.objects.filter(club=club, day=day, event__isnull=False)
    return list(evenings.select_related("event").order_by("-pk"))


def is_evening(event: Event) -> bool:
    """Say whether an event is an evening of the club: said of it, or it began on "Tonight"."""
    if event.is_evening is not None:
        return event.is_evening
    return Evening.objects.filter(event=event).exists()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubDay:
    """What an evening of a club may choose from: house rules by name, seasons, the newest first.

    `waits` is the evening of that day that has not started yet, `last` the club's last one, `taken`
    what events of that day are called.
    """

    club: Club
    day: date
    waits: Evening | None
    last: Evening | None
    house_rules: list[HouseRules]
    seasons: list[Season]
    taken: frozenset[str]

    @property
    def evening(self) -> Evening:
        """The evening that waits, else one like the last one that is not stored."""
        return self.waits or self.draft()

    def draft(self) -> Evening:
        """Return an evening, not stored, that begins like the club's last one."""
        evening = Evening(club=self.club, day=self.day, season=self._season, **self._usual_rules())
        last = self.last
        if last is None:
            return evening
        if last.house_rules is None or not last.house_rules.is_archived:
            for name in ("variant", "preset", "house_rules"):
                setattr(evening, name, getattr(last, name))
        for name in ("minutes", "minutes_a_deal", "deals_a_round"):
            setattr(evening, name, getattr(last, name))
        return evening

    @property
    def _season(self) -> Season | None:
        """The season to which a night of that day belongs: the latest that has begun."""
        of_day = (one for one in self.seasons if one.starts_on <= self.day <= one.ends_on)
        return next(of_day, None)

    def _usual_rules(self) -> dict[str, Any]:
        """Return the columns for the club's first house rules, else for the game most play."""
        for house_rules in self.house_rules:
            return {
                "variant": house_rules.variant,
                "preset": house_rules.preset,
                "house_rules": house_rules,
            }
        game = games.variant_named(USUAL_GAME) or games.variants()[0]
        return {"variant": game.id, "preset": game.default_preset}


def with_day(clubs: "QuerySet[Club]", day: Any) -> "QuerySet[Club]":
    """Return clubs with what `read_day` makes their `ClubDay` of."""
    evenings = Evening.objects.filter(club=OuterRef("pk"))
    rules = HouseRules.objects.filter(club=OuterRef("pk"), archived_at__isnull=True)
    seasons = Season.objects.filter(club=OuterRef("pk")).order_by("-starts_on", "-id")
    events = Event.objects.filter(club=OuterRef("pk"), starts_on=day)
    of_rules = [field.attname for field in HouseRules._meta.concrete_fields]
    of_evening = [
        *(field.attname for field in Evening._meta.concrete_fields),
        *(f"house_rules__{name}" for name in of_rules),
    ]
    columns: dict[str, Any] = {
        "waits": rows_column(evenings.filter(day=day, event__isnull=True), *of_evening),
        "last": rows_column(evenings.order_by("-day", "-pk")[:1], *of_evening),
        "rules_read": rows_column(rules.order_by(Lower("name"), "id"), *of_rules),
        "seasons_read": rows_column(seasons, "id", "club_id", "name", "starts_on", "ends_on"),
        "taken": ArraySubquery(events.values("name")),
    }
    with_columns: QuerySet[Club] = clubs.annotate(**columns)
    return with_columns


DAY_OF = CompiledQuery(
    lambda value: with_day(Club.objects.filter(pk=value("club")).only("pk"), value("day"))
)


def day_of(club: Club, day: date, asked: CompiledQuery[Club] = DAY_OF) -> ClubDay:
    """Return what an evening of that day may choose from; one query."""
    (found,) = asked(club=club.pk, day=day)
    return read_day(club, day, found)


def read_day(club: Club, day: date, row: Any) -> ClubDay:
    """Return what was read of a club `with_day`."""
    seasons = read_rows(Season, row.seasons_read)
    by_id = {season.pk: season for season in seasons}
    waits, last = (next(iter(read_rows(Evening, rows)), None) for rows in (row.waits, row.last))
    for evening in filter(None, (waits, last)):
        evening.club = club
        if evening.season_id in by_id:
            evening.season = by_id[evening.season_id]
    return ClubDay(
        club=club,
        day=day,
        waits=waits,
        last=last,
        house_rules=read_rows(HouseRules, row.rules_read),
        seasons=seasons,
        taken=frozenset(row.taken),
    )


def rules_of_evening(evening: Evening) -> dict[str, Any]:
    """Return the columns of an event that is played by the evening's rules, as they are now."""
    if evening.house_rules is not None:
        return copied_from(evening.house_rules)
    return {
        "variant": evening.variant,
        "preset": evening.preset,
        "options": {},
        "house_rules": None,
    }


def name_of_evening(evening: Evening) -> str:
    """Return what the evening's event is called, in the language of the club."""
    if evening.name:
        return evening.name
    with translation.override(evening.club.language):
        game = games.variant_named(evening.variant)
        return _("%(game)s, %(day)s") % {
            "game": games.render_sentence(game.label) if game else evening.variant,
            "day": formats.date_format(evening.day, "DATE_FORMAT"),
        }


def name_once(evening: Evening, taken: Set[str] | None = None) -> str:
    """Return a name for the evening's event that no other event of the club on that day has.

    `taken` are the names of those, where they are known.
    """
    name = name_of_evening(evening)
    if taken is None:
        there = evening.club.events.filter(starts_on=evening.day)
        taken = set(there.values_list("name", flat=True))
    free_name, number = name, 1
    while free_name in taken:
        number += 1
        free_name = f"{name[:LONGEST_NAME]} ({number})"
    return free_name


def present(evening: Evening) -> QuerySet[Attendance]:
    """Return who is there, in the order of their names, with the players."""
    return (
        Attendance.objects.filter(evening=evening.pk, left_at__isnull=True)
        .select_related("player")
        .order_by("player__sort_key", "player_id")
    )


def may_come(club: Club) -> QuerySet[Player]:
    """Return the players who can be ticked as present, in the order of their names."""
    return players_of(club).filter(MAY_COME)


MAY_COME = Q(is_active=True, merged_into__isnull=True)


def groups_of(attendances: list[Attendance]) -> dict[int, list[Attendance]]:
    """Return who wants to play together: attendances by the number of their group, in order."""
    groups: dict[int, list[Attendance]] = {}
    for attendance in sorted(attendances, key=lambda row: (row.together or 0, row.place or 0)):
        if attendance.together is not None:
            groups.setdefault(attendance.together, []).append(attendance)
    return groups


# --- Evening links ---
# The link by which players check in: it opens one evening of one club, and works that day only.
#
# A token is `<evening>-<link number>-<signature>`, the numbers in base 36, the signature 96 bits
# of an HMAC, as in the links of tables.

SALT = "league.events.evening_links"
SIGNATURE_BYTES = 12
LARGEST_ID = 2**63 - 1
FORGED, RENEWED, OVER, STARTED = "forged", "renewed", "over", "started"


class CheckInClosed(Refused):
    """The link opens nothing (any more); `reason` is one of the codes above."""

    code = "check_in_closed"

    def __init__(self, reason: str, sentence: str, evening: Evening | None = None) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.evening = evening


def link_of(evening: Evening) -> str:
    """Return the token of the evening's present link."""
    return _token(evening.pk, evening.link_number, settings.SECRET_KEY)


def evening_from(token: str, at: datetime) -> Evening:
    """Return the evening with its club, if players can check in now; one query.

    Raises CheckInClosed: forged, renewed, over (another day), or started; with the evening where
    the link is right.
    """
    evening_id, link_number = _read(token)
    evening = Evening.objects.filter(pk=evening_id).select_related("club", "event__club").first()
    if evening is None:
        raise _forged()
    if evening.link_number != link_number:
        raise CheckInClosed(
            RENEWED, _("This code was replaced by a newer one. Scan the one in the room.")
        )
    if evening.day != today_of(evening, at):
        raise CheckInClosed(
            OVER, _("This code was for another day. Scan the one that is in the room today.")
        )
    if evening.event_id is not None:
        raise CheckInClosed(
            STARTED,
            _(
                "Everybody who has checked in has a seat: see the seating. If you have just "
                "come, tell the director, and join the next round."
            ),
            evening,
        )
    return evening


def today_of(evening: Evening, at: datetime) -> object:
    """Return the day it is at the club."""
    return at.astimezone(ZoneInfo(evening.club.time_zone)).date()


def _read(token: str) -> tuple[int, int]:
    try:
        evening, number, _signature = token.split("-", 2)
        evening_id, link_number = base36_to_int(evening), base36_to_int(number)
    except ValueError:
        raise _forged() from None
    if not 0 < evening_id <= LARGEST_ID:
        raise _forged()
    # after the key was changed, links given out with the one before still work today
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(constant_time_compare(token, _token(evening_id, link_number, k)) for k in keys):
        raise _forged()
    return evening_id, link_number


def _forged() -> CheckInClosed:
    return CheckInClosed(
        FORGED, _("This link is not complete. Scan the code again, or type the whole link.")
    )


def _token(evening_id: int, link_number: int, key: str) -> str:
    name = f"{int_to_base36(evening_id)}-{int_to_base36(link_number)}"
    digest = salted_hmac(SALT, name, secret=key, algorithm="sha256").digest()[:SIGNATURE_BYTES]
    return f"{name}-{base64.urlsafe_b64encode(digest).decode()}"
