"""A full record told in the order in which it happened: who called, who gave, who won a trick."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, NamedTuple

from games.engine.actions import Action
from games.engine.ruleset import Ruleset
from games.engine.sentences import Sentence
from games.engine.variants import VARIANTS

# what every game's `start` is given first; whatever else it asks for stands in the record
FIXED = ("ruleset", "dealer", "hands")
RANKS = "AKQJT98765432"  # strong to weak, where the game does not say otherwise
_SEAT = re.compile(r"^\d+:")  # a call or card written with its seat before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """The cards in the order of play, as (seat, card), and the seat that won them.

    Cards played at once stand together, the one on top first: "5D 3D KD". `points` are the card
    points of the trick, with `bonus`, what the last trick is worth besides; None where unknown.
    """

    cards: tuple[tuple[int, str], ...]
    winner: int | None
    points: int | None = None
    bonus: int = 0


class Meld(NamedTuple):
    """What a seat laid down: its name or its cards ("KS QS"), and its points where known.

    `after` is the number of the trick it followed; None for a meld before the play.
    """

    after: int | None
    seat: int
    what: Sentence | str
    points: int | None = None


class Draw(NamedTuple):
    """Cards a seat took from the stock after a trick; trick 0 is before the first."""

    after: int
    seat: int
    cards: str


@dataclass(slots=True, kw_only=True)
class Story:
    """Hands as dealt, by seat; calls as (seat, call); gifts as (from, to, cards).

    `laid_away` are cards buried or discarded, as (seat, cards); `ranks` go from strong to weak.
    What a game does not have stays empty.
    """

    hands: list[str]
    dealer: int | None = None
    declarer: int | None = None
    calls: list[tuple[int, str]] = field(default_factory=list)
    trump: str | None = None
    kitty: str = ""
    stock: str = ""
    gifts: list[tuple[int, int, str]] = field(default_factory=list)
    laid_away: list[tuple[int, str]] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    thrown_in: bool = False
    tricks: list[Trick] = field(default_factory=list)
    ranks: str = RANKS
    counter_clockwise: bool = False

    def held(self) -> list[str]:
        """Return what each seat held at the first lead; nothing where no card was played.

        Every card held is played in the end, so a hand is what its seat played and did not draw.
        """
        if not self.tricks:
            return []
        hands: list[Counter[str]] = [Counter() for _ in self.hands]
        for trick in self.tricks:
            for seat, cards in trick.cards:
                hands[seat].update(cards.split())
        for draw in self.draws:
            hands[draw.seat].subtract(draw.cards.split())
        return [" ".join(hand.elements()) for hand in hands]


def story_of(ruleset: Ruleset, record: Mapping[str, Any]) -> Story | None:
    """Return the story of a record that has been scored, or None where it names no cards.

    A game may export what a story asks of it besides: `recorded_hands` (the hands of a record that
    has the whole pack in place of them), `named_melds` (a state before its first card -> melds),
    `LAST_TRICK` (what the last trick is worth) and `DECK` (where a deal may end before the play).
    """
    game = VARIANTS[ruleset.variant]
    recorded_hands = getattr(game, "recorded_hands", None)
    hands = record.get("hands")
    if not hands and recorded_hands is not None and record.get("deck"):
        hands = recorded_hands(record, record["dealer"], ruleset.options)
    if not hands:
        return None
    asked = signature(game.start).parameters
    own = {name: record[name] for name in asked.keys() & record.keys() if name not in FIXED}
    state = game.start(ruleset, record["dealer"], hands, **own)
    story = Story(
        hands=list(hands),
        dealer=record["dealer"],
        trump=record.get("trump"),
        stock=record.get("stock") or "",
        counter_clockwise=getattr(ruleset.options, "direction", "") == "counter_clockwise",
    )
    _tell(story, game, state, record)
    story.declarer = getattr(state, "declarer", None)
    story.trump = getattr(state, "trump", None) or story.trump
    story.ranks = _ranks(game, state)
    return story


def _tell(story: Story, game: Any, state: Any, record: Mapping[str, Any]) -> None:
    """Do what the record says, phase by phase, and tell what was done."""
    left: dict[str, Iterator[Any]] = {}
    trick = _Table(story, getattr(game, "LAST_TRICK", 0))
    melded = False
    while not state.over:
        phase, seat = state.phase, state.turn
        if phase == "play" and record.get("throw_in") and not story.thrown_in:
            game.apply(state, Action("throw_in", True))
            story.thrown_in = True
            continue
        value = next(left.setdefault(phase, iter(_entries(record, phase))), None)
        if value is None:
            break
        game.apply(state, Action(phase, value))
        if phase == "play":
            trick.add(seat, value, state)
        elif phase in TOLD:
            TOLD[phase](story, seat, value)
        if not melded and hasattr(game, "named_melds") and (state.phase == "play" or state.over):
            story.melds += [Meld(None, *meld) for meld in game.named_melds(state)]
            melded = True


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


def _ranks(game: Any, state: Any) -> str:
    """Return the ranks of the pack from strong to weak, as the game's own deck has them."""
    deck = getattr(getattr(state, "play", None), "deck", None) or getattr(game, "DECK", None)
    if deck is None:
        return RANKS
    return "".join(dict.fromkeys(text[0] for text in reversed(deck.texts)))


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
    story.gifts.append((gift["from"], gift["to"], gift["cards"]))


TOLD = {"auction": _tell_call, "trump": _tell_trump, "exchange": _tell_gift}
