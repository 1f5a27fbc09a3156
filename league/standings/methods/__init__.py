"""Standings from results, with the reason for every place: pure functions.

`rank` is the door for JSON, `rank_entries` the same for typed values.
"""

from league.doors.played import Bye, Match, Side
from league.doors.reading import Number
from league.doors.request_entries import Entry
from league.standings.methods.door import answer, rank
from league.standings.methods.duels import Duels
from league.standings.methods.exact import as_json, as_text
from league.standings.methods.ledger import Adjustment, Carried
from league.standings.methods.ranking import Ranking, rank_entries
from league.standings.methods.request import RankRequest, read_request
from league.standings.methods.rows import Neighbour, Row, criterion_label
from league.standings.methods.scoring import (
    METHODS,
    MatchPoints,
    Method,
    Percentage,
    RoundPoints,
    TotalPoints,
    VictoryPoints,
    read_method,
)
from league.standings.methods.tiebreaks import (
    FACTS_OF_DEALS,
    GROUPED,
    LOT,
    PLAY_OFF,
    TIEBREAKS,
    Fact,
    TieBreak,
)
from league.standings.methods.unrankable import CannotRank

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
    "as_json",
    "as_text",
    "criterion_label",
    "rank",
    "rank_entries",
    "read_method",
    "read_request",
]
