"""Whom a captain can name: the members of an entry, and those who may stand in for them."""

from collections.abc import Iterable

from django.db.models import QuerySet

from league.clubs.models import Player
from league.events.models import Entry, Substitutes
from league.events.names import called_after, current_members

# a list longer than this is no list to choose from on a phone
MOST_SUBSTITUTES = 300


def who_may_play(entry: Entry) -> list[Player]:
    """Return the members of an entry and behind them those who may stand in, by name."""
    members = _members(entry)
    others = _substitutes(entry).exclude(pk__in={player.pk for player in members})
    return [*members, *others.order_by("sort_key", "pk")[:MOST_SUBSTITUTES]]


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
    if event.substitutes == Substitutes.NOBODY:
        return others.none()
    if event.substitutes == Substitutes.RESERVES:
        return others.filter(pk__in=event.reserves.values("player"))
    return others
