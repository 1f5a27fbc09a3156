"""Clubs and accounts are deleted by their owners, some days later: they can change their mind.

When the day has come, housekeeping carries it out: piece by piece, so that a large club takes
long and locks nothing for long. Cut off, it goes on the next time.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import structlog
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.db import transaction
from django.db.models import Model, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from games.models import Deal
from league.clubs.models import (
    Club,
    Erased,
    Erasure,
    Invitation,
    JoinRequest,
    Logo,
    Member,
    Role,
    User,
)
from league.clubs.services.clubs import lock_club
from league.clubs.services.members import LastOwner, remove_member
from league.foundation.club_limits.models import ClubUse
from league.foundation.jobs.models import Job, Turn
from league.foundation.journal import services as journal
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.once.models import KeyedRequest
from league.foundation.outbox.models import OutboxMessage
from league.foundation.outbox.services import request_mail
from league.foundation.refusal import Refused
from league.office.personal_data.club_rows import models_of_clubs, rows_of_club, way_to_event
from league.office.personal_data.services.forgetting import (
    erasure_of,
    finish,
    forget_player,
    instead_of,
)
from league.office.personal_data.services.replacing import allow
from league.office.personal_data.site_cache import forget_kept_pages
from league.play.events.models import Event, Visibility
from league.play.prepared.models import WeeklyResult
from league.play.results.models import Submission

log = structlog.stdlib.get_logger("closing")

CLUB_CLOSES = "club_closes"  # kinds of mails
ACCOUNT_CLOSES = "account_closes"
WITH_DEALS = (Submission, WeeklyResult)
# a club has an owner, and its logo, as long as it is there
WITH_THE_CLUB: tuple[type[Model], ...] = (Member, Club)


class WrongName(Refused):
    """What was typed to confirm is not the name of the club."""

    code = "wrong_name"


def days_to_change_mind() -> int:
    return int(settings.DELETION_DAYS)


@transaction.atomic
def close_club(*, club: Club, typed: str, by: Act) -> Club:
    """Have the club deleted in some days, and write to its owners. Asked twice, it is asked once.

    `typed` is the club's name, typed by whoever wants it. Raises WrongName.
    """
    club = lock_club(club.pk)
    if " ".join(typed.split()).casefold() != " ".join(club.name.split()).casefold():
        raise WrongName(
            _("“%(typed)s” is not the name of the club: type %(club)s.")
            % {"typed": typed, "club": club.name},
            field="typed",
        )
    if club.closes_at is None:
        club.closes_at = by.at + timedelta(days=days_to_change_mind())
        club.save(update_fields=["closes_at"])
        _journal(club, "club.closing", by)
        for owner in Member.objects.filter(club=club, role=Role.OWNER):
            request_mail(CLUB_CLOSES, club_id=club.pk, subject_id=owner.pk, at=by.at)
    return club


@transaction.atomic
def keep_club(*, club: Club, by: Act) -> Club:
    """Cancel the deletion of a club; without one nothing happens."""
    club = lock_club(club.pk)
    if club.closes_at is not None:
        club.closes_at = None
        club.save(update_fields=["closes_at"])
        _journal(club, "club.stays", by)
    return club


def _journal(club: Club, kind: str, by: Act) -> None:
    day = club.closes_at.date().isoformat() if club.closes_at else ""
    data = {"club": club, "day": day}
    journal.append(kind=kind, by=by, club_id=club.pk, subject=club, data=data)


@transaction.atomic
def close_account(*, user: User, at: datetime) -> User:
    """Have the account deleted in some days, and write to its address. Raises LastOwner."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if clubs := clubs_without_another_owner(user):
        raise LastOwner(
            _(
                "You are the only owner of %(club)s. Make somebody else an owner first, or delete "
                "the club."
            )
            % {"club": clubs[0].name}
        )
    if user.closes_at is None:
        user.closes_at = at + timedelta(days=days_to_change_mind())
        user.save(update_fields=["closes_at"])
        request_mail(ACCOUNT_CLOSES, subject_id=user.pk, at=at)
    return user


@transaction.atomic
def keep_account(*, user: User) -> User:
    """Cancel the deletion of an account; without one nothing happens."""
    User.objects.filter(pk=user.pk).update(closes_at=None)
    user.closes_at = None
    return user


def clubs_without_another_owner(user: User) -> list[Club]:
    """Return the clubs that would be left without an owner."""
    owned = Club.objects.filter(members__user=user, members__role=Role.OWNER).order_by("name")
    others = Member.objects.filter(role=Role.OWNER).exclude(user=user).values("club_id")
    return list(owned.exclude(pk__in=others))


# The day has come.


def carry_out_closings(at: datetime) -> dict[str, int]:
    """Delete the clubs and accounts whose day has come; return how many of each.

    One that cannot be deleted now is logged and tried again the next time; the others go.
    """
    clubs = list(Club.objects.filter(closes_at__lte=at).values_list("pk", flat=True))
    users = list(User.objects.filter(closes_at__lte=at).values_list("pk", flat=True))
    return {
        "clubs": sum(_tried(delete_club, pk, at) for pk in clubs),
        "accounts": sum(_tried(delete_account, pk, at) for pk in users),
    }


