"""Days for which players say whether they come: of an event, a match, a club's evening."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse

from league.calendar.match_dates.models import DateState, MatchDate
from league.clubs.models import Club, Player
from league.play.events.models import Captain, EntryKind, Evening, Event, EventState, Visibility
from league.play.events.names import current_members
from league.play.results.models import Submission, SubmissionState, TableState
from league.play.rounds.links import link_of
from league.play.rounds.models import Placement, RoundState, Table
from league.play.rounds.selectors import (
    load_placements_and_seats,
    placements_of,
    seats_of,
    side_names,
)

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


# --- The matches that a signed-in player still plays, and what waits there, over all clubs ---

MOST_MATCHES = 60
SHOWN_DATES = (DateState.PUBLISHED, DateState.AGREED, DateState.RULED, DateState.POSTPONED)
# a match with a date is overdue when its day is over by so much
AFTER_THE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class MyMatch:
    """A match of an own entry that is not confirmed yet, as its player sees it.

    `waits_for_me`: the other side has submitted something that nobody here has confirmed.
    """

    player: Player
    placement: Placement
    table: Table
    match_date: MatchDate | None
    is_seated: bool
    waits_for_me: bool
    waits_for_others: bool

    @property
    def event(self) -> Event:
        return self.table.round.stage.event

    @property
    def club(self) -> Club:
        return self.event.club

    @property
    def begins_at(self) -> datetime | None:
        return self.match_date.begins_at if self.match_date else None

    @property
    def is_postponed(self) -> bool:
        return self.match_date is not None and self.match_date.is_postponed

    @property
    def is_at_home(self) -> bool | None:
        """Whether the own side is at home; None where nobody is."""
        if self.match_date is None or self.match_date.home_side is None:
            return None
        return self.match_date.home_side == self.placement.side

    @property
    def deadline(self) -> datetime | None:
        return self.table.round.deadline

    @property
    def day(self) -> date:
        """The day of the match at the club, as far as one is known."""
        moment = self.begins_at or self.deadline
        return today_of(self.club, moment) if moment else self.event.starts_on

    @property
    def when(self) -> datetime:
        """What matches are sorted by: without a time, the beginning of the day."""
        first = datetime.combine(self.day, datetime.min.time(), ZoneInfo(self.club.time_zone))
        return self.begins_at or self.deadline or first

    @property
    def state(self) -> str:
        result = getattr(self.table, "result", None)
        return result.state if result else TableState.WAITING

    @property
    def is_to_be_played(self) -> bool:
        return self.state in (TableState.WAITING, TableState.PLAYING)

    @property
    def is_disputed(self) -> bool:
        return self.state == TableState.DISPUTED

    def is_overdue(self, at: datetime) -> bool:
        """Say whether it should have been played: its deadline has passed, or its day is over."""
        if not self.is_to_be_played:
            return False
        if self.deadline is not None and self.deadline < at:
            return True
        return self.begins_at is not None and self.begins_at + AFTER_THE_DAY < at

    def is_past(self, at: datetime) -> bool:
        """Say whether the day on which it was to be played is over, as far as one is known."""
        moment = self.begins_at or self.deadline
        return moment is not None and today_of(self.club, moment) < today_of(self.club, at)

    @property
    def opponents(self) -> list[str]:
        names = side_names(self.table, public=False, is_marked=True)
        return [name for side, name in enumerate(names) if side != self.placement.side]

    @property
    def partners(self) -> list[str]:
        """Who plays on the own side besides: those seated there, else those of the own entries."""
        own = {p.pk for p in placements_of(self.table) if p.side == self.placement.side}
        seated = [seat.player for seat in seats_of(self.table) if seat.placement_id in own]
        people = [player for player in seated if player is not None]
        if not people:
            rows = [p for p in placements_of(self.table) if p.side == self.placement.side]
            people = [m.player for p in rows for m in current_members(p.entry)]
        return [player.name for player in people if player.pk != self.player.pk]

    @property
    def is_open(self) -> bool:
        return self.table.round.state == RoundState.OPEN and self.event.state == EventState.RUNNING

    @property
    def url(self) -> str:
        """Where its scores are entered, for who sits there; else where the public sees it."""
        if self.is_seated and self.is_open:
            return reverse("table:page", args=[link_of(self.table)])
        if self.table.round.state == RoundState.DRAWN:
            return reverse("public:event", args=[self.club.slug, self.event.slug])
        return reverse("public:table", args=[self.club.slug, self.event.slug, self.table.pk])


def is_captain(match: MyMatch) -> bool:
    """Say whether the player speaks for the entry, as `events.captaincy` says who does."""
    named = Captain.objects.filter(entry=match.placement.entry_id).values_list("player", flat=True)
    members = [member.player_id for member in current_members(match.placement.entry)]
    if match.event.entry_kind == EntryKind.TEAM:
        members = members[:1]
    return match.player.pk in (list(named) or members)


def matches_of(players: Sequence[Player]) -> list[MyMatch]:
    """Return the players' matches that are not confirmed, earliest first; seven queries."""
    mine = {player.pk: player for player in players}
    placements = list(_placements(mine)[:MOST_MATCHES])
    tables = _tables([placement.table_id for placement in placements if placement.table_id])
    dates = _dates(tables.values())
    submitted = _submitted(tables)
    found: dict[tuple[int, int], MyMatch] = {}
    for placement in placements:
        assert placement.table_id is not None, "asked for"  # noqa: S101
        table = tables[placement.table_id]
        match = _match(mine, placement, table, dates, submitted.get(table.pk, set()))
        key = (placement.round_id, placement.entry_id)
        if key not in found or match.is_seated:
            found[key] = match
    return sorted(found.values(), key=lambda match: (match.is_postponed, match.when))


