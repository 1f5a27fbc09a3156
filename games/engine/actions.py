"""What players do in a deal, in the words of a record."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import shortened
from games.sentences import say


class Action(NamedTuple):
    """One entry of a record: the key it stands under, and the entry as it is written there.

    `Action("auction", "55")`, `Action("trump", "S")`, `Action("play", "AS")`.
    """

    phase: str
    value: Any


# Chooses among what the state allows. A stronger player is another function of this type.
Player: TypeAlias = Callable[[Any], Action]

# phases that stand in a record as a list of what was done, and with one text a seat
LISTED = frozenset({"auction", "exchange", "events", "play"})
BY_SEAT = frozenset({"discards"})


def write_down(record: dict[str, Any], action: Action) -> None:
    """Add what was done to a record; a card laid away goes to its seat's text."""
    if action.phase in LISTED:
        record.setdefault(action.phase, []).append(action.value)
    elif action.phase in BY_SEAT:
        record.setdefault(action.phase, [""] * len(record["hands"]))
        record[action.phase][action.value["seat"]] = action.value["cards"]
    else:
        record[action.phase] = action.value


def play_deal(
    record: dict[str, Any], state: Any, apply: Callable[[Any, Action], None], player: Player
) -> dict[str, Any]:
    """Let the player act for every seat until the deal is over; return the record of it."""
    while not state.over:
        action = player(state)
        apply(state, action)
        write_down(record, action)
    return record


def unknown_action(action: Action) -> MalformedRecord:
    """Return the refusal of a phase that the game does not have."""
    sentence = say(
        '"%(name)s" is nothing that can be done in this game', name=shortened(action.phase)
    )
    return MalformedRecord("unexpected_field", sentence)


def trump_too_early(phase: str) -> IllegalAction:
    """Return the refusal to name trump before `phase` is over."""
    sentence = say("trump cannot be named yet")
    return IllegalAction("trump", None, f"{phase}_unfinished", sentence)


def trump_named_already() -> IllegalAction:
    return IllegalAction("trump", None, "trump_named", say("trump has been named already"))
