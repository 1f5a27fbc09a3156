"""An evening of every format: what its event needs to be played to the end."""

from typing import Any

from tests.league.play.events.factories import PITCH
from tests.league.play.rounds.playing import SINGLES, TOTAL

SINGLE_TABLES = {name: value for name, value in PITCH.items() if name != "format"}
# format: entries, what else the event needs, and how many rounds are played in all
EVENINGS: dict[str, tuple[int, dict[str, Any], int | None]] = {
    "round_robin": (5, {}, 5),
    "double_round_robin": (3, {}, 6),
    "group_cross": (7, {}, 4),
    "swiss": (7, {"rounds_planned": 4, "stage_options": {"accelerated": "baku"}}, 4),
    "monrad": (6, {"rounds_planned": 3}, 3),
    "danish": (6, {"rounds_planned": 4}, 4),
    "knockout": (6, {"stage_options": {"third_place": True}}, 3),
    "double_elimination": (4, {}, None),
    "ladder": (5, {"rounds_planned": 3}, 3),
    "winners_move": (9, SINGLES | TOTAL | {"rounds_planned": 4}, 4),
    "seat_chart": (20, SINGLES | TOTAL, 5),
    "individual": (9, SINGLES | TOTAL | {"rounds_planned": 4}, 4),
    "mitchell": (8, {"deals_a_round": 3, "stage_options": {"prepared_deals": True}}, 3),
    "howell": (8, {"deals_a_round": 2, "stage_options": {"prepared_deals": True}}, 7),
    "individual_tables": (7, SINGLE_TABLES | {"rounds_planned": 3}, 3),
}
