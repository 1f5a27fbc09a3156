"""The calendar of an account (RFC 5545): its own matches in all clubs, by a secret address."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar
from icalendar import Event as Entry

from league.calendar.availability.own_matches import MyMatch, matches_of
from league.clubs.models import Player
from league.foundation.embedding import absolute
from league.foundation.lists import listed

RELEASE = "-//Tricktable//Own calendar 1//EN"
# how long a match with a time is shown
MATCH = timedelta(hours=3)


def calendar_of(players: Sequence[Player]) -> bytes:
    """Return the players' matches that are to be played, with their times and places."""
    calendar = Calendar()
    calendar.add("prodid", RELEASE)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _("My matches"))
    for match in matches_of(players):
        if match.is_to_be_played:
            calendar.add_component(_entry(match))
    return bytes(calendar.to_ical())


def _entry(match: MyMatch) -> Entry:
    entry = Entry()
    round = match.table.round
    host = urlsplit(settings.SITE_URL).hostname or "tricktable"
    # of the match, not of its table: drawn again it stays the same date
    name = f"match-{round.pk}-{match.table.number}-{match.placement.entry_id}"
    entry.add("uid", f"{name}@{host}")
    entry.add("dtstamp", max(round.updated_at, match.table.updated_at, *_dated(match)))
    entry.add("summary", _summary(match))
    entry.add("status", "TENTATIVE" if match.is_postponed else "CONFIRMED")
    if match.match_date is not None:
        entry.add("sequence", match.match_date.sequence)
    _when(entry, match)
    if place := place_in_words(match):
        entry.add("location", place)
    entry.add("url", absolute(reverse("public:event", args=[match.club.slug, match.event.slug])))
    return entry


def _dated(match: MyMatch) -> list[datetime]:
    return [match.match_date.updated_at] if match.match_date else []


def _summary(match: MyMatch) -> str:
    words = {"event": match.event.name, "names": listed(match.opponents)}
    if match.is_postponed:
        return _("Postponed: %(event)s against %(names)s") % words
    return _("%(event)s against %(names)s") % words


def _when(entry: Entry, match: MyMatch) -> None:
    if match.begins_at is not None:
        entry.add("dtstart", match.begins_at.astimezone(UTC))
        entry.add("dtend", (match.begins_at + MATCH).astimezone(UTC))
        return
    entry.add("dtstart", match.day)
    entry.add("dtend", match.day + timedelta(days=1))
    entry.add("transp", "TRANSPARENT")


def place_in_words(match: MyMatch) -> str:
    """Return where a match is played: its venue with the address, else where the club plays."""
    venue = match.match_date.venue if match.match_date else None
    if venue is None:
        return match.club.where_we_play
    return listed(part for part in (venue.name, venue.address) if part)
