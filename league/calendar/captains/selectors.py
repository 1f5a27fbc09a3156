"""What captains have to do, and what the organiser sees of all matches of an event."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.calendar.captains.line_up_facts import are_shown, line_ups_by_match
from league.calendar.captains.matches import (
    Match,
    confirm_by,
    date_of,
    dates_of,
    day_of_match,
    home_side,
    is_settled,
    is_untouched,
    last_moment,
    line_up_due,
    makes_line_ups,
    matches_at,
    matches_in,
    rules_by_stage,
    state_of,
)
from league.calendar.captains.models import LineUp, MatchRules, Outcome, Postponement, Walkover
from league.calendar.captains.pending_actions import entered_at
from league.calendar.match_dates.models import DateProposal, DateState, MatchDate, ProposalState
from league.clubs.models import User
from league.play.events.entry_rules import entries_led_by
from league.play.events.models import Entry, EntryState, Event, EventState, Stage
from league.play.results.models import TableState
from league.play.rounds.drawing import FORMATS
from league.play.rounds.models import Placement, Round, RoundState

# so many matches of a captain are shown; the next ones
MOST_OWN_MATCHES = 30
# and so many are looked at for them
MOST_READ = 200
# by round and number
Dates: TypeAlias = Mapping[tuple[int, int], MatchDate]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A match with everything that is open in it at a moment."""

    match: Match
    rules: MatchRules
    date: MatchDate | None
    line_ups: Mapping[int, LineUp]
    due: datetime | None
    are_shown: bool
    asked: Postponement | None
    proposals: Sequence[DateProposal]
    walkover: Walkover | None
    entered_at: datetime | None
    at: datetime

    @property
    def plays_at(self) -> datetime | None:
        return day_of_match(self.match, self.date)

    @property
    def has_had_a_date(self) -> bool:
        """Say whether both sides know of a day of the match, or of one that it had."""
        return self.date is not None and (self.date.begins_at is not None or self.date.is_postponed)

    @property
    def home(self) -> int:
        return home_side(self.date)

    @property
    def home_name(self) -> str:
        return self.match.names[self.home]

    @property
    def away_name(self) -> str:
        return self.match.names[1 - self.home]

    @property
    def is_settled(self) -> bool:
        return is_settled(self.match)

    @property
    def is_untouched(self) -> bool:
        return is_untouched(self.match)

    @property
    def waits_for_confirmation(self) -> bool:
        states = {state_of(table) for table in self.match.tables}
        return TableState.ENTERED in states

    @property
    def is_disputed(self) -> bool:
        return TableState.DISPUTED in {state_of(table) for table in self.match.tables}

    @property
    def confirm_by(self) -> datetime | None:
        return confirm_by(self.rules, self.plays_at, self.entered_at)

    @property
    def has_line_ups(self) -> bool:
        return makes_line_ups(self.match.round.stage)

    def missing_line_ups(self) -> list[int]:
        """Return the sides whose line-up is overdue."""
        is_due = self.due is not None and self.due <= self.at and self.has_line_ups
        if not is_due or not self.is_untouched:
            return []
        return [side for side in (0, 1) if side not in self.line_ups]

    @property
    def is_overdue(self) -> bool:
        """Say whether the match should be over and has no result that counts."""
        last = last_moment(self.match, self.date)
        return last is not None and last <= self.at and not self.is_settled

    @property
    def is_confirmation_overdue(self) -> bool:
        until = self.confirm_by
        return self.waits_for_confirmation and until is not None and until <= self.at


def state_of_match(match: Match, *, at: datetime) -> MatchState:
    """Return a match with what is open in it; seven queries."""
    return states_of([match], at=at)[0]


def states_of(
    matches: Sequence[Match], *, at: datetime, dates: Dates | None = None
) -> list[MatchState]:
    """Return matches with what is open in them, in their order; seven queries for all together.

    `dates` are the `dates_of` the matches, where they were read already.
    """
    rules = rules_by_stage(match.round.stage for match in matches)
    dates = dates_of(matches) if dates is None else dates
    line_ups = line_ups_by_match(matches)
    asked = _open_postponements(dates.values())
    proposals = _open_proposals(dates.values())
    walkovers = _walkovers(matches)
    entered = entered_at(table for match in matches for table in match.tables)
    found = []
    for match in matches:
        date = dates.get(match.place)
        own_rules = rules[match.round.stage_id]
        due = line_up_due(own_rules, day_of_match(match, date))
        own = line_ups[match.place]
        moments = [entered[table.pk] for table in match.tables if table.pk in entered]
        state = MatchState(
            match=match,
            rules=own_rules,
            date=date,
            line_ups=own,
            due=due,
            are_shown=are_shown(match, own, due, at=at),
            asked=None if date is None else asked.get(date.pk),
            proposals=[] if date is None else proposals.get(date.pk, []),
            walkover=walkovers.get(match.place),
            entered_at=max(moments, default=None),
            at=at,
        )
        found.append(state)
    return found


