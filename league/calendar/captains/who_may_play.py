"""Whom a captain can name: the members of an entry, and those who may stand in for them."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from league.clubs.models import Player
from league.play.events.entry_rules import eligible_for
from league.play.events.models import Entry, EntryMember, EntryState, Substitutes
from league.play.events.names import called_after, current_members

# a list longer than this is no list to choose from on a phone
MOST_SUBSTITUTES = 300


def who_may_play(entry: Entry, *, against: Entry | None = None) -> list[Player]:
    """Return the members of an entry and behind them those who may stand in, by name.

    No member of the entry `against` which it plays is among them.
    """
    others = _substitutes(entry)
    if against is not None:
        others = others.exclude(pk__in=[player.pk for player in _members(against)])
    return _members_first(entry, others)


def who_may_lead(entry: Entry, *, by_director: bool = False) -> list[Player]:
    """Return whom a captain can hand an entry over to: its members, and who is of no other entry.

    A director may name members of other entries too: somebody can be captain of two.
    """
    others = _substitutes(entry)
    return _members_first(entry, others if by_director else _of_no_other(entry, others))


def of_those_who_lead(
    entry: Entry, numbers: Iterable[int], *, by_director: bool
) -> dict[int, Player]:
    """Return those of the numbered players who may be captain of an entry, by number."""
    wanted = set(numbers)
    others = _substitutes(entry).filter(pk__in=wanted)
    found = [*_members(entry), *(others if by_director else _of_no_other(entry, others))]
    return {player.pk: player for player in found if player.pk in wanted}


def _members_first(entry: Entry, others: QuerySet[Player]) -> list[Player]:
    members = _members(entry)
    others = others.exclude(pk__in={player.pk for player in members})
    return [*members, *others.order_by("sort_key", "pk")[:MOST_SUBSTITUTES]]


def _of_no_other(entry: Entry, players: QuerySet[Player]) -> QuerySet[Player]:
    others = EntryMember.objects.filter(
        event=entry.event_id, left_at__isnull=True, entry__state=EntryState.ACCEPTED
    ).exclude(entry=entry)
    named = Coalesce("player__merged_into", "player")
    return players.exclude(pk__in=others.annotate(called=named).values("called"))


def of_those(entry: Entry, numbers: Iterable[int]) -> dict[int, Player]:
    """Return those of the numbered players who may play for an entry, by number."""
    wanted = set(numbers)
    found = [*_members(entry), *_substitutes(entry).filter(pk__in=wanted)]
    return {player.pk: player for player in found if player.pk in wanted}


def _members(entry: Entry) -> list[Player]:
    return [called_after(member.player) for member in current_members(entry)]


def _substitutes(entry: Entry) -> QuerySet[Player]:
    event = entry.event
    others = Player.objects.filter(club=event.club_id, merged_into=None, is_active=True)
    if (condition := eligible_for(entry)) is not None:
        others = others.filter(condition)
    if event.substitutes == Substitutes.NOBODY:
        return others.none()
    if event.substitutes == Substitutes.RESERVES:
        return others.filter(pk__in=event.reserves.values("player"))
    return others
