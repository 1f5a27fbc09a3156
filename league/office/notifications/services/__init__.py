"""Everything that changes what people are told, how, and what they chose."""

from league.office.notifications.services.choosing import (
    PreferenceInvalid,
    add_phone,
    choose,
    remove_phone,
    stop_mails,
)
from league.office.notifications.services.director_messages import (
    MessageRefused,
    recipients_of,
    send_message,
)
from league.office.notifications.services.reminding import remind
from league.office.notifications.services.stopping import (
    resume_address,
    stop_address,
    stop_mails_to_player,
)
from league.office.notifications.services.telling import tell

__all__ = [
    "MessageRefused",
    "PreferenceInvalid",
    "add_phone",
    "choose",
    "recipients_of",
    "remind",
    "remove_phone",
    "resume_address",
    "send_message",
    "stop_address",
    "stop_mails",
    "stop_mails_to_player",
    "tell",
]
