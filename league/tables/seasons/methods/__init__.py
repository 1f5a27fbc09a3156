"""The table of a season: pure functions from nights to ranks, handicaps and promotion.

Begin with `season_table`. `read_rules` and `rules_as_json` read and write the rules as JSON.
"""

from league.tables.seasons.methods.counting import total_in_words
from league.tables.seasons.methods.handicaps import Added, Handicap, Handicaps, OwnHandicap
from league.tables.seasons.methods.moves import Decision, Division, Move, MoveKind, propose_moves
from league.tables.seasons.methods.nights import Night, NightScore, Place
from league.tables.seasons.methods.rules import (
    BadSeasonRules,
    HandicapRules,
    Rules,
    read_rules,
    rules_as_json,
)
from league.tables.seasons.methods.scoring import SCORINGS
from league.tables.seasons.methods.table import (
    Row,
    SeasonFacts,
    SeasonTable,
    explain_rank,
    scored_nights,
    season_table,
)
from league.tables.seasons.methods.tiebreaks import TIEBREAKS

__all__ = [
    "SCORINGS",
    "TIEBREAKS",
    "Added",
    "BadSeasonRules",
    "Decision",
    "Division",
    "Handicap",
    "HandicapRules",
    "Handicaps",
    "Move",
    "MoveKind",
    "Night",
    "NightScore",
    "OwnHandicap",
    "Place",
    "Row",
    "Rules",
    "SeasonFacts",
    "SeasonTable",
    "explain_rank",
    "propose_moves",
    "read_rules",
    "rules_as_json",
    "scored_nights",
    "season_table",
    "total_in_words",
]
