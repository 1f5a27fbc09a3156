"""Everything that changes notifications, their ways, and what people chose."""

from league.office.notifications.services.choosing import (
    PreferenceInvalid,
    add_phone,
    choose,
    remove_phone,
    resume_address,
    stop_address,
    stop_mails,
    stop_mails_to_player,
)
from league.office.notifications.services.director_messages import (
    MessageRefused,
    recipients_of,
    send_message,
)
from league.office.notifications.services.dispatching import dispatch
from league.office.notifications.services.reminding import remind

__all__ = [
    "MessageRefused",
    "PreferenceInvalid",
    "add_phone",
    "choose",
    "dispatch",
    "recipients_of",
    "remind",
    "remove_phone",
    "resume_address",
    "send_message",
    "stop_address",
    "stop_mails",
    "stop_mails_to_player",
]
