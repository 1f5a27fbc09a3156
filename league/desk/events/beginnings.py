"""What a new event starts from, given its game: tables, scoring and format that suit it."""

from collections.abc import Mapping
from typing import Any

from games import services as games
from league.events.models import EntryKind, TablePlay

LARGEST_COMFORTABLE_TABLE = 5


def beginnings_for(variant: str, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments of `create_event` with which the event could be opened at once.

    Raises RulesetRefused for house rules by which nobody can play any more.
    """
    rulesets = games.rulesets_by_players(variant, preset, options)
    seats = list(rulesets)
    players = games.ruleset(variant, preset, options, None).players
    sides = rulesets[players].sides
    play = {"table_play": TablePlay.DEALS, "deals_a_round": 8}
    if sides < players:
        return play | {
            "entry_kind": EntryKind.PAIR if players // sides == 2 else EntryKind.TEAM,
            "least_seats": players,
            "most_seats": players,
            "format": "round_robin",
            "method": {"name": "match_points", "win": 2, "draw": 1, "loss": 0},
            "tiebreaks": ["head_to_head", "point_difference"],
        }
    if players == 2:
        return play | {
            "entry_kind": EntryKind.INDIVIDUAL,
            "least_seats": 2,
            "most_seats": 2,
            "format": "round_robin",
            "method": {"name": "match_points", "win": 2, "draw": 1, "loss": 0},
            "tiebreaks": ["head_to_head", "point_difference"],
        }
    suitable = [n for n in seats if 3 <= n <= LARGEST_COMFORTABLE_TABLE]
    return play | {
        "entry_kind": EntryKind.INDIVIDUAL,
        "least_seats": min(suitable),
        "most_seats": max(suitable),
        "format": "individual_tables",
        "rounds_planned": 4,
        "method": {"name": "total_points"},
        "tiebreaks": ["wins"],
    }
