"""The ruleset of an event, for a number of players at a table."""

from typing import Any

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import RulesetRefused
from league.clubs.models import HouseRules
from league.clubs.rules_in_words import RuleChange, changes_in_words
from league.foundation.refusal import Refused
from league.play.events.models import EntryKind, Event


class RulesetNotPossible(Refused):
    """The game, its options and the number of players do not go together."""

    code = "ruleset_not_possible"


def ruleset_of(event: Event, players: int) -> Ruleset:
    """Return what a table with so many players plays by.

    Raises RulesetNotPossible with the game's own reason.
    """
    try:
        return games.ruleset(event.variant, event.preset, event.options, players)
    except RulesetRefused as refused:
        raise RulesetNotPossible(
            games.render_sentence(refused.sentence), field=refused.field
        ) from refused


def house_rules(event: Event) -> list[RuleChange]:
    """Return where the event's rules differ from its preset, readably."""
    return changes_in_words(ruleset_of(event, event.most_seats))


def copied_from(rules: HouseRules) -> dict[str, Any]:
    """Return the columns of an event that is played by these house rules, as they are now."""
    return {
        "variant": rules.variant,
        "preset": rules.preset,
        "options": dict(rules.options),
        "house_rules": rules,
    }


def is_as_house_rules(event: Event) -> bool:
    """Say whether the house rules that the event came from still say what they said then."""
    return event.house_rules is None or all(
        getattr(event, name) == value for name, value in copied_from(event.house_rules).items()
    )


def table_sizes(event: Event) -> range:
    """Return the numbers of players a table of the event may have."""
    return range(event.least_seats, event.most_seats + 1)


def players_an_entry(event: Event, players: int) -> int:
    """Return how many players of one entry sit at a table of so many players."""
    if event.entry_kind == EntryKind.INDIVIDUAL:
        return 1
    return players // ruleset_of(event, players).sides
