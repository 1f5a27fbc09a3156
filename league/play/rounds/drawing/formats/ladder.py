"""Ladder: winners go up a table, losers down; the head's winners and the last's losers stay.

Source: the table ladder for pairs of Green River Star (clubs.md, formats.md section 6).
"""

from collections.abc import Iterator, Sequence

from games.sentences import say
from league.play.rounds.drawing.breaches import Breach, wrong_tables
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.drawn import Draw, DrawnRound
from league.play.rounds.drawing.format import Format
from league.play.rounds.drawing.request import DrawRequest, options_asked
from league.play.rounds.drawing.stage_options import Order, options_of
from league.play.rounds.drawing.table_moves import needs
from league.play.rounds.drawing.table_moves.evening import Evening, explain_movers, why_sits_out
from league.play.rounds.drawing.table_moves.going import up_and_down
from league.play.rounds.drawing.table_moves.needs import Ties, arrange
from league.play.rounds.drawing.table_moves.results import LOT

AT_A_TABLE = 2


class Options(Order, frozen=True, kw_only=True):
    """What decides a level table, and who begins where."""

    ties: Ties = LOT


def draw_ladder(request: DrawRequest) -> Draw:
    """Return the next round. Raises CannotDraw where the last one lacks a result."""
    options = options_asked(request, Options)
    needs.check_request(request, at_a_table=AT_A_TABLE)
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
    arranged = arrange(request, options, up_and_down, at_a_table=AT_A_TABLE, ties=options.ties)
    evening = Evening(request)
    drawn = DrawnRound(
        round=request.next_round,
        tables=tuple(
            evening.pairs_table(
                number, [mover.entry for mover in movers], explain_movers(request, movers, number)
            )
            for number, movers in enumerate(arranged.tables, start=1)
        ),
        sit_outs=tuple(arranged.sit_outs),
        why=(*arranged.why, *why_sits_out(request, arranged.sit_outs, AT_A_TABLE)),
    )
    return evening.draw(drawn, options.seed)


def judge_ladder(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    for drawn in to_come:
        yield from wrong_tables(request, drawn, 1)


FORMAT = Format(
    id="ladder",
    label=say("Ladder"),
    help=say("Winners go up a table, losers go down; the best meet at the head table."),
    who="sides",
    all_at_once=False,
    results="needed",
    rests="sit_out",
    options=options_of(Options),
    filled=frozenset({"seed"}),
    draw=draw_ladder,
    judge=judge_ladder,
    ways=(),
    cost=None,
)
