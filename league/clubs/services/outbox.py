"""The outbox: mails are requested in the transaction of what they tell, and sent by the workers.

A mail is claimed and that is committed; then it is sent, outside of any transaction; then it is
noted as sent. Only a worker that ends between the last two leaves a mail that is sent twice, with
the same Message-ID both times (docs/decisions/0051-mails-are-claimed.md).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPResponseException
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from league import queues
from league.clubs.models import Mail, MailState
from league.clubs.models.mails import OVER
from league.jobs.turns import in_turn, lost_after, note_turn
from league.metrics import MAILS

log = structlog.stdlib.get_logger("mails")

SEND_MAIL = "league.clubs.tasks.send_mail"
# a mail server that is away is tried again after 10 s, 20 s, 40 s ... an hour; three hours in all
FIRST_GAP = timedelta(seconds=10)
LONGEST_GAP = timedelta(hours=1)
MOST_ATTEMPTS = 12
MOST_SENT = 100  # turns that one sweep gives
KEPT = timedelta(days=30)

# writes a mail and hands it to the mail server, under a Message-ID; False: to nobody any more
Send: TypeAlias = Callable[[Mail, str], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class MailKind:
    """`send` raises what the mail server's connection raises; the others note what follows."""

    name: str
    send: Send
    sent: Callable[[Mail, datetime], None] = lambda _mail, _at: None
    given_up: Callable[[Mail, datetime], None] = lambda _mail, _at: None


_KINDS: dict[str, MailKind] = {}


def register(kind: MailKind) -> None:
    if _KINDS.setdefault(kind.name, kind) != kind:
        raise ValueError(f"the mails {kind.name!r} are registered twice")


def request_mail(
    kind: str, *, at: datetime, even_without_broker: bool = False, **about: Any
) -> None:
    """Request a mail of a registered kind, with `about` as `_keep` has it; it follows the commit.

    `even_without_broker` has it sent by this process where no worker can be asked, which takes as
    long as the mail server takes.
    """
    mail = _keep(kind, at=at, **about)

    def give_turn() -> None:
        if not queues.send(SEND_MAIL) and even_without_broker:
            send_mails(Mail.objects.filter(reference=mail.reference), at=at)

    transaction.on_commit(give_turn, robust=True)


def send_now(kind: str, *, at: datetime, **about: Any) -> None:
    """Request a mail as `request_mail` does, and try at once to send it."""
    mail = _keep(kind, at=at, **about)
    send_mails(Mail.objects.filter(reference=mail.reference), at=at)


def _keep(
    kind: str,
    *,
    at: datetime,
    club_id: int | None = None,
    subject_id: int | None = None,
    key: str = "",
    data: dict[str, Any] | None = None,
) -> Mail:
    """Store a mail to be sent; where one has its `key` already, that one is all there is."""
    named = {"key": key} if key else {}
    about = {"club_id": club_id, "subject_id": subject_id, "data": data or {}}
    mail = Mail(kind=_KINDS[kind].name, asked_at=at, due_at=at, **about, **named)
    Mail.objects.bulk_create([mail], ignore_conflicts=True)
    return mail


def send_next(*, at: datetime) -> Mail | None:
    """Send the mail that has the next turn; None if none is due."""
    return send_mails(Mail.objects.all(), at=at)


def send_mails(rows: "QuerySet[Mail]", *, at: datetime) -> Mail | None:
    """Send the first of these mails that is due; None if none is."""
    mail = claim(rows, at=at)
    if mail is not None:
        _try(mail, at)
    return mail


@transaction.atomic
def claim(rows: "QuerySet[Mail]", *, at: datetime) -> Mail | None:
    """Claim a mail: one that somebody waits for to sign in, else of the club that waits longest.

    What another worker is just claiming is left to that one.
    """
    due = rows.filter(state=MailState.WAITING, due_at__lte=at)
    mail = _first(due.filter(club=None)) or _first(due.exclude(club=None))
    if mail is None:
        return None
    if mail.club_id is not None:
        note_turn(queues.MAIL, mail.club_id, at)
    mail.state, mail.claimed_at, mail.attempts = MailState.CLAIMED, at, mail.attempts + 1
    mail.save(update_fields=["state", "claimed_at", "attempts"])
    return mail


