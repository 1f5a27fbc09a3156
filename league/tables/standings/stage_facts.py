"""The facts of a stage as values: what happened round by round, and a digest to know it by."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from hashlib import sha256
from itertools import compress, starmap
from typing import Any, NamedTuple

import orjson
from django.db import connection
from django.db.models import F

from games.sentences import sentence_to_json
from league.play.events.models import Stage
from league.play.prepared.hiding import HiddenDeals
from league.play.results.models import COUNTING
from league.play.rounds.draw_requests import history_of, request_for, stage_entries
from league.play.rounds.drawing import CannotDraw, DrawRequest, Played, format_named
from league.play.rounds.drawing.bracket_places import places
from league.play.rounds.models import Room, Round, RoundState, Seat
from league.play.rounds.rooms import FIRST_TABLES
from league.tables.standings.deal_facts import DealFact
from league.tables.standings.methods import FACTS_OF_DEALS, LOT, TIEBREAKS, Entry, Fact

# --- Facts of tables that only some tie-breaks need: who dealt first, and results of the deals ---


class SideFact(NamedTuple):
    """What a side did in the deals of its table that count."""

    sets: int
    bids_made: int
    highest_deal: float


class TableFact(NamedTuple):
    """The side that dealt first, and the facts of the sides; none where no tie-break asks."""

    first_deal: int = 0
    sides: tuple[SideFact, ...] = ()


# Who declared is the same word in the detail of every game's result. In the closed room of a
# match the sides are turned.
DEALS = """
SELECT tbl.round_id, tbl.number, side.number,
       count(*) FILTER (WHERE NOT deal.made AND declared.side = own.place - 1),
       count(*) FILTER (WHERE deal.made AND declared.side = own.place - 1),
       max(own.points::numeric)::float
FROM results_submission submission
JOIN rounds_table tbl ON tbl.id = submission.table_id
JOIN games_deal deal ON deal.id = submission.deal_id
CROSS JOIN LATERAL (SELECT (deal.detail ->> 'declarer_side')::int AS side) declared
CROSS JOIN LATERAL jsonb_array_elements_text(deal.score) WITH ORDINALITY AS own(points, place)
CROSS JOIN LATERAL (
    SELECT CASE WHEN tbl.room = %(closed)s THEN 2 - own.place ELSE own.place - 1 END AS number
) side
WHERE tbl.round_id = ANY(%(rounds)s) AND submission.state = ANY(%(states)s)
      AND coalesce(deal.detail ->> 'redeal', 'false') <> 'true' AND deal.form <> 'final'
      AND (tbl.id, submission.number) NOT IN (
          SELECT * FROM unnest(%(hidden_tables)s::bigint[], %(hidden_places)s::int[])
      )
GROUP BY tbl.round_id, tbl.number, side.number
ORDER BY tbl.round_id, tbl.number, side.number
"""


def table_facts(
    rounds: Iterable[int], tiebreaks: Collection[str], *, hidden: HiddenDeals
) -> dict[tuple[int, int], TableFact]:
    """Return what the tie-breaks ask of each table, by round and number of the table.

    At most two queries, none where no tie-break asks for anything. Hidden deals are left out, and
    nothing is known of the deals of a table that has only its final score.
    """
    ids = list(rounds)
    needed = {TIEBREAKS[name].needs for name in tiebreaks if name in TIEBREAKS}
    facts: dict[tuple[int, int], TableFact] = {}
    if not needed.isdisjoint(FACTS_OF_DEALS):
        for table, sides in _sides_of(ids, hidden).items():
            facts[table] = TableFact(sides=tuple(sides))
    if Fact.FIRST_DEAL in needed:
        for table, side in _first_deals(ids):
            facts[table] = facts.get(table, TableFact())._replace(first_deal=side)
    return facts


def _sides_of(rounds: list[int], hidden: HiddenDeals) -> dict[tuple[int, int], list[SideFact]]:
    sides: dict[tuple[int, int], list[SideFact]] = {}
    with connection.cursor() as cursor:
        states = [state.value for state in COUNTING]
        asked: dict[str, Any] = {"rounds": rounds, "states": states, "closed": Room.CLOSED}
        cursor.execute(DEALS, asked | hidden.as_arrays)
        for round_id, number, _side, sets, made, highest in cursor.fetchall():
            sides.setdefault((round_id, number), []).append(SideFact(sets, made, highest))
    return sides


def _first_deals(rounds: list[int]) -> Iterable[tuple[tuple[int, int], int]]:
    """Yield the tables at which another side than the first dealt first, with that side."""
    rows = Seat.objects.filter(
        round__in=rounds,
        number=F("table__first_dealer"),
        placement__side__gt=0,
        table__room__in=FIRST_TABLES,
    ).values_list("round", "table__number", "placement__side")
    for round_id, number, side in rows.order_by("round", "table__number"):
        yield (round_id, number), side or 0


# --- The places of a knock-out after each round: how far an entry came ranks it, not its points ---


class PlaceFact(NamedTuple):
    """An entry's place in the bracket and in its consolation (0: it is in none), and why."""

    entry: int
    place: int
    is_tied: bool
    consolation: int
    why: dict[str, Any]


