"""What the format of a stage means for its tables: who sits there together, and who waits how."""

from typing import Final

from league.events.models import EntryKind, Event, Stage
from league.rounds.arrangement import TableShape
from league.rounds.drawing import FORMATS
from league.rounds.drawing.format_options import about_format
from league.rounds.drawing.formats import Who
from league.rounds.models import PlacementKind

SIDES: Final = "sides"
ALONE: Final = "alone"
PARTNERS: Final = "partners"


def all_at_once(stage: Stage) -> bool:
    """Say whether every round of the stage is known from the start."""
    drawn_format = FORMATS.get(stage.format)
    return drawn_format is not None and drawn_format.all_at_once


def who_plays(format: str, event: Event) -> Who:
    """Return who sits at the tables: entries that meet, players alone, or drawn partners.

    Where the draw makes partners of single players, pairs that enter meet as they are.
    """
    drawn_format = FORMATS.get(format)
    if drawn_format is None:
        return SIDES
    if (
        drawn_format.who == PARTNERS
        and about_format(format).pairs_too
        and event.entry_kind != EntryKind.INDIVIDUAL
    ):
        return SIDES
    return drawn_format.who


def sides_of_a_table(seats: int) -> int:
    """Return how many sides drawn partners make: two, or at a table of three everybody alone."""
    return 3 if seats == 3 else 2


def shape_of(stage: Stage, event: Event) -> TableShape:
    """Return how many entries a table of the stage has, and on how many sides."""
    match who_plays(stage.format, event):
        case "alone":
            return TableShape(sides=None, a_side=1, least=event.least_seats, most=event.most_seats)
        case "partners":
            seats = event.most_seats
            sides = sides_of_a_table(seats)
            return TableShape(sides=sides, a_side=seats // sides, least=seats, most=seats)
        case _sides:
            return TableShape(sides=2, a_side=1, least=2, most=2)


def resting_kind(stage: Stage) -> PlacementKind:
    """Return what it is called when an entry waits: a bye, or a round sat out."""
    rests = about_format(stage.format).rests
    return PlacementKind.SIT_OUT if rests == "sit_out" else PlacementKind.BYE
