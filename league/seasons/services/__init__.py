"""Everything that changes a season's table besides the results of its nights."""

from league.seasons.services.copying import (
    LeftOut,
    NextSeason,
    NotSigned,
    copy_season,
    make_next_season,
)
from league.seasons.services.event_divisions import (
    UNCHANGED,
    change_event,
    copy_event,
    create_event,
    put_into_division,
)
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
from league.seasons.services.next_season_job import (
    TakesLong,
    copy_season_at_once,
    request_next_season,
    takes_long,
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
    "UNCHANGED",
    "CompetitorInvalid",
    "DecisionInvalid",
    "DivisionInUse",
    "DivisionSettings",
    "DivisionsInvalid",
    "DraftChanged",
    "HandicapInvalid",
    "LeftOut",
    "NextSeason",
    "NextSeasonMade",
    "NotSigned",
    "NothingToSign",
    "Placing",
    "SeasonNotOver",
    "SeasonRulesInvalid",
    "SeasonSigned",
    "TakesLong",
    "Undecided",
    "UnknownCompetitor",
    "add_competitors",
    "change_event",
    "copy_event",
    "copy_season",
    "copy_season_at_once",
    "create_event",
    "decide_move",
    "leave_move",
    "make_next_season",
    "place_competitors",
    "put_into_division",
    "request_next_season",
    "request_rebuild",
    "set_divisions",
    "set_handicap",
    "set_rules",
    "sign_moves",
    "take_signature_back",
    "takes_long",
]
