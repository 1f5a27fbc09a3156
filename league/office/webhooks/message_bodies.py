"""What a message says: which happening it was and where to read more; never a name or a result.

Whoever reads there reads what its token may see, so nothing that is hidden can be in a message.
"""

import hmac
import json
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.urls import reverse

from league.clubs.models import Club
from league.foundation.embedding import absolute
from league.office.webhooks.topics import topic_of

# the address of the API that shows a subject, by the journal's word for it
SHOWN_AT = {
    "entry": "api:entry",
    "event": "api:event",
    "houserules": "api:house_rule",
    "player": "api:player",
    "round": "api:round",
    "season": "api:season",
    "stage": "api:stage",
    "submission": "api:deal",
    "table": "api:table",
}
OF_A_CLUB = frozenset({"player", "houserules"})


def reference(
    *,
    club: Club,
    kind: str,
    happening_id: int | None,
    event_id: int | None,
    stage_id: int | None,
    subject_type: str,
    subject_id: int | None,
) -> dict[str, Any]:
    """Return what programs learn of a happening, in messages and in lists of changes alike."""
    return {
        "sequence": happening_id,
        "topic": topic_of(kind),
        "club": club.slug,
        "event": event_id,
        "stage": stage_id,
        "subject": subject_type,
        "subject_id": subject_id,
        "url": absolute(_path(club, event_id, subject_type, subject_id)),
    }


def _path(club: Club, event_id: int | None, subject_type: str, subject_id: int | None) -> str:
    """Return where the API shows the subject, else the event, else the club."""
    name = SHOWN_AT.get(subject_type)
    if name and subject_id:
        args = [club.slug, subject_id] if subject_type in OF_A_CLUB else [subject_id]
        return reverse(name, args=args)
    return (
        reverse("api:event", args=[event_id]) if event_id else reverse("api:club", args=[club.slug])
    )


def standings_reference(data: dict[str, Any], stage_id: int) -> dict[str, Any]:
    """Return the reference of a happening as one of the standings that follow it."""
    about = {"topic": "standings", "subject": "stage", "subject_id": stage_id}
    return data | about | {"url": absolute(reverse("api:standings", args=[stage_id]))}


def body_of(kind: str, at: datetime, data: dict[str, Any]) -> str:
    """Return the message as the text that is sent and signed."""
    moment = at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps({"type": kind, "timestamp": moment, "data": data}, ensure_ascii=False)


# --- Signatures after Standard Webhooks: receivers check that a message is ours and is fresh ---

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
