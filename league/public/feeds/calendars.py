"""Calendar files (RFC 5545) to subscribe to: the dates of a club, of a season, and of one player.

Anybody who has the address can read them, so they show what the public may see. Every date keeps
its UID, so that in a subscribed calendar an event that is moved moves, and one that is withdrawn
from or taken back is cancelled.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, vDuration
from icalendar import Event as Entry

from league.clubs.models import Club, Player
from league.embedding import absolute
from league.events.models import EntryMember, EntryState, Event, Season, StruckDate
from league.events.selectors import listed_for
from league.public.embeds.embedded import NOBODY
from league.public.events.event_cards import game_name
from league.rounds.models import Placement, RoundState, Table
from league.rounds.selectors import placements_with_names, side_names

MOST_EVENTS = 200
MOST_TABLES = 200
# the length of a round without a clock and without a deadline
ROUND = timedelta(hours=1)
REFRESH = timedelta(hours=2)
RELEASE = "-//Tricktable//Calendar 1//EN"


def calendar_of_club(club: Club) -> bytes:
    """Return the club's events that everybody may find, the newest MOST_EVENTS.

    Dates that were taken back stay in the file as cancelled, so that calendars remove them.
    """
    entries = _entries(club, _listed(club)) + _struck(club, club.struck_dates.all())
    return _calendar(club, club.name, entries)


def calendar_of_season(season: Season) -> bytes:
    """Return the nights of a season that everybody may find."""
    club = season.club
    name = _("%(season)s, %(club)s") % {"season": season.name, "club": club.name}
    entries = _entries(club, _listed(club).filter(season=season))
    return _calendar(club, name, entries + _struck(club, season.struck_dates.all()))


def calendar_of_player(player: Player) -> bytes:
    """Return a player's tables and events as the public sees them: by public names."""
    club = player.club
    members = _entered(player, club)
    placements = _placements(members)
    drawn = {placement.entry_id for placement in placements}
    entries = [
        _event(club, member.entry.event, is_cancelled=member.entry.state == EntryState.WITHDRAWN)
        # an event with tables stands there by its tables
        for member in members
        if member.entry_id not in drawn
    ]
    entries += _tables(club, player, members, placements)
    entered = EntryMember.objects.filter(_is(player)).values("event_id")
    entries += _struck(club, club.struck_dates.filter(event_number__in=entered))
    name = _("%(player)s, %(club)s") % {"player": player.shown_name, "club": club.name}
    return _calendar(club, name, entries)


def _listed(club: Club) -> Any:
    events = club.events.filter(listed_for(club, NOBODY))
    return events.order_by("-starts_on", "-id")


def _entries(club: Club, events: Any) -> list[Entry]:
    return [_event(club, event) for event in events[:MOST_EVENTS]]


def _calendar(club: Club, name: str, entries: Iterable[Entry]) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", RELEASE)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("x-wr-timezone", club.time_zone)
    calendar.add("refresh-interval", vDuration(REFRESH), parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH))
    for entry in entries:
        calendar.add_component(entry)
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _event(club: Club, event: Event, *, is_cancelled: bool = False) -> Entry:
    """Return an event as a whole day, its first one: events have no end and no time of day."""
    entry = _entry(club, _uid_of(event.pk), event, event.name, is_cancelled=is_cancelled)
    _first_day(entry, event.starts_on)
    entry.add(
        "description", "\n".join(part for part in (game_name(event), club.when_we_play) if part)
    )
    return entry


def _struck(club: Club, dates: Any) -> list[Entry]:
    """Return dates that were taken back, cancelled, with the names and days announced before."""
    return [
        _taken_back(club, struck) for struck in dates.order_by("-starts_on", "-id")[:MOST_EVENTS]
    ]


def _taken_back(club: Club, struck: StruckDate) -> Entry:
    entry = _base_entry(
        club, _uid_of(struck.event_number), struck.name, struck.struck_at, is_cancelled=True
    )
    entry.add("url", absolute(reverse("public:club", args=[club.slug])))
    _first_day(entry, struck.starts_on)
    return entry


def _uid_of(event_number: int) -> str:
    return f"event-{event_number}"


def _first_day(entry: Entry, day: date) -> None:
    entry.add("dtstart", day)
    entry.add("dtend", day + timedelta(days=1))
    entry.add("transp", "TRANSPARENT")


