"""Standings from results, with the reason for every place: pure functions.

`rank` is the door for JSON, `rank_entries` the same for typed values.
"""

from league.foundation.doors.played import Bye, Match, Side
from league.foundation.doors.reading import Number
from league.foundation.doors.request_files import Entry
from league.tables.standings.methods.door import answer, rank
from league.tables.standings.methods.duels import Duels
from league.tables.standings.methods.exact import format_number, round_for_json
from league.tables.standings.methods.ledger import Adjustment, Carried
from league.tables.standings.methods.ranking import Ranking, rank_entries
from league.tables.standings.methods.request import RankRequest, read_request
from league.tables.standings.methods.rows import Neighbour, Row, criterion_label
from league.tables.standings.methods.scoring import (
    METHODS,
    MatchPoints,
    Method,
    Percentage,
    RoundPoints,
    TotalPoints,
    VictoryPoints,
    read_method,
)
from league.tables.standings.methods.tiebreaks import (
    FACTS_OF_DEALS,
    GROUPED,
    LOT,
    PLAY_OFF,
    TIEBREAKS,
    Fact,
    TieBreak,
)
from league.tables.standings.methods.unrankable import CannotRank

__all__ = [
    "FACTS_OF_DEALS",
    "GROUPED",
    "LOT",
    "METHODS",
    "PLAY_OFF",
    "TIEBREAKS",
    "Adjustment",
    "Bye",
    "CannotRank",
    "Carried",
    "Duels",
    "Entry",
    "Fact",
    "Match",
    "MatchPoints",
    "Method",
    "Neighbour",
    "Number",
    "Percentage",
    "RankRequest",
    "Ranking",
    "RoundPoints",
    "Row",
    "Side",
    "TieBreak",
    "TotalPoints",
    "VictoryPoints",
    "answer",
    "criterion_label",
    "format_number",
    "rank",
    "rank_entries",
    "read_method",
    "read_request",
    "round_for_json",
]