def _placements(mine: Mapping[int, Player]) -> "QuerySet[Placement]":
    dated = MatchDate.objects.filter(
        round=OuterRef("round"), number=OuterRef("table__number"), state__in=SHOWN_DATES
    )
    shown = Q(round__state=RoundState.OPEN) | (Q(round__state=RoundState.DRAWN) & Exists(dated))
    of_entry = Q(entry__members__player__in=mine, entry__members__left_at__isnull=True)
    return (
        Placement.objects.filter(of_entry | Q(seats__player__in=mine), shown)
        .filter(table__isnull=False, round__stage__event__state=EventState.RUNNING)
        .exclude(table__result__state=TableState.CONFIRMED)
        .exclude(round__stage__event__visibility=Visibility.HIDDEN)
        .order_by(F("round__deadline").asc(nulls_last=True), "-round__opened_at", "pk")
        .distinct()
    )


def _tables(ids: Sequence[int]) -> dict[int, Table]:
    rows = Table.objects.filter(pk__in=ids)
    tables = list(rows.select_related("round__stage__event__club", "result"))
    load_placements_and_seats(tables)
    return {table.pk: table for table in tables}


def _dates(tables: Iterable[Table]) -> dict[tuple[int, int], MatchDate]:
    rounds = {table.round_id for table in tables}
    rows = MatchDate.objects.filter(round__in=rounds, state__in=SHOWN_DATES)
    return {(row.round_id, row.number): row for row in rows.select_related("venue")}


def _submitted(tables: Mapping[int, Table]) -> dict[int, set[int | None]]:
    """Return by table which sides have submitted what nobody has confirmed; None: a scorer."""
    rows = Submission.objects.filter(table__in=tables, state=SubmissionState.SUBMITTED)
    found: dict[int, set[int | None]] = {}
    for table, side in rows.values_list("table", "by_side").distinct():
        found.setdefault(table, set()).add(side)
    return found


def _match(
    mine: Mapping[int, Player],
    placement: Placement,
    table: Table,
    dates: Mapping[tuple[int, int], MatchDate],
    submitted: set[int | None],
) -> MyMatch:
    seat = next((seat for seat in seats_of(table) if seat.player_id in mine), None)
    own = next((p for p in placements_of(table) if p.pk == placement.pk), placement)
    members = {member.player_id for member in current_members(own.entry)}
    player = seat.player_id if seat else next((pk for pk in mine if pk in members), None)
    assert player is not None, "asked for with the own players"  # noqa: S101
    return MyMatch(
        player=mine[player],
        placement=own,
        table=table,
        match_date=dates.get((table.round_id, table.number)),
        is_seated=seat is not None,
        waits_for_me=bool(submitted - {own.side}),
        waits_for_others=own.side in submitted,
    )