def places_after_rounds(
    stage: Stage, *, held_back: Collection[int]
) -> Mapping[int, list[PlaceFact]]:
    """Return the places after each round that has been opened; nothing for other formats.

    Results of the tables `held_back` (ids) are left out.

    The number of queries does not depend on the size of the field.
    """
    if not format_named(stage.format).has_bracket:
        return {}
    opened = list(
        Round.objects.filter(stage=stage).exclude(state=RoundState.DRAWN).order_by("number")
    )
    history = history_of(opened, held_back=held_back)
    request = request_for(stage, event=stage.event, field=stage_entries(stage))
    return {
        round.number: _places(replace(request, history=_until(history, round.number)))
        for round in opened
    }


def _until(history: Played, number: int) -> Played:
    return Played(
        matches=tuple(match for match in history.matches if match.round <= number),
        byes=tuple(bye for bye in history.byes if bye.round <= number),
    )


def _places(request: DrawRequest) -> list[PlaceFact]:
    """Return the places; nothing where the history makes no bracket: then points rank.

    Who is in the consolation takes the places from the best of those entries on, in the order that
    it is played for: its winner is above its loser.
    """
    try:
        final = places(request)
    except CannotDraw:
        return []
    consolation = {loser.entry: loser for loser in final.consolation}
    first = min((placed.place for placed in final.main if placed.entry in consolation), default=0)
    keys = {
        placed.entry: (placed.place, True, 0)
        if placed.entry not in consolation
        else (first, False, consolation[placed.entry].place)
        for placed in final.main
    }
    order = sorted(keys.values())
    reached = sorted(placed.place for placed in final.main)
    return [
        PlaceFact(
            int(placed.entry),
            _place(keys[placed.entry], order, reached),
            order.count(keys[placed.entry]) > 1,
            consolation[placed.entry].place if placed.entry in consolation else 0,
            sentence_to_json(consolation.get(placed.entry, placed).why),
        )
        for placed in sorted(final.main, key=lambda placed: keys[placed.entry])
    ]


def _place(
    key: tuple[int, bool, int], order: Sequence[tuple[int, bool, int]], reached: Sequence[int]
) -> int:
    """Return the place of a key in the order; one that nobody won in the bracket stays free."""
    in_bracket = key[0]
    free = in_bracket - 1 - bisect_left(reached, in_bracket)
    return 1 + bisect_left(order, key) + free


# counted up when the same facts are to give other rows
MAKING = 4


def rank_id(entry: int) -> str:
    """Return the id an entry has while it is ranked: 12 digits, so that texts sort as numbers."""
    return f"{entry:012d}"


class MatchFact(NamedTuple):
    """A table that counts: points by side, and the entries with the side of each."""

    table: int
    points: list[float]
    entries: list[int]
    sides: list[int]
    winner: int | None
    is_provisional: bool


@dataclass(slots=True, kw_only=True)
class DuelFacts:
    """Tables that count and at which two single entries met, a column a fact, a line a table."""

    tables: list[int] = field(default_factory=list)
    homes: list[int] = field(default_factory=list)
    aways: list[int] = field(default_factory=list)
    home_points: list[float] = field(default_factory=list)
    away_points: list[float] = field(default_factory=list)
    winners: list[int | None] = field(default_factory=list)
    provisional: list[bool] = field(default_factory=list)

    def without(self, entry: int) -> "DuelFacts":
        """Return the same without the tables at which the entry sat."""
        kept = [entry not in both for both in zip(self.homes, self.aways, strict=True)]
        if all(kept):
            return self
        columns = {name: list(compress(getattr(self, name), kept)) for name in self.__slots__}
        return DuelFacts(**columns)

    def lines(self) -> Iterator[list[Any]]:
        """Yield the fields of each of them as a `MatchFact`."""
        columns = zip(
            *(self.tables, self.homes, self.aways, self.home_points, self.away_points),
            *(self.winners, self.provisional),
            strict=True,
        )
        for table, home, away, home_points, away_points, winner, is_provisional in columns:
            points, entries = [home_points, away_points], [home, away]
            yield [table, points, entries, [0, 1], winner, is_provisional]


