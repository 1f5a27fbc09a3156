"""What an edited round breaks in an individual movement."""

from collections.abc import Iterator, Sequence

from games.engine.sentences import say
from league.rounds.drawing.breaches import Breach, avoided, met_too_often, missing
from league.rounds.drawing.drawn import DrawnRound, DrawnTable
from league.rounds.drawing.facts import Facts, facts_of, opponents_at, partners_at
from league.rounds.drawing.formats.individual.options import read_options
from league.rounds.drawing.movements.judging import judge_deals
from league.rounds.drawing.request import DrawRequest


def judge_individual(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    """Yield what the rounds break; meetings count from what so many rounds make necessary."""
    options = read_options(request)
    facts = facts_of(request.history)
    partners, opponents = _necessary(request, to_come, facts)
    for drawn in to_come:
        yield from missing(request, drawn, [entry.id for entry in request.active])
        yield from _sides(drawn, options.sides, options.seats // options.sides)
        for table in drawn.tables:
            yield from _partners_again(request, drawn, table, facts, partners)
            for pair in opponents_at(table.sides):
                facts.opponents[pair] += 1
                yield from met_too_often(
                    request, drawn, table, pair, facts.opponents, most=opponents
                )
            yield from avoided(request, drawn, table)
    yield from judge_deals(request, to_come)


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
