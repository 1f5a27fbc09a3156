"""The formats that can be drawn. A stage stores the name; the function draws it."""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from games.engine.sentences import Sentence, say
from league.rounds.drawing.bracket.double_elimination import draw_double_elimination
from league.rounds.drawing.bracket.knockout import draw_knockout
from league.rounds.drawing.drawn import Draw
from league.rounds.drawing.group_cross import draw_group_cross
from league.rounds.drawing.individual.drawing import draw_individual
from league.rounds.drawing.individual_tables import draw_individual_tables
from league.rounds.drawing.movements.howell import draw_howell
from league.rounds.drawing.movements.mitchell import draw_mitchell
from league.rounds.drawing.request import DrawRequest
from league.rounds.drawing.round_robin import draw_double_round_robin, draw_round_robin
from league.rounds.drawing.seat_chart import draw_seat_chart
from league.rounds.drawing.swiss import draw_by_standing
from league.rounds.drawing.table_moves.ladder import draw_ladder
from league.rounds.drawing.table_moves.winners_move import draw_winners_move

Who: TypeAlias = Literal["sides", "alone", "partners"]


class Format(NamedTuple):
    """A format: how people call it, what it is, and the function that draws it.

    `all_at_once` says that all rounds are known from the start; `times` is how often two entries
    should meet, or None where that is only kept as even as possible. `who`: entries are the
    "sides" that meet two by two, or single players who play "alone" at tables of several, or
    single players whom the draw gives "partners".
    """

    label: Sentence
    help: Sentence
    draw: Callable[[DrawRequest], Draw]
    all_at_once: bool
    times: int | None
    who: Who


FORMATS: dict[str, Format] = {
    "round_robin": Format(
        label=say("Round robin"),
        help=say("Everybody meets everybody once; with an odd number one has a bye each round."),
        draw=draw_round_robin,
        all_at_once=True,
        times=1,
        who="sides",
    ),
    "double_round_robin": Format(
        label=say("Double round robin"),
        help=say("Everybody meets everybody twice, and each has the first deal once."),
        draw=draw_double_round_robin,
        all_at_once=True,
        times=2,
        who="sides",
    ),
    "knockout": Format(
        label=say("Knock-out"),
        help=say(
            "Whoever loses is out; the best seeds have byes. A match for third place and a "
            "consolation for those who lose early can be added."
        ),
        draw=draw_knockout,
        all_at_once=False,
        times=None,
        who="sides",
    ),
    "double_elimination": Format(
        label=say("Double elimination"),
        help=say(
            "Nobody is out before a second defeat; the winners of both brackets meet at last."
        ),
        draw=draw_double_elimination,
        all_at_once=False,
        times=None,
        who="sides",
    ),
    "group_cross": Format(
        label=say("Two groups crossed"),
        help=say(
            "Every entry of one group meets every entry of the other; nobody meets its own group."
        ),
        draw=draw_group_cross,
        all_at_once=True,
        times=1,
        who="sides",
    ),
    "winners_move": Format(
        label=say("Winners move"),
        help=say(
            "Winners go up a table, losers stay, the head table's losers go to the last; single "
            "players get a new partner every round. Any number can play."
        ),
        draw=draw_winners_move,
        all_at_once=False,
        times=None,
        who="partners",
    ),
    "ladder": Format(
        label=say("Ladder"),
        help=say("Winners go up a table, losers go down; the best meet at the head table."),
        draw=draw_ladder,
        all_at_once=False,
        times=None,
        who="sides",
    ),
    "seat_chart": Format(
        label=say("Seat chart"),
        help=say(
            "Single players move by their seat: North stays, South goes down a table, East up one, "
            "West up two. Without repeats at 5, 7, 11 or 13 tables."
        ),
        draw=draw_seat_chart,
        all_at_once=True,
        times=None,
        who="partners",
    ),
    "individual_tables": Format(
        label=say("Individual tables"),
        help=say("Single players, a new table every round, so that all meet about equally often."),
        draw=draw_individual_tables,
        all_at_once=False,
        times=None,
        who="alone",
    ),
    "swiss": Format(
        label=say("Swiss"),
        help=say("Each round whoever is level on points meets; nobody meets twice."),
        draw=draw_by_standing,
        all_at_once=False,
        times=None,
        who="sides",
    ),
    "monrad": Format(
        label=say("Monrad"),
        help=say("From the top of the ranking, each meets the next one it has not met."),
        draw=draw_by_standing,
        all_at_once=False,
        times=None,
        who="sides",
    ),
    "danish": Format(
        label=say("Danish"),
        help=say("The first meets the second, the third the fourth; they may meet again."),
        draw=draw_by_standing,
        all_at_once=False,
        times=None,
        who="sides",
    ),
    "mitchell": Format(
        label=say("Mitchell"),
        help=say(
            "Half of the pairs keep their tables, the others move up one each round and the deals "
            "move down; with timed rounds it needs no prepared deals."
        ),
        draw=draw_mitchell,
        all_at_once=True,
        times=None,
        who="sides",
    ),
    "howell": Format(
        label=say("Howell"),
        help=say(
            "Everybody meets everybody once and plays the same prepared deals, so that there is "
            "one winner."
        ),
        draw=draw_howell,
        all_at_once=True,
        times=1,
        who="sides",
    ),
    "individual": Format(
        label=say("Individual"),
        help=say(
            "Single players who get a new partner in every round, until everybody has played with "
            "everybody; sit-outs are shared."
        ),
        draw=draw_individual,
        all_at_once=True,
        times=None,
        who="partners",
    ),
}
