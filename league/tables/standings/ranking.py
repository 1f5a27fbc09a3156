"""Makes the rows of a stage's standings from its facts. Pure: no database."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from itertools import chain
from typing import Any

from games.sentences import Sentence, say, sentence_from_json
from league.foundation.doors.played import ABSENT, REQUESTED, DealFacts
from league.tables.standings.deal_facts import compared_deals, exact, exact_column
from league.tables.standings.methods import (
    Adjustment,
    Bye,
    Carried,
    Duels,
    Match,
    Number,
    Ranking,
    RankRequest,
    Row,
    Side,
    TotalPoints,
    format_number,
    read_method,
)
from league.tables.standings.methods.deals.methods import SCALE_UP, DealPoints
from league.tables.standings.methods.exact import Range
from league.tables.standings.methods.matches.awards import OWN_AVERAGE
from league.tables.standings.stage_facts import (
    AdjustmentFact,
    ForfeitFact,
    MatchFact,
    PlaceFact,
    RoundFacts,
    StageFacts,
    TableFact,
    rank_id,
)

# --- The rows of standings as they are stored: ranks, points, and the reasons for them ---

NEXT_LOOK = " → "
REACH = "–"  # between the least and the most
STORED_DECIMALS = Decimal("0.0001")


@dataclass(slots=True, kw_only=True)
class RankedRow:
    """A row as it is stored; its position is its place in the list, from 1."""

    entry_id: int
    rank: int
    is_tied: bool
    points: Decimal
    tiebreaks: list[list[str]]
    played: int
    won: int
    drawn: int
    lost: int
    is_provisional: bool
    byes: int
    byes_points: Decimal
    why: Sentence


def shown_number(row: Row, name: str, value: Number) -> str:
    """Return a tie-break as the standings show it: "4 → 2" after two comparisons.

    A comparison in which not all have met shows the least and the most it can reach; one that
    cannot decide shows nothing, because its numbers would contradict the order.
    """
    looks = row.looks.get(name)
    if looks is None:
        return format_number(value)
    return NEXT_LOOK.join(number_in_look(look) for look in looks)


def number_in_look(points: Range) -> str:
    """Return an entry's points in one comparison: "4", or "2–6" while matches are missing."""
    least, most = format_number(points.least), format_number(points.most)
    return least if least == most else f"{least}{REACH}{most}"


class Writer:
    """Makes the rows that are stored of those that were ranked."""

    def __init__(self, facts: StageFacts) -> None:
        self.carried = {rank_id(entry): points for entry, points in facts.carried.items()}

    def stored(self, row: Row) -> RankedRow:
        return RankedRow(
            entry_id=int(row.entry),
            rank=row.rank,
            is_tied=row.tied,
            points=_rounded(row.points),
            tiebreaks=[
                [name, "" if value is None else shown_number(row, name, value)]
                for name, value in row.tiebreaks.items()
            ],
            played=row.played,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            is_provisional=row.provisional,
            byes=row.byes,
            byes_points=_rounded(row.byes_points),
            why=self._why(row),
        )

    def _why(self, row: Row) -> Sentence:
        """Return why the row stands where it does, and what of its points was carried over."""
        if row.entry not in self.carried:
            return row.why
        return say(
            "%(why)s; %(carried)s of its %(points)s points were carried over",
            why=row.why,
            carried=format_number(Fraction(self.carried[row.entry])),
            points=format_number(row.points),
        )


def only_row(entry: int) -> RankedRow:
    return RankedRow(
        entry_id=entry,
        rank=1,
        is_tied=False,
        points=Decimal(0),
        tiebreaks=[],
        played=0,
        won=0,
        drawn=0,
        lost=0,
        is_provisional=False,
        byes=0,
        byes_points=Decimal(0),
        why=say("there is nobody else to compare with"),
    )


