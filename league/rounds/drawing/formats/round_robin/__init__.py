"""Round robin: everybody meets everybody once."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.engine.sentences import say
from league.rounds.drawing.candidate import (
    Candidate,
    deals_that_fit,
    lengths,
    of_two_sides,
    sizes_with_two_sides,
)
from league.rounds.drawing.format import Cost, Format, Way
from league.rounds.drawing.formats.round_robin.round_robin import OPTIONS, draw_times
from league.rounds.drawing.meeting_judge import judge_meetings
from league.rounds.drawing.night import Night


def rounds_to_meet(entries: int) -> int:
    """Return in how many rounds everybody meets everybody, with a bye a round for an odd field."""
    return entries - 1 + entries % 2 if entries > 1 else 0


def meeting(format: str, times: int) -> Callable[[Night], Iterator[Candidate]]:
    """All rounds if the time allows, and else as many as give everybody a deal at each table."""

    def candidates(night: Night) -> Iterator[Candidate]:
        for size in sizes_with_two_sides(night):
            entries = night.players // size.side_size
            if entries < 2:
                continue
            all_rounds = times * rounds_to_meet(entries)
            deals = deals_that_fit(night, all_rounds, size.seats)
            if deals >= min(2, night.deals_a_round or 2):
                yield of_two_sides(size, format, all_rounds, deals)
            if times == 1:
                for rounds, a_round in lengths(night, size.seats, most_rounds=all_rounds - 1):
                    yield of_two_sides(size, format, rounds, a_round)

    return candidates


def _rounds(entries: int, options: Mapping[str, Any]) -> int:
    return rounds_to_meet(entries)


FORMAT = Format(
    id="round_robin",
    label=say("Round robin"),
    help=say("Everybody meets everybody once; with an odd number one has a bye each round."),
    who="sides",
    all_at_once=True,
    results="none",
    rests="bye",
    options=OPTIONS,
    filled=frozenset(),
    draw=draw_times(1),
    judge=judge_meetings(times=1),
    ways=(Way(4, meeting("round_robin", 1)),),
    cost=Cost(rounds=lambda entries: entries),
    times=1,
    rounds_of=_rounds,
)
