"""Calendar files (RFC 5545) to subscribe to: the dates of a club, of a season, and of one player.

Anybody who has the address can read them, so they show what the public may see. Every date keeps
its UID, so that in a subscribed calendar an event that is moved moves, and one that is withdrawn
from or taken back is cancelled.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, vDuration
from icalendar import Event as Entry

from league.calendar.match_dates.models import MatchDate
from league.calendar.match_dates.selectors import MOST_CALLED_OFF, called_off_of, shown_dates
from league.clubs.models import Club, Player
from league.clubs.selectors import is_player
from league.faces.public.embeds.embedded import NOBODY
from league.faces.public.events.event_facts import game_name
from league.faces.public.match_dates.match_files import (
    LENGTH,
    cancelled_item,
    cancelled_items,
    match_items,
    old_days,
    place_named,
)
from league.foundation.embedding import absolute
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.models import (
    EntryMember,
    EntryState,
    Event,
    EventState,
    Season,
    StruckDate,
)
from league.play.events.selectors import listed_for
from league.play.rounds.models import Placement, RoundState
from league.play.rounds.selectors import read_people, side_names, with_sides

MOST_EVENTS = 200
MOST_TABLES = 200
MOST_DATED = 1_000
# the length of a round without a clock and without a deadline
ROUND = timedelta(hours=1)
# events have no end: that of one whose beginning is said
EVENING = timedelta(hours=3)
REFRESH = timedelta(hours=2)
RELEASE = "-//Tricktable//Calendar 1//EN"


def calendar_of_club(club: Club) -> bytes:
    """Return the club's events that everybody may find, the newest MOST_EVENTS.

    Dates that were taken back stay in the file as cancelled, so that calendars remove them: the
    club came with its `struck_column`.
    """
    struck = read_rows(StruckDate, club.struck_read)  # type: ignore[attr-defined]
    entries = _entries(club, _listed(club)) + _struck(club, struck)
    return _calendar(club, club.name, entries + _matches(_listed(club)))


def calendar_of_season(season: Season) -> bytes:
    """Return the nights of a season that everybody may find."""
    club = season.club
    name = _("%(season)s, %(club)s") % {"season": season.name, "club": club.name}
    nights = _listed(club).filter(season=season)
    entries = _entries(club, nights) + _struck(club, _newest(season.struck_dates.all()))
    return _calendar(club, name, entries + _matches(nights))


def calendar_of_player(player: Player) -> bytes:
    """Return a player's tables and events as the public sees them: by public names.

    The player came with the `struck_column` of what he entered.
    """
    club = player.club
    members = _entered(player, club)
    placements = _placements(members)
    drawn = {placement.entry_id for placement in placements}
    leagues = {member.event_id for member in members if member.has_dates}
    entries = [
        _event(club, member.entry.event, is_cancelled=member.entry.state == EntryState.WITHDRAWN)
        # an event with tables stands there by its tables
        for member in members
        if member.entry_id not in drawn
    ]
    entries += _tables(club, player, members, placements, leagues)
    struck = read_rows(StruckDate, player.struck_read)  # type: ignore[attr-defined]
    entries += _struck(club, struck)
    name = _("%(player)s, %(club)s") % {"player": player.shown_name, "club": club.name}
    return _calendar(club, name, entries)


def _listed(club: Club) -> Any:
    events = club.events.filter(listed_for(club, NOBODY))
    return events.order_by("-starts_on", "-id")


def _entries(club: Club, events: Any) -> list[Entry]:
    return [_event(club, event) for event in events[:MOST_EVENTS]]


def _matches(events: Any) -> list[Entry]:
    """Return the matches of leagues, each on its day: what is to come before what is over."""
    playing = events.filter(state__in=(EventState.RUNNING, EventState.FINISHED)).values("pk")
    dates = shown_dates().filter(round__stage__event__in=playing)
    newest = dates.select_related("venue", "round__stage__event__club").order_by("-begins_at", "pk")
    shown = list(newest[:MOST_DATED])
    # of leagues with dates alone: the journal has no index of what is off
    leagues = {date_.round.stage.event_id: date_.round.stage.event for date_ in shown}
    return match_items(shown) + cancelled_items(leagues.values())


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
    """Return an event on its first day: an evening from its time, or else the whole day."""
    entry = _entry(club, _uid_of(event.pk), event, event.name, is_cancelled=is_cancelled)
    event.club = club
    if event.beginning is None:
        _first_day(entry, event.starts_on)
    else:
        entry.add("dtstart", event.beginning)
        entry.add("dtend", event.beginning + EVENING)
    entry.add(
        "description", "\n".join(part for part in (game_name(event), club.when_we_play) if part)
    )
    return entry


def struck_column(dates: "QuerySet[StruckDate]") -> Combinable:
    """Return the last of these dates that were taken back as a column."""
    return rows_column(_newest(dates), "id", "event_number", "name", "starts_on", "struck_at")


def entered_by(player: OuterRef) -> "QuerySet[EntryMember]":
    """Return what a player of a query around has entered."""
    is_same = Q(player=OuterRef(player)) | Q(player__merged_into=OuterRef(player))
    return EntryMember.objects.filter(is_same)


def _newest(dates: Any) -> Any:
    return dates.order_by("-starts_on", "-id")[:MOST_EVENTS]


def _struck(club: Club, dates: Iterable[StruckDate]) -> list[Entry]:
    """Return dates that were taken back, cancelled, with the names and days announced before."""
    return [_taken_back(club, struck) for struck in dates]


def _taken_back(club: Club, struck: StruckDate) -> Entry:
    uid, where = _uid_of(struck.event_number), club.where_we_play
    entry = _base_entry(club, uid, struck.name, struck.struck_at, where, is_cancelled=True)
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
    club: Club,
    uid: str,
    event: Event,
    summary: str,
    *,
    is_cancelled: bool = False,
    date: MatchDate | None = None,
) -> Entry:
    since = _last_change(event) if date is None else max(_last_change(event), date.updated_at)
    where = club.where_we_play if date is None or date.venue is None else place_named(date.venue)
    entry = _base_entry(club, uid, summary, since, where, is_cancelled=is_cancelled)
    if date is not None:
        entry.add("sequence", date.sequence)
    entry.add("url", absolute(reverse("public:event", args=[club.slug, event.slug])))
    return entry


def _base_entry(
    club: Club, uid: str, summary: str, since: datetime, where: str, *, is_cancelled: bool
) -> Entry:
    """Return an entry with the fields that all have; `since` is when the date last changed.

    The time of the request is not in it: from the same facts the same file is made.
    """
    entry = Entry()
    entry.add("uid", f"{uid}@{urlsplit(settings.SITE_URL).hostname or 'tricktable'}")
    entry.add("dtstamp", since.astimezone(ZoneInfo("UTC")))
    entry.add("summary", summary)
    entry.add("status", "CANCELLED" if is_cancelled else "CONFIRMED")
    if where:
        entry.add("location", where)
    return entry


def _last_change(event: Event) -> datetime:
    moments = (event.created_at, event.opened_at, event.started_at, event.finished_at)
    return max(moment for moment in moments if moment is not None)


def _entered(player: Player, club: Club) -> list[Any]:
    """Return where the player is entered; `has_dates`: its matches have dates."""
    events = Event.objects.filter(listed_for(club, NOBODY), club=club)
    return list(
        EntryMember.objects.filter(is_player(player.pk))
        .filter(event__in=events)
        .exclude(entry__state__in=[EntryState.APPLIED, EntryState.WAITING])
        .select_related("entry__event__club")
        .annotate(has_dates=Exists(MatchDate.objects.filter(round__stage__event=OuterRef("event"))))
        .order_by("-entry__event__starts_on", "-entry__event_id", "-id")[:MOST_EVENTS]
    )


def _placements(members: Sequence[EntryMember]) -> list[Placement]:
    """Return where the entries were placed, in rounds that the public may see."""
    placements = (
        Placement.objects.filter(
            entry__in={member.entry_id for member in members}, table__isnull=False
        )
        .exclude(round__state=RoundState.DRAWN)
        .select_related("round__stage", "table")
        .order_by("-round__opened_at", "-round_id", "-id")
    )
    found = list(with_sides(placements, "table")[:MOST_TABLES])
    for placement in found:
        if placement.table is not None:
            read_people(placement.table, placement)
    return found


def _tables(
    club: Club,
    player: Player,
    members: Sequence[EntryMember],
    placements: Sequence[Placement],
    leagues: Collection[int],
) -> list[Entry]:
    events = {member.entry_id: member.entry.event for member in members}
    dates = _dates_of(placements)
    old = old_days([date_ for date_ in dates.values() if date_.begins_at is None])
    entries: dict[int, Entry] = {}
    for placement in placements:
        event, round_ = events[placement.entry_id], placement.round
        number = placement.table.number if placement.table else 0
        date_ = dates.get((placement.round_id, number))
        had = old.get(date_.pk) if date_ and round_.deadline is None else None
        start, end = (had, had + LENGTH) if had else _times(placement, event, date_)
        summary = _summary(placement, event, date_)
        uid = _uid_at(round_.pk, player)
        entry = _entry(club, uid, event, summary, date=date_, is_cancelled=had is not None)
        zone = ZoneInfo(club.time_zone)
        entry.add("dtstart", start.astimezone(zone))
        entry.add("dtend", end.astimezone(zone))
        entry.add("description", _sides(placement))
        entries.setdefault(round_.pk, entry)
    return [*entries.values(), *_called_off(player, events, leagues, entries)]


def _called_off(
    player: Player, events: Mapping[int, Event], leagues: Collection[int], stand: Container[int]
) -> Iterator[Entry]:
    """Yield the player's matches that are off, but of rounds that stand there already.

    The journal is read of leagues with dates alone: it has no index of what is off.
    """
    seen: set[int] = set()
    for row in called_off_of(leagues)[:MOST_CALLED_OFF]:
        own, off = events.keys() & set(row.data.get("entries", ())), row.data["round_id"]
        if own and off not in stand and off not in seen:
            seen.add(off)
            yield cancelled_item(events[min(own)], row, _uid_at(off, player))


def _uid_at(round: int, player: Player) -> str:
    """Name one date a round: after a change of the draw it is the same, at another table."""
    return f"round-{round}-player-{player.pk}"


def _dates_of(placements: Sequence[Placement]) -> dict[tuple[int, int], MatchDate]:
    """Return the published dates of matches by round and number; one query."""
    rounds = {placement.round_id for placement in placements}
    rows = shown_dates().filter(round__in=rounds) if rounds else ()
    return {(row.round_id, row.number): row for row in rows}


def _times(
    placement: Placement, event: Event, date_: MatchDate | None
) -> tuple[datetime, datetime]:
    """Return when a match is played: on its date, else by its round's deadline or opening."""
    round_ = placement.round
    if date_ is not None and date_.begins_at is not None:
        return date_.begins_at, date_.begins_at + LENGTH
    if round_.deadline is not None:
        return round_.deadline - ROUND, round_.deadline
    start = round_.opened_at or round_.drawn_at
    length = timedelta(minutes=event.minutes_a_round) if event.minutes_a_round else ROUND
    return start, max(round_.closed_at or start + length, start)


def _summary(placement: Placement, event: Event, date_: MatchDate | None) -> str:
    round_, table = placement.round, placement.table
    words = {
        "event": event.name,
        "round": round_.number,
        "table": table.shown_number if table else "",
    }
    if round_.deadline is not None and (date_ is None or date_.begins_at is None):
        return _("%(event)s: deadline of round %(round)d, table %(table)s") % words
    return _("%(event)s: round %(round)d, table %(table)s") % words


def _sides(placement: Placement) -> str:
    """Return who sits there, side against side."""
    table = placement.table
    return " – ".join(side_names(table, public=True)) if table else ""
