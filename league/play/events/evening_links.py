"""The link by which players check in: it opens one evening of one club, and works that day only.

A token is `<evening>-<link number>-<signature>`, the numbers in base 36, the signature 96 bits of
an HMAC, as in the links of tables.
"""

import base64
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import base36_to_int, int_to_base36
from django.utils.translation import gettext as _

from league.foundation.refusal import Refused
from league.play.events.models import Evening

SALT = "league.events.evening_links"
SIGNATURE_BYTES = 12
LARGEST_ID = 2**63 - 1
FORGED, RENEWED, OVER, STARTED = "forged", "renewed", "over", "started"


class CheckInClosed(Refused):
    """The link opens nothing (any more); `reason` is one of the codes above."""

    code = "check_in_closed"

    def __init__(self, reason: str, sentence: str, evening: Evening | None = None) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.evening = evening


def link_of(evening: Evening) -> str:
    """Return the token of the evening's present link."""
    return _token(evening.pk, evening.link_number, settings.SECRET_KEY)


def evening_from(token: str, at: datetime) -> Evening:
    """Return the evening with its club, if players can check in now; one query.

    Raises CheckInClosed: forged, renewed, over (another day), or started; with the evening where
    the link is right.
    """
    evening_id, link_number = _read(token)
    evening = Evening.objects.filter(pk=evening_id).select_related("club", "event__club").first()
    if evening is None:
        raise _forged()
    if evening.link_number != link_number:
        raise CheckInClosed(
            RENEWED, _("This code was replaced by a newer one. Scan the one in the room.")
        )
    if evening.day != today_of(evening, at):
        raise CheckInClosed(
            OVER, _("This code was for another day. Scan the one that is in the room today.")
        )
    if evening.event_id is not None:
        raise CheckInClosed(
            STARTED,
            _(
                "Everybody who has checked in has a seat: see the seating. If you have just "
                "come, tell the director, and join the next round."
            ),
            evening,
        )
    return evening


def today_of(evening: Evening, at: datetime) -> object:
    """Return the day it is at the club."""
    return at.astimezone(ZoneInfo(evening.club.time_zone)).date()


def _read(token: str) -> tuple[int, int]:
    try:
        evening, number, _signature = token.split("-", 2)
        evening_id, link_number = base36_to_int(evening), base36_to_int(number)
    except ValueError:
        raise _forged() from None
    if not 0 < evening_id <= LARGEST_ID:
        raise _forged()
    # after the key was changed, links given out with the one before still work today
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(constant_time_compare(token, _token(evening_id, link_number, k)) for k in keys):
        raise _forged()
    return evening_id, link_number


def _forged() -> CheckInClosed:
    return CheckInClosed(
        FORGED, _("This link is not complete. Scan the code again, or type the whole link.")
    )


def _token(evening_id: int, link_number: int, key: str) -> str:
    name = f"{int_to_base36(evening_id)}-{int_to_base36(link_number)}"
    digest = salted_hmac(SALT, name, secret=key, algorithm="sha256").digest()[:SIGNATURE_BYTES]
    return f"{name}-{base64.urlsafe_b64encode(digest).decode()}"
