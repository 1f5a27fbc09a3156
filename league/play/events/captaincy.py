"""Who speaks for an entry: the captain who was named, or else its own players.

Of a team that is the first member; an individual, and each player of a pair, speaks for the entry.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.clubs.models import Player, User
from league.play.events.models import Captain, Entry, EntryKind, EntryMember
from league.play.events.names import called_after, current_members


def captain_of(entry: Entry) -> Player | None:
    """Return the captain; None for an entry without members. Reads members that are prefetched."""
    named = Captain.objects.select_related("player__merged_into").filter(entry=entry).first()
    if named is not None:
        return called_after(named.player)
    members = current_members(entry)
    return called_after(members[0].player) if members else None


def captains_of(entry: Entry) -> list[Player]:
    """Return all who speak for the entry, the first one first; both of a pair without a captain."""
    first = captain_of(entry)
    if entry.event.entry_kind == EntryKind.TEAM or Captain.objects.filter(entry=entry).exists():
        return [first] if first is not None else []
    return [called_after(member.player) for member in current_members(entry)]


def entries_led_by(user_id: int) -> "QuerySet[Entry]":
    """Return the entries for which a player speaks who is linked to the account."""
    members = EntryMember.objects.filter(entry=OuterRef("pk"), left_at__isnull=True)
    first = members.order_by("position", "pk").annotate(
        known=Coalesce("player__merged_into__user", "player__user")
    )
    named = Captain.objects.filter(entry=OuterRef("pk")).annotate(
        known=Coalesce("player__merged_into__user", "player__user")
    )
    entries = Entry.objects.annotate(
        first_account=Subquery(first.values("known")[:1]),
        named_account=Subquery(named.values("known")[:1]),
    )
    own = members.filter(Q(player__user=user_id) | Q(player__merged_into__user=user_id))
    is_team = Q(event__entry_kind=EntryKind.TEAM)
    named_here = Q(captain__isnull=False, named_account=user_id)
    by_themselves = (is_team & Q(first_account=user_id)) | (~is_team & Q(Exists(own)))
    return entries.filter(named_here | (Q(captain__isnull=True) & by_themselves))


def is_captain(user: User, entry: Entry) -> bool:
    """Say whether the account is that of a player who speaks for the entry."""
    return entries_led_by(user.pk).filter(pk=entry.pk).exists()
