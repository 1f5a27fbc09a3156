"""What comes next: events that take entries, and matches of leagues that have a date."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from league.calendar.match_dates.models import MatchDate
from league.calendar.match_dates.selectors import shown_dates
from league.clubs.models import Club
from league.faces.public.events.event_cards import game_name
from league.faces.public.visitors import Visitor
from league.play.events.models import SELF_ENTRY, EntryState, Event, EventState
from league.play.events.names import day_of, entries_in_words, name_of
from league.play.events.selectors import entries_of
from league.play.events.services.sign_up import explain_closed_sign_up

MOST_DATES = 6
# so many matches with a date are looked at; those of one day and round are one line
MOST_MATCHES = 60
MOST_NAMES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDate:
    """A line of what comes; `at` is a time of day where there is one, `where` a club's name."""

    on: date
    at: datetime | None
    name: str
    url: str
    words: str
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextEvent:
    """The next event that takes entries, with who has entered: the first, and how many more."""

    event: Event
    when: str
    url: str
    game: str
    entries: str
    names: list[str]
    more: int
    sign_up_url: str
    closes_at: datetime | None


def coming_events(events: Sequence[Event]) -> list[Event]:
    """Return those that are open for entries, the next one first."""
    is_open = [event for event in events if event.state == EventState.OPEN]
    return sorted(is_open, key=lambda event: (event.starts_on, event.pk))


def next_event(club: Club, coming: Sequence[Event], visitor: Visitor) -> NextEvent | None:
    """Return the first of those that come; three queries."""
    if not coming:
        return None
    event = Event.objects.get(pk=coming[0].pk)
    event.club = club
    taking_part = coming[0].taking_part  # type: ignore[attr-defined]
    entries = entries_of(event).filter(state=EntryState.ACCEPTED)[:MOST_NAMES]
    names = [name_of(entry, public=visitor.sees_public_names) for entry in entries]
    is_signed_up_to = event.entry_mode in SELF_ENTRY and not explain_closed_sign_up(
        event, timezone.now()
    )
    address = [club.slug, event.slug]
    return NextEvent(
        event=event,
        when=day_of(event),
        url=reverse("public:event", args=address),
        game=game_name(event),
        entries=entries_in_words(event, taking_part),
        names=names,
        more=max(0, taking_part - len(names)),
        sign_up_url=reverse("public:sign_up", args=address) if is_signed_up_to else "",
        closes_at=event.entries_close_at if is_signed_up_to else None,
    )


def dates_of(events: Sequence[Event], *, with_club: bool = False) -> list[NextDate]:
    """Return a line for each of these events, which were loaded with their clubs and counts."""
    return [
        NextDate(
            on=event.starts_on,
            at=event.beginning,
            name=event.name,
            url=reverse("public:event", args=[event.club.slug, event.slug]),
            words=entries_in_words(event, event.taking_part),  # type: ignore[attr-defined]
            where=event.club.name if with_club else "",
        )
        for event in events
    ]


def match_days(club: Club, listed: Q) -> list[NextDate]:
    """Return the next days of the leagues of a club that this reader finds in lists; one query."""
    found = shown_dates().filter(begins_at__gte=timezone.now())
    found = found.filter(
        round__stage__event__in=Event.objects.filter(
            listed, club=club, state=EventState.RUNNING
        ).values("pk")
    )
    dates = found.select_related("round__stage__event").order_by("begins_at", "pk")
    days: dict[tuple[int, date], list[MatchDate]] = {}
    for one in dates[:MOST_MATCHES]:
        if one.begins_at is not None:
            day = timezone.localtime(one.begins_at).date()
            days.setdefault((one.round_id, day), []).append(one)
    return [_match_day(club, day, matches) for (_round, day), matches in days.items()]


def _match_day(club: Club, day: date, matches: Sequence[MatchDate]) -> NextDate:
    round_ = matches[0].round
    event = round_.stage.event
    times = {match.begins_at for match in matches}
    number = {"round": round_.number, "count": len(matches)}
    return NextDate(
        on=day,
        at=matches[0].begins_at if len(times) == 1 else None,
        name=event.name,
        url=reverse(
            "public:round", args=[club.slug, event.slug, round_.stage.number, round_.number]
        ),
        words=ngettext(
            "Round %(round)d, %(count)d match", "Round %(round)d, %(count)d matches", len(matches)
        )
        % number,
    )


def next_dates(lines: Sequence[NextDate]) -> list[NextDate]:
    """Return the first of these lines, in order of time."""
    return sorted(lines, key=lambda line: (line.on, line.name, line.url))[:MOST_DATES]
