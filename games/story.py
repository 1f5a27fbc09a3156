"""A full record told in the order in which it happened: who called, who gave, who won a trick."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.actions import Action
from games.engine.forms import start_deal
from games.engine.ruleset import Ruleset
from games.engine.sentences import Sentence
from games.engine.variants import VARIANTS

# the keys under which games write that a deal was given up before the play
GIVING_UP = ("throw_in", "concede")
# what was done where a record may be silent about it
UNWRITTEN = {"last_draw": "stock"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """The cards in the order of play, as (seat, card), and the seat that won them."""

    cards: tuple[tuple[int, str], ...]
    winner: int | None


@dataclass(slots=True, kw_only=True)
class Story:
    """Hands as dealt, by seat; calls as (seat, call); gifts as (from, to, cards).

    `stock` are the undealt cards in order; `discards` the cards each seat laid away, as
    (seat, cards). Melds and draws during the play are (number of the trick just taken, seat,
    what), a meld of trick 0 being one of the deal itself; `turned_up` is the card that made
    trump. All are empty where the game has none.
    """

    hands: list[str]
    stock: str = ""
    calls: list[tuple[int, str]] = field(default_factory=list)
    trump: str | None = None
    gifts: list[tuple[int, int, str]] = field(default_factory=list)
    discards: list[tuple[int, str]] = field(default_factory=list)
    thrown_in: bool = False
    tricks: list[Trick] = field(default_factory=list)
    turned_up: str | None = None
    melds: list[tuple[int, int, Sentence]] = field(default_factory=list)
    draws: list[tuple[int, int, str]] = field(default_factory=list)


def story_of(ruleset: Ruleset, record: Mapping[str, Any]) -> Story | None:
    """Return the story of a record that has been scored, or None where it names no hands."""
    hands = record.get("hands")
    if not hands:
        return None
    game = VARIANTS[ruleset.variant]
    state = start_deal(ruleset, record)
    stock = record.get("stock") or ""
    story = Story(hands=list(hands), stock=stock, trump=record.get("trump"))
    left = {phase: deque(_entries(record, phase)) for phase in TOLD}
    lying: list[tuple[int, str]] = []
    while not state.over:
        phase, seat = _phase_due(state, left["events"]), state.turn
        given_up = next((name for name in GIVING_UP if record.get(name)), None)
        if phase == "play" and given_up and not story.thrown_in:
            game.apply(state, Action(given_up, True))
            story.thrown_in = True
            continue
        # what is laid away stands by the seat, not in the order in which it happened
        if phase == "discards":
            value: Any = _laid_away(record, seat)
        elif left.get(phase):
            value = left[phase].popleft()
        elif phase == "exchange":  # nothing was passed, and nothing written
            value = next(game.legal_actions(state)).value
        else:
            break
        game.apply(state, Action(phase, value))
        if phase == "play":
            lying.append((seat, _cards_of(str(value))))
            if len(lying) == ruleset.players:
                story.tricks.append(Trick(cards=tuple(lying), winner=state.play.winners[-1]))
                lying = []
        else:
            TOLD[phase](story, seat, value)
    _tell_stock(story, state)
    return story


def _phase_due(state: Any, events: deque[Any]) -> str:
    """Return what the record says next: the winner of a trick melds, or does what follows."""
    phase = str(state.phase)
    if phase != "events" or (events and events[0]["trick"] == len(state.play.winners)):
        return phase
    return str(state.after_events)


def _entries(record: Mapping[str, Any], phase: str) -> list[Any]:
    written = record.get(phase)
    if written is None:
        written = UNWRITTEN.get(phase)
    return written if isinstance(written, list) else [] if written is None else [written]


def _cards_of(played: str) -> str:
    """Return the cards of one play, without the mark of a card that lay melded on the table."""
    return played.partition("*")[0].replace("+", " ")


def _tell_stock(story: Story, state: Any) -> None:
    """Tell what a game with a stock has besides: the state keeps it in the order of play."""
    story.trump = story.trump or getattr(state, "trump", None)
    story.turned_up = getattr(state, "turned_up", None)
    story.melds = [(laid.trick, laid.seat, laid.sentence) for laid in getattr(state, "laid", ())]
    story.draws = list(getattr(state, "drawn", ()))


def _laid_away(record: Mapping[str, Any], seat: int) -> dict[str, Any]:
    return {"seat": seat, "cards": record["discards"][seat]}


def _tell_call(story: Story, seat: int, call: object) -> None:
    story.calls.append((seat, str(call)))


def _tell_trump(story: Story, _seat: int, suit: object) -> None:
    story.trump = str(suit)


def _tell_gift(story: Story, _seat: int, gift: Any) -> None:
    if gift["cards"]:
        story.gifts.append((gift["from"], gift["to"], gift["cards"]))


def _tell_discard(story: Story, seat: int, away: Any) -> None:
    story.discards.append((seat, away["cards"]))


def _tell_later(_story: Story, _seat: int, _value: object) -> None:
    """Cards are told by the trick, melds and draws by the state."""


TOLD = {
    "auction": _tell_call,
    "trump": _tell_trump,
    "exchange": _tell_gift,
    "discards": _tell_discard,
    "events": _tell_later,
    "last_draw": _tell_later,
    "play": _tell_later,
}
