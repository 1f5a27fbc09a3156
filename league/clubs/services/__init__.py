"""The doors through which clubs and their people are changed."""

from league.clubs.doubles import CannotUndoMerge
from league.clubs.services.apart import CannotKeepApart, keep_apart, let_meet
from league.clubs.services.clubs import ClubInvalid, SlugTaken, change_club, create_club
from league.clubs.services.doubles import (
    CannotMerge,
    MergePreview,
    merge_players,
    preview_merge,
)
from league.clubs.services.house_rules import (
    HouseRulesInvalid,
    HouseRulesNameTaken,
    add_house_rules,
    archive_house_rules,
    bring_back_house_rules,
    change_house_rules,
)
from league.clubs.services.import_job import (
    LONG_LIST,
    AnotherListWaits,
    imported_in_words,
    mark_of,
    request_import,
)
from league.clubs.services.invitations import (
    InvitationOver,
    InvitationRefused,
    accept_invitation,
    check_open,
    invitation_from,
    invite,
    mailed_invitation_from,
    mailed_token_of,
    restore_invitation,
    token_of,
    withdraw_invitation,
)
from league.clubs.services.logo import remove_logo, set_logo
from league.clubs.services.members import (
    LastOwner,
    NotAMember,
    add_member,
    change_role,
    remove_member,
)
from league.clubs.services.player_import import (
    Fate,
    Imported,
    PlannedLine,
    import_players,
    plan_import,
)
from league.clubs.services.players import (
    AccountTaken,
    MemberNumberTaken,
    PlayerInvalid,
    PlayerMerged,
    add_player,
    change_player,
    link_player_to_account,
    unlink_player,
)
from league.clubs.services.undo_merge import undo_merge

__all__ = [
    "LONG_LIST",
    "AccountTaken",
    "AnotherListWaits",
    "CannotKeepApart",
    "CannotMerge",
    "CannotUndoMerge",
    "ClubInvalid",
    "Fate",
    "HouseRulesInvalid",
    "HouseRulesNameTaken",
    "Imported",
    "InvitationOver",
    "InvitationRefused",
    "LastOwner",
    "MemberNumberTaken",
    "MergePreview",
    "NotAMember",
    "PlannedLine",
    "PlayerInvalid",
    "PlayerMerged",
    "SlugTaken",
    "accept_invitation",
    "add_house_rules",
    "add_member",
    "add_player",
    "archive_house_rules",
    "bring_back_house_rules",
    "change_club",
    "change_house_rules",
    "change_player",
    "change_role",
    "check_open",
    "create_club",
    "import_players",
    "imported_in_words",
    "invitation_from",
    "invite",
    "keep_apart",
    "let_meet",
    "link_player_to_account",
    "mailed_invitation_from",
    "mailed_token_of",
    "mark_of",
    "merge_players",
    "plan_import",
    "preview_merge",
    "remove_logo",
    "remove_member",
    "request_import",
    "restore_invitation",
    "set_logo",
    "token_of",
    "undo_merge",
    "unlink_player",
    "withdraw_invitation",
]
