"""What an edited round breaks in a movement: Mitchell, Howell and individual.

Everywhere: missing_entry, table_size, avoid_pair, deal_twice (somebody would play a deal again) and
deal_at_two_tables. In Mitchell and Howell: repeat, and in a full Howell still_to_meet. In an
individual movement repeat_partner and repeat, counted from what so many rounds make necessary.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from games.engine.sentences import say
from league.rounds.drawing.breach import Breach
from league.rounds.drawing.drawn import DrawnRound, DrawnTable
from league.rounds.drawing.facts import Facts, facts_of, opponents_at, partners_at
from league.rounds.drawing.faults import missing, wrong_sides
from league.rounds.drawing.individual.options import read_options
from league.rounds.drawing.request import DrawRequest

Judge = Callable[[DrawRequest, Sequence[DrawnRound]], Iterator[Breach]]


def _judge_pairs(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    facts = facts_of(request.history)
    for drawn in to_come:
        yield from missing(request, drawn, [entry.id for entry in request.active])
        yield from wrong_sides(drawn, 1)
        for table in drawn.tables:
            yield from _met_too_often(request, drawn, table, facts, most=1)
            yield from _avoided(request, drawn, table)
    yield from _deals(request, to_come)


def _judge_howell(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    yield from _judge_pairs(request, to_come)
    if request.rounds is not None or request.round is not None:
        return
    met = {pair for one in to_come for table in one.tables for pair in opponents_at(table.sides)}
    met |= set(facts_of(request.history).opponents)
    for one, other in combinations(request.active, 2):
        if frozenset((one.id, other.id)) not in met:
            sentence = say(
                "%(one)s and %(other)s have still to meet; matches missing: %(left)d",
                one=one.called,
                other=other.called,
                left=1,
            )
            yield Breach("still_to_meet", sentence, None, None, (one.id, other.id))


def _judge_individual(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    options = read_options(request)
    facts = facts_of(request.history)
    partners, opponents = _necessary(request, to_come, facts)
    for drawn in to_come:
        yield from missing(request, drawn, [entry.id for entry in request.active])
        yield from _sides(drawn, options.sides, options.seats // options.sides)
        for table in drawn.tables:
            yield from _partners_again(request, drawn, table, facts, partners)
            yield from _met_too_often(request, drawn, table, facts, most=opponents)
            yield from _avoided(request, drawn, table)
    yield from _deals(request, to_come)


MOVEMENT_JUDGES: dict[str, Judge] = {
    "mitchell": _judge_pairs,
    "howell": _judge_howell,
    "individual": _judge_individual,
}


# --------------------------------------------------------------------------------- the tables


def _sides(drawn: DrawnRound, sides: int, size: int) -> Iterator[Breach]:
    for table in drawn.tables:
        if [len(side) for side in table.sides] != [size] * sides:
            sentence = say(
                "table %(table)d must have %(sides)d sides of %(size)d",
                table=table.table,
                sides=sides,
                size=size,
            )
            yield Breach("table_size", sentence, drawn.round, table.table, table.entries)


def _avoided(request: DrawRequest, drawn: DrawnRound, table: DrawnTable) -> Iterator[Breach]:
    for pair in [*partners_at(table.sides), *opponents_at(table.sides)]:
        if pair in request.avoid:
            entries = tuple(sorted(pair))
            sentence = say("%(names)s should be kept apart", names=request.names(entries))
            yield Breach("avoid_pair", sentence, drawn.round, table.table, entries)


# -------------------------------------------------------------------------------- the meetings


def _necessary(
    request: DrawRequest, to_come: Sequence[DrawnRound], facts: Facts
) -> tuple[int, int]:
    """Return how often two may be partners, and opponents, in so many rounds without harm."""
    everybody = {entry.id for entry in request.active} | set(facts.played)
    pairs = max(1, len(everybody) * (len(everybody) - 1) // 2)
    tables = [table for drawn in to_come for table in drawn.tables]
    partners = facts.partners.total() + sum(len(partners_at(t.sides)) for t in tables)
    opponents = facts.opponents.total() + sum(len(opponents_at(t.sides)) for t in tables)
    return max(1, -(-partners // pairs)), max(1, -(-opponents // pairs))


def _partners_again(
    request: DrawRequest, drawn: DrawnRound, table: DrawnTable, facts: Facts, most: int
) -> Iterator[Breach]:
    for pair in partners_at(table.sides):
        facts.partners[pair] += 1
        if facts.partners[pair] > most:
            entries = tuple(sorted(pair))
            sentence = say(
                "%(names)s would be partners %(times)d times",
                names=request.names(entries),
                times=facts.partners[pair],
            )
            yield Breach("repeat_partner", sentence, drawn.round, table.table, entries)


def _met_too_often(
    request: DrawRequest, drawn: DrawnRound, table: DrawnTable, facts: Facts, *, most: int
) -> Iterator[Breach]:
    for pair in opponents_at(table.sides):
        facts.opponents[pair] += 1
        if facts.opponents[pair] > most:
            entries = tuple(sorted(pair))
            sentence = say(
                "%(names)s would have met %(met)d times",
                names=request.names(entries),
                met=facts.opponents[pair],
            )
            yield Breach("repeat", sentence, drawn.round, table.table, entries)


# ----------------------------------------------------------------------------------- the deals


def _deals(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
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
