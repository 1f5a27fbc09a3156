"""The link to a table's page: short enough for a QR code, and it opens this one table only.

A token is `<table>-<link number>-<signature>`, the numbers in base 36, the signature 96 bits of an
HMAC. Renewing counts the link number up; closing the round ends it.
"""

import base64

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import base36_to_int, int_to_base36
from django.utils.translation import gettext as _

from league.foundation.compiled_queries import CompiledQuery
from league.foundation.refusal import Refused
from league.play.events.models import EventState
from league.play.rounds.models import RoundState, Table

SALT = "league.rounds.links"
SIGNATURE_BYTES = 12
LARGEST_ID = 2**63 - 1


class LinkRefused(Refused):
    """The link is not valid, or not any more; `reason` is one of the codes below.

    `table` is the one that a link of the site opened once, or will open.
    """

    code = "link_refused"

    def __init__(self, reason: str, sentence: str, *, table: Table | None = None) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.table = table


FORGED, UNKNOWN, RENEWED = "forged", "unknown", "renewed"
NOT_OPEN, CLOSED = "not_open", "closed"


def link_of(table: Table) -> str:
    """Return the token of the table's present link."""
    return _token(table.pk, table.link_number, settings.SECRET_KEY)


def table_from(token: str) -> Table:
    """Return the table with its round, stage, event and club; one query.

    Raises LinkRefused: forged, unknown (the table was redrawn), renewed, not_open or closed.
    """
    table_id, link_number = _read(token)
    table = TABLE_AT.first(table=table_id)
    if table is None:
        raise LinkRefused(
            UNKNOWN,
            _("This table no longer exists: the round was drawn again. Ask for the new link."),
        )
    if table.link_number != link_number:
        raise LinkRefused(
            RENEWED,
            _("This link was replaced by a newer one. Scan the new code, or ask the director."),
        )
    _check_open(table)
    return table


TABLE_AT = CompiledQuery(
    lambda value: Table.objects.filter(pk=value("table")).select_related(
        "round__stage__event__club"
    )
)


def _check_open(table: Table) -> None:
    if table.round.state == RoundState.DRAWN:
        raise LinkRefused(
            NOT_OPEN,
            _("Round %(round)d has not begun yet. Try again when the director has opened it.")
            % {"round": table.round.number},
            table=table,
        )
    if table.round.state == RoundState.CLOSED:
        raise LinkRefused(
            CLOSED,
            _("Round %(round)d is closed. If a result is missing or wrong, tell the director.")
            % {"round": table.round.number},
            table=table,
        )
    if table.round.stage.event.state != EventState.RUNNING:
        raise LinkRefused(
            CLOSED,
            _("The event is over. If a result is missing or wrong, tell the director."),
            table=table,
        )


def _read(token: str) -> tuple[int, int]:
    try:
        table, number, _signature = token.split("-", 2)
        table_id, link_number = base36_to_int(table), base36_to_int(number)
    except ValueError:
        raise forged() from None
    if not 0 < table_id <= LARGEST_ID:
        raise forged()
    # after the key was changed, links given out with the one before still open their tables
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    right = [constant_time_compare(token, _token(table_id, link_number, key)) for key in keys]
    if not any(right):
        raise forged()
    return table_id, link_number


def forged() -> LinkRefused:
    """Return the refusal of an address that the site has not made."""
    return LinkRefused(
        FORGED,
        _("This link is not complete. Scan the code again, or type the whole link."),
    )


def _token(table_id: int, link_number: int, key: str) -> str:
    name = f"{int_to_base36(table_id)}-{int_to_base36(link_number)}"
    return f"{name}-{signature(SALT, name, key)}"


def signature(salt: str, name: str, key: str) -> str:
    """Return what proves that the site itself made the name: 96 bits, for an address."""
    digest = salted_hmac(salt, name, secret=key, algorithm="sha256").digest()[:SIGNATURE_BYTES]
    return base64.urlsafe_b64encode(digest).decode()


def table_url(table: Table) -> str:
    """Return the whole address of the table's page, as it stands in the code."""
    return f"{settings.SITE_URL}{reverse('table:page', args=[link_of(table)])}"
