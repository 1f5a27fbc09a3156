"""Who did each thing that a record lists, as far as the rules let it be followed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.errors import Refusal
from games.engine.phases import next_action
from games.engine.ruleset import Ruleset
from games.engine.variants import VARIANTS
from games.story import hands_of


def turns_of(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return by phase the seat of each entry, up to the first that is missing or not allowed.

    The seat of that one is the last in its list. The record may be anything that was sent: what
    cannot be followed has no seats.
    """
    turns: dict[str, list[int]] = {}
    try:
        for phase, seat in _followed(ruleset, record):
            turns.setdefault(phase, []).append(seat)
    except (Refusal, KeyError, TypeError, AttributeError, ValueError, IndexError):
        pass  # from here on nobody knows whose turn it is
    return turns


def _followed(ruleset: Ruleset, record: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield phase and seat of what is done next, then do it. Raises where it cannot be done."""
    game = VARIANTS[ruleset.variant]
    if not hands_of(game, ruleset, record):
        return
    state = game.opening(ruleset, record)
    done: Counter[str] = Counter()
    while not state.over:
        action = next_action(game.phases, state, record, done)
        yield state.phase if action is None else action.phase, state.turn
        if action is None:
            return
        game.apply(state, action)
        done[action.phase] += 1
