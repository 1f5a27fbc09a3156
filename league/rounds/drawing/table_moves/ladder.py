"""Ladder: winners go up a table, losers down; the head's winners and the last's losers stay.

Source: the table ladder for pairs of Green River Star (clubs.md, formats.md section 6).
"""

from games.engine.sentences import say
from league.rounds.drawing.drawn import Draw, DrawnRound
from league.rounds.drawing.ordering import BY_SEED
from league.rounds.drawing.reading import read_object
from league.rounds.drawing.request import DrawRequest
from league.rounds.drawing.table_moves import asked
from league.rounds.drawing.table_moves.arranged import arrange
from league.rounds.drawing.table_moves.evening import Evening, why_here, why_sits_out
from league.rounds.drawing.table_moves.going import up_and_down
from league.rounds.drawing.table_moves.results import LOT, TIES
from league.rounds.drawing.unanswerable import impossible

KEYS = ("ties", "order", "seed")
AT_A_TABLE = 2


def draw_ladder(request: DrawRequest) -> Draw:
    """Return the next round. Raises CannotDraw where the last one lacks a result."""
    fields = read_object(request.options, "options", allowed=KEYS)
    asked.check_request(request, at_a_table=AT_A_TABLE)
    for match in request.history.matches:
        if len(match.entries) != AT_A_TABLE:
            raise impossible(
                "not_two_entries",
                say(
                    "round %(round)d of the history has a table of %(names)s; "
                    "on a ladder one entry meets one other",
                    round=match.round,
                    names=request.names(match.entries),
                ),
                path="history",
            )
    arranged = arrange(
        request,
        fields,
        up_and_down,
        at_a_table=AT_A_TABLE,
        first_order=BY_SEED,
        ties=asked.choice(fields, "ties", TIES, LOT),
    )
    evening = Evening(request)
    drawn = DrawnRound(
        round=request.next_round,
        tables=tuple(
            evening.pairs_table(
                number, [mover.entry for mover in movers], why_here(request, movers, number)
            )
            for number, movers in enumerate(arranged.tables, start=1)
        ),
        sit_outs=tuple(arranged.sit_outs),
        why=(*arranged.why, *why_sits_out(request, arranged.sit_outs, AT_A_TABLE)),
    )
    return evening.draw(drawn, asked.read_seed(fields))
