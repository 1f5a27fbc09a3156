"""How a night counts: any scoring method over matches with any tie-breaks, by lot."""

from random import Random
from typing import Any

from league.play.rounds.drawing import FORMATS
from league.tables.standings.methods import TIEBREAKS

SINGLE_SIDED: tuple[dict[str, Any], ...] = (
    {"name": "total_points"},
    {"name": "total_points", "bye": "winners_average", "cap": 25},
    {"name": "total_points", "bye": 0},
    {"name": "round_points"},
    {"name": "round_points", "places": [12, 9, 7, 5, 3, 1], "ties": "highest"},
    {"name": "percentage"},
    {"name": "percentage", "top": 60},
)
TWO_SIDED: tuple[dict[str, Any], ...] = (
    {"name": "match_points", "win": 2, "draw": 1, "loss": 0},
    {"name": "match_points", "win": 3, "draw": 2, "loss": 1, "bye": "own_average"},
    {
        "name": "match_points",
        "win": 3,
        "draw": 1,
        "loss": 0,
        "bonus": ["+1 if margin >= 12", "+1 if loss and margin < 4"],
        "cap_margin": 10,
    },
    {"name": "victory_points", "blitz": 30},
    {"name": "victory_points", "deals": 4},
    {
        "name": "victory_points",
        "table": [
            {"margin": 0, "winner": 2, "loser": 2},
            {"margin": 5, "winner": 3, "loser": 1},
            {"margin": 15, "winner": 4, "loser": 0},
        ],
    },
)


def counting_by_lot(format: str, *, three_sides: bool, rng: Random) -> dict[str, Any]:
    """Return the method and the tie-breaks; half of the nights count as most clubs do."""
    of_two = not (FORMATS[format].who == "alone" or three_sides)
    if rng.random() < 0.5:
        methods = TWO_SIDED[:1] if of_two and rng.random() < 0.6 else SINGLE_SIDED[:1]
    else:
        methods = SINGLE_SIDED + TWO_SIDED if of_two else SINGLE_SIDED
    tiebreaks = rng.sample(sorted(TIEBREAKS), rng.randint(1, 5))
    if rng.random() < 0.5:
        tiebreaks = ["head_to_head", *(name for name in tiebreaks if name != "head_to_head")]
    return {"method": dict(rng.choice(methods)), "tiebreaks": tiebreaks}
