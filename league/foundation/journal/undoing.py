"""Changes that can be taken back: which happening they wrote, and whether that was undone.

What undoing one needs stands in the data of its happening as `was`; the undo is a happening of its
own whose `undoes` names it.
"""

from collections.abc import Collection
from datetime import datetime

from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about


def change_made(
    subject_type: str, subject_id: int, kinds: Collection[str], *, actor: Actor, at: datetime
) -> Happening | None:
    """Return what somebody's act at a moment wrote, where it can be undone."""
    rows = happenings_about(subject_type, subject_id).filter(
        kind__in=kinds, at=at, actor_user_id=actor.user_id, data__has_key="was"
    )
    return rows.last()


def change_to_undo(
    subject_type: str, subject_id: int, kinds: Collection[str], number: int
) -> Happening | None:
    """Return the happening of this number, if it is about the subject and can be undone."""
    rows = happenings_about(subject_type, subject_id)
    return rows.filter(pk=number, kind__in=kinds, data__has_key="was").first()


def is_undone(change: Happening) -> bool:
    """Say whether somebody has undone the change already."""
    about = happenings_about(change.subject_type, change.subject_id or 0)
    return about.filter(pk__gt=change.pk, data__undoes=change.pk).exists()
