"""The matches of a stage as a calendar sees them: two entries, a date or none, played or not."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Prefetch
from django.utils.translation import gettext as _

from league.calendar.match_dates.models import DateState, EntryHome, MatchDate
from league.calendar.match_dates.selectors import SETTLED
from league.foundation.lists import listed, noted
from league.foundation.refusal import Refused
from league.play.events.models import Entry, EntryMember, EntryState, Stage
from league.play.events.names import name_of
from league.play.rounds.models import Placement, Room, Round, Table
from league.play.rounds.selectors import PLAYED

FEWEST_TEAMS, MOST_TEAMS = 2, 100
MOST_MEETINGS = 4


class NoCalendar(Refused):
    """A stage whose matches cannot be dated by a calendar, and why."""

    code = "no_calendar"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueMatch:
    """A match by its round and the number of its table; `entries` by side."""

    round: Round
    number: int
    entries: tuple[int, int]
    date: MatchDate | None
    is_played: bool

    @property
    def key(self) -> tuple[int, int]:
        return (self.round.number, self.number)

    @property
    def pair(self) -> frozenset[int]:
        return frozenset(self.entries)

    @property
    def home(self) -> int:
        """The entry at home: as its date says, else the first side."""
        side = self.date.home_side if self.date else None
        return self.entries[side or 0]

    @property
    def away(self) -> int:
        first, second = self.entries
        return second if self.home == first else first

    def is_settled(self, *, keeps_published: bool) -> bool:
        """Say whether it stays where it is when a calendar is made."""
        if self.is_played:
            return True
        if self.date is None or self.date.begins_at is None:
            return False
        return self.date.state in SETTLED or (
            keeps_published and self.date.state == DateState.PUBLISHED
        )


@dataclass(frozen=True, slots=True)
class League:
    """The entries of a stage that still take part, what they are called, homes and matches."""

    stage: Stage
    zone: ZoneInfo
    entries: dict[int, Entry]
    names: dict[int, str]
    homes: dict[int, EntryHome]
    matches: list[LeagueMatch]

    @property
    def meetings(self) -> int:
        """How often each two meet; 0 where that differs or somebody meets nobody."""
        met = Counter(match.pair for match in self.matches)
        pairs = len(self.entries) * (len(self.entries) - 1) // 2
        often = set(met.values())
        return often.pop() if len(met) == pairs and len(often) == 1 else 0

    def day_of(self, moment: datetime) -> int:
        return moment.astimezone(self.zone).date().toordinal()

    def day_of_match(self, match: LeagueMatch) -> int | None:
        """Return the day of a match; one played without a date counts on its round's first day."""
        if match.date is not None and match.date.begins_at is not None:
            return self.day_of(match.date.begins_at)
        if match.is_played:
            return self.day_of(match.round.opened_at or match.round.drawn_at)
        return None


def league_of(stage: Stage) -> League:
    """Return the league of a stage; six queries however large it is."""
    members = EntryMember.objects.select_related("player__merged_into").order_by("position", "id")
    rows = Entry.objects.filter(placements__round__stage=stage, state=EntryState.ACCEPTED)
    rows = rows.select_related("of_club").prefetch_related(Prefetch("members", members))
    entries = {entry.pk: entry for entry in rows.distinct().order_by("number")}
    homes = EntryHome.objects.filter(entry__in=entries).select_related("venue__club")
    return League(
        stage=stage,
        zone=ZoneInfo(stage.event.club.time_zone),
        entries=entries,
        names=_names(entries.values()),
        homes={home.entry_id: home for home in homes},
        matches=_matches(stage, entries),
    )


def _names(entries: Iterable[Entry]) -> dict[int, str]:
    """Return what entries are called; two of one name are distinguished by numbers."""
    named = {entry.pk: name_of(entry) for entry in entries}
    often = Counter(named.values())
    return {
        entry.pk: named[entry.pk]
        if often[named[entry.pk]] == 1
        else noted(named[entry.pk], entry.number)
        for entry in entries
    }


def _matches(stage: Stage, entries: dict[int, Entry]) -> list[LeagueMatch]:
    rounds = {round.pk: round for round in stage.rounds.all()}
    dates = _dates(stage)
    played = _played(stage)
    sides: dict[tuple[int, int], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    # in the closed room the sides are turned
    rows = Placement.objects.filter(round__in=rounds, table__isnull=False).exclude(room=Room.CLOSED)
    for round, number, side, entry in rows.values_list(
        "round_id", "table__number", "side", "entry_id"
    ):
        sides[round, number][side or 0].append(entry)
    found = []
    for (round, number), at_table in sides.items():
        pair = [entry for side in sorted(at_table) for entry in at_table[side]]
        if len(pair) == 2 and entries.keys() >= set(pair):
            key = (round, number)
            found.append(
                LeagueMatch(
                    round=rounds[round],
                    number=number,
                    entries=(pair[0], pair[1]),
                    date=dates.get(key),
                    is_played=key in played,
                )
            )
    return sorted(found, key=lambda match: match.key)


def _dates(stage: Stage) -> dict[tuple[int, int], MatchDate]:
    rows = MatchDate.objects.filter(round__stage=stage).select_related("venue", "round")
    return {(date.round_id, date.number): date for date in rows}


def _played(stage: Stage) -> set[tuple[int, int]]:
    played = Table.objects.filter(PLAYED, pk=OuterRef("pk"))
    tables = Table.objects.filter(Exists(played), round__stage=stage)
    return set(tables.values_list("round_id", "number"))


def check_league(league: League) -> None:
    """Raise NoCalendar where no calendar can be made, with what to do."""
    if not league.matches:
        raise NoCalendar(_("Draw the rounds first: the calendar dates the matches that are drawn."))
    if not FEWEST_TEAMS <= len(league.entries) <= MOST_TEAMS:
        raise NoCalendar(
            _("A calendar is made for up to %(most)d entries; here are %(count)d.")
            % {"most": MOST_TEAMS, "count": len(league.entries)}
        )
    if not 1 <= league.meetings <= MOST_MEETINGS:
        raise NoCalendar(
            _(
                "A calendar is made where everybody meets everybody equally often, up to "
                "%(most)d times, and all rounds are drawn. Date these matches by hand."
            )
            % {"most": MOST_MEETINGS}
        )
    if missing := without_home(league):
        raise NoCalendar(
            _("Say first where these play at home: %(names)s.")
            % {"names": listed(league.names[pk] for pk in missing[:10])}
        )


def without_home(league: League) -> Sequence[int]:
    return [pk for pk in league.entries if pk not in league.homes]


def iso_days(days: Iterable[str]) -> frozenset[int]:
    return frozenset(date.fromisoformat(day).toordinal() for day in days)
