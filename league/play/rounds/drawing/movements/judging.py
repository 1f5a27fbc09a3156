"""The breaches of an edited round in a movement of pairs, and of any with prepared deals.

Codes of the deals: deal_twice (somebody would play a deal again) and deal_at_two_tables.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from games.sentences import say
from league.play.rounds.drawing.breaches import (
    Breach,
    avoided,
    met_too_often,
    missing,
    still_to_meet,
    wrong_sides,
)
from league.play.rounds.drawing.drawn import DrawnRound, DrawnTable
from league.play.rounds.drawing.movement_facts import meetings_of, opponents_at
from league.play.rounds.drawing.request import DrawRequest


def judge_pairs(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    """Yield the breaches of any round, second meetings, and deals that would be played again."""
    met = meetings_of(request.history)
    for drawn in to_come:
        yield from missing(request, drawn, [entry.id for entry in request.active])
        yield from wrong_sides(drawn, 1)
        for table in drawn.tables:
            for pair in opponents_at(table.sides):
                met[pair] += 1
                yield from met_too_often(request, drawn, table, pair, met)
            yield from avoided(request, drawn, table)
    yield from judge_deals(request, to_come)


def judge_everybody_met(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    """Yield what `judge_pairs` does and, when all rounds are drawn, pairs that never meet."""
    yield from judge_pairs(request, to_come)
    if request.rounds is not None or request.round is not None:
        return
    met = {
        pair for round in to_come for table in round.tables for pair in opponents_at(table.sides)
    }
    met |= set(meetings_of(request.history))
    for one, other in combinations(request.active, 2):
        if frozenset((one.id, other.id)) not in met:
            yield still_to_meet(request, one.id, other.id)


# ----------------------------------------------------------------------------------- the deals


def judge_deals(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    played = Counter(
        (entry, deal)
        for match in request.history.matches
        for entry in match.entries
        for deal in match.deals
    )
    for drawn in to_come:
        at_tables = Counter(deal for table in drawn.tables for deal in set(table.deals))
        for table in drawn.tables:
            yield from _deals_of_table(request, drawn, table, played, at_tables)
        played.update(
            (entry, deal)
            for table in drawn.tables
            for entry in table.entries
            for deal in table.deals
        )


def _deals_of_table(
    request: DrawRequest,
    drawn: DrawnRound,
    table: DrawnTable,
    played: Counter[tuple[str, int]],
    at_tables: Counter[int],
) -> Iterator[Breach]:
    again = {deal for deal in table.deals for e in table.entries if played[e, deal]}
    who = tuple(e for e in table.entries if any(played[e, deal] for deal in again))
    if again:
        sentence = say(
            "%(names)s would play deals again that they have played: %(deals)s",
            names=request.names(who),
            deals=_listed(again),
        )
        yield Breach("deal_twice", sentence, drawn.round, table.table, who)
    elsewhere = {deal for deal in table.deals if at_tables[deal] > 1}
    if elsewhere and not table.shared:
        sentence = say(
            "deals of table %(table)d are at another table in the same round: %(deals)s",
            table=table.table,
            deals=_listed(elsewhere),
        )
        yield Breach("deal_at_two_tables", sentence, drawn.round, table.table, table.entries)


def _listed(deals: set[int]) -> str:
    return ", ".join(map(str, sorted(deals)))
