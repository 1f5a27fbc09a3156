"""Who may enter, who leads an entry, and whose partner is missing."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import ngettext

from league.clubs.models import Player, User
from league.foundation.lists import listed_some
from league.play.events.models import Captain, Entry, EntryKind, EntryMember, EntryState, Event
from league.play.events.names import called_after, current_members, name_of
from league.play.events.selectors import members_with_players

# --- Entry rules ---
# What subjects above events demand of the players of an entry, and do once an entry has them.
#
# Events know nothing of these subjects: they register here.

# (players, the entry they are to be in or None for a new one): raises a Refused
CheckPlayers: TypeAlias = Callable[[Sequence[Player], Entry | None], None]


class EntryRule(NamedTuple):
    """`demands` returns what an event demands of each entry, None for nothing.

    `seated` runs in the transaction in which entries of an event got their players. `eligible`
    returns the condition on players who may play for an entry or speak for it, None for nothing.
    """

    demands: Callable[[Event], CheckPlayers | None]
    seated: Callable[[Event, Sequence[Entry]], None]
    eligible: Callable[[Entry], Q | None]


_RULES: dict[str, EntryRule] = {}


def register_entry_rule(subject: str, rule: EntryRule) -> None:
    _RULES[subject] = rule


def demands_of(event: Event) -> list[CheckPlayers]:
    """Return the checks for the entries of an event, read once for all of them."""
    found = (rule.demands(event) for rule in _RULES.values())
    return [check for check in found if check is not None]


def entries_seated(event: Event, entries: Sequence[Entry]) -> None:
    for rule in _RULES.values():
        rule.seated(event, entries)


def eligible_for(entry: Entry) -> Q | None:
    """Return the condition on players who may play for an entry at all; None: everybody may."""
    found = [rule.eligible(entry) for rule in _RULES.values()]
    conditions = [condition for condition in found if condition is not None]
    return Q(*conditions) if conditions else None


# --- Who speaks for an entry: the captain who was named, or else its own players ---
# Of a team that is the first member; an individual, and each player of a pair, speaks for the
# entry.


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


# --- Entries that lack players: a pair of one waits for a partner, a team leaves seats free ---

MOST_NAMES = 6
SIDES = 2


def players_missing(event: Event, entry: Entry) -> int:
    """Return how many players an entry lacks to fill the seats of its side at a table."""
    wanted = {EntryKind.INDIVIDUAL: 1, EntryKind.PAIR: 2}.get(
        EntryKind(event.entry_kind), event.most_seats // SIDES
    )
    return max(0, wanted - len(current_members(entry)))


def waits_for_partner(event: Event, entry: Entry) -> bool:
    """Say whether the entry cannot take part before it has a second player."""
    return (
        event.entry_kind == EntryKind.PAIR
        and entry.state == EntryState.APPLIED
        and players_missing(event, entry) > 0
    )


def waiting_for_partner(event: Event) -> list[Entry]:
    """Return the pairs that still lack their second player, by number, with members prefetched."""
    if event.entry_kind != EntryKind.PAIR:
        return []
    applied = event.entries.filter(state=EntryState.APPLIED).order_by("number")
    return waiting_among(event, applied.prefetch_related(members_with_players()))


def waiting_among(event: Event, entries: Iterable[Entry]) -> list[Entry]:
    """Return those of these entries of the event that still lack their second player."""
    return [entry for entry in entries if waits_for_partner(event, entry)]


def lacking_in_words(event: Event, entries: Iterable[Entry]) -> str:
    """Return a sentence on the entries that lack players, and what to do; "" where none does."""
    lacking = [entry for entry in entries if players_missing(event, entry)]
    if not lacking:
        return ""
    names = listed_some([name_of(entry) for entry in lacking], MOST_NAMES)
    if event.entry_kind == EntryKind.PAIR:
        sentence = ngettext(
            "%(names)s still needs a partner and is not drawn without one: add the second "
            "player with “Change”, then accept the entry.",
            "%(names)s still need partners and are not drawn without them: add the second "
            "players with “Change”, then accept the entries.",
            len(lacking),
        )
        return sentence % {"names": names}
    free = sum(players_missing(event, entry) for entry in lacking)
    sentence = ngettext(
        "%(names)s: %(count)d seat stays free until a partner is added with “Change”.",
        "%(names)s: %(count)d seats stay free until partners are added with “Change”.",
        free,
    )
    return sentence % {"names": names, "count": free}
