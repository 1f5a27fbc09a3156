"""The last step between a club and an association, undone by the side that took it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate
from league.office.associations.models import AssociatedClub, Belonging, Registration
from league.office.associations.services.founding import hold_association
from league.office.associations.services.joining_clubs import (
    MOMENTS,
    check_may_join,
    journal_belonging,
)
from league.office.associations.services.resuming import resume_registration

STEPS = (
    *("association.club_invited", "association.club_asked", "association.club_joined"),
    *("association.club_declined", "association.club_left"),
)
UNDONE = "association.step_undone"


def belonging_change(club: Club, *, actor: Actor, at: datetime) -> Happening | None:
    """Return the step that somebody took for a club, or an association, at a moment."""
    return change_made("club", club.pk, STEPS, actor=actor, at=at)


@transaction.atomic
def undo_belonging(*, club: Club, change: int, actor: Actor, at: datetime) -> None:
    """Undo a step that was taken for the club, or for the association that the club is.

    `change` is its happening by its number. Registrations that ended because the club left are open
    again. Undone twice it is done once. Raises OutOfDate where there was another step since, or
    players were registered, and CannotJoin.
    """
    made = change_to_undo("club", club.pk, STEPS, change)
    rows = AssociatedClub.objects.select_related("association__club", "club")
    row = rows.filter(pk=made.data["associated_club_id"]).first() if made else None
    if made is None or row is None:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    association = hold_association(row.association)
    row = rows.get(pk=row.pk)
    if is_undone(made):
        return
    _check_last(club, row, made)
    if row.state == Belonging.LEFT:
        check_may_join(association, row.club)
    if row.state == Belonging.MEMBER:
        _check_nobody_registered(row)
    _put_back(row, made.data["was"], at)
    for ended in _ended(made.data.get("ended", [])):
        # one that somebody opened again is open
        ended_at = ended.ended_at or at
        resume_registration(registration=ended, ended_at=ended_at, actor=actor, at=at)
    journal_belonging(UNDONE, row, actor=actor, at=at, undoes=made.pk)


def _check_last(club: Club, row: AssociatedClub, made: Happening) -> None:
    steps = happenings_about("club", club.pk).filter(
        kind__in=(*STEPS, UNDONE), data__associated_club_id=row.pk
    )
    if steps.filter(pk__gt=made.pk).exists():
        raise OutOfDate(
            _(
                "This can no longer be undone: something has changed between %(club)s and "
                "%(association)s since then."
            )
            % {"club": row.club.name, "association": row.association.club.name}
        )


def _check_nobody_registered(row: AssociatedClub) -> None:
    registered = Registration.objects.filter(
        season__club=row.association.club_id, club=row.club, ended_at__isnull=True
    )
    if registered.exists():
        raise OutOfDate(
            _("This can no longer be undone: %(club)s has registered players since then.")
            % {"club": row.club.name}
        )


def _put_back(row: AssociatedClub, was: dict[str, Any] | None, at: datetime) -> None:
    """Store what was before; a club that had nothing to do with it before has left."""
    if was is None:
        row.state, row.left_at = Belonging.LEFT, at
    else:
        row.state = Belonging(was["state"])
        for name in MOMENTS:
            moment = was[name]
            setattr(row, name, datetime.fromisoformat(moment) if moment else None)
    row.save(update_fields=["state", *MOMENTS])


def _ended(numbers: Sequence[int]) -> list[Registration]:
    return list(Registration.objects.filter(pk__in=numbers).order_by("pk"))
