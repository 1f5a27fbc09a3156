"""A plan before it is drawn: a format, its tables, and how much is played.

The ways of the formats are made of these: how many rounds of how many deals fit into a night.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from league.play.rounds.drawing.night import Night, TableSize

MOST_MIXED_ROUNDS = 12
USUAL_TABLE = 4
SEED: Mapping[str, Any] = {"seed": 0}
# as an event asks when no deals are prepared, with its first seed
UNPREPARED: Mapping[str, Any] = {"deals": 0, "seed": 0}
WELL_USED = 0.7  # the share of the time that a round in whole turns has to fill


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """`stage_options` are kept with the stage, `draw_options` are what the draw door is asked with.

    `side_size` is how many players make one entry: 1 for single players, also for those whom the
    draw gives partners. `like`: the format that a room would take it for, if not its own.
    """

    format: str
    least_seats: int
    most_seats: int
    side_size: int
    rounds: int
    deals: int
    stage_options: Mapping[str, Any] = field(default_factory=dict)
    draw_options: Mapping[str, Any] = field(default_factory=dict)
    like: str | None = None

    def entries(self, night: Night) -> int:
        return night.players // self.side_size

    def left_over(self, night: Night) -> int:
        """Return how many players have no partners to make an entry with."""
        return night.players % self.side_size

    @property
    def key(self) -> str:
        """Return a name that is the same whenever the same plan is proposed again."""
        tables = f"{self.least_seats}-{self.most_seats}"
        chosen = "".join(f"-{name}.{value}" for name, value in sorted(self.stage_options.items()))
        return f"{self.format}{chosen}_{tables}_{self.side_size}_{self.rounds}x{self.deals}"


def deals_that_fit(night: Night, rounds: int, seats: int) -> int:
    """Return how many deals a round should have when there are so many rounds; 0 for none.

    Whole turns of the deal, or half ones, so that sides deal equally often, or what there is time
    for: whichever does not leave too much of it unused.
    """
    most = night.most_deals(rounds)
    if night.deals_a_round is not None:
        return night.deals_a_round if night.deals_a_round <= most else 0
    turns = (seats, seats // 2) if seats % 2 == 0 else (seats,)
    in_full_turns = (most - most % turn for turn in turns)
    return next((deals for deals in in_full_turns if deals >= WELL_USED * most), most)


def lengths(night: Night, seats: int, *, most_rounds: int) -> list[tuple[int, int]]:
    """Return (rounds, deals a round) for movements that may have any number of rounds.

    First a round in which everybody deals once, then longer rounds and fewer of them; where there
    can be no more rounds, each takes the time there is.
    """
    fixed = night.deals_a_round
    deals_by_rounds: dict[int, int] = {}
    for deals in [fixed] if fixed else [seats, 2 * seats, 3 * seats]:
        rounds = min(night.most_rounds(deals), most_rounds)
        if rounds >= 1 and rounds not in deals_by_rounds:
            deals_by_rounds[rounds] = fixed or max(deals, deals_that_fit(night, rounds, seats))
    if not deals_by_rounds and (deals := deals_that_fit(night, 1, seats)):
        deals_by_rounds[1] = deals
    return list(deals_by_rounds.items())


def sizes_with_two_sides(night: Night) -> list[TableSize]:
    """Return the sizes at which two sides meet; two players alone only where the game is for two.

    A club does not spend a night of Pitch at tables of two when there can be tables of four.
    """
    only_two = night.players < 3 or all(size.seats == 2 for size in night.sizes)
    return [size for size in night.sizes if size.sides == 2 and (size.has_partners or only_two)]


def sizes_alone(night: Night) -> list[int]:
    """Return the table sizes of three or more at which everybody plays alone."""
    return sorted(size.seats for size in night.sizes if size.sides == size.seats >= 3)


def make_two_sided_candidate(
    size: TableSize,
    format: str,
    rounds: int,
    deals: int,
    *,
    singles: bool = False,
    options: Mapping[str, Any] | None = None,
    like: str | None = None,
) -> Candidate:
    """Return a candidate for entries that meet two by two, or singles who are given partners."""
    return Candidate(
        format=format,
        least_seats=size.seats,
        most_seats=size.seats,
        side_size=1 if singles else size.side_size,
        rounds=rounds,
        deals=deals,
        draw_options=options or {},
        like=like,
    )
