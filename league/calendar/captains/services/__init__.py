"""Everything that captains and organisers change about matches between the rounds."""

from league.calendar.captains.services.captaincy_changes import (
    NotACaptain,
    captain_change,
    name_captain,
    undo_captain,
)
from league.calendar.captains.services.ending_leagues import end_leagues
from league.calendar.captains.services.line_ups import (
    LineUpClosed,
    LineUpRefused,
    seat_due_line_up,
    set_line_up,
)
from league.calendar.captains.services.match_results import (
    NotHomeSide,
    PlaysLater,
    confirm_result,
    dispute_result,
    enter_result,
    enters_result,
    plays_later,
)
from league.calendar.captains.services.postponing import (
    DatesRefused,
    NoRequest,
    accept_date,
    decline_dates,
    mark_overdue,
    propose_dates,
    rule_date,
    take_request_back,
)
from league.calendar.captains.services.sweeping import sweep_matches
from league.calendar.captains.services.undo_line_up import line_up_change, undo_line_up
from league.calendar.captains.services.undo_ruling import ruling_change, undo_ruling
from league.calendar.captains.services.walkovers import decide_walkover, find_walkovers

__all__ = [
    "DatesRefused",
    "LineUpClosed",
    "LineUpRefused",
    "NoRequest",
    "NotACaptain",
    "NotHomeSide",
    "PlaysLater",
    "accept_date",
    "captain_change",
    "confirm_result",
    "decide_walkover",
    "decline_dates",
    "dispute_result",
    "end_leagues",
    "enter_result",
    "enters_result",
    "find_walkovers",
    "line_up_change",
    "mark_overdue",
    "name_captain",
    "plays_later",
    "propose_dates",
    "rule_date",
    "ruling_change",
    "seat_due_line_up",
    "set_line_up",
    "sweep_matches",
    "take_request_back",
    "undo_captain",
    "undo_line_up",
    "undo_ruling",
]
