"""Which addresses a webhook can have."""

from typing import NoReturn
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _

from league.office.webhooks.exchange import FIRST_FREE_PORT, SECURE_PORT, is_public_host, port_of

LONGEST_ADDRESS = 500


def checked_address(text: str) -> str:
    """Return the address as it is asked, if it can be one of another program.

    Names are looked up when a message is sent, not here. Raises ValidationError.
    """
    url = _split(text.strip())
    schemes = ("https", "http") if settings.WEBHOOK_PRIVATE_ADDRESSES else ("https",)
    if url.scheme not in schemes or not url.hostname:
        _refuse(_("Write the whole address, beginning with https://"))
    if url.username is not None or url.password is not None or url.fragment:
        _refuse(_("Leave names, passwords and “#” out of the address."))
    _check_host(url)
    address = iri_to_uri(url.geturl())
    if len(address) > LONGEST_ADDRESS:
        sentence = _("The address may have %(most)d characters; this one has %(count)d.")
        _refuse(sentence % {"most": LONGEST_ADDRESS, "count": len(address)})
    return address


def _split(text: str) -> SplitResult:
    """Return the parts of an address, its host as name servers know it. Raises ValidationError."""
    try:
        url = urlsplit(text)
        port = url.port
        host = (url.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        _refuse(_("This is no address of a website: look for a slip."))
    is_spaced = any(sign.isspace() or not sign.isprintable() for sign in text)
    if is_spaced:
        _refuse(_("An address has no spaces: look for a slip."))
    if "@" in url.netloc:
        return url
    named = f"[{host}]" if ":" in host else host
    return url._replace(netloc=named if port is None else f"{named}:{port}")


def _check_host(url: SplitResult) -> None:
    private_too = settings.WEBHOOK_PRIVATE_ADDRESSES
    port = port_of(url)
    if not private_too and port != SECURE_PORT and port < FIRST_FREE_PORT:
        sentence = _("The port can be %(usual)d, or one from %(free)d on; it is %(port)d.")
        _refuse(sentence % {"usual": SECURE_PORT, "free": FIRST_FREE_PORT, "port": port})
    if not is_public_host(url.hostname or "", private_too=private_too):
        _refuse(_("This address belongs to a private network: use one of the public internet."))


def _refuse(sentence: str) -> NoReturn:
    raise ValidationError(sentence)
