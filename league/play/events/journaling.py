"""Writing what happens in an event into the journal: with its club, its name and its stage."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet

from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.records.rules import Gone
from league.play.events.models import Event, Stage


def journal_event(
    kind: str,
    event: Event,
    /,
    *,
    subject: Model | None = None,
    by: Act,
    **data: Any,
) -> Happening:
    """Write what happened to an event, or to the subject that belongs to it.

    Raises what `journal.services.append` raises.
    """
    return journal.append(
        kind=kind,
        by=by,
        club_id=event.club_id,
        event_id=event.pk,
        subject=subject or event,
        data={"event": event.name, **data},
    )


def journal_subjects(
    kind: str,
    event: Event,
    about: Iterable[tuple[Model, Mapping[str, Any]]],
    /,
    *,
    by: Act,
) -> None:
    """Write what happened to each of the subjects that belong to an event, with its data."""
    journal.append_all(
        kind=kind,
        by=by,
        club_id=event.club_id,
        event_id=event.pk,
        about=[(subject, {"event": event.name, **data}) for subject, data in about],
    )


def journal_stage(
    kind: str,
    stage: Stage,
    about: Mapping[str, Any] | None = None,
    /,
    *,
    subject: Model | None = None,
    by: Act,
    **data: Any,
) -> Happening:
    """Like `journal_event`, for a stage that knows its event, or for a subject that is of it.

    `about` is more data, under whatever names.
    """
    return journal.append(
        kind=kind,
        by=by,
        club_id=stage.event.club_id,
        event_id=stage.event_id,
        stage_id=stage.pk,
        subject=subject or stage,
        data={"event": stage.event.name, **data, **(about or {})},
    )


# --- Locking ---
# Locks on rows of an event: of two changes at once, the second reads what the first has stored.

Row = TypeVar("Row", bound=Model)


def hold_event(event_id: int) -> None:
    """Keep an event, its stages, entries and rounds as they are until the transaction ends.

    It is the lock that every change of them takes first. Nothing is held where there is none.
    """
    rows = Event.objects.select_for_update(no_key=True, of=("self",)).filter(pk=event_id)
    list(rows.values_list("pk", flat=True))


def as_stored(event: Event) -> Event:
    """Return the event as it is now, with its club and season. Raises Event.DoesNotExist."""
    return Event.objects.select_related("club", "season").get(pk=event.pk)


def locked(rows: "QuerySet[Row, Row]", **which: Any) -> Row:
    """Return the row, locked FOR NO KEY UPDATE: rows that only refer to it can still be written.

    Raises Gone.
    """
    try:
        return rows.select_for_update(no_key=True, of=("self",)).get(**which)
    except ObjectDoesNotExist:
        raise Gone from None
