"""Winners move: winners go up a table, and single players get other partners every round."""

from collections.abc import Iterator

from games.engine.sentences import say
from league.rounds.drawing.candidate import (
    MOST_MIXED_ROUNDS,
    SEED,
    USUAL_TABLE,
    Candidate,
    lengths,
    of_two_sides,
    sizes_with_two_sides,
)
from league.rounds.drawing.format import Format, Way
from league.rounds.drawing.formats.winners_move.winners_move import (
    OPTIONS,
    draw_winners_move,
    judge_winners_move,
)
from league.rounds.drawing.night import Night


def _single_players(night: Night) -> Iterator[Candidate]:
    """Single players at tables of four: winners go up, and all get other partners."""
    for size in sizes_with_two_sides(night):
        if size.seats != USUAL_TABLE or night.players < 2 * USUAL_TABLE:
            continue
        for rounds, deals in lengths(night, size.seats, most_rounds=MOST_MIXED_ROUNDS):
            options = {"pairs": False, **SEED}
            yield of_two_sides(size, FORMAT.id, rounds, deals, singles=True, options=options)


FORMAT = Format(
    id="winners_move",
    label=say("Winners move"),
    help=say(
        "Winners go up a table, losers stay, the head table's losers go to the last; single "
        "players get a new partner every round. Any number can play."
    ),
    who="partners",
    all_at_once=False,
    results="needed",
    rests="sit_out",
    options=OPTIONS,
    filled=frozenset({"seed", "pairs"}),
    draw=draw_winners_move,
    judge=judge_winners_move,
    ways=(Way(9, _single_players),),
    cost=None,
    seats=(4,),
    pairs_too=True,
)