def _entry(
    club: Club, uid: str, event: Event, summary: str, *, is_cancelled: bool = False
) -> Entry:
    entry = _base_entry(club, uid, summary, _last_change(event), is_cancelled=is_cancelled)
    entry.add("url", absolute(reverse("public:event", args=[club.slug, event.slug])))
    return entry


def _base_entry(
    club: Club, uid: str, summary: str, since: datetime, *, is_cancelled: bool
) -> Entry:
    """Return an entry with the fields that all have; `since` is when the date last changed.

    The time of the request is not in it: from the same facts the same file is made.
    """
    entry = Entry()
    entry.add("uid", f"{uid}@{urlsplit(settings.SITE_URL).hostname or 'tricktable'}")
    entry.add("dtstamp", since.astimezone(ZoneInfo("UTC")))
    entry.add("summary", summary)
    entry.add("status", "CANCELLED" if is_cancelled else "CONFIRMED")
    if club.where_we_play:
        entry.add("location", club.where_we_play)
    return entry


def _last_change(event: Event) -> datetime:
    moments = (event.created_at, event.opened_at, event.started_at, event.finished_at)
    return max(moment for moment in moments if moment is not None)


def _entered(player: Player, club: Club) -> list[EntryMember]:
    events = Event.objects.filter(listed_for(club, NOBODY), club=club)
    return list(
        EntryMember.objects.filter(_is(player))
        .filter(event__in=events)
        .exclude(entry__state__in=[EntryState.APPLIED, EntryState.WAITING])
        .select_related("entry__event__club")
        .order_by("-entry__event__starts_on", "-entry__event_id", "-id")[:MOST_EVENTS]
    )


def _is(player: Player) -> Q:
    return Q(player=player) | Q(player__merged_into=player)


def _placements(members: Sequence[EntryMember]) -> list[Placement]:
    """Return where the entries were placed, in rounds that the public may see."""
    tables = Table.objects.prefetch_related(Prefetch("placements", placements_with_names()))
    return list(
        Placement.objects.filter(
            entry__in={member.entry_id for member in members}, table__isnull=False
        )
        .exclude(round__state=RoundState.DRAWN)
        .select_related("round__stage")
        .prefetch_related(Prefetch("table", tables))
        .order_by("-round__opened_at", "-round_id", "-id")[:MOST_TABLES]
    )


def _tables(
    club: Club, player: Player, members: Sequence[EntryMember], placements: Sequence[Placement]
) -> list[Entry]:
    events = {member.entry_id: member.entry.event for member in members}
    entries: dict[int, Entry] = {}
    for placement in placements:
        event, round_ = events[placement.entry_id], placement.round
        start, end = _times(placement, event)
        # one entry for a round: after a change of the draw it is the same date, at another table
        uid = f"round-{round_.pk}-player-{player.pk}"
        entry = _entry(club, uid, event, _summary(placement, event))
        zone = ZoneInfo(club.time_zone)
        entry.add("dtstart", start.astimezone(zone))
        entry.add("dtend", end.astimezone(zone))
        entry.add("description", _sides(placement))
        entries.setdefault(round_.pk, entry)
    return list(entries.values())


def _times(placement: Placement, event: Event) -> tuple[datetime, datetime]:
    """Return when the round begins and ends: by its deadline, or from its opening on."""
    round_ = placement.round
    if round_.deadline is not None:
        return round_.deadline - ROUND, round_.deadline
    start = round_.opened_at or round_.drawn_at
    length = timedelta(minutes=event.minutes_a_round) if event.minutes_a_round else ROUND
    return start, max(round_.closed_at or start + length, start)


def _summary(placement: Placement, event: Event) -> str:
    round_, table = placement.round, placement.table
    words = {
        "event": event.name,
        "round": round_.number,
        "table": table.shown_number if table else "",
    }
    if round_.deadline is not None:
        return _("%(event)s: deadline of round %(round)d, table %(table)s") % words
    return _("%(event)s: round %(round)d, table %(table)s") % words


def _sides(placement: Placement) -> str:
    """Return who sits there, side against side."""
    table = placement.table
    return " – ".join(side_names(table, public=True)) if table else ""
