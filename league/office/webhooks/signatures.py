"""Signatures after Standard Webhooks: receivers check that a message is ours and is fresh."""

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def headers_of(
    message_id: str, body: bytes, *, at: datetime, signed_with: Iterable[str]
) -> dict[str, str]:
    """Return the three headers of a message that is sent now, a signature for each secret."""
    moment = str(int(at.timestamp()))
    signed = b".".join((message_id.encode(), moment.encode(), body))
    return {
        "webhook-id": message_id,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(f"v1,{_signature(key, signed)}" for key in signed_with),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = b64decode(secret.removeprefix(PREFIX))
    return b64encode(hmac.new(key, signed, sha256).digest()).decode()
