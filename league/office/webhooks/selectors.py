"""Queries on webhooks, their messages and changes. Nothing here writes."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.foundation.outbox.models import UNSENT, OutboxMessage
from league.foundation.refusal import Refused
from league.office.webhooks.message_bodies import reference, standings_reference
from league.office.webhooks.models import RETENTION, Attempt, Change, Webhook
from league.office.webhooks.topics import OPEN_KINDS, STANDINGS_CHANGED
from league.play.events.models import Event

# rows one answer looks through, and those it has at most
LOOKED_THROUGH = 2_000
PAGE, MOST_A_PAGE = 100, 500
FROM_THE_START = "start"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def webhooks_of(club: Club) -> "QuerySet[Webhook]":
    """Return the webhooks of a club in the order they were added, with how many messages wait."""
    waiting = Count("messages", filter=Q(messages__state__in=UNSENT))
    rows = Webhook.objects.filter(club=club).select_related("club", "event")
    return rows.annotate(waiting=waiting).order_by("pk")


def messages_of(webhook: Webhook) -> "QuerySet[OutboxMessage]":
    """Return what was sent to a webhook or waits to be, newest first, with its attempts."""
    tries = Prefetch("tries", Attempt.objects.order_by("-pk"))
    return webhook.messages.order_by("-pk").prefetch_related(tries)


class CursorNotGood(Refused):
    """The cursor is none of this site's, or is from too long ago."""

    code = "cursor_not_good"


class CursorTooOld(Refused):
    """Changes behind it are deleted: everything has to be read again."""

    code = "cursor_too_old"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """A place among the changes: everything up to `position` is known, at the end of that `day`.

    A day is counted from 1970, in UTC. Written as "812.20415".
    """

    position: int
    day: int

    def __str__(self) -> str:
        return f"{self.position}.{self.day}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage:
    """Changes as programs read them, from the oldest; `is_more`: ask again at once."""

    results: list[dict[str, Any]]
    cursor: Cursor
    is_more: bool


def cursor_from(text: str, at: datetime) -> Cursor | None:
    """Return the cursor that was written, None for an empty one. Raises a refusal."""
    if not text:
        return None
    if text == FROM_THE_START:
        return Cursor(position=0, day=_day(at))
    parts = text.split(".")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise CursorNotGood(_("This is no cursor: send the one of the last answer."), field="after")
    position, day = (int(part[:18]) for part in parts)
    if day > _day(at):
        raise CursorNotGood(_("This is no cursor: send the one of the last answer."), field="after")
    if day < _day(at - RETENTION):
        sentence = _(
            "Changes are kept for %(days)d days and this cursor is older: read everything anew, "
            "then go on from a fresh cursor."
        )
        raise CursorTooOld(sentence % {"days": RETENTION.days}, field="after")
    return Cursor(position=position, day=day)


def _day(at: datetime) -> int:
    return (at - EPOCH) // timedelta(days=1)


def changes_after(
    cursor: Cursor | None,
    *,
    club: Club,
    events: "QuerySet[Event]",
    event: Event | None,
    sees_all: bool,
    most: int,
    at: datetime,
) -> ChangesPage:
    """Return what happened in a club, or in one event of it, since a cursor, a page of it.

    `events` are those of the club that the reader finds; who `sees_all` finds every kind in each.
    Without a cursor nothing is returned but the one to begin with. An answer looks through
    LOOKED_THROUGH rows, so one without results may have more behind it.
    """
    if cursor is None:
        return ChangesPage(results=[], cursor=Cursor(position=_last(), day=_day(at)), is_more=False)
    of_it = {"club_id": club.pk} if event is None else {"event_id": event.pk}
    # read before the rows: whatever becomes visible after this moment has a higher position
    last = max(_last(), cursor.position)
    rows = Change.objects.filter(**of_it, position__gt=cursor.position, position__lte=last)
    looked = list(rows.order_by("position").values_list("position", flat=True)[:LOOKED_THROUGH])
    is_all = len(looked) < LOOKED_THROUGH
    end = last if is_all else looked[-1]
    seen = rows.filter(position__lte=end)
    if not sees_all:
        seen = seen.filter(kind__in=OPEN_KINDS | {STANDINGS_CHANGED})
    if event is None and not sees_all:
        seen = seen.filter(event_id__in=events.order_by().values("pk"))
    found = list(seen.order_by("position")[: most + 1])
    is_cut = len(found) > most
    reached = found[most - 1].position if is_cut else end
    return ChangesPage(
        results=[change_message(change, club) for change in found[:most]],
        cursor=Cursor(position=reached or 0, day=_day(at)),
        is_more=is_cut or not is_all,
    )


def _last() -> int:
    """Return the highest position that is committed; 0 before the first."""
    return int(
        Change.objects.filter(position__isnull=False)
        .order_by("-position")
        .values_list("position", flat=True)
        .first()
        or 0
    )


def change_message(change: Change, club: Club) -> dict[str, Any]:
    """Return a change as programs read it: like a message, of which no part is a name."""
    message = reference(
        club=club,
        kind=change.kind,
        happening_id=abs(change.happening_id),
        event_id=change.event_id,
        stage_id=change.stage_id,
        subject_type=change.subject_type,
        subject_id=change.subject_id,
    )
    if change.kind == STANDINGS_CHANGED:
        message = standings_reference(message, change.stage_id or 0)
    return {"type": change.kind, "timestamp": change.at, **message}
