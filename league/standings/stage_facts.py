"""The facts of a stage as values: what happened round by round, and a digest to know it by."""

from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from league.standings.bracket_places import PlaceFact
from league.standings.deal_facts import DealFact
from league.standings.methods import LOT
from league.standings.names import EntryNames
from league.standings.table_facts import TableFact

# counted up when the same facts are to give other rows
MAKING = 3


class MatchFact(NamedTuple):
    """A table that counts: points by side, and the entries with the side of each."""

    table: int
    points: list[float]
    entries: list[int]
    sides: list[int]
    winner: int | None
    is_provisional: bool


class ForfeitFact(NamedTuple):
    """A table that was not played: who was to sit there, and the sides that did not come."""

    table: int
    entries: list[int]
    sides: list[int]
    absent: tuple[int, ...]


class AdjustmentFact(NamedTuple):
    entry: int
    points: str
    reason: str


@dataclass(slots=True, kw_only=True)
class RoundFacts:
    """What happened in a round. Complete: every table of it is confirmed.

    `deals` are there instead of matches where deals are compared; `is_compared` says that some
    deal of this round or an earlier one can be. `tables` is what the tie-breaks ask of the deals,
    by number of the table. `asked_for` are rests that entries asked for, and whether they are worth
    half a win. `play_offs` that followed the round have (entry, points), in the order
    in which they were played.
    """

    number: int
    is_complete: bool
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
        return bool(self.matches or self.forfeits or (self.deals and self.is_compared))

    @property
    def has_standings(self) -> bool:
        return self.has_results or bool(self.adjustments)


@dataclass(kw_only=True)
class StageFacts:
    """All facts of one stage; the rounds in their order, with or without standings.

    `held_back` are the numbers of deals that some table has played and another has still to play:
    their results are in no round.
    """

    event_id: int
    method: dict[str, Any]
    tiebreaks: list[str]
    seed: int
    names: dict[int, EntryNames]
    groups: dict[int, str]
    carried: dict[int, Decimal]
    rounds: list[RoundFacts]
    held_back: list[int] = field(default_factory=list)

    @cached_property
    def digests(self) -> dict[int, str]:
        """Name the facts up to and including each round that has standings."""
        setting = [MAKING, self.method, self.tiebreaks, self.groups_and_carried, self.all_names]
        chain = _digest([*setting, self.seed] if LOT in self.tiebreaks else setting)
        digests = {}
        for round in self.rounds:
            facts = [round.number, round.is_complete, round.byes, round.adjustments, round.matches]
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

    @property
    def groups_and_carried(self) -> list[list[Any]]:
        return [
            [e, self.groups.get(e, ""), str(self.carried.get(e, 0))] for e in sorted(self.names)
        ]

    @property
    def all_names(self) -> list[list[Any]]:
        return [
            [e, n.public, n.full, n.public_members, n.full_members] for e, n in self.names.items()
        ]

    def until(self, number: int) -> list[RoundFacts]:
        return [round for round in self.rounds if round.number <= number]


def _digest(facts: object) -> str:
    return sha256(orjson.dumps(facts, default=list)).hexdigest()