def _rounded(number: Number) -> Decimal:
    if type(number) is int:
        return Decimal(number)
    exact = Fraction(number)
    with localcontext() as context:
        context.prec = 40
        return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(
            STORED_DECIMALS, rounding=ROUND_HALF_UP
        )


DUEL = [0, 1]  # the sides of two single entries


def rows_after(facts: StageFacts, number: int) -> list[RankedRow]:
    """Return the rows of the standings after a round, best first.

    Raises CannotRank for facts that the event's method cannot count.
    """
    return list(Standings(facts, number).rows())


class Standings:
    """The standings after a round: ranked, and their rows made when they are asked for."""

    def __init__(self, facts: StageFacts, number: int) -> None:
        """Rank the entries. Raises CannotRank for facts that the event's method cannot count."""
        self.facts = facts
        self.places = facts.until(number)[-1].places
        alone = len(facts.ids) < 2
        self.ranking = None if alone else Ranking(request_after(facts, number))

    def rows(self) -> Iterable[RankedRow]:
        """Return the rows of the standings, best first."""
        if self.ranking is None:
            return [only_row(entry) for entry in self.facts.ids]
        rows = map(Writer(self.facts).stored, self.ranking.rows())
        return _by_place(list(rows), self.places) if self.places else rows


def request_after(facts: StageFacts, number: int) -> RankRequest:
    """Return the request to rank the entries after a round."""
    rounds = facts.until(number)
    ids = {entry: called.id for entry, called in facts.entries.items()}
    counted = [round for round in rounds if round.has_standings]
    return RankRequest(
        method=read_method(as_counted(facts.method)),
        tiebreaks=tuple(facts.tiebreaks),
        entries=list(facts.entries.values()),
        matches=[
            *[match for round in counted for match in _matches(round, ids)],
            *[_forfeited(round.number, fact, ids) for round in counted for fact in round.forfeits],
        ],
        duels=_duels(counted, {entry: place for place, entry in enumerate(ids)}),
        deals=compared_deals([(round.number, round.deals) for round in rounds], ids),
        byes=[bye for round in counted for bye in _byes(round, ids)],
        adjustments=[_adjustment(fact, ids) for round in counted for fact in round.adjustments],
        carried=[
            Carried(ids[entry], Fraction(points)) for entry, points in sorted(facts.carried.items())
        ],
        play_offs=[
            {ids[entry]: Fraction(points) for entry, points in played}
            for round in rounds
            for played in round.play_offs
            if all(entry in ids for entry, _points in played)
        ],
        seed=facts.seed,
        groups=_groups(facts, ids),
    )


def _by_place(rows: list[RankedRow], places: list[PlaceFact]) -> list[RankedRow]:
    """Return the rows by their places in the bracket and not by points."""
    facts = {fact.entry: fact for fact in places}
    last = len(places) + 1

    def order(row: RankedRow) -> int:
        fact = facts.get(row.entry_id)
        return fact.place if fact else last

    outside = sum(row.entry_id not in facts for row in rows)
    for row in rows:
        fact = facts.get(row.entry_id)
        row.rank = fact.place if fact else last
        row.is_tied = fact.is_tied if fact else outside > 1
        row.why = sentence_from_json(fact.why) if fact else say("plays no match of the bracket")
    return sorted(rows, key=order)


def is_provisional(facts: StageFacts, number: int) -> bool:
    return not all(facts_of_round.is_complete for facts_of_round in facts.until(number))


def as_counted(method: Mapping[str, Any]) -> dict[str, Any]:
    """Return the method for results of tables: deal points are counted as total points there."""
    if method.get("name") != DealPoints.name:
        return dict(method)
    counted: dict[str, Any] = {"name": TotalPoints.name}
    if "bye" in method:
        return counted | {"bye": method["bye"]}
    # scaled up to as many deals as others played: a round without a table counts as the average
    return counted | ({"bye": OWN_AVERAGE} if method.get("uneven_deals") == SCALE_UP else {})


