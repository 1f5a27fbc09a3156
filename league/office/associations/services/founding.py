"""Founding an association, its rules for registrations, and ending it."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, User
from league.clubs.services import create_club
from league.clubs.services.clubs import changed_fields, lock_club
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.office.associations.models import (
    MOST_REGISTERED,
    MOST_TRANSFERS,
    Association,
    Belonging,
    Registration,
    TransferRule,
)
from league.office.associations.two_journals import journal_in_club

RULES = ("transfers", "transfers_until", "most_transfers", "most_registered")
LIMITS = {"most_transfers": MOST_TRANSFERS, "most_registered": MOST_REGISTERED}


class AssociationInvalid(Refused):
    """A rule has a value that it cannot have."""

    code = "association_invalid"


class NoAssociation(Refused):
    """The club is no association, or not any more."""

    code = "no_association"


class AssociationInUse(Refused):
    """Clubs are in it, or players are registered with it."""

    code = "association_in_use"


@transaction.atomic
def found_association(*, club: Club, by: Act) -> Association:
    """Make a club an association. Founded twice, it is one."""
    club = lock_club(club.pk)
    association, is_new = Association.objects.get_or_create(
        club=club, defaults={"founded_at": by.at}
    )
    if is_new:
        journal_in_club("association.founded", club, club, by=by, association=club)
    return association


@transaction.atomic
def create_association(
    *, name: str, owner: User, by: Act, slug: str = "", **settings: Any
) -> Association:
    """Make a new club that is an association. Raises what `create_club` raises."""
    club = create_club(name=name, owner=owner, by=by, slug=slug, **settings)
    return found_association(club=club, by=by)


@transaction.atomic
def change_rules(*, association: Association, by: Act, **rules: Any) -> Association:
    """Change the rules, those of RULES; what is registered stays. Raises AssociationInvalid.

    A last day is kept only where transfers end on a day.
    """
    association = hold_association(association)
    wanted = {name: getattr(association, name) for name in RULES} | rules
    if wanted["transfers"] != TransferRule.UNTIL:
        wanted["transfers_until"] = None
    _check(wanted)
    changes = changed_fields(association, RULES, wanted)
    if changes:
        association.save(update_fields=list(changes))
        club = association.club
        journal_in_club(
            "association.rules_changed",
            club,
            club,
            by=by,
            association=club,
            changes={name: [_plain(was), _plain(now)] for name, (was, now) in changes.items()},
        )
    return association


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _check(wanted: Mapping[str, Any]) -> None:
    if wanted["transfers"] not in TransferRule.values:
        raise AssociationInvalid(_("Say when players may change clubs."), field="transfers")
    if wanted["transfers"] == TransferRule.UNTIL and wanted["transfers_until"] is None:
        raise AssociationInvalid(
            _("Enter the last day on which players may change clubs."), field="transfers_until"
        )
    for name, most in LIMITS.items():
        if wanted[name] is not None and not 1 <= wanted[name] <= most:
            raise AssociationInvalid(
                _("Enter a number from 1 to %(most)d, or nothing for no limit.") % {"most": most},
                field=name,
            )


@transaction.atomic
def set_up(*, club: Club, is_on: bool, rules: Mapping[str, Any], by: Act) -> Association | None:
    """Make a club an association with these rules, or with `is_on` False a club alone again.

    Raises AssociationInvalid or AssociationInUse; then nothing is changed.
    """
    if not is_on:
        end_association(club=club, by=by)
        return None
    association = found_association(club=club, by=by)
    return change_rules(association=association, by=by, **rules)


@transaction.atomic
def end_association(*, club: Club, by: Act) -> None:
    """Make the association a club alone again, while nothing depends on it.

    Ended twice, it is ended once. Raises AssociationInUse.
    """
    club = lock_club(club.pk)
    association = Association.objects.filter(club=club).first()
    if association is None:
        return
    clubs = association.associated_clubs.exclude(state=Belonging.LEFT).count()
    players = Registration.objects.filter(season__club=club).count()
    if clubs or players:
        raise AssociationInUse(
            _(
                "%(association)s is in use (clubs: %(clubs)d, registrations: %(players)d): an "
                "association can be ended only while it has neither."
            )
            % {"association": club.name, "clubs": clubs, "players": players}
        )
    association.delete()
    journal_in_club("association.ended", club, club, by=by, association=club)


def hold_association(association: Association) -> Association:
    """Return the association as stored now, with its club locked: its changes follow each other.

    Raises NoAssociation.
    """
    lock_club(association.club_id)
    stored = Association.objects.select_related("club").filter(pk=association.pk).first()
    if stored is None:
        raise NoAssociation(_("It is no association any more: nothing was changed."))
    return stored
