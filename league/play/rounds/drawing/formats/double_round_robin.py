"""Double round robin: everybody meets everybody twice, once at each home."""

from collections.abc import Mapping
from typing import Any

from games.sentences import say
from league.play.rounds.drawing.format import Cost, Format, Way
from league.play.rounds.drawing.formats.round_robin import (
    OPTIONS,
    draw_times,
    meeting,
    rounds_to_meet,
)
from league.play.rounds.drawing.meeting_judge import judge_meetings


def _rounds(entries: int, options: Mapping[str, Any]) -> int:
    return 2 * rounds_to_meet(entries)


FORMAT = Format(
    id="double_round_robin",
    label=say("Double round robin"),
    help=say("Everybody meets everybody twice, and each has the first deal once."),
    who="sides",
    all_at_once=True,
    results="none",
    rests="bye",
    options=OPTIONS,
    filled=frozenset(),
    draw=draw_times(2),
    judge=judge_meetings(times=2),
    ways=(Way(5, meeting("double_round_robin", 2)),),
    cost=Cost(rounds=lambda entries: 2 * entries),
    times=2,
    rounds_of=_rounds,
)
