"""How many rounds a knock-out has from its first to its last match."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from league.rounds.drawing.bracket.layouts import rounds_of
from league.rounds.drawing.bracket.progress import Progress
from league.rounds.drawing.played import Match, Played, Side
from league.rounds.drawing.request import DrawRequest, Entry
from league.rounds.drawing.unanswerable import Unanswerable

MOST_PLAYED_THROUGH = 128  # entries up to which a bracket is played through to count its rounds
MOST_ROUNDS = 40


def rounds_of_knockout(
    progress: Callable[[DrawRequest], Progress],
) -> Callable[[int, Mapping[str, Any]], int]:
    """Return what tells the rounds in which so many entries find a winner; 0 where not known.

    The field is halved every round. With a consolation it is played through to count them.
    """

    def rounds(entries: int, options: Mapping[str, Any]) -> int:
        if entries < 2:
            return 0
        consolation = options.get("consolation")
        if not consolation:
            return rounds_of(entries)
        if entries > MOST_PLAYED_THROUGH or not isinstance(consolation, int):
            return 0
        return played_through(progress, entries, consolation)

    return rounds


@lru_cache(maxsize=256)
def played_through(
    progress: Callable[[DrawRequest], Progress], entries: int, consolation: int = 0
) -> int:
    """Return after how many rounds a bracket is over in which the better seed always wins."""
    field = tuple(Entry(id=str(number)) for number in range(1, entries + 1))
    better = {entry.id: place for place, entry in enumerate(field)}
    options = {"consolation": consolation} if consolation else {}
    matches: list[Match] = []
    for number in range(1, MOST_ROUNDS):
        history = Played(matches=tuple(matches))
        request = DrawRequest(format="", entries=field, history=history, options=options)
        try:
            now = progress(request)
        except Unanswerable:
            return 0
        if not now.playable:
            return number - 1
        for node in now.playable:
            pair = [str(now.replay.occupants[node.key, side]) for side in (0, 1)]
            first, second = sorted(pair, key=better.__getitem__)
            sides = (Side((first,), 1), Side((second,), 0))
            matches.append(Match(round=number, sides=sides))
    return 0
