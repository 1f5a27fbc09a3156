"""A record is done once more, step by step, and each step is told."""

import re
from collections import deque
from collections.abc import Mapping
from typing import Any

from games.engine.actions import Action
from games.story.told import Draw, Meld, Story, Trick

# the phases of which a record has a list, or one entry
LISTED = ("auction", "trump", "exchange", "events", "play")
# the keys under which games write that a deal was given up before the play
GIVING_UP = ("throw_in", "concede")
_SEAT = re.compile(r"^\d+:")  # a call or card written with its seat before it


def tell(story: Story, game: Any, state: Any, record: Mapping[str, Any]) -> None:
    """Do what the record says, phase by phase, and tell what was done."""
    left = entries_by_phase(record)
    table = _Table(story, getattr(game, "LAST_TRICK", 0))
    before_melds = hasattr(game, "named_melds")
    while not state.over:
        seat, up = state.turn, getattr(state, "up", None)
        action = next_action(game, state, record, left)
        if action is None:
            break
        game.apply(state, action)
        if action.phase == "play":
            table.add(seat, action.value, state)
        elif action.phase in GIVING_UP:
            story.thrown_in = True
        elif action.phase in TOLD:
            TOLD[action.phase](story, seat, action.value)
        if up is not None and state.up != up:
            _tell_turned_up(story, state, seat, up)
        if before_melds and (state.phase == "play" or state.over):
            story.melds += [Meld(None, *meld) for meld in game.named_melds(state)]
            before_melds = False


def entries_by_phase(record: Mapping[str, Any]) -> dict[str, deque[Any]]:
    """Return what a record lists, to be taken from the front as it is done."""
    return {key: deque(_entries(record, key)) for key in LISTED}


def next_action(
    game: Any, state: Any, record: Mapping[str, Any], left: Mapping[str, deque[Any]]
) -> Action | None:
    """Return what the record says was done next, or None where it says nothing more."""
    match state.phase:
        case "play":
            given_up = next((name for name in GIVING_UP if record.get(name)), None)
            return Action(given_up, True) if given_up else _listed("play", left)
        case "discards":  # these stand by the seat, not in the order in which they were laid
            return Action("discards", {"seat": state.turn, "cards": record["discards"][state.turn]})
        case "events":
            return _event(state, record, left)
        case "last_draw":
            return Action("last_draw", record.get("last_draw") or "stock")
        case "exchange" if not left["exchange"]:  # nothing was passed, and nothing written
            return next(iter(game.legal_actions(state)), None)
    return _listed(state.phase, left)


def _listed(phase: str, left: Mapping[str, deque[Any]]) -> Action | None:
    return Action(phase, left[phase].popleft()) if left.get(phase) else None


def _event(state: Any, record: Mapping[str, Any], left: Mapping[str, deque[Any]]) -> Action | None:
    """Return what the winner of a trick lays down; who melds no more leads."""
    events = left["events"]
    if events and events[0].get("trick") == len(state.play.winners):
        return Action("events", events.popleft())
    if state.after_events == "last_draw":
        return Action("last_draw", record.get("last_draw") or "stock")
    return _listed("play", left)


def _tell_turned_up(story: Story, state: Any, seat: int, up: int) -> None:
    """Tell that a seat took the turned-up card and left another in its place."""
    texts = state.play.deck.texts
    after = len(state.play.winners)
    story.draws.append(Draw(after, seat, texts[up], gave=texts[state.up]))


class _Table:
    """The trick on the table while a record is told."""

    def __init__(self, story: Story, last_trick: int) -> None:
        self.story = story
        self.last_trick = last_trick
        self.lying: list[tuple[int, str]] = []
        self.taken = 0

    def add(self, seat: int, card: object, state: Any) -> None:
        """Put what a seat played on the table; the last of a trick turns it."""
        self.lying.append((seat, _cards(card)))
        if len(self.lying) < len(self.story.hands):
            return
        taken = sum(state.play.points) if hasattr(state.play, "points") else None
        bonus = self.last_trick if state.over else 0
        points = None if taken is None else taken - self.taken + bonus
        trick = Trick(
            cards=tuple(self.lying), winner=state.play.winners[-1], points=points, bonus=bonus
        )
        self.story.tricks.append(trick)
        self.lying, self.taken = [], taken or 0


def _entries(record: Mapping[str, Any], phase: str) -> list[Any]:
    written = record.get(phase)
    return written if isinstance(written, list) else [] if written is None else [written]


def _cards(written: object) -> str:
    """Return cards as written in the play without seats and the marks of table cards."""
    text = _SEAT.sub("", str(written))
    return " ".join(part.partition("*")[0] for part in text.split("+"))


def _tell_call(story: Story, seat: int, call: object) -> None:
    story.calls.append((seat, _SEAT.sub("", str(call))))


def _tell_trump(story: Story, _seat: int, suit: object) -> None:
    story.trump = str(suit)


def _tell_gift(story: Story, _seat: int, gift: Any) -> None:
    if gift["cards"]:
        story.gifts.append((gift["from"], gift["to"], gift["cards"]))


def _tell_laid_away(story: Story, seat: int, away: Any) -> None:
    story.laid_away.append((seat, away["cards"]))


TOLD = {
    "auction": _tell_call,
    "trump": _tell_trump,
    "exchange": _tell_gift,
    "discards": _tell_laid_away,
}
