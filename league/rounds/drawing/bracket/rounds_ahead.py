"""How many rounds a bracket has from its first to its last match. Pure."""

from collections.abc import Mapping
from functools import lru_cache

from league.rounds.drawing.bracket.parts import READERS
from league.rounds.drawing.played import Match, Played, Side
from league.rounds.drawing.request import DrawRequest, Entry
from league.rounds.drawing.unanswerable import Unanswerable

MOST_PLAYED_THROUGH = 128  # entries up to which a bracket is played through to count its rounds
MOST_ROUNDS = 40


def rounds_of_bracket(format: str, entries: int, options: Mapping[str, object]) -> int:
    """Return the rounds in which so many entries find a winner; 0 where that is not known.

    A knock-out halves its field every round; of two brackets the losers' one has two rounds for
    every one of the winners', and then there is the grand final. A second grand final, which is
    played only after an upset, is not counted.
    """
    if entries < 2:
        return 0
    halvings = (entries - 1).bit_length()
    if format == "double_elimination":
        return 2 * halvings
    consolation = options.get("consolation")
    if not consolation:
        return halvings
    if entries > MOST_PLAYED_THROUGH or not isinstance(consolation, int):
        return 0
    return played_through(format, entries, consolation)


@lru_cache(maxsize=256)
def played_through(format: str, entries: int, consolation: int = 0) -> int:
    """Return after how many rounds a bracket is over in which the better seed always wins."""
    field = tuple(Entry(id=str(number)) for number in range(1, entries + 1))
    better = {entry.id: place for place, entry in enumerate(field)}
    options = {"consolation": consolation} if consolation else {}
    matches: list[Match] = []
    for number in range(1, MOST_ROUNDS):
        history = Played(matches=tuple(matches))
        request = DrawRequest(format=format, entries=field, history=history, options=options)
        try:
            progress = READERS[format](request)
        except Unanswerable:
            return 0
        if not progress.playable:
            return number - 1
        for node in progress.playable:
            pair = [str(progress.replay.occupants[node.key, side]) for side in (0, 1)]
            first, second = sorted(pair, key=better.__getitem__)
            sides = (Side((first,), 1), Side((second,), 0))
            matches.append(Match(round=number, sides=sides))
    return 0
