"""A full record in the order in which it happened: who called, who gave, who won a trick."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.engine.errors import Refusal
from games.engine.phases import next_action
from games.engine.ruleset import Ruleset
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.sentences import Sentence

# What a story is made of: the hands, the calls, the cards that moved, the melds, the tricks.

RANKS = "AKQJT98765432"  # strong to weak, where the game does not say otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """The cards in the order of play, as (seat, card), and the seat that won them.

    Cards played at once stand together, the one on top first: "5D 3D KD". `points` are the card
    points of the trick, with `bonus`, what the last trick is worth besides; None where they are
    unknown, and in games in which cards count nothing.
    """

    cards: tuple[tuple[int, str], ...]
    winner: int | None
    points: int | None = None
    bonus: int = 0


class Meld(NamedTuple):
    """What a seat laid down: its name, its points and its cards as far as they are known.

    `after` is the number of the trick it followed; None for a meld before the play.
    """

    after: int | None
    seat: int
    what: Sentence | str
    points: int | None = None
    cards: str = ""


class Draw(NamedTuple):
    """Cards a seat took from the stock after a trick, and what it gave for them, if anything."""

    after: int
    seat: int
    cards: str
    gave: str = ""


@dataclass(slots=True, kw_only=True)
class Story:
    """Hands as dealt, by seat; calls as (seat, call); gifts as (from, to, cards).

    `laid_away` are cards buried or discarded, as (seat, cards); `turned_up` is the card that made
    trumps; `ranks` go from strong to weak.
    What a game does not have stays empty.
    """

    hands: list[str]
    dealer: int | None = None
    declarer: int | None = None
    calls: list[tuple[int, str]] = field(default_factory=list)
    trump: str | None = None
    kitty: str = ""
    stock: str = ""
    turned_up: str = ""
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

        Every card held is played in the end, so a hand is what its seat played; one who sits the
        play out holds what was dealt. Where cards are drawn during the play nothing has changed
        before it.
        """
        if not self.tricks or self.draws:
            return list(self.hands) if self.tricks else []
        hands: list[list[str]] = [[] for _ in self.hands]
        for trick in self.tricks:
            for seat, cards in trick.cards:
                hands[seat] += cards.split()
        return [" ".join(played) or dealt for played, dealt in zip(hands, self.hands, strict=True)]


# A record is done once more, step by step, and each step is written into its story.

_SEAT = re.compile(r"^\d+:")  # a call or card written with its seat before it


def follow(story: Story, game: Variant, state: Any, record: Mapping[str, Any]) -> None:
    """Do what the record says, phase by phase, and add to the story what was done."""
    done: Counter[str] = Counter()
    table = _Table(story, game.last_trick)
    turns_up = game.undealt == "turned up"
    named_melds = game.named_melds
    while not state.over:
        seat, up = state.turn, state.up if turns_up else None
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
        counts = any(state.play.values) or self.last_trick
        trick = Trick(
            cards=tuple(self.lying),
            winner=state.play.winners[-1],
            points=taken - self.taken + bonus if counts else None,
            bonus=bonus,
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


def story_of(ruleset: Ruleset, record: Mapping[str, Any]) -> Story | None:
    """Return the story of a record that has been scored, or None where it names no cards."""
    game = VARIANTS[ruleset.variant]
    hands = hands_of(game, ruleset, record)
    if not hands:
        return None
    state = game.opening(ruleset, record)
    story = Story(
        hands=list(hands),
        dealer=record["dealer"],
        trump=record.get("trump"),
        counter_clockwise=game.counter_clockwise(ruleset.options),
    )
    undealt = record.get("stock") or ""
    if game.undealt == "kitty":
        story.kitty = undealt
    else:
        story.stock = undealt
    if game.undealt == "turned up":  # the stock lies on that card
        story.turned_up = undealt.split()[0]
    follow(story, game, state, record)
    _write_the_end(story, game, state)
    return story


def hands_of(game: Variant, ruleset: Ruleset, record: Mapping[str, Any]) -> Sequence[str]:
    """Return the hands of a record, dealt from the whole pack where that stands in their place."""
    if record.get("hands") or game.recorded_hands is None or not record.get("deck"):
        return record.get("hands") or ()
    return game.recorded_hands(record, record["dealer"], ruleset.options)


def _write_the_end(story: Story, game: Variant, state: Any) -> None:
    """Add what is known best when all is done: the contract, melds and draws, the ranks."""
    detail = game.result(state).detail if state.over else {}
    story.declarer = detail.get("declarer")
    story.trump = state.trump or story.trump
    story.ranks = _ranks(game, state)
    for seat, melds in enumerate(detail.get("named_melds") or ()):
        story.melds += [
            Meld(None, seat, game.meld_names[name], worth) for name, worth in melds.items()
        ]
    for laid in game.melds_laid(state):
        after = laid.trick or None
        story.melds.append(Meld(after, laid.seat, laid.label, laid.points, laid.cards))
    story.draws[:0] = [Draw(*drawn) for drawn in game.cards_drawn(state)]


def _ranks(game: Variant, state: Any) -> str:
    """Return the ranks of the pack from strong to weak; trump may put another card in a suit."""
    if state.play is not None:
        deck = state.play.deck
    else:
        deck = game.how_dealt(state.ruleset.options, state.ruleset.players).deck
    return "".join(dict.fromkeys(text[0] for text in reversed(deck.texts)))


# Who did each thing that a record lists, as far as the rules let it be followed.


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
