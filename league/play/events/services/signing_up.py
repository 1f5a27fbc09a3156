"""Signing up: players, and guests without an account."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.clubs.models import Player, User
from league.clubs.services.mails import send
from league.clubs.services.players import LONGEST_NAME, add_players, change_player
from league.clubs.services.rate_limits import (
    GUESTS_OF_ADDRESS,
    MAILS_FROM_NETWORK,
    PARTNERS_ASKED,
    count,
    network_of,
)
from league.foundation.club_limits import services as club_limits
from league.foundation.journal.actor import Act, Actor
from league.foundation.names import alike_key, clean_name, name_key
from league.foundation.outbox.models import OutboxMessage, Way
from league.foundation.outbox.services import Sender, register, request_mail
from league.foundation.refusal import NotAllowed, Refused
from league.play.events.models import (
    SELF_ENTRY,
    Entry,
    EntryKind,
    EntryMember,
    EntryMode,
    EntryState,
    Event,
    EventState,
)
from league.play.events.names import day_of
from league.play.events.selectors import entered_players, places_left
from league.play.events.services.entries import enter
from league.play.events.services.field import LARGEST_TEAM, check_players, lock_field
from league.play.events.services.partner_requests import ask_partners

# --- Sign-up: players enter themselves, alone or with partners, while an event is open ---


class SignUpClosed(Refused):
    """Players cannot sign up now: it is too early or too late, or the director enters them."""

    code = "sign_up_closed"


def explain_closed_sign_up(event: Event, at: datetime) -> str | None:
    """Return why nobody can sign up now, or None while sign-up is open."""
    if event.entry_mode not in SELF_ENTRY:
        return _("Entries for this event are made by the organiser: ask the organiser.")
    if event.state == EventState.DRAFT:
        return _("This event is still being set up; sign-up is not open yet.")
    if event.state != EventState.OPEN:
        return _("Sign-up is over: the event is %(state)s.") % {"state": event.get_state_display()}
    if event.entries_close_at is not None and at >= event.entries_close_at:
        return _("Sign-up has closed; ask the organiser whether there is still a place.")
    return None


@transaction.atomic
def sign_up(
    *,
    event: Event,
    user: User,
    players: Sequence[Player],
    name: str = "",
    by: Act,
) -> Entry:
    """Enter oneself, alone or with partners. Without a free place it is the waiting list.

    Partners who have another account, or none, are asked: the entry waits until all of them have
    agreed or a director accepts it. Raises SignUpClosed, TooOften, LimitReached, NotAllowed when
    the person is not one of the players, and what `add_entry` raises.
    """
    event = lock_field(event)
    closed = explain_closed_sign_up(event, by.at)
    if closed is not None:
        raise SignUpClosed(closed)
    themselves = [player for player in players if player.user_id == user.pk]
    asked = [player for player in players if player.user_id != user.pk]
    if not themselves:
        raise NotAllowed(_("You can only sign yourself up: be one of the players of the entry."))
    check_players(event, players, partner_missing=True)
    for _player in asked:
        count(PARTNERS_ASKED, user.pk, by.at)
    club_limits.count(club_limits.MAILS, event.club_id, by.at, more=len(asked))
    state = EntryState.WAITING if places_left(event) == 0 else EntryState.ACCEPTED
    if asked:
        state = EntryState.APPLIED
    entry = enter(event, themselves, name=name, state=state, kind="entry.signed_up", by=by)
    ask_partners(entry, asked, by=by)
    return entry


# --- Guests without an account sign up: by a mailed link, and the director accepts them ---

# the kinds of mails
GUEST_SIGN_UP = "guest_sign_up"
GUEST_ACCEPTED = "guest_accepted"
SALT = "a guest signs up"
GOOD_FOR_S = 86_400
# of one event, that the director has not answered
MOST_APPLIED = 100


class GuestInvalid(Refused):
    """A name is missing or too long; `field` names the one."""

    code = "guest_invalid"


class GuestLinkOver(Refused):
    """The link is too old, or was not made by this site for this event."""

    code = "guest_link_over"


def takes_guests(event: Event) -> bool:
    """Return whether somebody without an account may sign up, while sign-up is open."""
    return event.entry_mode == EntryMode.GUESTS


def request_guest_sign_up(
    *,
    event: Event,
    names: Sequence[str],
    email: str,
    language: str,
    client: str,
    at: datetime,
) -> None:
    """Have a link sent by which a guest signs up, good for a day; nothing else is kept.

    `names` are the guest's and those of partners, `client` is the IP address of the device.
    Raises SignUpClosed, GuestInvalid, TooOften or LimitReached.
    """
    _check_open(event, at)
    names = _clean_names(event, names)
    email = email.strip().lower()
    count(MAILS_FROM_NETWORK, network_of(client), at)
    count(GUESTS_OF_ADDRESS, email, at)
    club_limits.count(club_limits.MAILS, event.club_id, at, more=1)
    data = {"event": event.pk, "names": names, "email": email, "language": language}
    request_mail(GUEST_SIGN_UP, data=data, at=at, even_without_broker=True)


def send_guest_sign_up(mail: OutboxMessage) -> bool:
    """Mail the link, unless sign-up has closed meanwhile."""
    data: dict[str, Any] = mail.data
    event = Event.objects.select_related("club").filter(pk=data["event"]).first()
    if event is None or _why_closed(event, mail.claimed_at or mail.made_at):
        return False
    token = guest_token(event, data["names"], data["email"])
    path = reverse("public:sign_up_guest", args=[event.club.slug, event.slug, token])
    url = settings.SITE_URL + path
    with translation.override(data["language"]), timezone.override(event.club.time_zone):
        context = {"event": event, "club": event.club, "url": url}
        send("guest_sign_up", data["email"], context, mail.message_id)
    return True


def guest_token(event: Event, names: Sequence[str], email: str) -> str:
    """Return what the mailed link proves, signed."""
    return signing.dumps([event.pk, list(names), email], salt=SALT, compress=True)


def guest_signing_up(event: Event, token: str) -> tuple[list[str], str]:
    """Return the names and the address that a mailed link proves. Raises GuestLinkOver."""
    try:
        number, names, email = signing.loads(token, salt=SALT, max_age=GOOD_FOR_S)
    except (signing.BadSignature, ValueError):
        number, names, email = None, [], ""
    if number != event.pk:
        raise GuestLinkOver(
            _("This link does not work any more: it is valid for a day. Sign up again.")
        )
    return names, email


@transaction.atomic
def sign_up_guest(*, event: Event, token: str, at: datetime) -> Entry:
    """Enter the guest of a mailed link as applied; the same link again changes nothing.

    A player of the club with that address and name is that player: families share addresses. A
    partner with the name of a player who is in no entry yet is that player. Everybody else is added
    to the club.
    Raises GuestLinkOver, SignUpClosed, and what `add_entry` and `add_players` raise.
    """
    names, email = guest_signing_up(event, token)
    event = lock_field(event)
    _check_open(event, at)
    players = event.club.players.filter(is_active=True, merged_into=None)
    key = alike_key(names[0])
    guests = [
        player for player in players.filter(email=email) if alike_key(player.plain_name) == key
    ]
    entered = event.entries.filter(members__player__in=guests, members__left_at=None).first()
    if entered is not None:
        return entered
    if event.entries.filter(state=EntryState.APPLIED).count() >= MOST_APPLIED:
        raise SignUpClosed(_("Many guests wait to be accepted already: ask the organiser."))
    actor = Actor(name=names[0], via="public")
    guest = guests[0] if guests else _add_guest(event, names[0], email, Act(actor, at))
    actor = Actor(players=(guest.pk,), name=guest.name, via="public")
    return enter(
        event,
        [guest, *_partners(event, names[1:], guest, Act(actor, at))],
        name="",
        state=EntryState.APPLIED,
        kind="entry.signed_up",
        by=Act(actor, at),
    )


def request_accepted_mails(entry_id: int, *, at: datetime) -> None:
    """Request a mail to the players of an entry who gave an address and have no account, once."""
    for member in _without_account(entry_id):
        request_mail(
            GUEST_ACCEPTED,
            club_id=member.player.club_id,
            subject_id=member.pk,
            key=f"guest accepted {member.pk}",
            at=at,
        )


def send_guest_accepted(mail: OutboxMessage) -> bool:
    """Mail that the entry is accepted, unless the guest has left it meanwhile."""
    member = _without_account().filter(pk=mail.subject).first()
    if member is None:
        return False
    event, club = member.entry.event, member.player.club
    path = reverse("public:event", args=[club.slug, event.slug])
    with translation.override(club.language), timezone.override(club.time_zone):
        context = {
            "name": member.player.name,
            "event": event,
            "club": club,
            "day": day_of(event),
            "url": settings.SITE_URL + path,
        }
        send("guest_accepted", member.player.email, context, mail.message_id)
    return True


def _without_account(entry_id: int | None = None) -> QuerySet[EntryMember]:
    members = EntryMember.objects.filter(
        entry__state=EntryState.ACCEPTED,
        entry__event__entry_mode=EntryMode.GUESTS,
        left_at=None,
        player__user=None,
    ).exclude(player__email="")
    if entry_id is not None:
        members = members.filter(entry=entry_id)
    return members.select_related("player__club", "entry__event")


def register_kinds() -> None:
    for kind, send_one in (
        (GUEST_SIGN_UP, send_guest_sign_up),
        (GUEST_ACCEPTED, send_guest_accepted),
    ):
        register(Sender(way=Way.MAIL, kind=kind, send=send_one))


def _add_guest(event: Event, name: str, email: str, by: Act) -> Player:
    (guest,) = add_players(club=event.club, names=[name], are_guests=True, by=by)
    return change_player(player=guest, email=email, by=by)


def _partners(event: Event, names: Sequence[str], guest: Player, by: Act) -> list[Player]:
    """Return the partners: nobody learns from a refusal who is in another entry already."""
    taken = entered_players(event) | {guest.pk}
    free = event.club.players.filter(is_active=True, merged_into=None).exclude(pk__in=taken)
    by_key = {name_key(player.name): player for player in free} if names else {}
    known = [by_key.pop(name_key(name), None) for name in names]
    missing = [name for name, player in zip(names, known, strict=True) if player is None]
    added = add_players(club=event.club, names=missing, are_guests=True, by=by) if missing else []
    new = iter(added)
    return [player or next(new) for player in known]


def _clean_names(event: Event, names: Sequence[str]) -> list[str]:
    first, *partners = [clean_name(name) for name in names]
    partners = [name for name in partners if name]
    most = {EntryKind.INDIVIDUAL: 0, EntryKind.PAIR: 1}.get(
        EntryKind(event.entry_kind), LARGEST_TEAM - 1
    )
    if not first:
        raise GuestInvalid(_("Enter your name, as it stands in the standings."), field="name")
    for field, name in [("name", first), *(("partners", name) for name in partners)]:
        if len(name) > LONGEST_NAME:
            sentence = _("A name has at most %(most)d characters: shorten it.")
            raise GuestInvalid(sentence % {"most": LONGEST_NAME}, field=field)
    if len(partners) > most:
        sentence = _("Name at most %(most)d partners.")
        raise GuestInvalid(sentence % {"most": most}, field="partners")
    return [first, *partners]


def _check_open(event: Event, at: datetime) -> None:
    closed = _why_closed(event, at)
    if closed is not None:
        raise SignUpClosed(closed)


def _why_closed(event: Event, at: datetime) -> str | None:
    if not takes_guests(event):
        return _("Only players of the club sign up for this event: ask the organiser.")
    return explain_closed_sign_up(event, at)
