"""Mitchell: the first half of the entries keep their tables, the others move up one each round.

With prepared deals the deals move the other way; without (`deals` 0) it is the movement of timed
rounds, "A sits, B moves one", which any number of tables can play.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.sentences import Sentence, say
from league.foundation.doors.reading import read_count
from league.play.rounds.drawing.candidate import (
    UNPREPARED,
    Candidate,
    deals_that_fit,
    make_two_sided_candidate,
    sizes_with_two_sides,
)
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.drawn import Draw
from league.play.rounds.drawing.format import Cost, Format, Way
from league.play.rounds.drawing.movements.answer import draw_movement
from league.play.rounds.drawing.movements.judging import judge_pairs
from league.play.rounds.drawing.movements.mitchell_schedule import (
    PLAIN,
    RELAY,
    SKIP,
    VISITS,
    Visit,
    most_rounds,
    rover_tables,
)
from league.play.rounds.drawing.movements.movement import (
    Common,
    Meeting,
    Movement,
    read_common,
    rounds_of_movement,
    too_few,
    too_many,
)
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.stage_options import PREPARED_OPTION, FormatOption, choices_of

LEAST_ENTRIES, MOST_ENTRIES = 4, 200
METHOD = FormatOption(
    name="method",
    label=say("With an even number of tables"),
    help=say("How nobody meets the same deals twice; left open it is seen to."),
    choices=choices_of(
        (PLAIN, say("plain: half of the rounds only")),
        (SKIP, say("skip: the movers go up two tables half-way")),
        (RELAY, say("relay: two tables share their deals")),
    ),
)
WINNERS = FormatOption(
    name="winners",
    label=say("Winners"),
    help=say("Those who stay and those who move meet different opponents."),
    choices=choices_of((1, say("one")), (2, say("one of those who stay, one of the others"))),
)
ARROW_SWITCH = FormatOption(
    name="arrow_switch",
    label=say("Rounds with the sides exchanged"),
    help=say("For one winner: left empty it is about one round in eight."),
    numbers=(0, 20),
)
ROVER = FormatOption(
    name="rover",
    label=say("A pair too many roves"),
    help=say(
        "With an odd number the last pair takes the place of another each round, "
        "instead of a table that is half empty."
    ),
    default=False,
)
OPTIONS = (METHOD, WINNERS, ARROW_SWITCH, ROVER)
SWITCHED_ROUNDS = 8  # one round in so many has its arrows switched, for one winner


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`winners` is 2 (one a direction) or 1; `arrow_switch` is how many rounds are turned.

    `rover`: with an odd number the last entry replaces a home each round; without it a pair is
    missing at the last table.
    """

    common: Common
    method: str | None
    winners: int
    arrow_switch: int | None
    rover: bool


def draw_mitchell(request: DrawRequest) -> Draw:
    """Return the rounds of a Mitchell. Raises CannotDraw for what no Mitchell can do."""
    options = read_options(request)
    return draw_movement(
        request,
        options.common,
        lambda count: _movement(request, options, count),
        winners=options.winners,
    )


def read_options(request: DrawRequest) -> Options:
    common, sent = read_common(request, [option.name for option in OPTIONS])
    method, switched = METHOD.read(sent), sent.get(ARROW_SWITCH.name)
    if switched is not None:
        switched = read_count(switched, "options.arrow_switch", least=0, most=MOST_ENTRIES)
    usual = 1 if switched or not common.deals else 2
    winners = read_count(sent.get(WINNERS.name, usual), "options.winners", least=1, most=2)
    if winners == 2 and switched:
        raise impossible(
            "switched_for_two_winners",
            say(
                "arrows are switched to find one winner; ask for 1 winner, or switch 0 rounds",
            ),
            path="options.arrow_switch",
        )
    return Options(
        common=common,
        method=method,
        winners=winners,
        arrow_switch=switched,
        rover=ROVER.read(sent),
    )


# -------------------------------------------------------------------------------- the movement


