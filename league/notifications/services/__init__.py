"""Everything that changes what people are told, how, and what they chose."""

from league.notifications.services.batching import send_due
from league.notifications.services.choosing import (
    PreferenceInvalid,
    add_phone,
    choose,
    remove_phone,
    stop_mails,
)
from league.notifications.services.director_messages import (
    MessageRefused,
    recipients_of,
    send_message,
)
from league.notifications.services.pushing import push_next
from league.notifications.services.stopping import resume_address, stop_address
from league.notifications.services.sweeping import sweep
from league.notifications.services.telling import tell

__all__ = [
    "MessageRefused",
    "PreferenceInvalid",
    "add_phone",
    "choose",
    "push_next",
    "recipients_of",
    "remove_phone",
    "resume_address",
    "send_due",
    "send_message",
    "stop_address",
    "stop_mails",
    "sweep",
    "tell",
]
