"""Makes the rows of a stage's standings from its facts. Pure: no database."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from games.sentences import say
from league.doors.match_facts import ABSENT, REQUESTED, DealFacts
from league.standings.bracket_places import PlaceFact
from league.standings.deal_facts import compared_deals, exact
from league.standings.methods import (
    Adjustment,
    Bye,
    Carried,
    Entry,
    Match,
    RankRequest,
    Side,
    TotalPoints,
    rank_entries,
    read_method,
)
from league.standings.methods.deals.methods import SCALE_UP, DealPoints
from league.standings.methods.matches.awards import OWN_AVERAGE
from league.standings.ranked_rows import RankedRow, Writer, only_row, plain_json
from league.standings.stage_facts import (
    AdjustmentFact,
    ForfeitFact,
    MatchFact,
    RoundFacts,
    StageFacts,
)
from league.standings.table_facts import TableFact


def rows_after(facts: StageFacts, number: int) -> list[RankedRow]:
    """Return the rows of the standings after a round, best first.

    Raises CannotRank for facts that the event's method cannot count.
    """
    if len(facts.names) < 2:
        return [only_row(entry) for entry in facts.names]
    ids = {entry: rank_id(entry) for entry in facts.names}
    rows = rank_entries(_request(facts, facts.until(number), ids))
    write = Writer(facts, ids)
    stored = [write.stored(row) for row in rows]
    return _by_place(stored, facts.until(number)[-1].places)


def rank_id(entry: int) -> str:
    """Return the id an entry has while it is ranked: 12 digits, so that texts sort as numbers.

    It is replaced by the entry's name when a row is written.
    """
    return f"{entry:012d}"


def request_after(facts: StageFacts, number: int) -> RankRequest:
    """Return the request to rank the entries after a round."""
    ids = {entry: rank_id(entry) for entry in facts.names}
    return _request(facts, facts.until(number), ids)


def _by_place(rows: list[RankedRow], places: list[PlaceFact]) -> list[RankedRow]:
    """Return the rows by their places in the bracket, if there is one, and not by points."""
    if not places:
        return rows
    facts = {fact.entry: fact for fact in places}
    last = len(places) + 1

    def order(row: RankedRow) -> tuple[int, bool, int]:
        fact = facts.get(row.entry_id)
        if fact is None:
            return last, True, 0
        return fact.place, not fact.consolation, fact.consolation

    outside = sum(row.entry_id not in facts for row in rows)
    for row in rows:
        fact = facts.get(row.entry_id)
        row.rank = fact.place if fact else last
        row.is_tied = fact.is_tied if fact else outside > 1
        row.why = fact.why if fact else plain_json(say("plays no match of the bracket"))
        row.full_why = {}
    return sorted(rows, key=order)


def is_provisional(facts: StageFacts, number: int) -> bool:
    return not all(facts_of_round.is_complete for facts_of_round in facts.until(number))


def _request(facts: StageFacts, rounds: list[RoundFacts], ids: dict[int, str]) -> RankRequest:
    counted = [round for round in rounds if round.has_standings]
    return RankRequest(
        method=read_method(as_counted(facts.method)),
        tiebreaks=tuple(facts.tiebreaks),
        entries=[Entry(id=id_) for _entry, id_ in sorted(ids.items())],
        matches=[
            _match(round.number, match, ids, round.tables.get(match.table))
            for round in counted
            for match in round.matches
        ]
        + [_forfeited(round.number, fact, ids) for round in counted for fact in round.forfeits],
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


def as_counted(method: Mapping[str, Any]) -> dict[str, Any]:
    """Return the method for results of tables: deal points are counted as total points there."""
    if method.get("name") != DealPoints.name:
        return dict(method)
    counted: dict[str, Any] = {"name": TotalPoints.name}
    if "bye" in method:
        return counted | {"bye": method["bye"]}
    # scaled up to as many deals as others played: a round without a table counts as the average
    return counted | ({"bye": OWN_AVERAGE} if method.get("uneven_deals") == SCALE_UP else {})


def _byes(round: RoundFacts, ids: dict[int, str]) -> Iterator[Bye]:
    seated = {entry for match in round.matches for entry in match.entries}
    seated |= {entry for fact in round.forfeits for entry in fact.entries}
    for entry in round.byes:
        yield Bye(round.number, ids[entry])
    for entry, is_half in round.asked_for:
        yield Bye(round.number, ids[entry], REQUESTED, None if is_half else 0)
    for entry in round.absent:
        if entry in ids and entry not in seated:
            yield Bye(round.number, ids[entry], ABSENT)


def _match(
    number: int, fact: MatchFact, ids: dict[int, str], table_fact: TableFact | None
) -> Match:
    table, points, entries, places, winner, is_provisional = fact
    if places == [0, 1]:
        sides: tuple[Side, ...] = (
            Side((ids[entries[0]],), exact(points[0])),
            Side((ids[entries[1]],), exact(points[1])),
        )
    else:
        by_side: dict[int, list[str]] = {}
        for entry, side in zip(entries, places, strict=True):
            by_side.setdefault(side, []).append(ids[entry])
        # `winner` is the number of a side, so that no side may be left out, even one without an
        # entry: a substitute sat there, and nobody is credited with the points
        sides = tuple(
            Side(tuple(by_side.get(side, ())), exact(number)) for side, number in enumerate(points)
        )
    if table_fact is None:
        return Match(number, sides, table, is_provisional, winner)
    sides = tuple(
        side._replace(facts=_deal_facts(table_fact, place)) for place, side in enumerate(sides)
    )
    return Match(number, sides, table, is_provisional, winner, first_deal=table_fact.first_deal)


def _forfeited(number: int, fact: ForfeitFact, ids: dict[int, str]) -> Match:
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


def _adjustment(fact: AdjustmentFact, ids: dict[int, str]) -> Adjustment:
    return Adjustment(ids[fact.entry], Fraction(fact.points), fact.reason)


def _groups(facts: StageFacts, ids: dict[int, str]) -> list[list[str]]:
    members: dict[str, list[str]] = {}
    for entry in sorted(facts.names):
        members.setdefault(facts.groups.get(entry, ""), []).append(ids[entry])
    return [members[name] for name in sorted(members)] if len(members) > 1 else []
