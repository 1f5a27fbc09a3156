"""Matches of a league: who meets whom, by which rules, due when, and what is missing."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.calendar.captains.models import MatchRules, MissingResult
from league.calendar.match_dates.models import DateState, MatchDate
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import Entry, EntryKind, Stage
from league.play.events.names import name_by_number, name_of
from league.play.results.models import TableState
from league.play.rounds.forfeits import Forfeit
from league.play.rounds.models import Room, Round, Table
from league.play.rounds.selectors import placements_of, read_people, with_people
from league.play.rounds.services.running_rounds import lock_stage

# --- A match as captains know it: a round and a number, its tables and its two entries ---


class NoSuchMatch(Refused):
    """The round has no table of this number at which one entry plays another."""

    code = "no_such_match"


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """`tables` are one, or those of the open and the closed room; `entries` are by side."""

    round: Round
    number: int
    tables: tuple[Table, ...]
    entries: tuple[Entry, Entry]

    @property
    def place(self) -> tuple[int, int]:
        """Return the round's primary key and the number in it."""
        return self.round.pk, self.number

    @property
    def names(self) -> tuple[str, str]:
        return name_of(self.entries[0]), name_of(self.entries[1])

    def noted_name(self, side: int) -> Any:
        """Return what an entry is called, as the journal keeps it."""
        return name_by_number(self.entries[side])

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.round.stage.event.club.time_zone)

    def side_of(self, entry: Entry) -> int:
        """Return the side of an entry. Raises NoSuchMatch where it plays another match."""
        for side, own in enumerate(self.entries):
            if own.pk == entry.pk:
                return side
        raise NoSuchMatch(_("%(entry)s does not play this match.") % {"entry": name_of(entry)})

    def day_of(self, at: datetime) -> date:
        """Return the day of a moment by the club's clock."""
        return timezone.localtime(at, self.zone).date()


def matches_of(round: Round, number: int | None = None) -> list[Match]:
    """Return the matches of a round of two entries each, by number; four queries.

    The round knows its stage, event and club.
    """
    rows = round.tables.all() if number is None else round.tables.filter(number=number)
    return _matches([round], rows)


def matches_at(places: Sequence[tuple[Round, int]]) -> list[Match]:
    """Return the matches of two entries at these numbers of rounds, in their order; one query.

    The rounds know their stage, event and club.
    """
    rounds = list({round.pk: round for round, _number in places}.values())
    rows = Table.objects.filter(round__in=rounds, number__in={number for _round, number in places})
    found = {match.place: match for match in _matches(rounds, rows)}
    keys = dict.fromkeys((round.pk, number) for round, number in places)
    return [found[key] for key in keys if key in found]


def matches_in(rounds: Sequence[Round]) -> list[Match]:
    """Return the matches of rounds of two entries each, round by round; one query."""
    found = _matches(rounds, Table.objects.filter(round__in=rounds))
    order = {round.pk: place for place, round in enumerate(rounds)}
    return sorted(found, key=lambda match: (order[match.round.pk], match.number))


def _matches(rounds: Iterable[Round], rows: "QuerySet[Table]") -> list[Match]:
    known = {round.pk: round for round in rounds}
    tables = with_people(rows.select_related("result")).order_by("round", "number", "room")
    together: dict[tuple[int, int], list[Table]] = {}
    for table in tables:
        read_people(table)
        table.round = known[table.round_id]
        together.setdefault((table.round_id, table.number), []).append(table)
    found = (_match(known[key[0]], key[1], ones) for key, ones in together.items())
    return [match for match in found if match is not None]


def match_at(round: Round, number: int) -> Match:
    """Return one match of a round. Raises NoSuchMatch."""
    found = matches_of(round, number)
    if not found:
        raise NoSuchMatch(
            _("Round %(round)d has no match %(number)d of two sides.")
            % {"round": round.number, "number": number}
        )
    return found[0]


def _match(round: Round, number: int, tables: Sequence[Table]) -> Match | None:
    ordered = tuple(sorted(tables, key=lambda table: table.room))
    sides: dict[int | None, list[Entry]] = {}
    for placement in placements_of(ordered[0]):
        sides.setdefault(placement.side, []).append(placement.entry)
    if sorted(map(str, sides)) != ["0", "1"] or any(len(side) != 1 for side in sides.values()):
        return None
    return Match(round=round, number=number, tables=ordered, entries=(sides[0][0], sides[1][0]))


def side_at(table: Table, side: int) -> int:
    """Return the side of a match at one of its tables: in the closed room the sides are turned."""
    return 1 - side if table.room == Room.CLOSED else side


def date_of(match: Match) -> MatchDate | None:
    """Return the date of the match as both sides may know it; what is only planned is none."""
    return dates_of([match]).get(match.place)


