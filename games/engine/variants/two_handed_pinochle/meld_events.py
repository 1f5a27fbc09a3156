"""Melds and nines of trumps as a record writes them: who laid down what after which trick."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any, NamedTuple

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import read_list, shortened
from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.deal import SEATS, STOCK_TRICKS
from games.engine.variants.two_handed_pinochle.dix import (
    can_exchange,
    may_use_dix,
    nines_to_score,
)
from games.engine.variants.two_handed_pinochle.melding import may_meld, may_use_again
from games.engine.variants.two_handed_pinochle.melds import Meld, meld_rows
from games.engine.variants.two_handed_pinochle.state import State
from games.engine.variants.two_handed_pinochle.stock import choice_missing
from games.engine.variants.two_handed_pinochle.table import (
    copies_on_table,
    in_hand,
    named_copies,
)
from games.sentences import SeatName, Sentence, say

DIX_USES = ("exchange", "show")
KEYS = frozenset({"trick", "seat", "meld", "dix"})


class Event(NamedTuple):
    """After this trick this seat lays down a meld (its cards) or a nine (how it is used)."""

    trick: int
    seat: int
    meld: str | None
    dix: str | None


def read_events(record: Mapping[str, Any]) -> list[Event]:
    """Return the events of a record, in the order of the tricks they followed."""
    events = [read_event(entry, at) for at, entry in enumerate(read_list(record, "events"))]
    for index in range(1, len(events)):
        if events[index].trick < events[index - 1].trick:
            sentence = say(
                "what was laid down after trick %(trick)d is written after that of trick %(last)d",
                trick=events[index].trick,
                last=events[index - 1].trick,
            )
            raise IllegalAction("events", index, "event_order", sentence)
    return events


def read_event(entry: object, index: int) -> Event:
    """Return one entry of the list. Raises MalformedRecord `bad_field` or `bad_seat`."""
    if not isinstance(entry, Mapping):
        raise _malformed(index, "bad_field", _WHAT_IT_IS)
    if not entry.keys() <= KEYS:
        name = next(str(key) for key in entry if key not in KEYS)
        sentence = say('"%(name)s" is not a field of this form', name=shortened(name))
        raise _malformed(index, "unexpected_field", sentence)
    trick, seat = entry.get("trick"), entry.get("seat")
    meld, dix = entry.get("meld"), entry.get("dix")
    if type(trick) is not int or not 1 <= trick <= STOCK_TRICKS:
        sentence = say(
            '"trick" is the number of the trick just won, 1 to %(last)d', last=STOCK_TRICKS
        )
        raise _malformed(index, "bad_field", sentence)
    if type(seat) is not int or not 0 <= seat < SEATS:
        sentence = say(
            '"%(name)s" must be a seat, a whole number from 0 to %(last)d',
            name="seat",
            last=SEATS - 1,
        )
        raise _malformed(index, "bad_seat", sentence)
    if (meld is None) == (dix is None) or not isinstance(meld, str | None):
        raise _malformed(index, "bad_field", _WHAT_IT_IS)
    if dix is not None and not (isinstance(dix, str) and dix in DIX_USES):
        sentence = say('a nine of trumps ("dix") is used to "exchange" or to "show"')
        raise _malformed(index, "bad_field", sentence)
    return Event(trick, seat, meld, dix)


def check_turn(state: State, event: Event, index: int) -> None:
    """Refuse an event that is not of the winner of the trick just taken, between trick and lead."""
    if state.phase == "last_draw":
        raise choice_missing(state, phase="events", index=index)
    if state.phase != "events":
        sentence = say(
            "nothing can be melded now: the winner of each of the first %(last)d tricks may, "
            "before leading to the next",
            last=STOCK_TRICKS,
        )
        raise IllegalAction("events", index, "meld_not_allowed", sentence)
    if event.trick != state.tricks_taken:
        sentence = say(
            "this is written for after trick %(written)d, but %(taken)d tricks have been taken",
            written=event.trick,
            taken=state.tricks_taken,
        )
        raise IllegalAction("events", index, "event_order", sentence)
    if event.seat != state.turn:
        sentence = say(
            "only the winner of a trick may meld: trick %(trick)d went to %(winner)s, not %(seat)s",
            trick=event.trick,
            winner=SeatName(state.turn),
            seat=SeatName(event.seat),
        )
        raise IllegalAction("events", index, "out_of_turn", sentence)


def _malformed(index: int, rule: str, sentence: Sentence) -> MalformedRecord:
    return MalformedRecord(rule, sentence, phase="events", index=index)


_WHAT_IT_IS = say(
    'an entry of "events" is a meld or a nine: trick, seat, and either "meld" or "dix"'
)


# Everything the winner of a trick may lay down, written as a record writes it.


def legal_events(state: State) -> Iterator[dict[str, Any]]:
    """Give the nines and melds the winner of the trick may lay down now, the dearest meld first."""
    if state.phase != "events":
        return
    place = {"trick": state.tricks_taken, "seat": state.turn}
    if may_use_dix(state) and nines_to_score(state):
        if can_exchange(state):
            yield {**place, "dix": "exchange"}
        yield {**place, "dix": "show"}
    if may_meld(state):
        for _, cards in legal_melds(state):
            yield {**place, "meld": cards}


def legal_melds(state: State) -> Iterator[tuple[Meld, str]]:
    """Give each meld the seat in turn can lay down, with every choice of cards for it."""
    held = state.play.held[state.turn]
    for meld in meld_rows(state.trump, state.options).values():
        if all(held & DECK.bits[code] for code in meld.cards):
            for cards in _choices(state, meld):
                # one card at least comes from the hand
                if not all("*" in card for card in cards):
                    yield meld, " ".join(cards)


def _choices(state: State, meld: Meld) -> Iterator[list[str]]:
    """Give the cards of a meld in every way in which hand and table can supply them."""
    kinds = list(dict.fromkeys(meld.cards))
    ways = (_ways(state, meld, code, meld.cards.count(code)) for code in kinds)
    for choice in product(*ways):
        yield [card for cards in choice for card in cards]


def _ways(state: State, meld: Meld, code: int, count: int) -> list[tuple[str, ...]]:
    """Return the ways to supply so many copies of one card, those from the hand first."""
    from_hand = [DECK.texts[code]] * min(count, in_hand(state, state.turn, code))
    named = named_copies(code, copies_on_table(state, state.turn, code))
    from_table = [text for text, card in named if may_use_again(state, meld, card)]
    return list(dict.fromkeys(combinations(from_hand + from_table, count)))
