"""Teams of four: one match at two tables with the same deals, at the second the seats turned."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, F, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Greatest

from league.play.events.models import EntryKind, Event, Stage, StageEntry, TablePlay
from league.play.events.setup_problems import COMPARING_DEALS
from league.play.rounds.arrangement import Side, TableShape
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.format import SIDES, Who
from league.play.rounds.drawing.stage_options import TWO_ROOMS
from league.play.rounds.models import PlacementKind, Room, Round

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


# --- Rows that belong to a match by its round and number, when the match gets another number ---

# above every number of a table, so that matches may change numbers with each other
ASIDE = 16_000


def renumber(rows: "QuerySet[Any]", numbers: Mapping[int, int]) -> None:
    """Give rows, unique by `number`, new numbers: (old: new); a few updates."""
    if not numbers:
        return
    rows.filter(number__in=numbers).update(number=F("number") + ASIDE)
    for old, new in numbers.items():
        rows.filter(number=old + ASIDE).update(number=new)


# --- Stage format ---
# What the format of a stage means for its tables: who sits there together, and who waits how.


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


# --- How large a stage is, as the database counts it: what is worked out of it takes that long ---

# places of entries in rounds that take about a second to be ranked and stored
MANY_PLACES = 5_000
# a few rounds of very many entries cost as much as this many
LEAST_ROUNDS = 10


def places_of_stage() -> Combinable:
    """Return entries times rounds, of a row with a `stage_id`, as an expression."""
    entries = _count(StageEntry.objects.filter(stage_id=OuterRef("stage_id")))
    rounds = _count(Round.objects.filter(stage_id=OuterRef("stage_id")))
    return entries * Greatest(rounds, Value(LEAST_ROUNDS))


def _count(rows: "QuerySet[StageEntry] | QuerySet[Round]") -> Coalesce:
    counted = rows.order_by().values("stage_id").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
