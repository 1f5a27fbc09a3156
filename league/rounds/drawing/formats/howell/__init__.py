"""Howell: everybody meets everybody once, on the same prepared deals."""

from collections.abc import Iterator

from games.engine.sentences import say
from league.rounds.drawing.candidate import (
    UNPREPARED,
    Candidate,
    deals_that_fit,
    of_two_sides,
    sizes_with_two_sides,
)
from league.rounds.drawing.format import Format, Way
from league.rounds.drawing.formats.howell.howell import draw_howell
from league.rounds.drawing.formats.round_robin import FORMAT as ROUND_ROBIN
from league.rounds.drawing.formats.round_robin import rounds_to_meet
from league.rounds.drawing.movements.judging import judge_everybody_met
from league.rounds.drawing.night import Night
from league.rounds.drawing.stage_options import OWN_PREPARED


def _all_rounds(night: Night) -> Iterator[Candidate]:
    """Without prepared deals a Howell is a round robin under another name."""
    for size in sizes_with_two_sides(night):
        entries = night.players // size.side_size
        rounds = rounds_to_meet(entries)
        if entries >= 4 and (deals := deals_that_fit(night, rounds, size.seats)):
            yield of_two_sides(
                size, FORMAT.id, rounds, deals, options=UNPREPARED, like=ROUND_ROBIN.id
            )


FORMAT = Format(
    id="howell",
    label=say("Howell"),
    help=say(
        "Everybody meets everybody once and plays the same prepared deals, so that there is "
        "one winner."
    ),
    who="sides",
    all_at_once=True,
    results="none",
    rests="sit_out",
    options=(OWN_PREPARED,),
    filled=frozenset({"seed", "deals"}),
    draw=draw_howell,
    judge=judge_everybody_met,
    ways=(Way(7, _all_rounds),),
    cost=None,
    times=1,
)
