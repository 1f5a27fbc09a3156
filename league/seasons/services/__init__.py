"""Everything that changes a season's table besides the results of its nights."""

from league.seasons.services.copying import NotSigned, copy_season
from league.seasons.services.moving import (
    DecisionInvalid,
    DraftChanged,
    NextSeasonMade,
    NothingToSign,
    SeasonNotOver,
    Undecided,
    decide_move,
    leave_move,
    sign_moves,
    take_signature_back,
)
from league.seasons.services.placing import (
    CompetitorInvalid,
    Placing,
    UnknownCompetitor,
    add_competitors,
    place_competitors,
)
from league.seasons.services.season_job import request_rebuild
from league.seasons.services.season_locks import SeasonSigned
from league.seasons.services.season_settings import (
    MOST_DIVISIONS,
    DivisionInUse,
    DivisionSettings,
    DivisionsInvalid,
    SeasonRulesInvalid,
    set_divisions,
    set_rules,
)
from league.seasons.services.setting_handicaps import HandicapInvalid, set_handicap

__all__ = [
    "MOST_DIVISIONS",
    "CompetitorInvalid",
    "DecisionInvalid",
    "DivisionInUse",
    "DivisionSettings",
    "DivisionsInvalid",
    "DraftChanged",
    "HandicapInvalid",
    "NextSeasonMade",
    "NotSigned",
    "NothingToSign",
    "Placing",
    "SeasonNotOver",
    "SeasonRulesInvalid",
    "SeasonSigned",
    "Undecided",
    "UnknownCompetitor",
    "add_competitors",
    "copy_season",
    "decide_move",
    "leave_move",
    "place_competitors",
    "request_rebuild",
    "set_divisions",
    "set_handicap",
    "set_rules",
    "sign_moves",
    "take_signature_back",
]
