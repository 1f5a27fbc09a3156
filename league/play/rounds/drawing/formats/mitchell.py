"""Mitchell: the first half of the entries keep their tables, the others move up one each round.

With prepared deals the deals move the other way; without (`deals` 0) it is the movement of timed
rounds, "A sits, B moves one", which any number of tables can play.
"""

from collections.abc import Iterator
from typing import Annotated, Self

from msgspec import Meta

from games.sentences import Sentence, say
from league.foundation.doors.reading import within
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
    rounds_of_movement,
    too_few,
    too_many,
)
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.request import DrawRequest, options_asked
from league.play.rounds.drawing.stage_options import PREPARED_OPTION, options_of, said

LEAST_ENTRIES, MOST_ENTRIES = 4, 200
SWITCHED_ROUNDS = 8  # one round in so many has its arrows switched, for one winner


class Options(Common, frozen=True, kw_only=True):
    """How a Mitchell moves, and whether it finds one winner or one of each direction."""

    method: Annotated[
        str | None,
        said(
            say("With an even number of tables"),
            say("How nobody meets the same deals twice; left open it is seen to."),
            (PLAIN, say("plain: half of the rounds only")),
            (SKIP, say("skip: the movers go up two tables half-way")),
            (RELAY, say("relay: two tables share their deals")),
        ),
    ] = None
    winners: Annotated[
        Annotated[int, Meta(ge=1, le=2)] | None,
        said(
            say("Winners"),
            say("Those who stay and those who move meet different opponents."),
            (1, say("one")),
            (2, say("one of those who stay, one of the others")),
        ),
    ] = None
    arrow_switch: Annotated[
        Annotated[int, Meta(ge=0, le=20)] | None,
        said(
            say("Rounds with the sides exchanged"),
            say("For one winner: left empty it is about one round in eight."),
        ),
    ] = None
    rover: Annotated[
        bool,
        said(
            say("A pair too many roves"),
            say(
                "With an odd number the last pair takes the place of another each round, "
                "instead of a table that is half empty."
            ),
        ),
    ] = False

    def checked(self, path: str) -> Self:
        if self.winners == 2 and self.arrow_switch:
            raise impossible(
                "switched_for_two_winners",
                say("arrows are switched to find one winner; ask for 1 winner, or switch 0 rounds"),
                path=within(path, "arrow_switch"),
            )
        return self

    @property
    def winners_found(self) -> int:
        return self.winners or (1 if self.arrow_switch or not self.deals else 2)


def draw_mitchell(request: DrawRequest) -> Draw:
    """Return the rounds of a Mitchell. Raises CannotDraw for what no Mitchell can do."""
    options = options_asked(request, Options)
    return draw_movement(
        request,
        options,
        lambda count: _movement(request, options, count),
        winners=options.winners_found,
    )


# -------------------------------------------------------------------------------- the movement


def _movement(request: DrawRequest, options: Options, count: int) -> Movement:
    _check_count(count)
    roving = options.rover and count % 2 == 1
    tables = count // 2 if roving else (count + 1) // 2
    method = _method(options, tables)
    most = most_rounds(tables, method, deals_prepared=options.deals > 0)
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
        alternating=not options.deals,
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
    return options.method or (SKIP if options.deals else PLAIN)


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
    if not options.deals:
        return range(1, rounds, 2)
    switched = max(1, round(rounds / SWITCHED_ROUNDS)) if options.winners_found == 1 else 0
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
    options=(PREPARED_OPTION, *options_of(Options)),
    filled=frozenset({"seed", "deals"}),
    draw=draw_mitchell,
    judge=judge_pairs,
    ways=(Way(8, _all_rounds),),
    cost=Cost(rounds=lambda entries: entries // 2),
)