def dates_of(matches: Iterable[Match]) -> dict[tuple[int, int], MatchDate]:
    """Return the dates that both sides of matches may know, by round and number; one query."""
    places = {match.place for match in matches}
    rows = MatchDate.objects.select_related("venue").exclude(state=DateState.DRAFT)
    rows = rows.filter(round__in={round for round, _number in places})
    found = {(row.round_id, row.number): row for row in rows}
    return {place: found[place] for place in places if place in found}


def day_of_match(match: Match, date: MatchDate | None) -> datetime | None:
    """Return when the match is played: its date, or else the round's deadline, or nothing.

    A postponed one has no such moment; one that never had a date keeps the deadline, whatever is
    proposed.
    """
    if date is not None and (date.begins_at or date.is_postponed):
        return date.begins_at
    return match.round.deadline


def last_moment(match: Match, date: MatchDate | None) -> datetime | None:
    """Return when the match should be over: its date, or the round's deadline where it has none."""
    return (date.begins_at if date is not None else None) or match.round.deadline


def home_side(date: MatchDate | None) -> int:
    """Return the side that plays at home; the first one where nobody has said it."""
    return 0 if date is None or date.home_side is None else date.home_side


def is_settled(match: Match) -> bool:
    """Say whether every table of the match has a result that counts."""
    return all(state_of(table) == TableState.CONFIRMED for table in match.tables)


def is_untouched(match: Match) -> bool:
    """Say whether nothing was entered at any table of the match."""
    return all(state_of(table) == TableState.WAITING for table in match.tables)


def state_of(table: Table) -> str:
    result = getattr(table, "result", None)
    return TableState.WAITING if result is None else result.state


# --- The rules of a stage for its captains: read, held, and when they say that a time is up ---


def rules_of(stage: Stage) -> MatchRules:
    """Return the stage's rules; unsaved, as they are without a row."""
    return rules_by_stage([stage])[stage.pk]


def rules_by_stage(stages: Iterable[Stage]) -> dict[int, MatchRules]:
    """Return the rules of stages by primary key; one query."""
    known = {stage.pk: stage for stage in stages}
    rules = {pk: MatchRules(stage=stage) for pk, stage in known.items()}
    for row in MatchRules.objects.filter(stage__in=known.values()):
        row.stage = known[row.stage_id]
        rules[row.stage_id] = row
    return rules


def hold_stage(rules: MatchRules, by: Act) -> None:
    """Keep the stage as it is until its rules are saved."""
    rules.stage = lock_stage(rules.stage)


def makes_line_ups(stage: Stage) -> bool:
    """Say whether line-ups are made: teams have them; individuals and pairs play themselves."""
    return stage.event.entry_kind == EntryKind.TEAM


def line_up_due(rules: MatchRules, plays_at: datetime | None) -> datetime | None:
    """Return until when line-ups are made; nothing where there is no such time."""
    if rules.lineup_days is None or plays_at is None:
        return None
    return plays_at - timedelta(days=rules.lineup_days)


def confirm_by(
    rules: MatchRules, plays_at: datetime | None, entered_at: datetime | None
) -> datetime | None:
    """Return until when the other side confirms the result; nothing where there is no limit.

    Its days are counted from the match, or from when the result was entered, if that was later.
    """
    known = [moment for moment in (plays_at, entered_at) if moment is not None]
    return _after(max(known, default=None), rules.confirm_days)


def walkover_at(rules: MatchRules, plays_at: datetime | None) -> datetime | None:
    """Return when a match without a result is given as a walkover; nothing: never."""
    return _after(plays_at, rules.walkover_days)


def _after(plays_at: datetime | None, days: int | None) -> datetime | None:
    if plays_at is None or days is None:
        return None
    return plays_at + timedelta(days=days)


# --- Writing what happens to a match into the journal ---


def journal_match(kind: str, match: Match, *, by: Act, **data: Any) -> None:
    """The subject is the match's first table, so that its page and its people are found."""
    about = {"round": match.round.number, "match": match.number, "zone": match.zone.key, **data}
    stage = match.round.stage
    journal_stage(kind, stage, subject=match.tables[0], by=by, **about)


# --- Who loses a match of which no result came: a function of the rule and of who has answered ---


def who_loses(rule: str, silent: Collection[int]) -> Forfeit | None:
    """Return who loses by the rule; None: the organiser decides.

    `silent` are the sides (0, 1) that owe an answer: one that was asked for a date or has made no
    line-up. Where both are silent neither of them loses by that alone.
    """
    if rule == MissingResult.BOTH:
        return Forfeit.BOTH
    if rule == MissingResult.SILENT and len(silent) == 1:
        return Forfeit(next(iter(silent)))
    return None
