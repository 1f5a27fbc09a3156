from league.standings.qualifying import (
    CannotFill,
    FillPreview,
    Qualifier,
    WrongPlayOff,
    preview_filling,
)
from league.standings.services.filling import NotPlayedOut, TiesOpen, fill_stage
from league.standings.services.in_sight import anew, order_anew
from league.standings.services.rebuilding import rebuild
from league.standings.services.wanting import hear, want

__all__ = [
    "CannotFill",
    "FillPreview",
    "NotPlayedOut",
    "Qualifier",
    "TiesOpen",
    "WrongPlayOff",
    "anew",
    "fill_stage",
    "hear",
    "order_anew",
    "preview_filling",
    "rebuild",
    "want",
]
