"""Matches that have a day, a time and a place: who plays them, and how a notification says so.

What is only planned, and not yet published, is sent to nobody and shown nowhere.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.calendar.match_dates.models import DateState, MatchDate, Venue
from league.clubs.models import Club
from league.foundation.embedding import absolute
from league.office.notifications.topics import Person
from league.play.events.entry_rules import entries_led_by
from league.play.rounds.models import Placement, PlacementKind, Table

# what those who play may know of, and what of it has a day
NOTIFIED = (DateState.PUBLISHED, DateState.AGREED, DateState.RULED, DateState.POSTPONED)
DATED = (DateState.PUBLISHED, DateState.AGREED, DateState.RULED)


def published_dates() -> "QuerySet[MatchDate]":
    """Return the dates that those who play may know of, with what their words need."""
    rows = MatchDate.objects.select_related("round__stage__event__club", "venue")
    return rows.filter(state__in=NOTIFIED)


def date_of(table: Table) -> MatchDate | None:
    """Return when and where the table's match is played; None where nothing was published."""
    rows = published_dates().filter(round=table.round_id, number=table.number)
    return rows.filter(state__in=DATED).first()


def tables_of_match(match: MatchDate) -> list[int]:
    """Return the tables at which a match is played: one, or one in each room."""
    rows = Table.objects.filter(round=match.round_id, number=match.number)
    return list(rows.order_by("room").values_list("pk", flat=True))


def tables_of_stage(stage_id: int, at: datetime) -> list[int]:
    """Return the tables of a stage whose matches have a day that is still to come."""
    dated = MatchDate.objects.filter(
        round=OuterRef("round"), number=OuterRef("number"), state__in=DATED, begins_at__gt=at
    )
    rows = Table.objects.filter(Exists(dated), round__stage=stage_id)
    return list(rows.values_list("pk", flat=True))


def matches_of(person: Person, stage_id: int, at: datetime) -> list[MatchDate]:
    """Return the dated matches of a stage that a person still has to play, the next first."""
    entries = own_placements(person).filter(
        round=OuterRef("round"), table__number=OuterRef("number")
    )
    rows = published_dates().filter(
        Exists(entries), round__stage=stage_id, state__in=DATED, begins_at__gt=at
    )
    return list(rows.order_by("begins_at", "pk"))


def own_placements(person: Person) -> "QuerySet[Placement]":
    """Return where the entries of a person have tables."""
    return Placement.objects.filter(
        person.is_in("entry__members__player"),
        kind=PlacementKind.TABLE,
        entry__members__left_at__isnull=True,
    )


def own_side(person: Person, tables: Collection[int]) -> int | None:
    """Return the side of a match that is the person's, as player or captain; None: neither is."""
    plays = own_placements(person).filter(table__in=tables)
    leads = Placement.objects.filter(entry__in=entries_led_by(person.user), table__in=tables)
    found = plays if plays.exists() else leads
    return found.order_by("table__room").values_list("side", flat=True).first()


def day_and_time(at: datetime) -> str:
    """Return a moment with its day of the week, by the club's clock, which is in force."""
    local = timezone.localtime(at)
    return _("%(weekday)s, %(day)s, %(time)s") % {
        "weekday": date_format(local, "l"),
        "day": date_format(local, "MONTH_DAY_FORMAT"),
        "time": date_format(local, "TIME_FORMAT"),
    }


def place(venue: Venue) -> str:
    """Return the name of a venue and how to find it, in a line."""
    known = (venue.name, venue.address, venue.note)
    return _(", ").join(part.rstrip(".") for part in known if part)


def describe_time_and_place(match: MatchDate) -> str:
    """Return the day, the time and the venue's name: what a calendar on a wall would have."""
    assert match.begins_at is not None, "asked only of what has a day"  # noqa: S101
    when = day_and_time(match.begins_at)
    if match.venue is None:
        return when
    return _("%(when)s, %(place)s") % {"when": when, "place": match.venue.name}


def terms_of(match: MatchDate) -> tuple[str, ...]:
    """Return the sentences that say when and where a match is played, with the way there."""
    assert match.begins_at is not None, "asked only of what has a day"  # noqa: S101
    lines = [_("Played on %(when)s.") % {"when": day_and_time(match.begins_at)}]
    if match.venue is not None:
        lines.append(_("Place: %(place)s") % {"place": place(match.venue)})
        if match.venue.map_link:
            lines.append(_("Map: %(link)s") % {"link": match.venue.map_link})
    return tuple(lines)


def calendar_link(club: Club, person: Person) -> str:
    """Return the address of the person's calendar in the club; empty for who is no player there."""
    own = Q(user=person.user) if person.user else Q(pk=person.player)
    player = club.players.filter(own, merged_into=None).first()
    if player is None:
        return ""
    return absolute(reverse("public:player_calendar", args=[club.slug, player.pk]))
