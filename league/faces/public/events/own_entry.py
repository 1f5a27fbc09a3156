"""What a signed-in player sees of their own entry in an event."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.lists import listed
from league.play.events.missing_partners import waits_for_partner
from league.play.events.models import EntryMember, EntryState, Event
from league.play.events.selectors import asked_in


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """How far the player's entry is, in a sentence."""

    text: str
    tone: str = "info"


def own_entry(event: Event, player: Player | None) -> OwnEntry | None:
    """Return what to tell a player who is in an entry of the event, or None."""
    if player is None:
        return None
    members = EntryMember.objects.filter(event=event, player=player, left_at=None)
    member = members.select_related("entry").first()
    if member is None:
        return None
    names = listed(one.name for one in asked_in(event).get(member.entry_id, []))
    if names:
        words = _(
            "Your entry is waiting for an answer from %(waits_for)s. The organiser can also let it "
            "in without one."
        )
        return OwnEntry(words % {"waits_for": names})
    if waits_for_partner(event, member.entry):
        words = _(
            "Your entry has no partner yet, and nobody who was asked can still agree. Tell the "
            "organiser who plays with you."
        )
        return OwnEntry(words, "warn")
    if member.entry.state == EntryState.WAITING:
        return OwnEntry(_("All places are taken: you are on the waiting list."))
    words = _("You are in this event already. To change or withdraw your entry, ask the organiser.")
    return OwnEntry(words)
