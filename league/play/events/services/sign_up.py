"""Sign-up: players enter themselves, alone or with partners, while an event is open."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player, User
from league.clubs.services.rate_limits import PARTNERS_ASKED, count
from league.foundation.club_limits import services as club_limits
from league.foundation.journal.actor import Actor
from league.foundation.refusal import NotAllowed, Refused
from league.play.events.models import SELF_ENTRY, Entry, EntryState, Event, EventState
from league.play.events.selectors import places_left
from league.play.events.services.entries import enter
from league.play.events.services.field import check_players, lock_field
from league.play.events.services.partner_requests import ask_partners


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
    actor: Actor,
    at: datetime,
) -> Entry:
    """Enter oneself, alone or with partners. Without a free place it is the waiting list.

    Partners who have another account, or none, are asked: the entry waits until all of them have
    agreed or a director accepts it. Raises SignUpClosed, TooOften, LimitReached, NotAllowed when
    the person is not one of the players, and what `add_entry` raises.
    """
    event = lock_field(event)
    closed = explain_closed_sign_up(event, at)
    if closed is not None:
        raise SignUpClosed(closed)
    themselves = [player for player in players if player.user_id == user.pk]
    asked = [player for player in players if player.user_id != user.pk]
    if not themselves:
        raise NotAllowed(_("You can only sign yourself up: be one of the players of the entry."))
    check_players(event, players, partner_missing=True)
    for _player in asked:
        count(PARTNERS_ASKED, user.pk, at)
    club_limits.count(club_limits.MAILS, event.club_id, at, more=len(asked))
    state = EntryState.WAITING if places_left(event) == 0 else EntryState.ACCEPTED
    if asked:
        state = EntryState.APPLIED
    entry = enter(
        event, themselves, name=name, state=state, kind="entry.signed_up", actor=actor, at=at
    )
    ask_partners(entry, asked, actor=actor, at=at)
    return entry
