"""The door of associations for the rest of the site."""

from league.office.associations.services.belonging_undone import belonging_change, undo_belonging
from league.office.associations.services.championships import (
    CannotFillChampionship,
    fill_championship,
    preview_championship,
)
from league.office.associations.services.entries_of_clubs import (
    NotRegistered,
    enter_for_club,
    withdraw_club,
)
from league.office.associations.services.entries_undone import reinstate_for_club, take_entry_out
from league.office.associations.services.founding import (
    AssociationInUse,
    AssociationInvalid,
    NoAssociation,
    change_rules,
    create_association,
    end_association,
    found_association,
    set_up,
)
from league.office.associations.services.joining_clubs import (
    CannotJoin,
    NotWaiting,
    StillEntered,
    answer,
    ask_to_join,
    invite_club,
    leave,
)
from league.office.associations.services.registering import (
    CannotRegister,
    PlayerIsEntered,
    RegisteredElsewhere,
    end_registration,
    end_registrations,
    register_player,
    register_players,
)
from league.office.associations.services.resuming import resume_registration
from league.office.associations.services.transferring import (
    TransferDecided,
    TransferNotAllowed,
    consent,
    take_back,
    transfer_player,
)
from league.office.associations.services.undo_filling import Unfilled, filling_made, undo_filling

__all__ = [
    "AssociationInUse",
    "AssociationInvalid",
    "CannotFillChampionship",
    "CannotJoin",
    "CannotRegister",
    "NoAssociation",
    "NotRegistered",
    "NotWaiting",
    "PlayerIsEntered",
    "RegisteredElsewhere",
    "StillEntered",
    "TransferDecided",
    "TransferNotAllowed",
    "Unfilled",
    "answer",
    "ask_to_join",
    "belonging_change",
    "change_rules",
    "consent",
    "create_association",
    "end_association",
    "end_registration",
    "end_registrations",
    "enter_for_club",
    "fill_championship",
    "filling_made",
    "found_association",
    "invite_club",
    "leave",
    "preview_championship",
    "register_player",
    "register_players",
    "reinstate_for_club",
    "resume_registration",
    "set_up",
    "take_back",
    "take_entry_out",
    "transfer_player",
    "undo_belonging",
    "undo_filling",
    "withdraw_club",
]
