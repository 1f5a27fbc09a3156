"""The keys of web push: the site's own (VAPID, RFC 8292), and those that a phone gives (RFC 8291).

`cryptography` is imported only where it is needed: it costs memory in every process.
"""

import base64
import binascii
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from py_vapid import Vapid02

POINT_BYTES, AUTH_BYTES, PRIVATE_BYTES = 65, 16, 32


class KeysInvalid(ValueError):
    """What was given are no keys of a phone, or none of this site."""


def decoded(text: str) -> bytes:
    """Return bytes of base64 for addresses, with or without its padding. Raises KeysInvalid."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise KeysInvalid(text) from error


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def check_phone_keys(p256dh: str, auth: str) -> None:
    """Refuse what no phone can decrypt with. Raises KeysInvalid."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    point = decoded(p256dh)
    if len(point) != POINT_BYTES or len(decoded(auth)) != AUTH_BYTES:
        raise KeysInvalid("keys of another length")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as error:
        raise KeysInvalid("no point of the curve") from error


def new_private_key() -> str:
    """Return a new key for the setting VAPID_PRIVATE_KEY."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(number.to_bytes(PRIVATE_BYTES, "big"))


def is_on() -> bool:
    """Say whether this site pushes at all: it has a key."""
    return bool(settings.VAPID_PRIVATE_KEY)


@lru_cache(maxsize=2)
def vapid_of(private_key: str) -> "Vapid02":
    """Return what signs requests to push services. Raises KeysInvalid."""
    from py_vapid import Vapid02, VapidException  # noqa: PLC0415

    if len(decoded(private_key)) != PRIVATE_BYTES:
        raise KeysInvalid("VAPID_PRIVATE_KEY is not a key; make one with manage.py push_keys")
    try:
        return Vapid02.from_raw(private_key.encode())
    except (VapidException, ValueError) as error:
        raise KeysInvalid("VAPID_PRIVATE_KEY is not a key of the curve P-256") from error


def public_key() -> str:
    """Return the site's public key, as browsers take it; empty where nothing is pushed."""
    if not is_on():
        return ""
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        Encoding,
        PublicFormat,
    )

    key = vapid_of(settings.VAPID_PRIVATE_KEY).public_key
    return encoded(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
