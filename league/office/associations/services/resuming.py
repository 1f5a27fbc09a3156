"""A registration that was ended by mistake, open again."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate
from league.office.associations.models import Registration
from league.office.associations.services.registering import (
    check_club,
    check_room,
    hold_association_of,
)
from league.office.associations.two_journals import journal_registration


@transaction.atomic
def resume_registration(
    *, registration: Registration, ended_at: datetime, actor: Actor, at: datetime
) -> Registration:
    """Open a registration again that was ended at a moment; one that is open stays so.

    Raises OutOfDate where the player was registered again since, or it ended again, and
    CannotRegister where the club is no longer in the association, has as many players as it may,
    or the season is over.
    """
    association = hold_association_of(registration.season)
    row = Registration.objects.select_related("season", "player", "club", "home_player__club").get(
        pk=registration.pk
    )
    if row.ended_at is None:
        return row
    check_club(association, row.season, row.club, at)
    _check_last(row, ended_at)
    check_room(association, row.season, row.club)
    row.ended_at = None
    row.save(update_fields=["ended_at"])
    journal_registration("registration.made", row, actor=actor, at=at)
    return row


def _check_last(row: Registration, ended_at: datetime) -> None:
    if row.ended_at != ended_at:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    same = Q(player=row.player)
    if row.home_player is not None:
        same |= Q(home_player=row.home_player)
    since = Registration.objects.filter(same, season=row.season).exclude(pk=row.pk)
    last = since.filter(Q(ended_at__isnull=True) | Q(pk__gt=row.pk)).select_related("club").last()
    if last is not None:
        raise OutOfDate(
            _(
                "This can no longer be undone: %(player)s has been registered for %(club)s since "
                "then."
            )
            % {"player": row.player.name, "club": last.club.name}
        )
