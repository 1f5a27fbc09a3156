"""Who speaks for an entry: the captain who was named, or else the first of its members."""

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.clubs.models import Player, User
from league.events.models import Captain, Entry, EntryMember
from league.events.names import called_after, current_members


def captain_of(entry: Entry) -> Player | None:
    """Return the captain; None for an entry without members. Reads members that are prefetched."""
    named = Captain.objects.select_related("player__merged_into").filter(entry=entry).first()
    if named is not None:
        return called_after(named.player)
    members = current_members(entry)
    return called_after(members[0].player) if members else None


def entries_led_by(user: User) -> "QuerySet[Entry]":
    """Return the entries whose captain is linked to the account."""
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
    named_here = Q(captain__isnull=False, named_account=user.pk)
    return entries.filter(named_here | Q(captain__isnull=True, first_account=user.pk))


def is_captain(user: User, entry: Entry) -> bool:
    """Say whether the account is that of the entry's captain."""
    return entries_led_by(user).filter(pk=entry.pk).exists()
