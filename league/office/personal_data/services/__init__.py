"""Forgetting people, deleting clubs and accounts, and giving people what is known of them."""

from league.office.personal_data.services.closing import (
    WrongName,
    carry_out_closings,
    close_account,
    close_club,
    clubs_without_another_owner,
    days_to_change_mind,
    delete_account,
    delete_club,
    keep_account,
    keep_club,
)
from league.office.personal_data.services.forgetting import (
    CannotForget,
    erasure_of,
    finish,
    finish_all,
    forget_player,
    preview_forgetting,
    since_of,
)
from league.office.personal_data.services.keeping import keep_no_longer, last_copy, request_copy

__all__ = [
    "CannotForget",
    "WrongName",
    "carry_out_closings",
    "close_account",
    "close_club",
    "clubs_without_another_owner",
    "days_to_change_mind",
    "delete_account",
    "delete_club",
    "erasure_of",
    "finish",
    "finish_all",
    "forget_player",
    "keep_account",
    "keep_club",
    "keep_no_longer",
    "last_copy",
    "preview_forgetting",
    "request_copy",
    "since_of",
]
