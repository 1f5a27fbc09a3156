"""From the facts of a stage to the rows of its standings. Reads nothing, writes nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Any

from games.engine.sentences import Sentence, say, sentence_to_json
from league.rounds.drawing.played import Bye, Match, Side
from league.rounds.drawing.reading import Number, whole
from league.rounds.drawing.request import Entry
from league.standings.facts import AdjustmentFact, MatchFact, RoundFacts, StageFacts
from league.standings.methods.exact import as_text
from league.standings.methods.ranking import rank_entries
from league.standings.methods.request import Adjustment, RankRequest
from league.standings.methods.rows import Neighbour, Row
from league.standings.methods.scoring import read_method

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
    why: dict[str, Any]
    full_why: dict[str, Any]


def rows_after(facts: StageFacts, number: int) -> list[RankedRow]:
    """Return the rows of the standings after a round, best first.

    Raises CannotRank for facts that the event's method cannot count.
    """
    if len(facts.names) < 2:
        return [_only_row(entry) for entry in facts.names]
    return [_stored(row, facts) for row in rank_entries(_request(facts, facts.until(number)))]


def is_provisional(facts: StageFacts, number: int) -> bool:
    return not all(one.is_complete for one in facts.until(number))


def _request(facts: StageFacts, rounds: list[RoundFacts]) -> RankRequest:
    # ids of one length sort as the numbers they are; names are put in when the row is written
    entries = [Entry(id=_id(entry)) for entry in sorted(facts.names)]
    counted = [one for one in rounds if one.has_standings]
    return RankRequest(
        method=read_method(facts.method),
        tiebreaks=tuple(facts.tiebreaks),
        entries=entries,
        matches=[_match(one.number, match) for one in counted for match in one.matches],
        byes=[Bye(one.number, _id(entry)) for one in counted for entry in one.byes],
        adjustments=[
            *(_carried(entry, points) for entry, points in sorted(facts.carried.items())),
            *(_adjustment(fact) for one in counted for fact in one.adjustments),
        ],
        groups=_groups(facts),
    )


def _id(entry: int) -> str:
    return f"{entry:012d}"


def _match(number: int, fact: MatchFact) -> Match:
    points = fact.points
    if len(fact.entries) == 2 and fact.sides == [0, 1]:
        home, away = fact.entries
        sides: tuple[Side, ...] = (
            Side((_id(home),), _exact(points[0])),
            Side((_id(away),), _exact(points[1])),
        )
    else:
        by_side: dict[int, list[str]] = {}
        for entry, side in zip(fact.entries, fact.sides, strict=True):
            by_side.setdefault(side, []).append(_id(entry))
        sides = tuple(Side(tuple(ids), _exact(points[side])) for side, ids in by_side.items())
    return Match(number, sides, fact.table, fact.is_provisional, fact.winner)


def _exact(points: float) -> Number:
    return points if isinstance(points, int) else whole(Fraction(str(points)))


def _carried(entry: int, points: Decimal) -> Adjustment:
    return Adjustment(_id(entry), whole(Fraction(points)), "carried")


def _adjustment(fact: AdjustmentFact) -> Adjustment:
    return Adjustment(_id(fact.entry), whole(Fraction(fact.points)), fact.reason)


def _groups(facts: StageFacts) -> list[list[str]]:
    named = {facts.groups.get(entry, "") for entry in facts.names}
    if len(named) < 2:
        return []
    return [
        [_id(entry) for entry in sorted(facts.names) if facts.groups.get(entry, "") == name]
        for name in sorted(named)
    ]


def _stored(row: Row, facts: StageFacts) -> RankedRow:
    called = facts.names
    public = _called(row, {id_: called[int(id_)].public for id_ in _mentioned(row)})
    full = _called(row, {id_: called[int(id_)].full for id_ in _mentioned(row)})
    return RankedRow(
        entry_id=int(row.entry),
        rank=row.rank,
        is_tied=row.tied,
        points=_rounded(row.points),
        tiebreaks=[
            [name, "" if value is None else as_text(value)] for name, value in row.tiebreaks.items()
        ],
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        is_provisional=row.provisional,
        why=_json(public.why),
        full_why={} if public == full else _json(full.why),
    )


def _mentioned(row: Row) -> Iterable[str]:
    neighbours = [one.entry for one in (row.above, row.below) if one]
    return [*neighbours, *row.level_with]


def _called(row: Row, names: dict[str, str]) -> Row:
    def neighbour(one: Neighbour | None) -> Neighbour | None:
        return one._replace(name=names[one.entry]) if one else None

    return row._replace(
        level_with=tuple(names[id_] for id_ in row.level_with),
        above=neighbour(row.above),
        below=neighbour(row.below),
    )


def _json(sentence: Sentence) -> dict[str, Any]:
    return sentence_to_json(sentence)


def _only_row(entry: int) -> RankedRow:
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
        why=_json(say("there is nobody else to compare with")),
        full_why={},
    )


def _rounded(number: Number) -> Decimal:
    exact = Fraction(number)
    with localcontext() as context:
        context.prec = 40
        return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(
            STORED_DECIMALS, rounding=ROUND_HALF_UP
        )