def _movement(request: DrawRequest, options: Options, count: int) -> Movement:
    _check_count(count)
    roving = options.rover and count % 2 == 1
    tables = count // 2 if roving else (count + 1) // 2
    method = _method(options, tables)
    most = most_rounds(tables, method, deals_prepared=options.common.deals > 0)
    last = rounds_of_movement(request, most, _too_many_rounds(request, count, method, most))
    visit = VISITS[method]
    visits = [[visit(tables, turn, table) for table in range(tables)] for turn in range(last)]
    rover = rover_tables(visits) if roving else [None] * last
    turned = _turned_rounds(options, last)
    homes = range(1, tables + 1)
    visitors = range(tables + 1, 2 * tables + 1)
    missing = () if count % 2 == 0 or roving else (tables,)
    extra = (count,) if roving else ()
    rounds = [
        [
            _meeting(tables, turn, place, row[place], count, place == rover[turn])
            for place in range(tables)
        ]
        for turn, row in enumerate(visits)
    ]
    for turn in turned:
        rounds[turn] = [
            meeting._replace(first=meeting.second, second=meeting.first) for meeting in rounds[turn]
        ]
    return Movement(
        rounds=tuple(map(tuple, rounds)),
        numbers=tuple(number for number in (*homes, *visitors, *extra) if number not in missing),
        vacant=missing,
        homes=frozenset((*homes, *extra)),
        alternating=not options.common.deals,
    )


def _check_count(count: int) -> None:
    if count < LEAST_ENTRIES:
        raise too_few(
            say(
                "a Mitchell needs at least %(least)d entries, not %(count)d; add entries",
                least=LEAST_ENTRIES,
                count=count,
            )
        )
    if count > MOST_ENTRIES:
        raise too_many(
            say(
                "%(count)d entries are too many for one Mitchell; at most %(most)d can play it: "
                "divide them into sections, or play a Swiss",
                count=count,
                most=MOST_ENTRIES,
            )
        )


def _method(options: Options, tables: int) -> str:
    """Return how the visitors move; with an odd number of tables the plain way needs no other.

    What was chosen for an even number holds when the number of tables is even: somebody who comes
    or goes before the draw may change that, and the choice cannot be changed any more then.
    """
    if tables % 2:
        return PLAIN
    return options.method or (SKIP if options.common.deals else PLAIN)


def _too_many_rounds(request: DrawRequest, count: int, method: str, most: int) -> Sentence:
    asked = request.rounds or request.round or 0
    values = {"asked": asked, "count": count, "most": most}
    if method == SKIP and asked == most + 1:
        return say(
            "%(count)d entries can play %(most)d rounds of a Mitchell with a skip, not %(asked)d; "
            "with the method relay they can play %(asked)d",
            **values,
        )
    return say(
        "%(count)d entries can play at most %(most)d rounds of this Mitchell without meeting "
        "anybody or any deal again, not %(asked)d; ask for fewer rounds",
        **values,
    )


def _turned_rounds(options: Options, rounds: int) -> range:
    """Return the rounds in which the homes are the second side.

    For one winner about one round in eight, at the end; without prepared deals every second one,
    so that everybody has the first deal half of the time.
    """
    if options.arrow_switch is not None:
        return range(max(0, rounds - options.arrow_switch), rounds)
    if not options.common.deals:
        return range(1, rounds, 2)
    switched = max(1, round(rounds / SWITCHED_ROUNDS)) if options.winners == 1 else 0
    return range(rounds - switched, rounds)


def _meeting(tables: int, turn: int, place: int, visit: Visit, count: int, rover: bool) -> Meeting:
    table, visitor = place + 1, tables + visit.visitor + 1
    if rover:
        why = say(
            "round %(round)d of the Mitchell: number %(rover)d replaces the pair of table "
            "%(table)d, number %(visitor)d comes to it",
            round=turn + 1,
            rover=count,
            table=table,
            visitor=visitor,
        )
    else:
        why = say(
            "round %(round)d of the Mitchell: number %(home)d stays at its table, "
            "number %(visitor)d comes to it",
            round=turn + 1,
            home=table,
            visitor=visitor,
        )
    return Meeting(table, count if rover else table, visitor, visit.deal_set + 1, why)


def _all_rounds(night: Night) -> Iterator[Candidate]:
    for size in sizes_with_two_sides(night):
        tables = night.players // size.side_size // 2
        rounds = tables if tables % 2 else tables - 1
        if tables >= 3 and (deals := deals_that_fit(night, rounds, size.seats)):
            yield make_two_sided_candidate(size, FORMAT.id, rounds, deals, options=UNPREPARED)


FORMAT = Format(
    id="mitchell",
    is_usual=True,
    label=say("Mitchell"),
    help=say(
        "Half of the pairs keep their tables, the others move up one each round and the deals "
        "move down; with timed rounds it needs no prepared deals."
    ),
    who="sides",
    all_at_once=True,
    results="none",
    rests="sit_out",
    options=(PREPARED_OPTION, *OPTIONS),
    filled=frozenset({"seed", "deals"}),
    draw=draw_mitchell,
    judge=judge_pairs,
    ways=(Way(8, _all_rounds),),
    cost=Cost(rounds=lambda entries: entries // 2),
)