def _tried(delete: Any, pk: int, at: datetime) -> bool:
    try:
        return bool(delete(pk, at=at))
    except Exception:
        log.exception("not_deleted", what=delete.__name__, number=pk)
        return False


def delete_club(club_id: int, *, at: datetime) -> bool:
    """Delete a club with every row that it has; False: it is not there, or is to stay.

    Call it outside of a transaction: cut off, what is left of the club goes the next time.
    """
    club = Club.objects.filter(pk=club_id, closes_at__lte=at).first()
    if club is None:
        return False
    # nobody comes by while it goes
    Event.objects.filter(club_id=club_id).update(visibility=Visibility.HIDDEN)
    rows_of_club(KeyedRequest, club_id).delete()
    for model in models_of_clubs():
        if model not in (*WITH_THE_CLUB, Logo):
            for rows in _pieces(model, club_id):
                _delete(model, rows)
    _delete_club_itself(club, at)
    forget_kept_pages()
    return True


@transaction.atomic
def _delete_club_itself(club: Club, at: datetime) -> None:
    Erasure.objects.get_or_create(
        kind=Erased.CLUB,
        subject_id=club.pk,
        subject_since=club.created_at,
        defaults={"erased_at": at, "finished_at": at},
    )
    allow("club")
    for model in WITH_THE_CLUB:
        _raw_delete(rows_of_club(model, club.pk))
    Logo.objects.filter(pk=club.logo_id).delete()


def _pieces(model: type[Model], club_id: int) -> "Iterator[QuerySet[Any]]":
    """Return a club's rows of a table, those that belong to events event by event."""
    of_event = way_to_event(model)
    if of_event is None:
        yield rows_of_club(model, club_id)
        return
    for event_id in Event.objects.filter(club_id=club_id).values_list("pk", flat=True):
        yield model._default_manager.filter(**{of_event: event_id})


@transaction.atomic
def _delete(model: type[Model], rows: "QuerySet[Any]") -> None:
    allow("club")
    deals = list(rows.values_list("deal_id", flat=True)) if model in WITH_DEALS else []
    _raw_delete(rows)
    if deals:
        _raw_delete(Deal.objects.filter(pk__in=deals))


def _raw_delete(rows: "QuerySet[Any]") -> None:
    """Delete rows without a look at what refers to them: that is deleted already."""
    rows.order_by()._raw_delete(rows.db)


def delete_account(user_id: int, *, at: datetime) -> bool:
    """Delete an account: the person is forgotten in all clubs; False: it is to stay, or may not go.

    The row stays without a name or an address: facts say by their numbers who decided what.
    """
    user = User.objects.filter(pk=user_id, closes_at__lte=at).first()
    if user is None or clubs_without_another_owner(user):
        return False
    _empty_account(user, at)
    erasure = erasure_of(Erased.ACCOUNT, user)
    if erasure is not None:
        finish(erasure, at=at)
    return True


@transaction.atomic
def _empty_account(user: User, at: datetime) -> None:
    clubs = _clubs_that_know(user)
    email, words = user.email, [user.email, user.name]
    for member in user.memberships.select_related("club"):
        remove_member(member=member, by=Act(SYSTEM, at))
    for player in user.players.select_related("club"):
        forget_player(player=player, by=Act(SYSTEM, at))
    erasure, _made = Erasure.objects.get_or_create(
        kind=Erased.ACCOUNT,
        subject_id=user.pk,
        subject_since=user.joined_at,
        defaults={"clubs": clubs, "words": sorted({*words} - {""}), "erased_at": at},
    )
    _forget_sign_ins(user, email)
    user.name = instead_of(erasure, user.language)
    user.email = f"former.{user.pk}@example.invalid"
    user.is_active = user.is_staff = user.is_superuser = False
    user.closes_at = user.address_confirmed_at = user.last_login = None
    user.set_unusable_password()
    user.save()


def _clubs_that_know(user: User) -> list[int]:
    """Return the clubs whose texts may name the account: also those that it has left."""
    acted = Happening.objects.filter(actor_user_id=user.pk, club_id__isnull=False)
    known = {
        *user.memberships.values_list("club_id", flat=True),
        *user.players.values_list("club_id", flat=True),
        *acted.order_by().values_list("club_id", flat=True).distinct(),
    }
    return sorted(club_id for club_id in known if club_id is not None)


def _forget_sign_ins(user: User, email: str) -> None:
    """Delete what is known of the account beside its facts: tokens, tries, mails, own jobs."""
    user.api_tokens.all().delete()
    JoinRequest.objects.filter(Q(email=email) | Q(user=user)).delete()
    Invitation.objects.filter(Q(email=email) | Q(accepted_by=user)).delete()
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        model.objects.filter(username__iexact=email).delete()
    texts = OutboxMessage.objects.annotate(text=Cast("data", TextField()))
    texts.filter(text__icontains=email).delete()
    KeyedRequest.objects.filter(scope=f"user:{user.pk}").delete()
    for rows in (Job.objects, Turn.objects, ClubUse.objects):
        rows.filter(club_id=own_place(user.pk)).delete()


def own_place(user_id: int) -> int:
    """Return what stands for the club of a person's own jobs, which are of no club."""
    return -user_id
