"""Everything that changes rounds, their tables and seats."""

from league.play.rounds.arrangement import Change, ImpossibleChange
from league.play.rounds.services.asked_byes import ByeNotPossible, ask_bye, take_back_bye
from league.play.rounds.services.draw import (
    AllRoundsDrawn,
    DrawImpossible,
    Preview,
    StageNotFilled,
    TakesLong,
    draw_rounds,
    preview_draw,
)
from league.play.rounds.services.draw_job import (
    draw_in_request,
    draws_take_long,
    preview_in_request,
    redraw_in_request,
    redraws_take_long,
    request_draw,
    request_start_and_draw,
    start_and_draw,
    storing_takes_long,
)
from league.play.rounds.services.edit import edit_round
from league.play.rounds.services.edit_preview import Break, EditPreview, TablePlayed, preview_edit
from league.play.rounds.services.former_draw import draw_taken_away, lost_draws, restore_draw
from league.play.rounds.services.grouping import (
    GroupsImpossible,
    group_names,
    groups_now,
    put_into_groups,
)
from league.play.rounds.services.redraw import (
    RoundHasBegun,
    TooManyTables,
    redraw_round,
    undo_draw,
)
from league.play.rounds.services.results_needed import ResultsMissing
from league.play.rounds.services.round_locks import NotRunning
from league.play.rounds.services.running_clock import (
    ClockInWrongState,
    MinutesMissing,
    end_clock,
    extend_clock,
    pause_clock,
    resume_clock,
    start_clock,
)
from league.play.rounds.services.running_rounds import (
    DrawStale,
    NothingToPlay,
    RoundInWrongState,
    TablesUnfinished,
    close_round,
    open_round,
    renew_links,
    renew_place_codes,
    reopen_round,
    set_deadline,
)
from league.play.rounds.services.substituting import (
    MayNotStandIn,
    PlayerIsSeated,
    end_substitution,
    seat_player_called,
    seat_substitute,
)
from league.play.rounds.services.tonight import proposal_for, start_evening
from league.play.rounds.services.undo_edit import LastEdit, NothingToUndo, last_edit, undo_edit
from league.play.rounds.services.undo_seating import seating_made, undo_seating

__all__ = [
    "AllRoundsDrawn",
    "Break",
    "ByeNotPossible",
    "Change",
    "ClockInWrongState",
    "DrawImpossible",
    "DrawStale",
    "EditPreview",
    "GroupsImpossible",
    "ImpossibleChange",
    "LastEdit",
    "MayNotStandIn",
    "MinutesMissing",
    "NotRunning",
    "NothingToPlay",
    "NothingToUndo",
    "PlayerIsSeated",
    "Preview",
    "ResultsMissing",
    "RoundHasBegun",
    "RoundInWrongState",
    "StageNotFilled",
    "TablePlayed",
    "TablesUnfinished",
    "TakesLong",
    "TooManyTables",
    "ask_bye",
    "close_round",
    "draw_in_request",
    "draw_rounds",
    "draw_taken_away",
    "draws_take_long",
    "edit_round",
    "end_clock",
    "end_substitution",
    "extend_clock",
    "group_names",
    "groups_now",
    "last_edit",
    "lost_draws",
    "open_round",
    "pause_clock",
    "preview_draw",
    "preview_edit",
    "preview_in_request",
    "proposal_for",
    "put_into_groups",
    "redraw_in_request",
    "redraw_round",
    "redraws_take_long",
    "renew_links",
    "renew_place_codes",
    "reopen_round",
    "request_draw",
    "request_start_and_draw",
    "restore_draw",
    "resume_clock",
    "seat_player_called",
    "seat_substitute",
    "seating_made",
    "set_deadline",
    "start_and_draw",
    "start_clock",
    "start_evening",
    "storing_takes_long",
    "take_back_bye",
    "undo_draw",
    "undo_edit",
    "undo_seating",
]
