"""Individual: single players who get a new partner in each round."""

from collections.abc import Iterator, Sequence

from games.sentences import say
from league.play.rounds.drawing.breaches import Breach, avoided, met_too_often, missing
from league.play.rounds.drawing.candidate import (
    MOST_MIXED_ROUNDS,
    UNPREPARED,
    Candidate,
    deals_that_fit,
    lengths,
    make_two_sided_candidate,
    sizes_alone,
    sizes_with_two_sides,
)
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable
from league.play.rounds.drawing.format import Cost, Format, Way
from league.play.rounds.drawing.formats.individual.individual_options import (
    SEATS,
    Options,
    check_players,
    check_rounds,
    full_cycle,
)
from league.play.rounds.drawing.formats.individual.plan import plan_rounds
from league.play.rounds.drawing.formats.individual.seating import Evening
from league.play.rounds.drawing.formats.individual_tables import FORMAT as INDIVIDUAL_TABLES
from league.play.rounds.drawing.movement_facts import Facts, facts_of, opponents_at, partners_at
from league.play.rounds.drawing.movements.judging import judge_deals
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.request import (
    DrawRequest,
    check_rounds_asked,
    options_asked,
    order_entries,
)
from league.play.rounds.drawing.stage_options import BY_SEED, PREPARED_OPTION, options_of


def draw_individual(request: DrawRequest) -> Draw:
    """Return all rounds, or the one asked for; rounds in the history stay as they are.

    Without `rounds` it is the full movement. People may come and go: what is to come is planned
    for those who are there. Raises CannotDraw.
    """
    options = options_asked(request, Options)
    players = order_entries(request.active, BY_SEED, 0)
    check_players(len(players), options.seats)
    check_rounds_asked(request)
    cycle = full_cycle(len(players), options.seats)
    check_rounds(request, cycle)
    past = request.history.rounds
    last = request.rounds or max(cycle, *past, 0)
    wanted = [request.round] if request.round is not None else list(range(1, last + 1))
    # a round by itself is planned without the rounds after it, unless we know that they come
    horizon = wanted[-1] if request.rounds is None else last
    to_come = [number for number in range(1, horizon + 1) if number not in past]
    plan = plan_rounds(request, options, players, to_come)
    evening = Evening(request, options, players)
    rounds = []
    for number in range(1, wanted[-1] + 1):
        if number in past:
            drawn = evening.add_played(number, as_planned=plan.followed)
        else:
            drawn = evening.add_planned(number, plan.rounds[number])
        if number in wanted:
            rounds.append(drawn)
    return Draw(rounds=tuple(rounds), quality=evening.quality())


def _with_partners(night: Night) -> Iterator[Candidate]:
    """All rounds that give everybody other partners, or as many as the time allows.

    Searching for these takes long, so of larger tables only one length is tried.
    """
    sizes = [size for size in sizes_with_two_sides(night) if size.has_partners]
    for place, size in enumerate(size for size in sizes if size.seats <= night.players):
        options = {"seats": size.seats, **UNPREPARED}
        everybody = night.players if night.players % size.seats else night.players - 1
        deals = deals_that_fit(night, everybody, size.seats)
        if deals >= min(2, night.deals_a_round or 2):
            yield make_two_sided_candidate(
                size, FORMAT.id, everybody, deals, singles=True, options=options
            )
        lengths_possible = lengths(night, size.seats, most_rounds=everybody)
        for rounds, a_round in lengths_possible[: 2 if place == 0 else 1]:
            yield make_two_sided_candidate(
                size, FORMAT.id, rounds, a_round, singles=True, options=options
            )


def _alone_with_sit_outs(night: Night) -> Iterator[Candidate]:
    """Tables of three only, as the game has no other: one or two may have to sit out."""
    if sizes_alone(night) != [3]:
        return
    for rounds, deals in lengths(night, 3, most_rounds=MOST_MIXED_ROUNDS):
        yield Candidate(
            format=FORMAT.id,
            least_seats=3,
            most_seats=3,
            side_size=1,
            rounds=rounds,
            deals=deals,
            draw_options={"seats": 3, **UNPREPARED},
            like=INDIVIDUAL_TABLES.id,
        )


def judge_individual(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    """Yield what the rounds break; meetings count from what so many rounds make necessary."""
    options = options_asked(request, Options)
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


FORMAT = Format(
    id="individual",
    is_usual=True,
    label=say("Individual"),
    help=say(
        "Single players who get a new partner in every round; sit-outs are shared. At tables of "
        "four, of 4, 5, 8, 9, 12, 13 or 16 players each has played with every other in the end. Of "
        "6, 10 or 14 each has had all partners but one, of 7, 11 or 15 all but two. That is the "
        "best there is: with more rounds some would be partners again, or sit out more often than "
        "others."
    ),
    who="partners",
    all_at_once=True,
    results="none",
    rests="sit_out",
    options=(PREPARED_OPTION, *options_of(Options)),
    filled=frozenset({"seed", "deals", "seats"}),
    draw=draw_individual,
    judge=judge_individual,
    ways=(Way(1, _with_partners), Way(3, _alone_with_sit_outs)),
    cost=Cost(rounds=lambda entries: entries, searched=True, weight=4),
    seats=SEATS,
    trial=8,
)
