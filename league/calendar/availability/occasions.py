"""Days for which players say whether they come: of an event, a match, a club's evening."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, OuterRef

from league.calendar.match_dates.models import DateState, MatchDate
from league.clubs.models import Club, Player
from league.play.events.models import Evening, Event, EventState, Visibility
from league.play.rounds.models import Placement

AHEAD = timedelta(days=60)
MOST_OCCASIONS = 30
# a club that plays on one weekday: two of its last evenings were on it, none longer ago
LAST_EVENINGS, LEAST_ALIKE, RECENT = 4, 2, timedelta(days=35)
WEEKS_EXPECTED = 2
FIXED = (DateState.PUBLISHED, DateState.AGREED, DateState.RULED)
UNDER_WAY = (EventState.OPEN, EventState.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """A day at a club, of an event or, without one, of an evening; `begins_at` where it is known.

    `is_expected`: nobody has said that there is an evening; the club usually has one then.
    """

    player: Player
    day: date
    event: Event | None = None
    begins_at: datetime | None = None
    is_expected: bool = False

    @property
    def key(self) -> tuple[int, int | None, date]:
        return (self.player.pk, self.event.pk if self.event else None, self.day)


def today_of(club: Club, at: datetime) -> date:
    """Return the day it is at the club."""
    return at.astimezone(ZoneInfo(club.time_zone)).date()


def coming_of(players: Sequence[Player], at: datetime) -> list[Occasion]:
    """Return what comes for the players (with their clubs), earliest first; four queries."""
    found = [*_of_matches(players, at), *_of_events(players, at), *_of_evenings(players, at)]
    by_key: dict[tuple[int, int | None, date], Occasion] = {}
    for one in found:
        by_key.setdefault(one.key, one)
    soon = [one for one in by_key.values() if one.day <= today_of(one.player.club, at) + AHEAD]
    return sorted(soon, key=lambda one: (one.day, one.player.pk, one.key[1] or 0))[:MOST_OCCASIONS]


def occasion_of(player: Player, event_id: int | None, day: date, at: datetime) -> Occasion | None:
    """Return what comes for a player on that day, of that event or of the club; None: nothing."""
    wanted = (player.pk, event_id, day)
    return next((one for one in coming_of([player], at) if one.key == wanted), None)


def _of_matches(players: Sequence[Player], at: datetime) -> Iterable[Occasion]:
    """Yield the days of the players' matches that have a date others may know."""
    of_player = {player.pk: player for player in players}
    rows = (
        Placement.objects.filter(
            entry__members__player__in=of_player,
            entry__members__left_at__isnull=True,
            round__match_dates__number=F("table__number"),
            round__match_dates__state__in=FIXED,
            round__match_dates__begins_at__gte=at - timedelta(days=1),
            round__match_dates__begins_at__lt=at + AHEAD,
            round__stage__event__state__in=UNDER_WAY,
        )
        .exclude(round__stage__event__visibility=Visibility.HIDDEN)
        .annotate(who=F("entry__members__player"), begins=F("round__match_dates__begins_at"))
        .select_related("round__stage__event__club")
        .order_by("begins", "pk")
    )
    for row in rows[:MOST_OCCASIONS]:
        event = row.round.stage.event
        day = today_of(event.club, row.begins)
        if day >= today_of(event.club, at):
            yield Occasion(player=of_player[row.who], day=day, event=event, begins_at=row.begins)


def _of_events(players: Sequence[Player], at: datetime) -> Iterable[Occasion]:
    """Yield the first days of events to come that members find, of the players' clubs.

    An event whose matches have dates of their own is played on those days alone.
    """
    dated = MatchDate.objects.filter(round__stage__event=OuterRef("pk"), begins_at__isnull=False)
    by_club = {player.club_id: player for player in players}
    rows = (
        Event.objects.filter(~Exists(dated), club__in=by_club, state__in=UNDER_WAY)
        .filter(starts_on__gte=at.date() - timedelta(days=1), starts_on__lte=at.date() + AHEAD)
        .exclude(visibility=Visibility.HIDDEN)
        .select_related("club")
        .order_by("starts_on", "pk")
    )
    for event in rows[:MOST_OCCASIONS]:
        today = today_of(event.club, at)
        # what is being played today is no longer to come
        if event.starts_on > today or (event.starts_on == today and event.state == EventState.OPEN):
            yield Occasion(
                player=by_club[event.club_id],
                day=event.starts_on,
                event=event,
                begins_at=event.beginning,
            )


def _of_evenings(players: Sequence[Player], at: datetime) -> Iterable[Occasion]:
    """Yield the clubs' evenings that wait, and those that are to be expected."""
    days: Mapping[int, dict[date, bool]] = {player.club_id: {} for player in players}
    rows = Evening.objects.filter(club__in=days, day__gte=at.date() - RECENT - timedelta(days=1))
    for club, day, event in rows.values_list("club", "day", "event").order_by("day"):
        days[club][day] = days[club].get(day, False) or event is None
    for player in players:
        today = today_of(player.club, at)
        of_club = days[player.club_id]
        expected = expected_days([day for day in of_club if day <= today], today)
        for day in sorted({day for day, waits in of_club.items() if waits} | set(expected)):
            if day >= today and of_club.get(day, True):
                yield Occasion(player=player, day=day, is_expected=day not in of_club)


def expected_days(before: Iterable[date], today: date) -> list[date]:
    """Return the next days on which a club that plays weekly has its evening; none where unclear.

    The weekday is that of most of its last evenings, of two of them at least.
    """
    recent = sorted({day for day in before if today - RECENT <= day <= today})[-LAST_EVENINGS:]
    weekdays = Counter(day.weekday() for day in recent).most_common(1)
    if not weekdays or weekdays[0][1] < LEAST_ALIKE:
        return []
    first = today + timedelta(days=(weekdays[0][0] - today.weekday()) % 7)
    return [first + timedelta(weeks=week) for week in range(WEEKS_EXPECTED)]
