"""The formats that can be drawn. A stage stores the name; the function draws it."""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from games.engine.sentences import Sentence, say
from league.rounds.drawing.drawn import Draw
from league.rounds.drawing.individual.drawing import draw_individual
from league.rounds.drawing.individual_tables import draw_individual_tables
from league.rounds.drawing.movements.howell import draw_howell
from league.rounds.drawing.movements.mitchell import draw_mitchell
from league.rounds.drawing.request import DrawRequest
from league.rounds.drawing.round_robin import draw_double_round_robin, draw_round_robin

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
    "individual_tables": Format(
        label=say("Individual tables"),
        help=say("Single players, a new table every round, so that all meet about equally often."),
        draw=draw_individual_tables,
        all_at_once=False,
        times=None,
        who="alone",
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
