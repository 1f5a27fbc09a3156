"""What the home of a club is made of: the club with what belongs to it, and its events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from league.calendar.match_dates.models import MatchDate
from league.calendar.match_dates.selectors import shown_dates
from league.clubs.models import Club, HouseRules
from league.faces.public.club.news import newest_over, select_last_day
from league.faces.public.events.event_facts import COLUMNS, game_name, select_card_columns
from league.faces.public.live_versions import with_version
from league.faces.public.visitors import Visitor
from league.foundation.compiled_queries import CompiledQuery, give_related
from league.foundation.related_rows import read_rows, rows_column
from league.office.associations.models import AssociatedClub, Belonging
from league.play.events.models import SELF_ENTRY, EntryState, Event, EventState, Season
from league.play.events.names import day_of, entries_in_words, name_of
from league.play.events.selectors import entries_of
from league.play.events.services.signing_up import explain_closed_sign_up
from league.play.events.states import OVER
from league.tables.highlights.models import SeasonTop
from league.tables.ratings.models import Rating
from league.tables.seasons.models import Division

# --- Associated ---
# The clubs of an association, and the associations of a club, as their public pages name them.


def associated_column() -> Combinable:
    """Return what `associated` reads as a column of clubs."""
    own = Q(club=OuterRef("pk")) | Q(association__club=OuterRef("pk"))
    rows = AssociatedClub.objects.filter(own, state=Belonging.MEMBER)
    return rows_column(
        rows.order_by("club__name", "association__club__name", "id"),
        *("id", "club_id", "club__name", "club__slug"),
        *("association_id", "association__club_id"),
        *("association__club__name", "association__club__slug"),
    )


def associated(club: Club) -> dict[str, list[Club]]:
    """Return the clubs that are in the association which the club is, and those it is in.

    The club was loaded with `associated_column` as `associated_read`.
    """
    column: Any = club
    rows = read_rows(AssociatedClub, column.associated_read)
    return {
        "clubs_of_association": [row.club for row in rows if row.club_id != club.pk],
        "associations": [row.association.club for row in rows if row.club_id == club.pk],
    }


MOST_CURRENT = 50


def _seasons() -> Combinable:
    divisions = Division.objects.filter(season=OuterRef("pk")).order_by("number")
    return rows_column(
        Season.objects.filter(club=OuterRef("pk")).order_by("-starts_on", "-id"),
        *("id", "club_id", "name", "slug", "starts_on", "ends_on"),
        first=F("top__first"),
        divisions_read=rows_column(divisions, "id", "season_id", "number", "name"),
    )


def _house_rules() -> Combinable:
    rules = HouseRules.objects.filter(club=OuterRef("pk"), archived_at__isnull=True)
    return rows_column(rules.order_by(Lower("name"), "id"), "id", "name", "variant")


# the club of an address, with the version of its live parts
HOME_AT: CompiledQuery[Club] = CompiledQuery(
    lambda value: with_version(Club.objects.filter(slug=value("club"))).annotate(
        seasons_read=_seasons(),
        house_rules_read=_house_rules(),
        associated_read=associated_column(),
        has_ratings=Exists(Rating.objects.filter(club=OuterRef("pk"))),
    )
)


def seasons_on_page(club: Any) -> list[Season]:
    """Return the seasons of a club that was loaded by HOME_AT, with their tops and divisions."""
    seasons = read_rows(Season, club.seasons_read)
    for season in seasons:
        read: Any = season
        season.club = club
        if read.first is not None:
            season.top = SeasonTop(season=season, first=read.first)
        give_related([season], "divisions", read_rows(Division, read.divisions_read))
    return seasons


def house_rules_on_page(club: Any) -> list[HouseRules]:
    """Return the house rules that the club plays by now, by name."""
    return read_rows(HouseRules, club.house_rules_read)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsOnPage:
    """The events of a club that are not over, the newest first, and those that ended last.

    `hides_a_night`: the reader does not find in lists all of the nights that were asked for.
    """

    current: list[Event]
    ended: list[Event]
    hides_a_night: bool


def events_on_page(club: Club, listed: Q, nights: Sequence[int]) -> EventsOnPage:
    """Return the events that this reader finds in lists; one query.

    `nights` (ids) are those of which the reader may see something only together.
    """
    events: dict[str, list[Event]] = {CURRENT: [], ENDED: [], NOT_LISTED: []}
    for event in _found(listed)(club=club.pk, nights=list(nights), now=timezone.now()):
        event.club = club
        events[event.part].append(event)  # type: ignore[attr-defined]
    return EventsOnPage(
        current=events[CURRENT],
        ended=select_last_day(events[ENDED]),
        hides_a_night=bool(events[NOT_LISTED]),
    )


CURRENT, ENDED, NOT_LISTED = "current", "ended", "not listed"


@cache
def _found(listed: Q) -> CompiledQuery[Event]:
    """Return the query for those who find these events in lists."""

    def make(value: Any) -> "QuerySet[Event]":
        days = rows_column(
            days_to_come(value("now")).filter(
                round__stage__event=OuterRef("pk"), round__stage__event__state=EventState.RUNNING
            )[:MOST_MATCHES],
            *("id", "begins_at", "round_id", "round__number"),
            *("round__stage_id", "round__stage__number", "round__stage__event_id"),
        )

        def part(events: "QuerySet[Event]", name: str) -> "QuerySet[Event]":
            columns = (*COLUMNS, "highlights__nights", "highlights__remarkable")
            rows: QuerySet[Event] = select_card_columns(events).only(*columns)
            return rows.select_related("highlights").annotate(part=Value(name), days_read=days)

        of_club = Event.objects.filter(club=value("club")).order_by("-starts_on", "-id")
        shown = of_club.filter(listed)
        current = shown.exclude(state__in=OVER)[:MOST_CURRENT]
        hidden = of_club.filter(pk__any_of=value("nights")).exclude(listed)[:1]
        others = [part(newest_over(shown), ENDED)]
        if listed:  # else everything is
            others.append(part(hidden, NOT_LISTED))
        return part(current, CURRENT).union(*others, all=True)

    return CompiledQuery(make)


# --- Which season of a club its home shows the first places of ---


def present_season(seasons: Sequence[Season], day: date) -> Season | None:
    """Return the season in which the day is, the one that began last; else the newest."""
    during = [season for season in seasons if season.starts_on <= day <= season.ends_on]
    return next(iter(during or seasons), None)


# --- What comes next: events that take entries, and matches of leagues that have a date ---

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


def days_to_come(now: Any) -> "QuerySet[MatchDate]":
    return shown_dates().filter(begins_at__gte=now).order_by("begins_at", "pk")


def match_days_of(club: Club, listed: Q) -> list[NextDate]:
    """Return the next days of the leagues of a club that this reader finds in lists; one query."""
    events = Event.objects.filter(listed, club=club, state=EventState.RUNNING)
    dates = days_to_come(timezone.now()).filter(round__stage__event__in=events.values("pk"))
    return _match_days(club, list(dates.select_related("round__stage__event")[:MOST_MATCHES]))


def match_days_among(club: Club, events: Sequence[Event]) -> list[NextDate]:
    """Return the next days of these `events_on_page`."""
    dates = []
    event: Any
    for event in events:
        of_event = read_rows(MatchDate, event.days_read)
        for one in of_event:
            one.round.stage.event = event
        dates += of_event
    return _match_days(club, sorted(dates, key=lambda one: (one.begins_at, one.pk))[:MOST_MATCHES])


def _match_days(club: Club, dates: Sequence[MatchDate]) -> list[NextDate]:
    days: dict[tuple[int, date], list[MatchDate]] = {}
    for one in dates:
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
