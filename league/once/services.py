"""Does a request with a key once; sent again, it gets the first answer (idempotency keys)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import models, transaction
from django.utils.translation import gettext as _

from league.once.models import KeyedRequest
from league.refusal import Refused

KEPT = timedelta(hours=24)
MOST_KEPT_BYTES = 64 * 1024
# stored requests of one account or table; beyond these the oldest are deleted within the day
MOST_OF_A_SCOPE = 5_000


class KeyReused(Refused):
    """The key belongs to a request with another content."""

    code = "idempotency_key_reused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a request: HTTP status, where it leads, body ("" or JSON; None: too large)."""

    status: int
    location: str = ""
    body: str | None = ""


def digest_of(*parts: str | bytes) -> str:
    """Return the SHA-256 of the parts, as 64 hexadecimal figures."""
    digest = sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


@transaction.atomic
def do_once(
    *, scope: str, key: UUID, digest: str, at: datetime, act: Callable[[], Answer | None]
) -> Answer | None:
    """Call `act` and store its answer under the key, or return the answer stored before.

    Returns None when `act` has just been called; if `act` returned None, nothing is stored. Of two
    sent at the same moment the second waits for the transaction of the first. If `act` raises,
    the key is free again, as everything is rolled back.

    Raises KeyReused when the key was sent with other content before.
    """
    claim = KeyedRequest(scope=scope, key=key, digest=digest, done_at=at)
    # a second one waits here for the first, and then finds its row
    KeyedRequest.objects.bulk_create([claim], ignore_conflicts=True)
    row = KeyedRequest.objects.get(scope=scope, key=key)
    if row.status:
        return _known(row, digest)
    answer = act()
    if answer is None:
        row.delete()
        return None
    row.status, row.location, row.body = answer.status, answer.location, answer.body
    if row.body is not None and len(row.body.encode()) > MOST_KEPT_BYTES:
        row.body = None
    row.save(update_fields=["status", "location", "body"])
    return None


def _known(row: KeyedRequest, digest: str) -> Answer:
    if row.digest != digest:
        raise KeyReused(
            _(
                "This key was sent with different content before, and that was carried out. "
                "Nothing was done now: send a fresh key with every new request."
            )
        )
    return Answer(status=row.status, location=row.location, body=row.body)


def forget_old(at: datetime) -> int:
    """Delete requests of more than a day ago, and the oldest beyond MOST_OF_A_SCOPE of a scope.

    Returns how many were deleted.
    """
    gone, _by_model = KeyedRequest.objects.filter(done_at__lt=at - KEPT).delete()
    full = (
        KeyedRequest.objects.values("scope")
        .annotate(count=models.Count("id"))
        .filter(count__gt=MOST_OF_A_SCOPE)
        .values_list("scope", flat=True)
    )
    for scope in full:
        rows = KeyedRequest.objects.filter(scope=scope).order_by("-id")
        oldest = rows.values_list("id", flat=True)[MOST_OF_A_SCOPE]
        more, _by_model = rows.filter(id__lte=oldest).delete()
        gone += more
    return gone
