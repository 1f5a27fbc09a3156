"""The facts of a stage as values: what happened round by round, and a digest to know it by."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from hashlib import sha256
from itertools import compress, starmap
from typing import Any, NamedTuple

import orjson

from league.tables.standings.bracket_places import PlaceFact
from league.tables.standings.deal_facts import DealFact
from league.tables.standings.methods import LOT, Entry
from league.tables.standings.table_facts import TableFact

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
