"""A full record as a story, for the page of a deal: who called, passed cards, won a trick.

The engine carries the record out again, action by action, and each action is added to the story.
"""

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
from games.meld_cards import cards_of_melds
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

    def hands_at_first_lead(self) -> list[str]:
        """Return the hand of each seat at the first lead; no hands where no card was played.

        A player plays every card of that hand in the end, so it is made of the cards played. It is
        the hand as dealt of a player who sits the play out, and in a game in which cards are drawn
        during the play.
        """
        if not self.tricks or self.draws:
            return list(self.hands) if self.tricks else []
        hands: list[list[str]] = [[] for _ in self.hands]
        for trick in self.tricks:
            for seat, cards in trick.cards:
                hands[seat] += cards.split()
        return [" ".join(played) or dealt for played, dealt in zip(hands, self.hands, strict=True)]


# The record carried out again; what each action does is added to the story.

_SEAT = re.compile(r"^\d+:")  # a call or card written with its seat before it


def follow(story: Story, game: Variant, state: Any, record: Mapping[str, Any]) -> None:
    """Carry the record out on `state`, action by action, and add each action to the story."""
    done: Counter[str] = Counter()
    table = _Table(story, game.last_trick(state.options))
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
        elif action.phase in ADDERS:
            ADDERS[action.phase](story, seat, action.value)
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
    """The trick on the table while a record is carried out, and the points taken before it."""

    def __init__(self, story: Story, last_trick: int) -> None:
        self.story = story
        self.last_trick = last_trick
        self.lying: list[tuple[int, str]] = []
        self.taken = 0

    def add(self, seat: int, card: object, state: Any) -> None:
        """Put what a seat played on the table; the last card of a trick ends it."""
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
    """Return the cards of an entry of the play, without its seat and the stars of table cards."""
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


ADDERS = {
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
    _add_what_the_end_tells(story, game, state)
    return story


def hands_of(game: Variant, ruleset: Ruleset, record: Mapping[str, Any]) -> Sequence[str]:
    """Return the hands of a record; one that has the whole pack instead (`deck`) is dealt first."""
    if record.get("hands") or game.recorded_hands is None or not record.get("deck"):
        return record.get("hands") or ()
    return game.recorded_hands(record, record["dealer"], ruleset.options)


def _add_what_the_end_tells(story: Story, game: Variant, state: Any) -> None:
    """Add what can only be read from the finished deal: the contract, melds, draws and ranks."""
    detail = game.result(state).detail if state.over else {}
    story.declarer = detail.get("declarer")
    story.trump = state.trump or story.trump
    story.ranks = _ranks(game, state)
    for seat, melds in enumerate(detail.get("named_melds") or ()):
        story.melds += [
            Meld(None, seat, game.meld_names[name], worth) for name, worth in melds.items()
        ]
    _add_cards_of_melds(story, says_times=game.named_melds is not None)
    for laid in game.melds_laid(state):
        after = laid.trick or None
        story.melds.append(Meld(after, laid.seat, laid.label, laid.points, laid.cards))
    story.draws[:0] = [Draw(*drawn) for drawn in game.cards_drawn(state)]


def _add_cards_of_melds(story: Story, *, says_times: bool) -> None:
    """Add the cards to the melds that were named without them, by the hand they were laid from.

    Cards that were laid away before the first lead were in that hand too.
    """
    hands = story.hands_at_first_lead()
    if not hands or story.trump is None:
        return
    laid_away = dict(story.laid_away)
    for seat, held in enumerate(hands):
        own = [place for place, meld in enumerate(story.melds) if meld.seat == seat]
        hand = f"{held} {laid_away.get(seat, '')}"
        cards = cards_of_melds(
            [story.melds[place].what for place in own], hand, story.trump, says_times=says_times
        )
        for place, of_meld in zip(own, cards, strict=True):
            story.melds[place] = story.melds[place]._replace(cards=of_meld)


def _ranks(game: Variant, state: Any) -> str:
    """Return the ranks of the pack from strong to weak, as trump has changed them, if it does."""
    if state.play is not None:
        deck = state.play.deck
    else:
        deck = game.how_dealt(state.ruleset.options, state.ruleset.players).deck
    return "".join(dict.fromkeys(text[0] for text in reversed(deck.texts)))


# Whose turn it was at each entry of a record that may be wrong or incomplete.


def turns_of(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return for each phase the seats whose turn it was at its entries, in their order.

    The lists end with the seat at the first entry that is missing or not allowed. The record may
    be anything that was sent: entries that cannot be read have no seats.
    """
    turns: dict[str, list[int]] = {}
    try:
        for phase, seat in _phases_and_seats(ruleset, record):
            turns.setdefault(phase, []).append(seat)
    except (Refusal, KeyError, TypeError, AttributeError, ValueError, IndexError):
        pass  # from here on nobody knows whose turn it is
    return turns


def _phases_and_seats(ruleset: Ruleset, record: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield phase and seat of each entry, then carry it out. Raises where that is not possible."""
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
