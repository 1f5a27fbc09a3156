"""A plain but sensible player: bids what the partnership can expect, then plays tricks."""

from games.engine.actions import Action
from games.engine.cards import SUITS, Counts, cards_in, write_cards
from games.engine.plain_play import plain_card
from games.engine.single_deck.deck import DECK, SUIT_SIZE, A
from games.engine.single_deck.meld import hand_meld
from games.engine.single_deck.number_auction import PASS, is_forced, lowest_bid
from games.engine.single_deck.values import meld_values
from games.engine.variants.partnership_pinochle.deal import SIDES, partner_of
from games.engine.variants.partnership_pinochle.exchange import giver_due, numbers_due
from games.engine.variants.partnership_pinochle.options import Options
from games.engine.variants.partnership_pinochle.state import State

PARTNERS_MELD = 40  # what a partner melds on average, about
FAIR_SHARE = 90  # points in play that come without a strong hand
WORTH_OF_ACE, WORTH_OF_LONG_TRUMP = 10, 20
WORTH_OF_GIFT = 20  # what a card exchanged brings in meld and play


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
    auction, options = state.auction, state.options
    lowest = lowest_bid(auction)
    if is_forced(auction):
        return str(lowest)
    hand = state.hands[state.turn]
    limit = promise(hand, best_trump(hand, options), options)
    if auction.declarer == partner_of(state.turn):
        limit -= 3 * options.bid_increment  # a partner is outbid only for a clearly better hand
    return str(lowest) if lowest <= limit else PASS


def best_trump(hand: Counts, options: Options) -> int:
    """Return the suit, by place, that promises most."""
    return max(range(len(SUITS)), key=lambda trump: promise(hand, trump, options))


def promise(hand: Counts, trump: int, options: Options) -> int:
    """Return about how much this hand's side scores with that suit as trump."""
    trumps = sum(hand[trump * SUIT_SIZE : (trump + 1) * SUIT_SIZE])
    strength = WORTH_OF_ACE * sum(hand[A::SUIT_SIZE]) + WORTH_OF_LONG_TRUMP * max(0, trumps - 3)
    others = PARTNERS_MELD + FAIR_SHARE + WORTH_OF_GIFT * options.exchange_max
    return hand_meld(hand, trump, meld_values(options)) + strength + others


def _gift(state: State) -> dict[str, object]:
    """The partner passes trumps and aces; the declarer passes what costs no meld."""
    giver, options = giver_due(state), state.options
    hand = list(state.hands[giver])
    trump = SUITS.index(state.trump) if state.trump else best_trump(hand, options)
    chosen: list[int] = []
    for _ in range(numbers_due(state)[-1]):
        held = sorted(set(cards_in(hand)))
        if giver == state.declarer:
            card = max(held, key=lambda code: _spare(hand, code, trump, options))
        else:
            card = max(held, key=lambda code: (DECK.suit_of[code] == trump, code % SUIT_SIZE))
        hand[card] -= 1
        chosen.append(card)
    return {"from": giver, "to": partner_of(giver), "cards": write_cards(DECK, chosen)}


def _spare(hand: Counts, card: int, trump: int, options: Options) -> tuple[int, bool, int]:
    """Return how gladly a card is parted with: no meld lost, no trump, low."""
    left = list(hand)
    left[card] -= 1
    meld = hand_meld(left, trump, meld_values(options))
    return meld, DECK.suit_of[card] != trump, -(card % SUIT_SIZE)
