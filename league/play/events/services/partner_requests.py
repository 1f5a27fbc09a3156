"""Partners who were asked at sign-up: they agree or decline; a director may enter them at once."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player, User
from league.foundation.journal.actor import Act
from league.foundation.journal.naming import LISTED
from league.foundation.refusal import Refused
from league.play.events.models import (
    Entry,
    EntryMember,
    EntryState,
    EventState,
    PartnerRequest,
)
from league.play.events.selectors import places_left
from league.play.events.services.field import (
    check_players,
    field_changed,
    journal_entry_change,
    lock_entry,
)


class NotAsked(Refused):
    """There is no open request that this person could answer."""

    code = "not_asked"


def ask_partners(entry: Entry, players: Sequence[Player], *, by: Act) -> None:
    """Ask players to join an entry as partners; mails go out after the commit.

    The caller has locked the event.
    """
    for player in players:
        PartnerRequest.objects.create(entry=entry, player=player, asked_at=by.at)
    if players:
        names = {LISTED: players}
        journal_entry_change("entry.partner_asked", entry, by=by, data={"partner": names})


@transaction.atomic
def answer_partner(*, entry: Entry, user: User, agrees: bool, by: Act) -> Entry:
    """Answer a request for the user's own player. A player who agrees joins the entry.

    When all have agreed, the entry is accepted, or waits where there is no free place. The same
    answer again changes nothing. Raises NotAsked, PlayerAlreadyEntered or FieldClosed.
    """
    entry = lock_entry(entry)
    request = entry.asked.select_related("player").filter(player__user=user).first()
    if request is not None and request.answered_at is not None and request.agreed == agrees:
        return entry
    is_open = entry.state == EntryState.APPLIED and entry.event.state == EventState.OPEN
    if request is None or request.answered_at is not None or not is_open:
        raise NotAsked(_("Nobody waits for your answer to this entry; ask the organiser."))
    if agrees:
        _join(entry, [request.player], by.at)
    request.answered_at, request.agreed = by.at, agrees
    request.save(update_fields=["answered_at", "agreed"])
    kind = "entry.partner_agreed" if agrees else "entry.partner_declined"
    journal_entry_change(kind, entry, by=by, data={"partner": request.player})
    if not entry.asked.filter(agreed=False).exists():
        entry.state = EntryState.WAITING if places_left(entry.event) == 0 else EntryState.ACCEPTED
        entry.save(update_fields=["state"])
    field_changed(entry.event)
    return lock_entry(entry)


def join_all_asked(entry: Entry, at: datetime) -> Entry:
    """Put all players who have not answered into the entry, when a director accepts it so."""
    waiting = list(entry.asked.select_related("player").filter(answered_at=None))
    if not waiting:
        return entry
    _join(entry, [request.player for request in waiting], at)
    entry.asked.filter(answered_at=None).update(answered_at=at, agreed=True)
    return lock_entry(entry)


def _join(entry: Entry, players: Sequence[Player], at: datetime) -> None:
    members = [member for member in entry.members.all() if member.left_at is None]
    everybody = [*(member.player for member in members), *players]
    check_players(entry.event, everybody, but=entry, partner_missing=True)
    first = max((member.position for member in members), default=-1) + 1
    for position, player in enumerate(players, start=first):
        EntryMember.objects.create(
            event_id=entry.event_id, entry=entry, player=player, position=position, joined_at=at
        )