def _byes(round: RoundFacts, ids: Mapping[int, str]) -> Iterator[Bye]:
    for entry in round.byes:
        yield Bye(round.number, ids[entry])
    for entry, is_half in round.asked_for:
        yield Bye(round.number, ids[entry], REQUESTED, None if is_half else 0)
    if round.absent:
        at_tables = [
            *(match.entries for match in round.all_matches),
            *(fact.entries for fact in round.forfeits),
        ]
        seated = set(chain.from_iterable(at_tables))
        for entry in round.absent:
            if entry in ids and entry not in seated:
                yield Bye(round.number, ids[entry], ABSENT)


def _duels(rounds: Iterable[RoundFacts], places: Mapping[int, int]) -> Duels:
    """Return the matches of two single entries as columns; `places` are those of the entries."""
    duels = Duels()
    for round in rounds:
        if round.tables:
            continue
        facts, before = round.duels, len(duels)
        duels.rounds += [round.number] * len(facts.tables)
        duels.homes += map(places.__getitem__, facts.homes)
        duels.aways += map(places.__getitem__, facts.aways)
        duels.home_points += exact_column(facts.home_points)
        duels.away_points += exact_column(facts.away_points)
        duels.winners += facts.winners
        duels.provisional.update(
            [line for line, is_so in enumerate(facts.provisional, start=before) if is_so]
        )
    return duels


def _matches(round: RoundFacts, ids: Mapping[int, str]) -> list[Match]:
    """Return the matches that are no columns: also those of whose tables a tie-break asks more."""
    return [
        _match(round.number, match, ids, round.tables.get(match.table))
        for match in (round.all_matches if round.tables else round.matches)
    ]


def _match(
    number: int, fact: MatchFact, ids: Mapping[int, str], table_fact: TableFact | None
) -> Match:
    table, points, entries, places, winner, is_provisional = fact
    if places == DUEL:
        points = points[:2]
    by_side: dict[int, list[str]] = {}
    for entry, side in zip(entries, places, strict=True):
        by_side.setdefault(side, []).append(ids[entry])
    # `winner` is the number of a side, so that no side may be left out, even one without an
    # entry: a substitute sat there, and nobody is credited with the points
    sides = tuple(
        [Side(tuple(by_side.get(side, ())), exact(made)) for side, made in enumerate(points)]
    )
    if table_fact is None:
        return Match(number, sides, table, is_provisional, winner)
    sides = tuple(
        side._replace(facts=_deal_facts(table_fact, place)) for place, side in enumerate(sides)
    )
    return Match(number, sides, table, is_provisional, winner, first_deal=table_fact.first_deal)


def _forfeited(number: int, fact: ForfeitFact, ids: Mapping[int, str]) -> Match:
    by_side: dict[int, list[str]] = {}
    for entry, side in zip(fact.entries, fact.sides, strict=True):
        by_side.setdefault(side, []).append(ids[entry])
    sides = tuple(Side(tuple(by_side.get(side, ()))) for side in (0, 1))
    return Match(number, sides, fact.table, forfeits=tuple(fact.absent))


def _deal_facts(table_fact: TableFact, place: int) -> DealFacts | None:
    if place >= len(table_fact.sides):
        return None
    sets, made, highest = table_fact.sides[place]
    return DealFacts(sets, made, exact(_whole(highest)))


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


def _adjustment(fact: AdjustmentFact, ids: Mapping[int, str]) -> Adjustment:
    return Adjustment(ids[fact.entry], Fraction(fact.points), fact.reason)


def _groups(facts: StageFacts, ids: Mapping[int, str]) -> list[list[str]]:
    if not any(facts.groups.values()):
        return []
    members: dict[str, list[str]] = {}
    for entry, id_ in ids.items():
        members.setdefault(facts.groups.get(entry, ""), []).append(id_)
    return [members[name] for name in sorted(members)] if len(members) > 1 else []
