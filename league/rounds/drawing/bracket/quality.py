"""How good a round of a bracket is in numbers, and how much is still to be played."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from league.rounds.drawing.bracket.nodes import CONSOLATION, MAIN, LoserOf, Source, WinnerOf
from league.rounds.drawing.bracket.progress import Progress
from league.rounds.drawing.drawn import DrawnRound
from league.rounds.drawing.request import DrawRequest


def quality_of(request: DrawRequest, progress: Progress, drawn: DrawnRound) -> dict[str, object]:
    """Return the numbers over all rounds, this one included."""
    met = Counter(frozenset(match.entries) for match in request.history.matches)
    met.update(frozenset(table.entries) for table in drawn.tables)
    surplus: Counter[str] = Counter()
    for home, away in chain(
        (match.entries for match in request.history.matches),
        (table.entries for table in drawn.tables),
    ):
        surplus[home] += 1
        surplus[away] -= 1
    byes = Counter(bye.entry for bye in request.history.byes)
    byes.update(drawn.byes)
    waits = [byes[entry.id] for entry in request.active]
    return {
        "repeat_partners": 0,
        "repeat_opponents": sum(times - 1 for times in met.values()),
        "avoid_pairs_met": sum(met[pair] for pair in request.avoid),
        "sit_outs": [min(waits, default=0), max(waits, default=0)],
        "balance": max((abs(surplus[entry.id]) for entry in request.active), default=0),
        "matches_left": list(matches_left(progress)),
        "without_place": len(progress.without_place),
    }


def matches_left(progress: Progress) -> tuple[int, int]:
    """Return how many matches are still to be played, at least and at most."""
    replay = progress.replay
    expected: dict[Source, bool] = {}
    matches = perhaps = 0
    for key, node in replay.nodes.items():
        if key in replay.decided:
            continue
        there = []
        for place in ((key, 0), (key, 1)):
            if place in replay.occupants:
                there.append(replay.present(replay.occupants[place], progress.number) is not None)
            else:
                there.append(expected.get(replay.comes_from[place], False))
        expected[WinnerOf(key)] = any(there)
        expected[LoserOf(key)] = all(there)
        matches += all(there)
        perhaps += all(there) and node.repeats is not None and node.repeats not in replay.decided
    matches += max(0, _still_entering(progress, expected) - 1)
    return matches - perhaps, matches


def _still_entering(progress: Progress, expected: Mapping[Source, bool]) -> int:
    """Count whoever will enter a consolation that has not been seeded yet."""
    replay = progress.replay
    if any(key[0] == CONSOLATION for key in replay.nodes):
        return 0
    feeding = [k for k in replay.nodes if k[0] == MAIN and k[1] <= progress.seeded_anew]
    return sum(
        replay.present(replay.decided[key].loser, progress.number) is not None
        if key in replay.decided
        else expected[LoserOf(key)]
        for key in feeding
    )
