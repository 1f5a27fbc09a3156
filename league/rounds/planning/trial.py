"""A plan tried out: every round drawn as it will be, with invented results where they matter."""

from random import Random

from league.doors.entries import Entry
from league.doors.played import Bye, Match, Played, Side
from league.rounds.drawing.candidate import Candidate
from league.rounds.drawing.door import draw_rounds
from league.rounds.drawing.drawn import DrawnRound
from league.rounds.drawing.formats import FORMATS
from league.rounds.drawing.request import DrawRequest

# fixed, so that a plan looked at twice says the same numbers
RESULTS = "a night that is only thought of"


def play_through(candidate: Candidate, entries: int) -> tuple[DrawnRound, ...]:
    """Return all rounds of the plan. Raises CannotDraw where one cannot be drawn."""
    people = tuple(Entry(id=str(number), seed=number) for number in range(1, entries + 1))
    if FORMATS[candidate.format].all_at_once:
        request = DrawRequest(
            format=candidate.format,
            entries=people,
            rounds=candidate.rounds,
            options=candidate.draw_options,
        )
        return draw_rounds(request).rounds
    # repeatable on purpose; nothing is secret about it
    rng = Random(RESULTS)  # noqa: S311  # nosec B311
    history = Played()
    rounds: list[DrawnRound] = []
    for number in range(1, candidate.rounds + 1):
        request = DrawRequest(
            format=candidate.format,
            entries=people,
            round=number,
            history=history,
            options=candidate.draw_options,
        )
        drawn = draw_rounds(request).rounds[0]
        rounds.append(drawn)
        history = _with_results(history, drawn, rng)
    return tuple(rounds)


def _with_results(history: Played, drawn: DrawnRound, rng: Random) -> Played:
    """Return the history with the round, as if every table had played and somebody had won."""
    matches = []
    for table in drawn.tables:
        points = rng.sample(range(1, 100), len(table.sides))
        sides = tuple(Side(side, won) for side, won in zip(table.sides, points, strict=True))
        matches.append(Match(round=drawn.round, sides=sides, table=table.table))
    byes = [Bye(drawn.round, entry) for entry in (*drawn.byes, *drawn.sit_outs)]
    return Played((*history.matches, *matches), (*history.byes, *byes))
