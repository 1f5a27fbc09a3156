"""Makers of stages as the pictures show them, and of what is drawn."""

from random import Random

from league.faces.public.pictures.rank_chart import Course
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
            rounds.draw_rounds(stage=stage, actor=DIRECTOR, at=NOW)
        one = stage.rounds.get(number=number)
        rounds.open_round(round=one, actor=DIRECTOR, at=NOW)
        if number <= played:
            play_round(one)
            rounds.close_round(round=one, even_unfinished=True, actor=DIRECTOR, at=NOW)
    return stage


def courses(entries: int, rounds: int, seed: int) -> list[Course]:
    """Return the courses of a field that is shuffled each round, best at the end first."""
    rng = Random(seed)
    after = [rng.sample(range(1, entries + 1), entries) for _round in range(rounds)]
    places = [[places[entry] for places in after] for entry in range(entries)]
    if entries > 3 and rounds > 1:
        places[2][0] = None  # came late
    found = [
        Course(entry, f"Player {entry}", its_places)
        for entry, its_places in enumerate(places, start=1)
    ]
    return sorted(found, key=lambda one: one.places[-1])
