"""What subjects above events demand of the players of an entry, and do once an entry has them.

Events know nothing of these subjects: they register here.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from django.db.models import Q

from league.clubs.models import Player
from league.play.events.models import Entry, Event

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
