"""Teams of four: one match at two tables with the same deals, at the second the seats turned."""

from collections.abc import Sequence

from league.play.events.event_scoring import COMPARING_DEALS
from league.play.events.models import EntryKind, Stage, TablePlay
from league.play.rounds.arrangement import Side
from league.play.rounds.drawing.stage_options import TWO_ROOMS
from league.play.rounds.models import Room, Round

ONE_TABLE = (Room.ONLY,)
BOTH_ROOMS = (Room.OPEN, Room.CLOSED)
FIRST_TABLES = (Room.ONLY, Room.OPEN)


def is_played_in_two_rooms(stage: Stage) -> bool:
    """Say whether a match of the stage is played at two tables."""
    return bool(stage.options.get(TWO_ROOMS)) and stage.event.entry_kind == EntryKind.TEAM


def rooms_of(stage: Stage) -> tuple[Room, ...]:
    """Return the rooms in which a match of the stage is played, the open one first."""
    return BOTH_ROOMS if is_played_in_two_rooms(stage) else ONE_TABLE


def compares_deals(stage: Stage) -> bool:
    """Say whether the deals of a table count by comparison with the other tables that play them.

    Victory points of a match in two rooms are made from its IMPs.
    """
    name = stage.event.method.get("name")
    return name in COMPARING_DEALS or (name == "victory_points" and is_played_in_two_rooms(stage))


def turned(sides: Sequence[Side], room: Room | int) -> tuple[Side, ...]:
    """Return the sides as they sit in a room: in the closed one the other way round."""
    return tuple(reversed(sides)) if room == Room.CLOSED else tuple(sides)


def deals_in_both_rooms(round: Round) -> list[int]:
    """Return the numbers of the deals that both tables of a match play; none for one table.

    They count on from round to round, so that each stage has a deal of a number once.
    """
    event = round.stage.event
    if not is_played_in_two_rooms(round.stage) or event.table_play != TablePlay.DEALS:
        return []
    deals = event.deals_a_round or 0
    return list(range((round.number - 1) * deals + 1, round.number * deals + 1))
