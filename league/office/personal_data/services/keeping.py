"""What a club keeps for so many months and no longer; housekeeping carries it out."""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.calendar.availability.models import Availability
from league.calendar.stand_ins.models import AskedPlayer
from league.clubs.models import Club, Invitation, JoinRequest, Player, User
from league.clubs.services.players import journal_player
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import File, Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of, with_names
from league.foundation.refusal import OutOfDate
from league.office.notifications.models import StoppedAddress
from league.office.personal_data.services.closing import own_place
from league.office.personal_data.services.replacing import allow
from league.play.events.models import Attendance, EntryMember, PartnerRequest
from league.play.results.models import Confirmation, Submission
from league.play.rounds.models import Seat
from league.tables.ratings.models import Rating
from league.tables.statistics.models import Achievement, SeatCount

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
                journal_player("player.address_not_kept", player, Act(SYSTEM, at))
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


# --- What the site knows of a person, as a file for that person: made as a job, downloaded once ---

VERSION = 1
MOST_ROWS = 50_000  # of one kind: more than anybody plays in a life
NAME = "what-we-know-of-you.zip"


def request_copy(*, user: User, by: Act) -> Job:
    """Request a file with everything that the site knows of the person; asked twice it is one."""
    return jobs.enqueue(kind=COPY.name, club_id=own_place(user.pk), subject_id=user.pk, by=by)


def last_copy(user: User) -> Job | None:
    """Return the last such job of the person; None: none was requested of late."""
    return Job.objects.filter(kind=COPY.name, subject_id=user.pk).order_by("-pk").first()


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    user = User.objects.filter(pk=job.subject_id, is_active=True).first()
    if user is None:
        raise OutOfDate(_("The account no longer exists."))
    progress.step(_("Reading what the site knows of you"))
    content = as_zip(known_of(user, at), read_me=str(READ_ME))
    return Outcome(sentence=_("Your file is ready."), file=File(name=NAME, content=content))


COPY = Kind(
    name="own_data",
    label=gettext_lazy("What the site knows of you"),
    # of no club: only the person sees it, on the page of the account
    permission="clubs.view_own_data",
    carry_out=carry_out,
    left=lambda _done, _total: _("No file was made."),
)

READ_ME = gettext_lazy(
    "This is what the site knows of you, in the file data.json. Times are in UTC. Results are kept "
    "with the number of the player, the table and the deal; what others wrote about you in notes "
    "is not in it."
)


def as_zip(known: dict[str, Any], *, read_me: str) -> bytes:
    text = json.dumps(known, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", read_me + "\n")
        archive.writestr("data.json", text + "\n")
    return buffer.getvalue()


def known_of(user: User, at: datetime) -> dict[str, Any]:
    """Return what the site knows of a person, as JSON; each list has MOST_ROWS rows at most."""
    players = list(user.players.values_list("pk", flat=True))
    doubles = list(user.players.filter(doubles__isnull=False).values_list("doubles", flat=True))
    pks = [*players, *doubles]
    return {
        "format": "tricktable-own-data",
        "version": VERSION,
        "made_at": at,
        "account": _account(user),
        "clubs": _rows(user.memberships, "club__name", "club__slug", "role", "since"),
        "tokens": _rows(user.api_tokens, "name", "scopes", "made_at", "expires_at", "last_used_at"),
        "players": _rows(
            user.players,
            *("pk", "club__name", "name", "sort_name", "family_name", "told_apart_by"),
            *("member_number", "email", "phone", "takes_mail", "is_guest"),
            *("public_name", "is_active", "created_at"),
        ),
        "entries": _rows(
            EntryMember.objects.filter(player__in=pks),
            *("event__name", "event__starts_on", "entry__name", "entry__number"),
            *("entry__state", "joined_at", "left_at"),
        ),
        "asked_as_partner": _rows(
            PartnerRequest.objects.filter(player__in=pks),
            *("entry__event__name", "asked_at", "mailed_at", "answered_at", "agreed"),
        ),
        "asked_to_stand_in": _rows(
            AskedPlayer.objects.filter(player__in=pks),
            *("request__seat__round__stage__event__name", "request__seat__round__number"),
            *("asked_at", "answer", "answered_at"),
        ),
        "evenings": _rows(
            Attendance.objects.filter(player__in=pks),
            *("evening__day", "came_at", "by_phone", "left_at"),
        ),
        "availability": _rows(
            Availability.objects.filter(player__in=pks),
            *("player_id", "event__name", "day", "answer", "note", "answered_at"),
        ),
        "seats": _rows(
            Seat.objects.filter(player__in=pks),
            *("round__stage__event__name", "round__number", "table__number", "number"),
            "table__result__totals",
        ),
        "submitted": _rows(
            Submission.objects.filter(by_user=user),
            *("table_id", "number", "state", "device", "reason", "submitted_at"),
        ),
        "ratings": _rows(
            Rating.objects.filter(player__in=pks),
            *("club__name", "family", "partner_id", "mu", "sigma", "tables", "deals"),
        ),
        "statistics": _rows(
            SeatCount.objects.filter(player__in=pks),
            *("variant", "at", "deals", "points", "bids", "made"),
        ),
        "achievements": _rows(
            Achievement.objects.filter(player__in=pks), "variant", "kind", "at", "table_id"
        ),
        **_notifications(user),
        "journal": _journal(pks),
    }


def _notifications(user: User) -> dict[str, Any]:
    """Return the person's notifications, the choice of them, and where they go."""
    return {
        "told_choices": _rows(
            user.notification_choices,
            *("club__name", "by_mail", "by_push", "daily", "never", "quiet_from", "quiet_until"),
        ),
        "told": _rows(
            user.notifications,
            *("club__name", "event__name", "what", "about", "subject", "made_at"),
            *("deliveries__way", "deliveries__state", "deliveries__ended_at"),
        ),
        "phones": _rows(user.push_subscriptions, "endpoint", "made_at"),
        "stopped_address": _rows(
            StoppedAddress.objects.filter(user=user), "email", "reason", "code", "at"
        ),
    }


def _account(user: User) -> dict[str, Any]:
    names = ("email", "name", "language", "joined_at", "last_login", "address_confirmed_at")
    return {name: getattr(user, name) for name in (*names, "closes_at")}


def _rows(rows: Any, *columns: str) -> list[dict[str, Any]]:
    found: QuerySet[Any] = rows.order_by("pk").values(*columns)
    return list(found[:MOST_ROWS])


def _journal(players: Iterable[int]) -> list[dict[str, Any]]:
    """Return what the journal says about the person as a player, as people read it."""
    rows = Happening.objects.filter(subject_type="player", subject_id__in=list(players))
    return [
        {"at": row.at, "kind": row.kind, "sentence": sentence_of(row)}
        for row in with_names(rows.order_by("pk")[:MOST_ROWS])
    ]
