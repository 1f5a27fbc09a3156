"""Makers of stages as the pictures show them, and of what is drawn."""

from league.foundation.journal.actor import Act
from league.play.rounds import services as rounds
from tests.league.play.events.factories import DIRECTOR
from tests.league.tables.standings.factories import NOW, make_stage, play_round


def formed(stage, format: str):
    """Give the stage its format, which is frozen once the event is open, and let it run."""
    stage.format = format
    stage.save()
    stage.event.state = "running"
    stage.event.save()


def drawn(format: str, entries: int, *, played: int = 0, **fields):
    """Make a stage drawn by its format with its first rounds open, `played` of them played."""
    stage = make_stage(
        *(f"Player {number}" for number in range(1, entries + 1)), state="draft", **fields
    )
    formed(stage, format)
    for number in range(1, played + 2):
        if not stage.rounds.filter(number=number).exists():
            rounds.draw_rounds(stage=stage, by=Act(DIRECTOR, NOW))
        one = stage.rounds.get(number=number)
        rounds.open_round(round=one, by=Act(DIRECTOR, NOW))
        if number <= played:
            play_round(one)
            rounds.close_round(round=one, even_unfinished=True, by=Act(DIRECTOR, NOW))
    return stage
