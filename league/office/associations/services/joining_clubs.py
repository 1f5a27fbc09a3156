"""Clubs join an association, invited or asking for it, as the other side answers; and leave it.

Who may act for which side the faces ask of `permissions`, with the club that acts.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Club
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.lists import listed_some
from league.foundation.refusal import OutOfDate, Refused
from league.office.associations.models import AssociatedClub, Association, Belonging, Registration
from league.office.associations.services.founding import hold_association
from league.office.associations.services.registering import resume_registration
from league.office.associations.two_journals import journal_in_club, journal_registration
from league.play.events.models import EntryClub, EntryState
from league.play.events.models.events import TO_BE_PLAYED

MOST_CLUBS = 500
MOST_NAMED = 5
MOMENTS = ("offered_at", "joined_at", "left_at")


class CannotJoin(Refused):
    """A club cannot join itself, or the association is full."""

    code = "cannot_join"


class NotWaiting(Refused):
    """Nothing waits for this answer: it was answered or taken back."""

    code = "not_waiting"


class StillEntered(Refused):
    """The club has entries in events of the association that are to be played."""

    code = "club_still_entered"


@transaction.atomic
def invite_club(*, association: Association, club: Club, by: Act) -> AssociatedClub:
    """Invite a club for the association. A club that has asked joins by it; twice is once.

    Raises CannotJoin.
    """
    return _offer(association, club, Belonging.INVITED, by=by)


@transaction.atomic
def ask_to_join(*, association: Association, club: Club, by: Act) -> AssociatedClub:
    """Ask for a club to be taken in. A club that is invited joins by it; twice is once.

    Raises CannotJoin.
    """
    return _offer(association, club, Belonging.ASKED, by=by)


def _offer(association: Association, club: Club, state: Belonging, *, by: Act) -> AssociatedClub:
    association = hold_association(association)
    check_may_join(association, club)
    row = _row(association, club)
    if row is not None and row.state in (state, Belonging.MEMBER):
        return row
    if row is not None and row.state != Belonging.LEFT:
        return _join(row, by=by)
    was = describe_belonging(row)
    row = row or AssociatedClub(association=association, club=club)
    row.state, row.offered_at, row.joined_at, row.left_at = state, by.at, None, None
    row.save()
    invited, asked = "association.club_invited", "association.club_asked"
    kind = invited if state == Belonging.INVITED else asked
    journal_belonging(kind, row, by=by, was=was)
    return row


def check_may_join(association: Association, club: Club) -> None:
    """Refuse the association itself, and one club more than it can have."""
    if club.pk == association.club_id:
        raise CannotJoin(_("An association cannot be one of its own clubs."), field="club")
    if association.associated_clubs.exclude(state=Belonging.LEFT).count() >= MOST_CLUBS:
        raise CannotJoin(
            _("An association can have %(most)d clubs; this one has as many.")
            % {"most": MOST_CLUBS},
            field="club",
        )


@transaction.atomic
def answer(
    *,
    association: Association,
    club: Club,
    waits: str,
    accepts: bool,
    by: Act,
) -> AssociatedClub:
    """Answer an invitation (`waits` is INVITED) or a club that asks (ASKED); the offer of one's own
    is taken back by declining it. The same answer again changes nothing. Raises NotWaiting.
    """
    association = hold_association(association)
    row = _row(association, club)
    if row is not None and row.state == (Belonging.MEMBER if accepts else Belonging.LEFT):
        return row
    if row is None or row.state != waits:
        raise NotWaiting(
            _("Nothing waits for this answer any more: look at the list of clubs again.")
        )
    if accepts:
        return _join(row, by=by)
    was = describe_belonging(row)
    row.state, row.left_at = Belonging.LEFT, by.at
    row.save(update_fields=["state", "left_at"])
    journal_belonging("association.club_declined", row, by=by, was=was)
    return row


def _join(row: AssociatedClub, *, by: Act) -> AssociatedClub:
    was = describe_belonging(row)
    row.state, row.joined_at = Belonging.MEMBER, by.at
    row.save(update_fields=["state", "joined_at"])
    journal_belonging("association.club_joined", row, by=by, was=was)
    return row


@transaction.atomic
def leave(*, association: Association, club: Club, by: Act) -> AssociatedClub:
    """Let a club leave: its registrations end, what it has played stays. Twice is once.

    Raises StillEntered while entries of the club are to be played, and NotWaiting.
    """
    association = hold_association(association)
    row = _row(association, club)
    if row is not None and row.state == Belonging.LEFT:
        return row
    if row is None or row.state != Belonging.MEMBER:
        raise NotWaiting(_("%(club)s is not a member of the association.") % {"club": club.name})
    _check_not_entered(association, club)
    was = describe_belonging(row)
    ended = _end_registrations(association, club, by=by)
    row.state, row.left_at = Belonging.LEFT, by.at
    row.save(update_fields=["state", "left_at"])
    journal_belonging("association.club_left", row, by=by, was=was, ended=ended)
    return row


def _check_not_entered(association: Association, club: Club) -> None:
    rows = EntryClub.objects.filter(
        club=club, entry__event__club=association.club_id, entry__event__state__in=TO_BE_PLAYED
    ).exclude(entry__state=EntryState.WITHDRAWN)
    names = list(rows.values_list("entry__event__name", flat=True).distinct().order_by())
    if names:
        raise StillEntered(
            ngettext(
                "%(club)s still has entries in %(count)d event: %(events)s. Withdraw the club "
                "from it first.",
                "%(club)s still has entries in %(count)d events: %(events)s. Withdraw the club "
                "from them first.",
                len(names),
            )
            % {
                "club": club.name,
                "count": len(names),
                "events": listed_some(sorted(names), MOST_NAMED),
            }
        )


def _end_registrations(association: Association, club: Club, *, by: Act) -> list[int]:
    """End the registrations of the club, and return which."""
    rows = Registration.objects.filter(
        season__club=association.club_id, club=club, ended_at__isnull=True
    )
    found = list(rows.select_related("season", "player", "home_player__club").order_by("pk"))
    for row in found:
        row.ended_at = max(by.at, row.registered_at)
        row.save(update_fields=["ended_at"])
        journal_registration("registration.ended", row, by=by)
    return [row.pk for row in found]


def _row(association: Association, club: Club) -> AssociatedClub | None:
    rows = AssociatedClub.objects.select_related("club", "association__club")
    return rows.filter(association=association, club=club).first()


def describe_belonging(row: AssociatedClub | None) -> dict[str, str | None] | None:
    """Return whether the club belongs to the association, as the journal keeps it."""
    if row is None:
        return None
    moments = {name: getattr(row, name) for name in MOMENTS}
    return {"state": row.state} | {
        name: moment.isoformat() if moment else None for name, moment in moments.items()
    }


def journal_belonging(kind: str, row: AssociatedClub, /, *, by: Act, **data: Any) -> None:
    """Write it into the journals of the association and of the club."""
    named: dict[str, Any] = {"association": row.association.club, "club": row.club}
    named["associated_club_id"] = row.pk
    for club in (row.association.club, row.club):
        journal_in_club(kind, club, club, by=by, **named, **data)


# --- The last step between a club and an association, undone by the side that took it ---

STEPS = (
    *("association.club_invited", "association.club_asked", "association.club_joined"),
    *("association.club_declined", "association.club_left"),
)
UNDONE = "association.step_undone"


def belonging_change(club: Club, *, by: Act) -> Happening | None:
    """Return the step that somebody took for a club, or an association, at a moment."""
    return change_made("club", club.pk, STEPS, by=by)


@transaction.atomic
def undo_belonging(*, club: Club, change: int, by: Act) -> None:
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
    _put_back(row, made.data["was"], by.at)
    for ended in _ended(made.data.get("ended", [])):
        # one that somebody opened again is open
        ended_at = ended.ended_at or by.at
        resume_registration(registration=ended, ended_at=ended_at, by=by)
    journal_belonging(UNDONE, row, by=by, undoes=made.pk)


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