def _first(due: "QuerySet[Mail]") -> Mail | None:
    ordered = in_turn(due, queues.MAIL, "club_id", "due_at")
    return ordered.select_for_update(skip_locked=True, of=("self",)).first()


def _try(mail: Mail, at: datetime) -> None:
    kind = _KINDS[mail.kind]
    try:
        is_sent = kind.send(mail, message_id_of(mail))
    except (OSError, SMTPException) as error:
        _failed(mail, at, _in_short(error))
    except Exception as error:
        log.exception("mail_not_written", kind=mail.kind, mail_id=mail.pk)
        _failed(mail, at, type(error).__name__)
    else:
        if is_sent:
            _note_as_sent(mail, at)
            kind.sent(mail, at)
        else:
            _end(mail, MailState.NOT_NEEDED, at)


def message_id_of(mail: Mail) -> str:
    return f"<{mail.reference}@{urlsplit(settings.SITE_URL).hostname or 'tricktable'}>"


def _in_short(error: Exception) -> str:
    """Return what went wrong without what the server said: that repeats addresses."""
    name = type(error).__name__
    return f"{name} {error.smtp_code}" if isinstance(error, SMTPResponseException) else name


def _failed(mail: Mail, at: datetime, reason: str) -> None:
    """Have it tried again after a gap, each twice as long as the one before, or give it up."""
    log.warning(
        "mail_failed", kind=mail.kind, mail_id=mail.pk, attempt=mail.attempts, reason=reason
    )
    if mail.attempts >= MOST_ATTEMPTS:
        _give_up(mail, at, reason)
        return
    gap = min(FIRST_GAP * 2 ** (mail.attempts - 1), LONGEST_GAP)
    _mine(mail).update(
        state=MailState.WAITING, claimed_at=None, due_at=at + gap, reason=reason[:100]
    )


def _give_up(mail: Mail, at: datetime, reason: str) -> None:
    log.error(
        "mail_given_up", kind=mail.kind, mail_id=mail.pk, attempts=mail.attempts, reason=reason
    )
    MAILS.labels("given_up").inc()
    _end(mail, MailState.GIVEN_UP, at, reason=reason[:100])
    if mail.kind in _KINDS:  # one of another release is only noted
        _KINDS[mail.kind].given_up(mail, at)


def _note_as_sent(mail: Mail, at: datetime) -> None:
    """Note it, though another worker may have claimed it since: that one then changes nothing."""
    rows = Mail.objects.filter(pk=mail.pk).exclude(state__in=OVER)
    rows.update(state=MailState.SENT, claimed_at=None, ended_at=at, data={}, reason="")


def _end(mail: Mail, state: MailState, at: datetime, reason: str = "") -> None:
    _mine(mail).update(state=state, claimed_at=None, ended_at=at, data={}, reason=reason)


def _mine(mail: Mail) -> "QuerySet[Mail]":
    """Return the mail, unless somebody else has claimed it since."""
    rows = Mail.objects.filter(pk=mail.pk, state=MailState.CLAIMED)
    return rows.filter(attempts=mail.attempts)


def sweep(*, at: datetime) -> int:
    """Give turns to what is due, and to what a worker had claimed when it died.

    Returns how many turns were given. What is long over is forgotten.
    """
    silent = Mail.objects.filter(state=MailState.CLAIMED, claimed_at__lt=at - lost_after())
    for mail in silent.filter(attempts__gte=MOST_ATTEMPTS):
        _give_up(mail, at, "the worker did not come back")
    silent.update(state=MailState.WAITING, claimed_at=None, due_at=at)
    Mail.objects.filter(ended_at__lt=at - KEPT).delete()
    due = Mail.objects.filter(state=MailState.WAITING, due_at__lte=at)
    turns = min(due.count(), MOST_SENT)
    for _turn in range(turns):
        queues.send(SEND_MAIL)
    return turns
