"""Events played round by round."""

from random import Random

from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.rounds import services as rounds
from league.play.rounds.selectors import side_names, tables_of
from league.play.rounds.services import AllRoundsDrawn, DrawImpossible
from tests.league.play.events.factories import DIRECTOR, NOW

SINGLES = {"entry_kind": "individual", "tiebreaks": []}
TOTAL = {"method": {"name": "total_points"}, "tiebreaks": []}


def play(round, director, points=None, *, seed=1):
    """Open the round and give every table points; no two sides the same."""
    rounds.open_round(round=round, by=Act(DIRECTOR, NOW))
    rng = Random(f"{seed} {round.number}")
    for table in tables_of(round):
        sides = len(side_names(table))
        given = points or rng.sample(range(1, 100), sides)
        results.award(table=table, points=given, reason="made up", by=Act(director, NOW))


def play_to_the_end(event, director):
    """Draw and play round after round until there is none left; return them all."""
    stage = event.stages.get()
    played = []
    for number in range(1, 30):
        try:
            drawn = list(stage.rounds.filter(number=number)) or rounds.draw_rounds(
                stage=stage, by=Act(DIRECTOR, NOW)
            )
        except (AllRoundsDrawn, DrawImpossible):
            break
        first = drawn[0]
        assert first.number == number
        play(first, director)
        rounds.close_round(round=first, by=Act(DIRECTOR, NOW))
        played.append(first)
    return played
