"""Does a request with a key once; sent again, it gets the first answer (idempotency keys)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TypeVar
from uuid import UUID

from django.db import connection, models, transaction
from django.utils.translation import gettext as _

from league.foundation.once.models import KeyedRequest
from league.foundation.refusal import Refused

RETENTION = timedelta(hours=24)
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
def run_once(
    *, scope: str, key: UUID, digest: str, at: datetime, act: Callable[[], Answer | None]
) -> Answer | None:
    """Call `act` and store its answer under the key, or return the answer stored before.

    Returns None when `act` has just been called; if `act` returned None, nothing is stored. Of two
    sent at the same moment the second waits for the transaction of the first. If `act` raises,
    the key is free again, as everything is rolled back.

    Raises KeyReused when the key was sent with other content before.
    """
    claimed = _claim(scope, key, digest, at)
    if claimed is None:
        return _known(KeyedRequest.objects.get(scope=scope, key=key), digest)
    answer = act()
    if answer is None:
        KeyedRequest.objects.filter(pk=claimed).delete()
        return None
    is_short = answer.body is None or len(answer.body.encode()) <= MOST_KEPT_BYTES
    body = answer.body if is_short else None
    with connection.cursor() as cursor:
        cursor.execute(KEEP, [answer.status, answer.location, body, claimed])
    return None


CLAIM = """
INSERT INTO once_keyedrequest (scope, key, digest, status, location, done_at)
VALUES (%s, %s, %s, 0, '', %s) ON CONFLICT (scope, key) DO NOTHING RETURNING id
"""
KEEP = "UPDATE once_keyedrequest SET status = %s, location = %s, body = %s WHERE id = %s"


def _claim(scope: str, key: UUID, digest: str, at: datetime) -> int | None:
    """Return the id of a new row for this key, or None: the request was done before.

    A second one waits here for the first, and then finds its row.
    """
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, [scope, key, digest, at])
        row = cursor.fetchone()
    return row[0] if row else None


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
    gone, _by_model = KeyedRequest.objects.filter(done_at__lt=at - RETENTION).delete()
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


# --- Change something only if it is still as it was when somebody looked at it ---

Done = TypeVar("Done")


@transaction.atomic
def with_row_lock(lock: Callable[[], object], act: Callable[[], Done]) -> Done:
    """Call `act` while nobody else can change what `lock` locks.

    Services inside join the transaction; what `act` raises undoes all of it. `lock` must take the
    lock that those services take first: in another order two could wait for each other for ever.
    """
    lock()
    return act()