class ForfeitFact(NamedTuple):
    """A table that was not played: who was to sit there, and the sides that did not come."""

    table: int
    entries: list[int]
    sides: list[int]
    absent: tuple[int, ...]


class EntryInside(NamedTuple):
    """An entry of the stage, withdrawn ones too."""

    entry: int
    group: str
    carried: Decimal
    state: str


class MatchLeft(NamedTuple):
    """A match of two entries, one of whom left before it: `place` is its side, 0 or 1."""

    round_id: int
    round: int
    table: int
    entries: tuple[int, int]
    place: int

    @property
    def opponent(self) -> int:
        return self.entries[1 - self.place]


class Departure(NamedTuple):
    """An entry that withdrew after it `played` so many of the matches that were `due`.

    `outcome` is one of the choices of the stage option `withdrawals`, `not_counted` only
    where that is so.
    """

    entry: int
    played: int
    due: int
    outcome: str
    left: Sequence[MatchLeft]


class AdjustmentFact(NamedTuple):
    entry: int
    points: str
    reason: str


@dataclass(slots=True, kw_only=True)
class RoundFacts:
    """What happened in a round. Complete: every table of it is confirmed.

    The matches are `duels` where each of them was one, else `matches`; `all_matches` are either.
    `deals` are there instead where deals are compared; `is_compared` says that some deal of this
    round or an earlier one can be. `tables` is what the tie-breaks ask of the deals, by number of
    the table. `asked_for` are rests that entries asked for, and whether they are worth half a win.
    `play_offs` that followed the round have (entry, points), in the order in which they were
    played.
    """

    number: int
    is_complete: bool
    duels: DuelFacts = field(default_factory=DuelFacts)
    matches: list[MatchFact] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    adjustments: list[AdjustmentFact] = field(default_factory=list)
    places: list[PlaceFact] = field(default_factory=list)
    deals: list[DealFact] = field(default_factory=list)
    is_compared: bool = False
    absent: list[int] = field(default_factory=list)
    tables: dict[int, TableFact] = field(default_factory=dict)
    forfeits: list[ForfeitFact] = field(default_factory=list)
    asked_for: list[tuple[int, bool]] = field(default_factory=list)
    play_offs: list[list[tuple[int, str]]] = field(default_factory=list)

    @property
    def has_results(self) -> bool:
        """Return whether a table has a result: only then do byes of the round count."""
        played = self.duels.tables or self.matches or self.forfeits
        return bool(played or (self.deals and self.is_compared))

    @property
    def all_matches(self) -> list[MatchFact]:
        return [*starmap(MatchFact, self.duels.lines()), *self.matches]

    @property
    def has_standings(self) -> bool:
        return self.has_results or bool(self.adjustments)


@dataclass(kw_only=True)
class StageFacts:
    """All facts of one stage; the rounds in their order, with or without standings.

    `ids` are the entries that are ranked. `held_back` are the numbers of deals that some table has
    played and another has still to play: their results are in no round. The rounds say already what
    the `departures` left of them.
    """

    event_id: int
    method: dict[str, Any]
    tiebreaks: list[str]
    seed: int
    ids: list[int]
    groups: dict[int, str]
    carried: dict[int, Decimal]
    rounds: list[RoundFacts]
    held_back: list[int] = field(default_factory=list)
    departures: list[Departure] = field(default_factory=list)

    @cached_property
    def digests(self) -> dict[int, str]:
        """Name the facts up to and including each round that has standings."""
        setting = [MAKING, self.method, self.tiebreaks, self.groups_and_carried]
        chain = _digest([*setting, self.seed] if LOT in self.tiebreaks else setting)
        digests = {}
        for round in self.rounds:
            matches = [*round.duels.lines(), *round.matches]
            facts = [round.number, round.is_complete, round.byes, round.adjustments, matches]
            # what most stages have none of stays out of the digests made so far
            rare = [
                round.places,
                round.deals,
                round.absent,
                sorted(round.tables.items()),
                round.forfeits,
            ]
            rare += [round.play_offs, round.asked_for]
            chain = _digest([chain, facts, *[fact for fact in rare if fact]])
            if round.has_standings:
                digests[round.number] = chain
        return digests

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """Return the entries as they are ranked, in the order of their ids."""
        return {entry: Entry(id=rank_id(entry)) for entry in sorted(self.ids)}

    @property
    def groups_and_carried(self) -> list[list[Any]]:
        return [[e, self.groups.get(e, ""), str(self.carried.get(e, 0))] for e in sorted(self.ids)]

    def until(self, number: int) -> list[RoundFacts]:
        return [round for round in self.rounds if round.number <= number]


def _digest(facts: object) -> str:
    return sha256(orjson.dumps(facts, default=list)).hexdigest()
