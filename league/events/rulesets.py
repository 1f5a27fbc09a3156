"""The ruleset of an event, for a number of players at a table."""

from typing import NamedTuple

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import RulesetRefused
from league.events.models import EntryKind, Event
from league.refusal import Refused


class RulesetNotPossible(Refused):
    """The game, its options and the number of players do not go together."""

    code = "ruleset_not_possible"


class RuleChange(NamedTuple):
    """One house rule in words: what it is about, the preset's choice and the event's own."""

    label: str
    standard: str
    own: str


def ruleset_of(event: Event, players: int) -> Ruleset:
    """Return what a table with so many players plays by.

    Raises RulesetNotPossible with the game's own reason.
    """
    try:
        return games.ruleset(event.variant, event.preset, event.options, players)
    except RulesetRefused as refused:
        raise RulesetNotPossible(games.in_words(refused.sentence), field=refused.field) from refused


def house_rules(event: Event) -> list[RuleChange]:
    """Return where the event's rules differ from its preset, readably."""
    changes = games.option_diff(ruleset_of(event, event.most_seats))
    return [RuleChange(*(games.in_words(words) for words in change)) for change in changes]


def table_sizes(event: Event) -> range:
    """Return the numbers of players a table of the event may have."""
    return range(event.least_seats, event.most_seats + 1)


def players_an_entry(event: Event, players: int) -> int:
    """Return how many players of one entry sit at a table of so many players."""
    if event.entry_kind == EntryKind.INDIVIDUAL:
        return 1
    return players // ruleset_of(event, players).sides
