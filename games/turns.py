"""Who did each thing that a record lists, as far as the rules let it be followed."""

from collections.abc import Iterator, Mapping
from inspect import signature
from typing import Any

from games.engine.actions import LISTED, Action
from games.engine.errors import Refusal
from games.engine.record import read_dealer
from games.engine.ruleset import Ruleset
from games.engine.variant import Variant
from games.engine.variants import VARIANTS

# what every game's `start` is given first; whatever else it asks for stands in the record
FIXED = ("ruleset", "dealer", "hands")
# what ends a deal before its first card, where a game has it
GIVING_UP = ("throw_in", "concede")


def turns_of(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return by phase the seat of each entry, up to the first that is missing or not allowed.

    The seat of that one is the last in its list.
    The record may be anything that was sent: what cannot be followed has no seats.
    """
    turns: dict[str, list[int]] = {}
    try:
        for phase, seat in _followed(VARIANTS[ruleset.variant], ruleset, record):
            turns.setdefault(phase, []).append(seat)
    except (Refusal, KeyError, TypeError, AttributeError, ValueError, IndexError):
        pass  # from here on nobody knows whose turn it is
    return turns


def _followed(
    game: Variant, ruleset: Ruleset, record: Mapping[str, Any]
) -> Iterator[tuple[str, int]]:
    """Yield phase and seat of what is done next, then do it. Raises where it cannot be done."""
    asked = signature(game.start).parameters
    own = {name: record[name] for name in asked.keys() & record.keys() if name not in FIXED}
    dealer = read_dealer(record, ruleset.players)
    state = game.start(ruleset, dealer, record["hands"], **own)
    done: dict[str, int] = {}
    while not state.over:
        phase, seat = state.phase, state.turn
        number = done.get(phase, 0)
        if phase == "play" and number == 0:
            _give_up(game, state, record)
            if state.over:
                return
        value = _entry(record, phase, seat, number)
        yield phase, seat
        if value is None:
            return
        game.apply(state, Action(phase, value))
        done[phase] = number + 1


def _give_up(game: Variant, state: Any, record: Mapping[str, Any]) -> None:
    for name in GIVING_UP:
        if record.get(name) is True:
            game.apply(state, Action(name, True))
            return


def _entry(record: Mapping[str, Any], phase: str, seat: int, number: int) -> Any:
    """Return what the record says is done next, or None where it says nothing."""
    written = record.get(phase)
    if phase == "discards" and isinstance(written, list):
        return {"seat": seat, "cards": written[seat]}
    if phase in LISTED and isinstance(written, list):
        return written[number] if number < len(written) else None
    return written if number == 0 else None
