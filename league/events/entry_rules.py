"""What subjects above events demand of the players of an entry, and do once an entry has them.

Events know nothing of these subjects: they register here.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from league.clubs.models import Player
from league.events.models import Entry, Event

# (players, the entry they are to be in or None for a new one): raises a Refused
CheckPlayers: TypeAlias = Callable[[Sequence[Player], Entry | None], None]


class EntryRule(NamedTuple):
    """`demands` returns what an event demands of each entry, None for nothing.

    `seated` runs in the transaction in which entries of an event got their players.
    """

    demands: Callable[[Event], CheckPlayers | None]
    seated: Callable[[Event, Sequence[Entry]], None]


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
