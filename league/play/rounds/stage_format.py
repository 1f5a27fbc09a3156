"""What the format of a stage means for its tables: who sits there together, and who waits how."""

from league.play.events.models import EntryKind, Event, Stage
from league.play.rounds.arrangement import TableShape
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.format import SIDES, Who
from league.play.rounds.models import PlacementKind


def draws_all_rounds(stage: Stage) -> bool:
    """Say whether every round of the stage is known from the start."""
    return format_named(stage.format).all_at_once


def who_plays(format: str, event: Event) -> Who:
    """Return who sits at the tables: entries that meet, players alone, or drawn partners.

    Where the draw makes partners of single players, pairs that enter meet as they are.
    """
    chosen = format_named(format)
    in_pairs = event.entry_kind != EntryKind.INDIVIDUAL
    return SIDES if chosen.pairs_too and in_pairs else chosen.who


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
    rests = format_named(stage.format).rests
    return PlacementKind.SIT_OUT if rests == "sit_out" else PlacementKind.BYE
