"""Whether a date suits a match: the calendars of both entries, the room, and the stage's rules."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.calendar.captains.matches import Match
from league.calendar.captains.models import MatchRules
from league.calendar.match_dates.models import DateState, EntryHome, MatchDate, Venue
from league.play.events.names import name_of
from league.play.rounds.models import Placement


class Objection(NamedTuple):
    """Why a date does not suit: a stable code and a whole sentence."""

    code: str
    sentence: str


def find_objections(
    match: Match, begins_at: datetime, venue: Venue | None, rules: MatchRules, *, at: datetime
) -> list[Objection]:
    """Return everything that speaks against a date of the match; nothing where it suits."""
    day = match.day_of(begins_at)
    found = [_is_past(day, begins_at, at), _is_too_late(day, rules)]
    found += [_is_blocked(match, side, day) for side in (0, 1)]
    if venue is not None:
        found += [_is_closed(venue, day), _is_full(match, venue, day)]
    found += [_is_too_close(match, side, day, rules.rest_days) for side in (0, 1)]
    return [one for one in found if one is not None]


def day_in_words(day: date) -> str:
    return date_format(day, "DATE_FORMAT")


def _is_past(day: date, begins_at: datetime, at: datetime) -> Objection | None:
    if begins_at > at:
        return None
    return Objection("past", _("%(day)s is past: choose a day to come.") % _day_value(day))


def _is_too_late(day: date, rules: MatchRules) -> Objection | None:
    if rules.latest_on is None or day <= rules.latest_on:
        return None
    sentence = _("%(day)s is too late: the matches of this stage end on %(last)s.")
    return Objection(
        "too_late", sentence % (_day_value(day) | {"last": day_in_words(rules.latest_on)})
    )


def _is_blocked(match: Match, side: int, day: date) -> Objection | None:
    home = EntryHome.objects.filter(entry=match.entries[side]).first()
    if home is None or day.isoformat() not in home.blocked:
        return None
    sentence = _("%(entry)s cannot play on %(day)s.")
    return Objection("blocked", sentence % (_day_value(day) | {"entry": match.names[side]}))


def _is_closed(venue: Venue, day: date) -> Objection | None:
    if day.isoformat() not in venue.closed_on:
        return None
    return Objection("closed", _("%(venue)s is closed on %(day)s.") % _place_values(venue, day))


def _is_full(match: Match, venue: Venue, day: date) -> Objection | None:
    there = len(_played(Q(venue=venue), match, day, day))
    if there < venue.matches:
        return None
    sentence = ngettext(
        "%(venue)s is full on %(day)s: it has room for %(room)d match, and %(there)d is there.",
        "%(venue)s is full on %(day)s: it has room for %(room)d matches, and %(there)d are there.",
        venue.matches,
    )
    numbers = {"room": venue.matches, "there": there}
    return Objection("full", sentence % (_place_values(venue, day) | numbers))


def _is_too_close(match: Match, side: int, day: date, rest_days: int) -> Objection | None:
    rest = timedelta(days=rest_days)
    entry = match.entries[side]
    others = _played(_of_entry(entry.pk), match, day - rest, day + rest)
    if not others:
        return None
    nearest = min((match.day_of(other) for other in others), key=lambda other: abs(other - day))
    words = _day_value(day) | {"entry": name_of(entry), "other": day_in_words(nearest)}
    if nearest == day:
        return Objection("plays_that_day", _("%(entry)s has another match on %(day)s.") % words)
    sentence = ngettext(
        "%(entry)s plays on %(other)s, and rests at least %(rest)d day before and after a match: "
        "%(day)s is too close.",
        "%(entry)s plays on %(other)s, and rests at least %(rest)d days before and after a match: "
        "%(day)s is too close.",
        rest_days,
    )
    return Objection("too_close", sentence % (words | {"rest": rest_days}))


def _of_entry(entry_id: int) -> Q:
    """Return the dates of an entry's matches, in this and every other round."""
    rows = Placement.objects.filter(entry=entry_id, table__isnull=False)
    either = Q(pk__in=[])
    for round_id, number in rows.values_list("round", "table__number").distinct():
        either |= Q(round=round_id, number=number)
    return either


def _played(which: Q, match: Match, first: date, last: date) -> Sequence[datetime]:
    """Return when other matches are played from one day to another, by the club's clock."""
    begins = datetime.combine(first, datetime.min.time(), match.zone)
    ends = datetime.combine(last + timedelta(days=1), datetime.min.time(), match.zone)
    dates = MatchDate.objects.filter(which, begins_at__gte=begins, begins_at__lt=ends)
    others = dates.exclude(round=match.round, number=match.number)
    return [
        begins_at
        for begins_at in others.exclude(state=DateState.POSTPONED).values_list(
            "begins_at", flat=True
        )
        if begins_at is not None
    ]


def _day_value(day: date) -> dict[str, str]:
    return {"day": day_in_words(day)}


def _place_values(venue: Venue, day: date) -> dict[str, object]:
    return {"day": day_in_words(day), "venue": venue.name}
