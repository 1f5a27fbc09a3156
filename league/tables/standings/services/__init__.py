"""Everything that changes stored standings: rebuilding, filling stages, play-offs."""

from league.tables.standings.qualifying import (
    CannotFill,
    FillPreview,
    Qualifier,
    WrongPlayOff,
    preview_filling,
)
from league.tables.standings.services.filling import NotPlayedOut, TiesOpen, fill_stage
from league.tables.standings.services.playing_off import (
    BadPlayOff,
    record_play_off,
    revoke_play_off,
)
from league.tables.standings.services.rebuilding import (
    bump_live_version,
    mark_standings_stale,
    rebuild,
    rebuild_from_scratch,
    request_rebuild,
    skip_versions,
)

__all__ = [
    "BadPlayOff",
    "CannotFill",
    "FillPreview",
    "NotPlayedOut",
    "Qualifier",
    "TiesOpen",
    "WrongPlayOff",
    "bump_live_version",
    "fill_stage",
    "mark_standings_stale",
    "preview_filling",
    "rebuild",
    "rebuild_from_scratch",
    "record_play_off",
    "request_rebuild",
    "revoke_play_off",
    "skip_versions",
]
