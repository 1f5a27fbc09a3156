"""The rules of a season: how nights become a table."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from league.foundation.doors.reading import Number
from league.tables.seasons.methods.scoring import RankPoints, Scoring

PLAYER, PAIR, TEAM = "player", "pair", "team"
WHO = (PLAYER, PAIR, TEAM)
SUM, AVERAGE = "sum", "average"
BEST, MEAN = "best", "mean"
USUAL_SCORING = RankPoints()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapRules:
    """h = factor * (reference - own average), not below `least` nor above `most`, rounded.

    `reference` is a number, or the "best" or the "mean" of all averages. An average is of the
    scores of the nights so far, from `after_nights` nights on. `dates`: recalculated on these days
    only, and none before the first; None: before each night. `deals` is how many deals a whole
    handicap is for; None: as many as anybody played that night. `decides`: the table with
    handicaps is the one that ranks.
    Source: the published list of a teams league, prorated by deals (H = sum of h * deals / deals).
    """

    factor: Number = Fraction(1, 2)
    reference: Number | str = MEAN
    least: Number = 0
    most: Number = 10
    decimals: int = 1
    after_nights: int = 1
    deals: int | None = None
    dates: tuple[date, ...] | None = None
    decides: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How the nights of a season become a table.

    `best` nights count (None: all); the worst `drop` do not, and with a sum a night missed is one
    of them. Below `least_nights` one is listed and not ranked. Guests are never ranked; with
    `guests_move_ranks` they take ranks from others within a night.
    """

    who: str = PLAYER
    scoring: Scoring = USUAL_SCORING
    total: str = SUM
    best: int | None = None
    drop: int = 0
    least_nights: int = 1
    guests_move_ranks: bool = False
    tiebreaks: tuple[str, ...] = ("nights_won", "best_night", "head_to_head")
    handicap: HandicapRules | None = None
