"""A record is done once more, step by step, and each step is written into its story."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.engine.phases import next_action
from games.engine.variant import Variant
from games.story.parts import Draw, Meld, Story, Trick

_SEAT = re.compile(r"^\d+:")  # a call or card written with its seat before it


def follow(story: Story, game: Variant, state: Any, record: Mapping[str, Any]) -> None:
    """Do what the record says, phase by phase, and add to the story what was done."""
    done: Counter[str] = Counter()
    table = _Table(story, game.last_trick)
    named_melds = game.named_melds
    while not state.over:
        seat, up = state.turn, state.up if game.turns_up else None
        action = next_action(game.phases, state, record, done)
        if action is None:
            break
        game.apply(state, action)
        done[action.phase] += 1
        if action.phase == "play":
            table.add(seat, action.value, state)
        elif game.phase_of[action.phase].gives_up:
            story.thrown_in = True
        elif action.phase in ADDED:
            ADDED[action.phase](story, seat, action.value)
        if up is not None and state.up != up:
            _add_exchange_of_turned_up(story, state, seat, up)
        if named_melds and (state.phase == "play" or state.over):
            story.melds += [Meld(None, *meld) for meld in named_melds(state)]
            named_melds = None


def _add_exchange_of_turned_up(story: Story, state: Any, seat: int, up: int) -> None:
    """Add that a seat took the turned-up card and left another in its place."""
    texts = state.play.deck.texts
    after = len(state.play.winners)
    story.draws.append(Draw(after, seat, texts[up], gave=texts[state.up]))


class _Table:
    """The trick on the table while a record is followed."""

    def __init__(self, story: Story, last_trick: int) -> None:
        self.story = story
        self.last_trick = last_trick
        self.lying: list[tuple[int, str]] = []
        self.taken = 0

    def add(self, seat: int, card: object, state: Any) -> None:
        """Put what a seat played on the table; the last of a trick turns it."""
        self.lying.append((seat, _cards(card)))
        if state.play.placed:
            return
        taken = sum(state.play.points)
        bonus = self.last_trick if state.over else 0
        points = taken - self.taken + bonus
        trick = Trick(
            cards=tuple(self.lying), winner=state.play.winners[-1], points=points, bonus=bonus
        )
        self.story.tricks.append(trick)
        self.lying, self.taken = [], taken


def _cards(written: object) -> str:
    """Return cards as written in the play without seats and the marks of table cards."""
    text = _SEAT.sub("", str(written))
    return " ".join(part.partition("*")[0] for part in text.split("+"))


def _add_call(story: Story, seat: int, call: object) -> None:
    story.calls.append((seat, _SEAT.sub("", str(call))))


def _add_trump(story: Story, _seat: int, suit: object) -> None:
    story.trump = str(suit)


def _add_gift(story: Story, _seat: int, gift: Any) -> None:
    if gift["cards"]:
        story.gifts.append((gift["from"], gift["to"], gift["cards"]))


def _add_laid_away(story: Story, seat: int, away: Any) -> None:
    story.laid_away.append((seat, away["cards"]))


ADDED = {
    "auction": _add_call,
    "trump": _add_trump,
    "exchange": _add_gift,
    "discards": _add_laid_away,
}
