"""Trump, kitty and melds: the declarer takes three cards, buries three of 18, and all meld."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from games.engine.cards import SUITS, Counts, cards_in, codes_in, read_cards, write_cards
from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import as_object, check_keys, read_seat, required
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.meld import is_dix_only, named_melds
from games.engine.single_deck.score import is_unmakeable
from games.engine.single_deck.values import card_values, meld_values
from games.engine.summaries import read_suit
from games.engine.variants.three_handed_pinochle.deal import KITTY_SIZE, SEATS
from games.engine.variants.three_handed_pinochle.options import Options
from games.engine.variants.three_handed_pinochle.play import open_play
from games.engine.variants.three_handed_pinochle.state import State
from games.sentences import CardName, SeatName, say

ENTRY_KEYS = frozenset({"seat", "cards"})
ACES = frozenset(code for code, text in enumerate(DECK.texts) if text[0] == "A")


def open_kitty(state: State) -> None:
    """The auction has a declarer, who sees the kitty before or after naming trump."""
    state.phase, state.turn = "trump", state.declarer
    if state.options.trump_timing == "after_kitty":
        take_kitty(state)


def take_kitty(state: State) -> None:
    hand = list(state.hands[state.turn])
    for card in state.kitty:
        hand[card] += 1
    state.hands[state.turn] = hand


def name_trump(state: State, suit: object) -> None:
    """The declarer names a suit; any of the four, held or not."""
    state.trump = read_suit(suit)
    if state.options.trump_timing == "before_kitty":
        take_kitty(state)
    state.phase = "discards"


def bury(state: State, written: object) -> None:
    """Lay three cards away and go on to the melds.

    `written` is {"seat", "cards"}. Raises, and leaves the hand as it was, where they may not be
    buried.
    """
    seat, cards = _read_entry(written, state)
    if seat != state.turn:
        raise not_the_declarer(state, seat)
    if len(cards) != KITTY_SIZE:
        sentence = say(
            "%(seat)s buries %(count)d cards; it must be %(due)d",
            seat=SeatName(seat),
            count=len(cards),
            due=KITTY_SIZE,
        )
        raise IllegalAction("discards", seat, "discard_count", sentence)
    left = _without(state, cards)
    _check_barred(state, cards)
    if state.options.meld_hand == "with_kitty":
        lay_meld(state, seat)
    state.hands[seat] = left
    state.buried = cards
    lay_melds(state)


def legal_burials(state: State) -> Iterator[dict[str, Any]]:
    """Give every three cards the declarer may bury, as entries of a record."""
    hand = state.hands[state.turn]
    barred, most = barred_cards(state)
    for cards in sorted(set(combinations(cards_in(hand), KITTY_SIZE))):
        if sum(card in barred for card in cards) <= most:
            yield {"seat": state.turn, "cards": write_cards(DECK, cards)}


def barred_cards(state: State) -> tuple[frozenset[int], int]:
    """Return the cards that may not be buried, and how many of them may be all the same.

    Where the eighteen cards hold fewer than three others, the rest is made up from these.
    """
    barred = _kinds(state, "forbidden")
    if not barred:
        return barred, 0
    hand = state.hands[state.turn]
    free = sum(copies for code, copies in enumerate(hand) if code not in barred)
    return barred, max(0, KITTY_SIZE - free)


def _kinds(state: State, setting: str) -> frozenset[int]:
    """Return trumps and aces, each where the ruleset has this setting for burying them."""
    options: Options = state.options
    trumps = trump_codes(state.trump or "") if options.bury_trump == setting else frozenset()
    return trumps | ACES if options.bury_aces == setting else trumps


def trump_codes(suit: str) -> frozenset[int]:
    return frozenset(codes_in(DECK.suits[SUITS.index(suit)]))


def announced(state: State) -> dict[str, int]:
    """Return how many trumps and aces were buried, where the declarer must say so."""
    counts = {}
    if state.options.bury_trump == "announce":
        trumps = trump_codes(state.trump or "")
        counts["announced_trumps"] = sum(card in trumps for card in state.buried)
    if state.options.bury_aces == "announce":
        counts["announced_aces"] = sum(card in ACES for card in state.buried)
    return counts


def _read_entry(written: object, state: State) -> tuple[int, list[int]]:
    try:
        entry: Mapping[str, Any] = as_object(written, name="discards")
        check_keys(entry, ENTRY_KEYS)
        seat = read_seat(required(entry, "seat"), SEATS, name="seat")
        cards = read_cards(DECK, required(entry, "cards"), phase="discards", index=seat)
    except MalformedRecord as refusal:
        refusal.phase, refusal.index = "discards", state.turn
        raise
    return seat, cards


def _without(state: State, cards: list[int]) -> Counts:
    """Return the declarer's hand without these cards. Raises where one is not held."""
    seat = state.turn
    left = list(state.hands[seat])
    for card in cards:
        if not left[card]:
            sentence = say(
                "%(seat)s does not hold %(card)s to bury it",
                seat=SeatName(seat),
                card=CardName(DECK.texts[card]),
            )
            raise IllegalAction("discards", seat, "card_not_held", sentence)
        left[card] -= 1
    return left


def _check_barred(state: State, cards: list[int]) -> None:
    barred, most = barred_cards(state)
    chosen = [card for card in cards if card in barred]
    if len(chosen) <= most:
        return
    seat, card = SeatName(state.turn), CardName(DECK.texts[chosen[most]])
    if most:
        sentence = say(
            "%(seat)s may not bury %(card)s: all other cards must be buried first",
            seat=seat,
            card=card,
        )
    else:
        sentence = say(
            "%(seat)s may not bury %(card)s while holding three cards that may be buried",
            seat=seat,
            card=card,
        )
    raise IllegalAction("discards", state.turn, "discard_not_allowed", sentence)


def not_the_declarer(state: State, seat: int) -> IllegalAction:
    sentence = say(
        "%(seat)s buries cards, but only the declarer, %(declarer)s, does",
        seat=SeatName(seat),
        declarer=SeatName(state.turn),
    )
    return IllegalAction("discards", seat, "out_of_turn", sentence)


# After the burying all three players meld, and the deal may end there.


def lay_meld(state: State, seat: int) -> None:
    """Count a player's meld on the cards now held."""
    trump, hand = SUITS.index(state.trump or ""), state.hands[seat]
    values = meld_values(state.options)
    named = named_melds(hand, trump, values)
    meld = sum(named.values())
    state.named_melds[seat], state.melds[seat] = named, meld
    state.dix_only[seat] = is_dix_only([hand], trump, meld, values)


def lay_melds(state: State) -> None:
    """Count what has not been melded yet; end the deal, or let the first trick be led."""
    for seat in range(SEATS):
        if seat != state.declarer or state.options.meld_hand == "kept":
            lay_meld(state, seat)
    out_of_reach = is_unmakeable(
        state.auction.bid, state.melds[state.declarer], card_values(state.options).total
    )
    if out_of_reach and state.options.unmakeable_bid == "no_play":
        state.ending, state.phase = "unmakeable", "over"
    else:
        open_play(state)
