"""Entries that lack players: a pair of one waits for a partner, a team leaves seats free."""

from collections.abc import Iterable

from django.utils.translation import ngettext

from league.foundation.lists import listed_some
from league.play.events.models import Entry, EntryKind, EntryState, Event
from league.play.events.names import current_members, name_of
from league.play.events.selectors import members_with_players

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
