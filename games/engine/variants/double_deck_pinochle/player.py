"""A plain but sensible player: bids what the partnership can expect, then plays tricks."""

from games.engine.actions import Action
from games.engine.cards import SUITS, Counts, cards_in, write_cards
from games.engine.plain_play import plain_card
from games.engine.variants.double_deck_pinochle.auction import PASS, is_forced, lowest_bid
from games.engine.variants.double_deck_pinochle.deal import DECK, SIDES, A
from games.engine.variants.double_deck_pinochle.exchange import givers_due, partner_of
from games.engine.variants.double_deck_pinochle.meld import (
    SUIT_SIZE,
    MeldTable,
    best_meld,
    meld_table,
)
from games.engine.variants.double_deck_pinochle.options import Options
from games.engine.variants.double_deck_pinochle.state import State

PARTNERS_MELD = 14  # what a partner melds on average, about
FAIR_SHARE = 16  # points in play that come without a strong hand


def plain_player(state: State) -> Action:
    """Return what a careful player would do in the seat whose turn it is."""
    if state.phase == "auction":
        return Action("auction", _call(state))
    if state.phase == "trump":
        return Action("trump", SUITS[best_trump(state.hands[state.turn], state.options)])
    if state.phase == "exchange":
        return Action("exchange", _gift(state))
    if state.play is None:
        raise ValueError("the deal is over; there is nothing to do")
    card = plain_card(state.play, partners=lambda one, other: one % SIDES == other % SIDES)
    return Action("play", DECK.texts[card])


def _call(state: State) -> str:
    lowest = lowest_bid(state)
    hand = state.hands[state.turn]
    trump = best_trump(hand, state.options)
    may_declare = not state.options.royal_marriage_required or has_royal_marriage(
        hand, trump, state.options
    )
    if is_forced(state):
        return str(lowest)
    outbids_partner = state.declarer == partner_of(state.turn)
    limit = promise(hand, trump, state.options) - (8 if outbids_partner else 0)
    return str(lowest) if may_declare and lowest <= limit else PASS


def best_trump(hand: Counts, options: Options) -> int:
    """Return the suit, by place, that promises most; one that may be declared comes first."""
    return max(
        range(len(SUITS)),
        key=lambda trump: (
            not options.royal_marriage_required or has_royal_marriage(hand, trump, options),
            promise(hand, trump, options),
        ),
    )


def has_royal_marriage(hand: Counts, trump: int, options: Options) -> bool:
    return best_meld(hand, trump, meld_table(options)).has_royal_marriage


def promise(hand: Counts, trump: int, options: Options) -> int:
    """Return about how much this hand's side scores with that suit as trump."""
    meld = best_meld(hand, trump, meld_table(options)).points
    trumps = sum(hand[trump * SUIT_SIZE : (trump + 1) * SUIT_SIZE])
    aces = sum(hand[A::SUIT_SIZE])
    return meld + PARTNERS_MELD + FAIR_SHARE + aces + max(0, trumps - 5) * 2


def _gift(state: State) -> dict[str, object]:
    """The partner passes trumps or aces; the declarer passes back what costs no meld."""
    giver = givers_due(state)[0]
    hand = list(state.hands[giver])
    trump = SUITS.index(state.trump) if state.trump else best_trump(hand, state.options)
    table = meld_table(state.options)
    chosen: list[int] = []
    for _ in range(state.options.exchange_count):
        held = sorted(set(cards_in(hand)))
        if giver == partner_of(state.declarer or 0):
            card = max(held, key=lambda code: (DECK.suit_of[code] == trump, code % SUIT_SIZE))
        else:
            card = max(held, key=lambda code: _spare(hand, code, trump, table))
        hand[card] -= 1
        chosen.append(card)
    return {"from": giver, "to": partner_of(giver), "cards": write_cards(DECK, chosen)}


def _spare(hand: Counts, card: int, trump: int, table: MeldTable) -> tuple[int, bool, int]:
    """Return how gladly a card is parted with: no meld lost, no trump, low."""
    left = list(hand)
    left[card] -= 1
    meld = best_meld(left, trump, table).points
    return meld, DECK.suit_of[card] != trump, -(card % SUIT_SIZE)
