"""What a club keeps for so many months and no longer; housekeeping carries it out."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from league.clubs.models import Club, Invitation, JoinRequest, Player
from league.clubs.services.players import journal_player
from league.foundation.journal.actor import SYSTEM
from league.office.personal_data.services.replacing import allow
from league.play.events.models import Attendance, PartnerRequest
from league.play.results.models import Confirmation, Submission
from league.play.rounds.models import Seat

AT_ONCE = 500  # rows of one transaction
MONTH = timedelta(days=365.2425 / 12)


def keep_no_longer(at: datetime) -> dict[str, int]:
    """Delete what clubs keep no longer, in small pieces; return how many rows by the setting."""
    gone = dict.fromkeys(RULES, 0)
    for name, carry_out in RULES.items():
        for club in Club.objects.filter(**{f"{name}__isnull": False}):
            before = at - getattr(club, name) * MONTH
            gone[name] += carry_out(club, before, at)
    return gone


def former_addresses(club: Club, before: datetime) -> "QuerySet[Player]":
    """Return players off the lists with an address, who were at no table since a moment."""
    played = Seat.objects.filter(player=OuterRef("pk"), round__opened_at__gte=before)
    return Player.objects.filter(
        ~Q(email="") | ~Q(phone="") | ~Q(member_number=""),
        ~Exists(played),
        club=club,
        is_active=False,
        created_at__lt=before,
    )


def _forget_addresses(club: Club, before: datetime, at: datetime) -> int:
    count = 0
    while players := list(former_addresses(club, before).select_related("club")[:AT_ONCE]):
        with transaction.atomic():
            for player in players:
                player.email = player.phone = player.member_number = ""
                player.save(update_fields=["email", "phone", "member_number"])
                journal_player("player.address_not_kept", player, SYSTEM, at)
        count += len(players)
    return count


def _forget_sign_ups(club: Club, before: datetime, _at: datetime) -> int:
    over = Q(accepted_at__lt=before) | Q(withdrawn_at__lt=before) | Q(expires_at__lt=before)
    return sum(
        _in_pieces(rows, lambda piece: piece.delete())
        for rows in (
            JoinRequest.objects.filter(club=club, asked_at__lt=before),
            Invitation.objects.filter(over, club=club),
            PartnerRequest.objects.filter(entry__event__club=club, answered_at__lt=before),
            Attendance.objects.filter(evening__club=club, came_at__lt=before).exclude(
                evening__event=None
            ),
        )
    )


def _forget_devices(club: Club, before: datetime, _at: datetime) -> int:
    submissions = Submission.objects.filter(
        table__round__stage__event__club=club, submitted_at__lt=before
    )
    confirmations = Confirmation.objects.filter(
        submission__table__round__stage__event__club=club, confirmed_at__lt=before
    )
    return sum(
        _in_pieces(rows.exclude(device=""), lambda piece: piece.update(device=""))
        for rows in (submissions, confirmations)
    )


def _in_pieces(rows: "QuerySet[Any]", act: Callable[["QuerySet[Any]"], object]) -> int:
    """Do something to all the rows, which are then no longer among them; return how many."""
    count = 0
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            allow("words")
            act(rows.model._default_manager.filter(pk__in=keys))
        count += len(keys)
    return count


# by the setting of the club: (club, what is older than this goes, now) -> how many rows
RULES: Mapping[str, Callable[[Club, datetime, datetime], int]] = {
    "keep_addresses_months": _forget_addresses,
    "keep_sign_ups_months": _forget_sign_ups,
    "keep_devices_months": _forget_devices,
}
