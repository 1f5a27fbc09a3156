"""Everything that changes rounds, their tables and seats."""

from league.rounds.arrangement import Change, ImpossibleChange
from league.rounds.services.draw import (
    AllRoundsDrawn,
    DrawImpossible,
    NotRunning,
    Preview,
    draw_rounds,
    preview_draw,
)
from league.rounds.services.edit import (
    Break,
    EditPreview,
    TablePlayed,
    edit_round,
    preview_edit,
)
from league.rounds.services.ordered import draws_take_long, order_draw
from league.rounds.services.play import (
    NothingToPlay,
    PlayerIsSeated,
    RoundInWrongState,
    TablesUnfinished,
    close_round,
    open_round,
    renew_links,
    reopen_round,
    seat_substitute,
    set_deadline,
)
from league.rounds.services.redraw import RoundHasBegun, redraw_round, undo_draw
from league.rounds.services.results_needed import ResultsMissing

__all__ = [
    "AllRoundsDrawn",
    "Break",
    "Change",
    "DrawImpossible",
    "EditPreview",
    "ImpossibleChange",
    "NotRunning",
    "NothingToPlay",
    "PlayerIsSeated",
    "Preview",
    "ResultsMissing",
    "RoundHasBegun",
    "RoundInWrongState",
    "TablePlayed",
    "TablesUnfinished",
    "close_round",
    "draw_rounds",
    "draws_take_long",
    "edit_round",
    "open_round",
    "order_draw",
    "preview_draw",
    "preview_edit",
    "redraw_round",
    "renew_links",
    "reopen_round",
    "seat_substitute",
    "set_deadline",
    "undo_draw",
]