def _open_postponements(dates: Iterable[MatchDate]) -> dict[int, Postponement]:
    rows = Postponement.objects.filter(match_date__in=list(dates), outcome=Outcome.OPEN)
    return {row.match_date_id: row for row in rows.select_related("entry").order_by("-pk")}


def _open_proposals(dates: Iterable[MatchDate]) -> dict[int, list[DateProposal]]:
    rows = DateProposal.objects.filter(match_date__in=list(dates), state=ProposalState.OPEN)
    found: dict[int, list[DateProposal]] = {}
    for row in rows.select_related("venue").order_by("begins_at", "pk"):
        found.setdefault(row.match_date_id, []).append(row)
    return found


def _walkovers(matches: Sequence[Match]) -> dict[tuple[int, int], Walkover]:
    rows = Walkover.objects.filter(round__in={match.round.pk for match in matches})
    return {(row.round_id, row.number): row for row in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMatch:
    """A match of an entry whose captain one is."""

    entry: Entry
    side: int
    state: MatchState


def own_matches(user: User, *, at: datetime) -> list[OwnMatch]:
    """Return the matches to come of the entries that a person leads, the next ones first."""
    return matches_of_entries(entries_led_by(user.pk), at=at)


def matches_of_entries(led: "QuerySet[Entry]", *, at: datetime) -> list[OwnMatch]:
    """Return the matches to come of entries, the next ones first; at most MOST_OWN_MATCHES."""
    entries: dict[tuple[int, int], list[Entry]] = {}
    rounds: dict[int, Round] = {}
    for placement in _placements_of(led)[:MOST_OWN_MATCHES]:
        if placement.table is not None:
            round = rounds.setdefault(placement.round_id, placement.round)
            entries.setdefault((round.pk, placement.table.number), []).append(placement.entry)
    matches = matches_at([(rounds[round], number) for round, number in entries])
    found = [
        OwnMatch(entry=entry, side=state.match.side_of(entry), state=state)
        for state in states_of(matches, at=at)
        if not state.is_settled
        for entry in entries[state.match.place]
    ]
    return sorted(found, key=lambda own: _when(own.state))


def _when(state: MatchState) -> tuple[bool, datetime, int]:
    last = last_moment(state.match, state.date)
    return last is None, last or state.at, state.match.round.number


def _placements_of(entries: "QuerySet[Entry]") -> "Sequence[Placement]":
    led = entries.filter(state=EntryState.ACCEPTED, event__state=EventState.RUNNING)
    rows = Placement.objects.filter(
        entry__in=led.values("pk"), table__isnull=False, room__lt=2
    ).exclude(round__state=RoundState.CLOSED)
    rows = rows.exclude(table__result__state=TableState.CONFIRMED)
    chosen = rows.select_related("entry", "table", "round__stage__event__club")
    dated = set(_dated(rows.values("round")))
    return [
        row
        for row in chosen.order_by("round__stage__number", "round__number", "pk")[:MOST_READ]
        if row.round.state == RoundState.OPEN
        or (row.table is not None and (row.round_id, row.table.number) in dated)
    ]


def _dated(rounds: "QuerySet[Placement, Any]") -> "Iterable[tuple[int, int]]":
    dates = MatchDate.objects.filter(round__in=rounds).exclude(state=DateState.DRAFT)
    return dates.values_list("round", "number")


def is_shown_to_captains(match: Match) -> bool:
    """Say whether captains may know of the match: its round is open, or its date published."""
    return match.round.state != RoundState.DRAWN or date_of(match) is not None


def are_arranged() -> Exists:
    """Say whether two sides of an event agree on a date: in a knock-out, or until a deadline."""
    rounds = Round.objects.filter(stage=OuterRef("pk"))
    dated = MatchDate.objects.filter(round__stage=OuterRef("pk"))
    brackets = [name for name, format in FORMATS.items() if format.has_bracket]
    arranged = Q(format__in=brackets) | Exists(rounds.filter(deadline__isnull=False))
    return Exists(Stage.objects.filter(arranged | Exists(dated), event=OuterRef("pk")))


def matches_by_day(matches: Sequence[Match], dates: Dates) -> list[Match]:
    """Return matches by the moment at which they should be over; those without one last."""

    def order(match: Match) -> tuple[bool, float, int, int]:
        last = last_moment(match, dates.get(match.place))
        return last is None, last.timestamp() if last else 0, match.round.number, match.number

    return sorted(matches, key=order)


def unsettled_matches(event: Event) -> list[Match]:
    """Return the matches of an event's open rounds that have no result that counts yet.

    They come by stage, round and number, in two queries.
    """
    rounds = Round.objects.filter(stage__event=event, state=RoundState.OPEN)
    rounds = rounds.select_related("stage__event__club").order_by("stage__number", "number")
    return [match for match in matches_in(list(rounds)) if not is_settled(match)]
