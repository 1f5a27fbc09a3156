"""Seat chart: single players move by their seat."""

from games.engine.sentences import say
from league.rounds.drawing.format import Cost, Format
from league.rounds.drawing.formats.seat_chart.seat_chart import draw_seat_chart, judge_chart

FORMAT = Format(
    id="seat_chart",
    label=say("Seat chart"),
    help=say(
        "Single players move by their seat: North stays, South goes down a table, East up one, "
        "West up two. Without repeats at 5, 7, 11 or 13 tables."
    ),
    who="partners",
    all_at_once=True,
    results="none",
    rests="sit_out",
    options=(),
    filled=frozenset({"seed"}),
    draw=draw_seat_chart,
    judge=judge_chart,
    ways=(),
    cost=Cost(rounds=lambda entries: entries // 4, weight=2),
    seats=(4,),
    trial=20,
)
